//! Changes to a match.

use serde::{Deserialize, Deserializer, Serialize};

use super::keys::Role;
use overtrick_core::json::Json;

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
        /// The edits in order; each refers to the hands as the edits before left them.
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
    /// Replaces the definition of a custom game that was wrong. The whole match is judged anew.
    Redefine {
        /// The definition as it should have been.
        definition: Json,
        /// The reason.
        reason: String,
    },
    /// Undoes the last change, other than an undo or redo.
    Undo {},
    /// Repeats the last undone change.
    Redo {},
    /// Ends the match and removes the hand being played.
    Finish {},
    /// Cancels the end.
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
    /// Seats another person, from a hand on.
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
        /// The new name of the person, which also replaces earlier ones in the history.
        #[serde(default)]
        name: String,
    },
    /// Sets title, day, place, remarks, external id and metadata.
    Describe(Description),
}

/// What a match is called, and what a program notes about it. An empty text removes a text, `null` a label; what is
/// absent stays.
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

/// Reads a value that is there, so that `null` differs from an absent field.
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
        /// The number of the hand before which to insert it; the number of hands plus one inserts at the end.
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
    /// The role needed for the change. An undo or redo needs at least this role, and that of the change that
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
