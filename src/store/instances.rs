//! How each of several instances of the service learns what the others have committed.

use overtrick_match::ledger::MatchId;

/// What was committed to a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// Its place in the order of commits.
    pub position: u64,
    /// The match.
    pub id: MatchId,
    /// The version after it; `None`, if the match was deleted.
    pub version: Option<u64>,
}

/// What was committed after a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commits {
    /// In their order.
    pub commits: Vec<Commit>,
    /// A number that is another one whenever a key for programs was made, renewed or revoked.
    pub api_keys: u64,
}

/// What the database tells of what any instance has committed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Matches were changed or deleted.
    Committed(Vec<Commit>),
    /// Keys for programs were made, renewed or revoked.
    ApiKeys,
    /// Another match was opened as the next one of this.
    Next(MatchId),
    /// Some notices may have been lost: what was committed is to be read.
    Lost,
}
