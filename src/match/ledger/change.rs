//! What can be done to a match.

use serde::{Deserialize, Serialize};

use super::keys::Role;
use overtrick_core::json::Json;

/// One change of a match. Hands, seats and adjustments are numbered from 1.
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
    /// Appends a hand. The hand being played is removed.
    Record {
        /// The record.
        hand: Json,
    },
    /// Sets or removes the hand being played.
    SetCurrent {
        /// Any part of a record; none removes it.
        #[serde(default)]
        hand: Option<Json>,
    },
    /// Corrects what was recorded. The match is judged once, after all the edits.
    Correct {
        /// In this order; each counts the hands as the one before left them.
        edits: Vec<Edit>,
        /// Why.
        reason: String,
    },
    /// Removes a recorded hand; it stays in the history.
    Void {
        /// Its number.
        hand: usize,
        /// Why.
        reason: String,
    },
    /// Undoes the last change that is neither an undo nor a redo.
    Undo {},
    /// Makes the last change again that was undone.
    Redo {},
    /// Ends the match and removes the hand being played.
    Finish {},
    /// Takes the end back.
    Reopen {},
    /// Adds a director's adjustment.
    Adjust {
        /// As in the match document.
        adjustment: Json,
    },
    /// Removes an adjustment.
    Retract {
        /// Its number, in the order in which they were made.
        adjustment: usize,
        /// Why.
        reason: String,
    },
    /// Corrects the name of whoever sits in a seat.
    Rename {
        /// The seat's number.
        seat: usize,
        /// The name.
        name: String,
    },
    /// Puts another person into a seat, from a hand on.
    Substitute {
        /// The seat's number.
        seat: usize,
        /// Who takes it.
        name: String,
        /// The number of the first hand that this person plays.
        from_hand: usize,
    },
    /// Overwrites every name that a person has had in this match. It cannot be undone.
    Erase {
        /// The person's number.
        person: usize,
        /// What the person is called from now on, in the history too.
        #[serde(default)]
        name: String,
    },
    /// Sets title, day, place and remarks. An empty text removes one; what is absent stays.
    Describe {
        /// What the match is called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        /// The day, as `YYYY-MM-DD`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        played_on: Option<String>,
        /// Where.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        location: Option<String>,
        /// Remarks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        notes: Option<String>,
    },
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
    /// Inserts a record that was forgotten.
    Insert {
        /// The number of the hand before which it belongs; one more than there are hands: the end.
        before: usize,
        /// The record.
        with: Json,
    },
    /// Removes a record that should not be there.
    Remove {
        /// The hand's number.
        hand: usize,
    },
    /// Moves a record to where it belongs.
    Move {
        /// The hand's number.
        hand: usize,
        /// Its number after the move.
        to: usize,
    },
}

impl Change {
    /// The role that it takes. An undo or redo takes at least this, and what the change takes that it
    /// undoes or makes again: [`Ledger::required_role`](super::Ledger::required_role).
    pub fn required_role(&self) -> Role {
        match self {
            Change::Record { .. }
            | Change::SetCurrent { .. }
            | Change::Undo {}
            | Change::Redo {}
            | Change::Rename { .. }
            | Change::Describe { .. } => Role::Score,
            Change::Correct { .. }
            | Change::Void { .. }
            | Change::Finish {}
            | Change::Reopen {}
            | Change::Adjust { .. }
            | Change::Retract { .. }
            | Change::Substitute { .. }
            | Change::Erase { .. } => Role::Direct,
        }
    }

    /// Whether it can change who sits at the table or what they are called.
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
