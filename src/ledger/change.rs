//! What can be done to a match, and the events that tell of it. All numbers are counted from 1.

use serde::{Deserialize, Serialize};

use super::{MatchId, Role};
use crate::document::Scored;
use crate::rules::Points;
use crate::rules::json::Json;

/// One thing that is done to a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// Appends a hand; the hand being played is then no more.
    Record {
        /// The record.
        hand: Json,
    },
    /// Sets the hand being played, or with nothing takes it away.
    SetCurrent {
        /// Any part of a record.
        #[serde(default)]
        hand: Option<Json>,
    },
    /// Corrects what was recorded; judged only after all the edits.
    Correct {
        /// In this order, each counting the hands as the one before left them.
        edits: Vec<Edit>,
        /// Why.
        reason: String,
    },
    /// Takes a recorded hand out; the history tells of it.
    Void {
        /// Its number.
        hand: usize,
        /// Why.
        reason: String,
    },
    /// Takes back the last change that is neither an undo nor a redo.
    Undo {},
    /// Makes the last change again that was taken back.
    Redo {},
    /// Ends the match; a hand being played is put away.
    Finish {},
    /// Takes the end back.
    Reopen {},
    /// Adds a director's adjustment.
    Adjust {
        /// As in the match document.
        adjustment: Json,
    },
    /// Takes an adjustment out.
    Retract {
        /// Its number, in the order in which they were made.
        adjustment: usize,
        /// Why.
        reason: String,
    },
    /// Writes the name of whoever sits in a seat otherwise.
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
    /// Writes another name over every name that a person has had in this match. It cannot be undone.
    Erase {
        /// The person's number.
        person: usize,
        /// What the person is called from now on, and in all that was.
        #[serde(default)]
        name: String,
    },
    /// Says what the match is called, when and where it was played, and remarks; an empty text
    /// takes one away, and what is not given stays.
    Describe {
        /// What it is called.
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
    /// Another record in a hand's place.
    Replace {
        /// The hand's number.
        hand: usize,
        /// The record.
        with: Json,
    },
    /// A record that was forgotten.
    Insert {
        /// The number of the hand before which it belongs; one more than there are hands: the end.
        before: usize,
        /// The record.
        with: Json,
    },
    /// A record that should not be there.
    Remove {
        /// The hand's number.
        hand: usize,
    },
    /// A record that belongs elsewhere.
    Move {
        /// The hand's number.
        hand: usize,
        /// The number that it has in the end.
        to: usize,
    },
}

/// How a match was opened: what is frozen of it, and what had been played before it was stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// Under which name.
    pub id: MatchId,
    /// The document: edition and options as they are in force, and ids in the place of names.
    pub document: Json,
    /// The ids of the names of who sits in the seats, in order.
    pub players: Vec<String>,
}

/// What happened in an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum EventKind {
    /// The match was opened.
    Opened(Box<Opened>),
    /// The key of a role was replaced: the one before no longer opens anything.
    Renewed {
        /// Whose key.
        role: Role,
    },
    /// The key of a role was taken away; there is none until it is renewed.
    Revoked {
        /// Whose key.
        role: Role,
    },
    /// The match was published: websites may show its standings to everybody.
    Shown {},
    /// It is no longer published.
    Hidden {},
    /// It was changed.
    #[serde(untagged)]
    Changed(Change),
}

impl EventKind {
    /// Whether it comes back from being written down. A document whose history holds lists in lists
    /// without end would not: a log nests it once more than it was.
    pub(super) fn can_be_read_again(&self) -> bool {
        let written = serde_json::to_string(self).unwrap_or_default();
        serde_json::from_str::<EventKind>(&written).is_ok_and(|read| read == *self)
    }
}

/// One entry of a match's log.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// From 1, without gaps.
    pub sequence: u64,
    /// When, as RFC 3339 writes it.
    pub at: String,
    /// In which role somebody did it.
    pub by: Role,
    /// What.
    pub change: EventKind,
    /// What came of it, to be checked against a replay.
    pub outcome: Outcome,
}

/// What came of a match up to an event. It is never read as the truth, only compared with it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// How many hands count.
    pub hands: usize,
    /// The totals, in seat order.
    pub totals: Vec<Points>,
    /// Whether it is over.
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

impl Change {
    /// The role that it takes. To undo or redo takes what the other change takes, at least this.
    pub fn needs(&self) -> Role {
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
}
