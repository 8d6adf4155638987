//! A match as a fold of its events.

use super::{Change, Event, MatchId, Role};
use crate::document::Scored;
use crate::rules::Finding;
use crate::rules::json::Json;

/// A match as its log tells it; cloning one is cheap.
#[derive(Debug, Clone)]
pub struct Ledger {
    events: Vec<Event>,
}

/// A seat and who has sat in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sitter {
    /// Its id: `s1`, `s2`, …
    pub id: String,
    /// Everyone who has sat there, in order; the last one sits there now.
    pub people: Vec<Person>,
}

/// Somebody who has sat in a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Who.
    pub name: String,
    /// The number of the first hand that this person played.
    pub from_hand: usize,
}

#[expect(unused_variables, reason = "the signatures come first")]
impl Ledger {
    /// Opens a match from a document: its edition and its options are frozen as they are in force.
    pub fn begin(
        id: &MatchId,
        document: &Json,
        at: &str,
        by: Role,
    ) -> Result<Ledger, Vec<Finding>> {
        Err(Vec::new())
    }
    /// The match that these events tell of; nothing, if they are no log.
    pub fn open(events: Vec<Event>) -> Option<Ledger> {
        None
    }
    /// Makes a change, and gives the event of it; a change that would leave anything that cannot be
    /// scored is refused, and nothing changes.
    pub fn apply(&mut self, change: Change, at: &str, by: Role) -> Result<Event, Vec<Finding>> {
        Err(Vec::new())
    }
    /// The role that it takes to make a change; to undo takes what the change took that is undone.
    pub fn needs(&self, change: &Change) -> Role {
        Role::Admin
    }
    /// The match document as it stands, with edition, options as they are in force, and history.
    pub fn document(&self) -> Json {
        Json::Null
    }
    /// The match as it stands, scored.
    pub fn scored(&self) -> Result<Scored, Vec<Finding>> {
        Err(Vec::new())
    }
    /// The id.
    pub fn id(&self) -> &str {
        ""
    }
    /// The number of its last event.
    pub fn version(&self) -> u64 {
        0
    }
    /// All its events.
    pub fn events(&self) -> &[Event] {
        &self.events
    }
    /// Its seats, and who has sat in them.
    pub fn seats(&self) -> Vec<Sitter> {
        Vec::new()
    }
    /// Whether there is a change to undo, and one to redo.
    pub fn can(&self) -> (bool, bool) {
        (false, false)
    }
    /// The generation of a role's key; nothing, if the key was revoked.
    pub fn generation(&self, role: Role) -> Option<u32> {
        None
    }
}
