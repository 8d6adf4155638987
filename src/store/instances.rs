//! Data that several instances of the service share through their database besides matches, and how each
//! follows the commits of the others.

use overtrick_match::ledger::MatchId;

/// A commit to a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// Its position in commit order.
    pub position: u64,
    /// The match.
    pub id: MatchId,
    /// The version after it; `None` if the match was deleted.
    pub version: Option<u64>,
}

/// The commits after a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commits {
    /// In commit order.
    pub commits: Vec<Commit>,
    /// A number that is another one whenever a key for programs was made, renewed or revoked.
    pub api_keys: u64,
}

/// A notice from the database about commits of any instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Matches were changed or deleted.
    Committed(Vec<Commit>),
    /// Keys for programs were made, renewed or revoked.
    ApiKeys,
    /// Another match was opened as the next one of this.
    Next(MatchId),
    /// Some notices may be lost: read the commits.
    Lost,
}
