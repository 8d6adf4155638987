//! A change of a match as it is read for webhooks and the list of changes.

use crate::ledger::MatchId;

/// A change of a match, or its deletion, at its place in the order of commits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredChange {
    /// Its place: later ones have greater numbers, and none is given twice.
    pub position: u64,
    /// The match.
    pub match_id: MatchId,
    /// The id of its game.
    pub game: String,
    /// The version of the match after it; of a deletion, the last one.
    pub version: u64,
    /// When, as it is stored.
    pub at: String,
    /// The event, or `None` if the match was deleted.
    pub event: Option<StoredAction>,
}

/// What is stored of an event that is reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAction {
    /// The role in which it was done.
    pub by: String,
    /// What was done; empty where what is stored cannot be read.
    pub action: String,
    /// How many hands count after it.
    pub hands: u64,
    /// Whether the match is over after it.
    pub complete: bool,
    /// Whether it was over before it.
    pub was_complete: bool,
}
