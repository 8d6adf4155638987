//! The requests that may be sent again, and how they were answered.

use crate::ledger::{MatchId, Timestamp};

/// A request with an idempotency key that was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyRecord {
    /// The key of the request.
    pub key: String,
    /// A digest of the request.
    pub fingerprint: [u8; 32],
    /// When it was answered.
    pub at: Timestamp,
    /// How it was answered.
    pub outcome: StoredOutcome,
}

/// How a request was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredOutcome {
    /// With a match at this version; at 1, if the request opened it.
    Version(MatchId, u64),
    /// With this answer.
    StoredAnswer(StoredAnswer),
}

/// An answer as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// The HTTP status.
    pub status: u16,
    /// Headers, by name.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}
