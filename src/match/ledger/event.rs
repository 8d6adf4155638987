//! The events of a match, including its changes.

use serde::{Deserialize, Deserializer, Serialize};

use super::keys::{MatchId, Role};
use super::labels::Labels;
use super::timestamp::Timestamp;
use crate::document::Scored;
use overtrick_core::Points;
use overtrick_core::json::Json;
use overtrick_core::wire::words;

/// The opening of a match, with its house rules and the hands that were already in its document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// The id of the match.
    pub id: MatchId,
    /// The document, with the edition and options in force, and with ids instead of names.
    pub document: Json,
    /// The ids of the players' names, in seat order.
    pub players: Vec<String>,
    /// The labels at the opening.
    #[serde(default, skip_serializing_if = "Labels::is_empty")]
    pub labels: Labels,
    /// The digest of the secret of the client that opened the match, if it had one: see `client_digest`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
}

/// The data of an opening event without the document.
#[derive(Debug, Clone, Default)]
pub struct Opening {
    /// The labels.
    pub labels: Labels,
    /// The secret of the client that opens the match, if it has one. Only its digest is stored.
    pub client: Option<String>,
}

/// The content of an event, which is stored as JSON.
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
    /// Returns the word for it in histories and in the list of changes.
    ///
    /// ```
    /// use overtrick_match::ledger::{Change, EventKind, Role};
    ///
    /// assert_eq!(EventKind::KeyRenewed { role: Role::View }.action(), "renewed");
    /// assert_eq!(EventKind::Changed(Change::Undo {}).action(), "undo");
    /// ```
    pub fn action(&self) -> String {
        // An opening is not written as JSON here, because that is slow for a large document.
        if let EventKind::Opened(_) = self {
            return "opened".to_owned();
        }
        let json = serde_json::to_value(self).unwrap_or_default();
        json["action"].as_str().unwrap_or_default().to_owned()
    }
}

/// An entry of a match's log.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Its number. Events are numbered from 1 without gaps.
    pub sequence: u64,
    /// The time.
    pub at: Timestamp,
    /// The role of its author.
    pub by: Role,
    /// What happened.
    pub kind: EventKind,
    /// The score after the event, which is only used to check replays.
    pub outcome: Outcome,
}

/// The score of a match after an event.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = EventOutcome))]
pub struct Outcome {
    /// The number of scored hands.
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
    /// The public part.
    pub part: PublishedPart,
    /// When it was published.
    pub at: Timestamp,
    /// The day on which it was played or, if unknown, opened: `2026-11-21`.
    pub day: String,
    /// The location.
    pub location: Option<String>,
}

/// A change to a match. Hands, seats and adjustments are numbered from 1.
///
/// ```
/// use overtrick_match::ledger::{Change, Role};
///
/// let change: Change = serde_json::from_str(
///     r#"{"action": "rename", "seat": 1, "name": "Anna"}"#,
/// ).unwrap();
/// assert_eq!(change, Change::Rename { seat: 1, name: "Anna".into() });
/// assert_eq!(change.required_role(), Role::Score);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// Appends a hand, and removes the hand being played.
    Record {
        /// The record.
        hand: Json,
    },
    /// Sets or removes the hand being played.
    SetCurrent {
        /// Any part of a record; `null` or absent removes the hand.
        #[serde(default)]
        hand: Option<Json>,
    },
    /// Corrects records. The match is judged once, after all edits.
    Correct {
        /// The edits, in order. The hand numbers in an edit are those after the previous edits.
        edits: Vec<Edit>,
        /// The reason.
        reason: String,
    },
    /// Removes a recorded hand; it stays in the history.
    Void {
        /// Its number.
        hand: usize,
        /// The reason.
        reason: String,
    },
    /// Replaces an incorrect definition of a custom game. The whole match is judged again.
    Redefine {
        /// The corrected definition.
        definition: Json,
        /// The reason.
        reason: String,
    },
    /// Undoes the last change that is not an undo or redo.
    Undo {},
    /// Repeats the change that was undone last.
    Redo {},
    /// Ends the match and removes the hand being played.
    Finish {},
    /// Continues a match that was ended.
    Reopen {},
    /// Adds a director's adjustment.
    Adjust {
        /// The adjustment, as in the match document.
        adjustment: Json,
    },
    /// Removes an adjustment.
    Retract {
        /// Its number, in the order of creation.
        adjustment: usize,
        /// The reason.
        reason: String,
    },
    /// Corrects the name of the person in a seat.
    Rename {
        /// The seat's number.
        seat: usize,
        /// The name.
        name: String,
    },
    /// Seats another person, starting with a hand.
    Substitute {
        /// The seat's number.
        seat: usize,
        /// The new person's name.
        name: String,
        /// The number of the first hand that this person plays.
        from_hand: usize,
    },
    /// Overwrites every name of a person in this match. It cannot be undone.
    Erase {
        /// The person's number.
        person: usize,
        /// The new name of the person, which also replaces the earlier names in the history.
        #[serde(default)]
        name: String,
    },
    /// Sets title, day, place, remarks, external id and metadata.
    Describe(Description),
}

/// The texts and the labels of a match. An empty text removes a text, and `null` removes a label. Absent
/// fields are not changed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Description {
    /// The title of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The day, as `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_on: Option<String>,
    /// The place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// Remarks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// The id of the match in another system, or `null`.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub external_id: Option<Json>,
    /// An object with texts, numbers, flags and `null` as values, or `null`.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Json>,
}

/// Reads any value as `Some`, even `null`, so that it differs from an absent field.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(deserializer).map(Some)
}

/// One edit of a correction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "edit", rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// Replaces a hand's record.
    Replace {
        /// The hand's number.
        hand: usize,
        /// The record.
        with: Json,
    },
    /// Inserts a forgotten record.
    Insert {
        /// The number of the hand that will follow the record; the number of hands plus one appends it.
        before: usize,
        /// The record.
        with: Json,
    },
    /// Removes a record.
    Remove {
        /// The hand's number.
        hand: usize,
    },
    /// Moves a record to another place.
    Move {
        /// The hand's number.
        hand: usize,
        /// Its number after the move.
        to: usize,
    },
}

impl Change {
    /// Returns the role that the change requires. An undo or redo also requires the role of the change that
    /// it undoes or repeats: see [`Match::required_role`](super::Match::required_role).
    pub fn required_role(&self) -> Role {
        match self {
            Change::Record { .. }
            | Change::SetCurrent { .. }
            | Change::Undo {}
            | Change::Redo {}
            | Change::Rename { .. }
            | Change::Describe(Description {
                external_id: None,
                metadata: None,
                ..
            }) => Role::Score,
            _ => Role::Direct,
        }
    }

    /// Whether it can change the players or their names.
    pub(super) fn changes_names(&self) -> bool {
        matches!(
            self,
            Change::Undo {}
                | Change::Redo {}
                | Change::Rename { .. }
                | Change::Substitute { .. }
                | Change::Erase { .. }
        )
    }
}
