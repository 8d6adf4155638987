//! A newly opened match and its keys.

use std::sync::Arc;

use serde::Serialize;

use overtrick_match::ledger::{Match, MatchId};

/// The keys of a match, one for each role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = MatchKeys)]
pub struct Keys {
    /// To watch.
    pub view: String,
    /// To record.
    pub score: String,
    /// To direct.
    pub direct: String,
}

/// A newly opened match.
#[derive(Debug, Clone)]
pub struct Created {
    /// Its id.
    pub id: MatchId,
    /// Its first keys.
    pub keys: Keys,
    /// Its version: 1.
    pub version: u64,
    /// The match as it was opened.
    pub played: Arc<Match>,
    /// Whether an earlier request with the same idempotency key opened it.
    pub is_repeated: bool,
}
