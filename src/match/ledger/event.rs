//! The events of a match.

use serde::{Deserialize, Serialize};

use super::change::Change;
use super::keys::{MatchId, Role};
use super::labels::Labels;
use super::timestamp::Timestamp;
use crate::document::Scored;
use overtrick_core::Points;
use overtrick_core::json::Json;
use overtrick_core::wire::words;

/// The opening of a match: its house rules, and the hands that it already had.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// The id of the match.
    pub id: MatchId,
    /// The document, with edition and options in force, and with ids instead of names.
    pub document: Json,
    /// The ids of the players' names, in seat order.
    pub players: Vec<String>,
    /// The labels at the opening.
    #[serde(default, skip_serializing_if = "Labels::is_empty")]
    pub labels: Labels,
    /// The digest of the secret of the client that opened it, if it had one: see
    /// [`client_digest`](super::client_digest).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
}

/// What happened in an event. The store keeps its JSON.
///
/// ```
/// use overtrick_match::ledger::{Change, EventKind, PublishedPart};
///
/// let published = EventKind::Published { part: PublishedPart::Sheet };
/// let json = serde_json::to_string(&published).unwrap();
/// assert_eq!(json, r#"{"action":"published","part":"sheet"}"#);
/// let undo: EventKind = serde_json::from_str(r#"{"action": "undo"}"#).unwrap();
/// assert_eq!(undo, EventKind::Changed(Change::Undo {}));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum EventKind {
    /// The match was opened.
    Opened(Box<Opened>),
    /// The key of a role was replaced; the previous key is no longer valid.
    #[serde(rename = "renewed")]
    KeyRenewed {
        /// The role of the key.
        role: Role,
    },
    /// The key of a role was revoked; the role has no key until it is renewed.
    #[serde(rename = "revoked")]
    KeyRevoked {
        /// The role of the key.
        role: Role,
    },
    /// The match was published.
    Published {
        /// The part that is public.
        part: PublishedPart,
    },
    /// The match is no longer published.
    Unpublished {},
    /// The match was changed.
    #[serde(untagged)]
    Changed(Change),
}

impl EventKind {
    /// Its word in histories and in the list of changes.
    ///
    /// ```
    /// use overtrick_match::ledger::{Change, EventKind, Role};
    ///
    /// assert_eq!(EventKind::KeyRenewed { role: Role::View }.action(), "renewed");
    /// assert_eq!(EventKind::Changed(Change::Undo {}).action(), "undo");
    /// ```
    pub fn action(&self) -> String {
        let word = match self {
            EventKind::Opened(_) => "opened",
            EventKind::KeyRenewed { .. } => "renewed",
            EventKind::KeyRevoked { .. } => "revoked",
            EventKind::Published { .. } => "published",
            EventKind::Unpublished {} => "unpublished",
            EventKind::Changed(change) => {
                let json = serde_json::to_value(change).unwrap_or_default();
                return json["action"].as_str().unwrap_or_default().to_owned();
            }
        };
        word.to_owned()
    }
}

/// An entry of a match's log.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Its number, from 1 without gaps.
    pub sequence: u64,
    /// When it happened.
    pub at: Timestamp,
    /// The role that did it.
    pub by: Role,
    /// What happened.
    pub kind: EventKind,
    /// The score after it, with which replays are compared; it is never used as the score.
    pub outcome: Outcome,
}

/// The score of a match after an event.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = EventOutcome))]
pub struct Outcome {
    /// The number of counting hands.
    pub hands: usize,
    /// The totals, in seat order.
    pub totals: Vec<Points>,
    /// Whether the match is over.
    pub complete: bool,
}

impl Outcome {
    pub(super) fn new(scored: &Scored) -> Outcome {
        Outcome {
            hands: scored.hands.len(),
            totals: scored.totals.clone(),
            complete: scored.complete,
        }
    }
}

words! {
    /// The part of a match that is published.
    #[derive(Default)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[cfg_attr(feature = "openapi", schema(rename_all = "snake_case"))]
    pub enum PublishedPart {
        /// The standings.
        #[default]
        Standings = "standings",
        /// Every hand with its scoring.
        Sheet = "sheet",
    }
}

/// The publication of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// How much of it is public.
    pub part: PublishedPart,
    /// When it was published.
    pub at: Timestamp,
    /// The day it was played, or else opened: `2026-11-21`.
    pub day: String,
    /// Where it was played.
    pub location: Option<String>,
}
