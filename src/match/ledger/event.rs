//! The events of a match.

use serde::{Deserialize, Serialize};

use super::change::Change;
use super::id::MatchId;
use super::keys::Role;
use super::labels::Labels;
use super::publication::Showing;
use super::timestamp::Timestamp;
use crate::document::Scored;
use overtrick_core::Points;
use overtrick_core::json::Json;

/// How a match was opened: its house rules, and the hands that it had already.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// The id of the match.
    pub id: MatchId,
    /// The document, with edition and options in force, and ids in place of names.
    pub document: Json,
    /// The ids of the players' names, in seat order.
    pub players: Vec<String>,
    /// What programs call the match, and what they noted of it, when it was opened.
    #[serde(default, skip_serializing_if = "Labels::is_empty")]
    pub labels: Labels,
}

/// What happened in an event. Its JSON is what the store keeps.
///
/// ```
/// use overtrick_match::ledger::{Change, EventKind, Showing};
///
/// let published = |what| serde_json::to_string(&EventKind::Published { what }).unwrap();
/// assert_eq!(published(Showing::Standings), r#"{"action":"shown"}"#);
/// assert_eq!(published(Showing::Sheet), r#"{"action":"shown","what":"sheet"}"#);
/// let undo: EventKind = serde_json::from_str(r#"{"action": "undo"}"#).unwrap();
/// assert_eq!(undo, EventKind::Changed(Change::Undo {}));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum EventKind {
    /// The match was opened.
    Opened(Box<Opened>),
    /// The key of a role was replaced; the earlier key is no longer valid.
    #[serde(rename = "renewed")]
    KeyRenewed {
        /// Whose key.
        role: Role,
    },
    /// The key of a role was revoked; the role has no key until it is renewed.
    #[serde(rename = "revoked")]
    KeyRevoked {
        /// Whose key.
        role: Role,
    },
    /// The match was published.
    #[serde(rename = "shown")]
    Published {
        /// What of it; the standings, where the event names nothing.
        #[serde(default, skip_serializing_if = "Showing::is_default")]
        what: Showing,
    },
    /// The match is no longer published.
    #[serde(rename = "hidden")]
    Unpublished {},
    /// What programs call the match, and what they noted of it, was replaced.
    #[serde(rename = "labeled")]
    Labeled(Labels),
    /// The match was changed.
    #[serde(untagged)]
    Changed(Change),
}

impl EventKind {
    /// The word for it in histories and in the list of changes.
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
            EventKind::Published { .. } => "shown",
            EventKind::Unpublished {} => "hidden",
            EventKind::Labeled(_) => "labeled",
            EventKind::Changed(change) => {
                let json = serde_json::to_value(change).unwrap_or_default();
                return json["action"].as_str().unwrap_or_default().to_owned();
            }
        };
        word.to_owned()
    }

    /// Whether it is what is read from its JSON. An opening nests the document once more: one with
    /// lists as deep as a parser reads them cannot be read back.
    pub(super) fn is_read_from(&self, json: &str) -> bool {
        serde_json::from_str::<EventKind>(json).is_ok_and(|read| read == *self)
    }
}

/// One entry of a match's log.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// From 1, without gaps.
    pub sequence: u64,
    /// When.
    pub at: Timestamp,
    /// The role in which it was done.
    pub by: Role,
    /// What happened.
    pub kind: EventKind,
    /// The score after it. A replay is compared with it; it is never read as the truth.
    pub outcome: Outcome,
}

/// The score of a match after an event.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = EventOutcome))]
pub struct Outcome {
    /// How many hands count.
    pub hands: usize,
    /// The totals, in seat order.
    pub totals: Vec<Points>,
    /// Whether the match is over.
    pub complete: bool,
}

impl Outcome {
    pub(super) fn of(scored: &Scored) -> Outcome {
        Outcome {
            hands: scored.hands.len(),
            totals: scored.totals.clone(),
            complete: scored.complete,
        }
    }
}
