//! Matches in a list.

use crate::ledger::{MatchId, Timestamp};

/// A match in the list of all matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchSummary {
    /// Its id.
    pub id: MatchId,
    /// The id of its game.
    pub game: String,
    /// When it was opened.
    pub created_at: Timestamp,
    /// When it last changed.
    pub changed_at: Timestamp,
    /// Its version.
    pub version: u64,
}
