//! Requests that may come twice and must count once.

use std::sync::Arc;

use super::Created;
use crate::ledger::Ledger;

/// The mark of a request that may be sent again: the same key and request have the same answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idempotency {
    /// The client's key; the caller puts before it whatever keeps apart the keys of strangers.
    pub key: String,
    /// A digest of method, path and body.
    pub fingerprint: [u8; 32],
}

/// An answer that was kept as it was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// Headers, by name.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// What a request that was made before has come to. It is written with the event itself, so that no
/// crash can come between the two.
#[derive(Debug, Clone)]
pub enum Replayed {
    /// It opened a match: what its maker was given, the match as it was then.
    Created(Created),
    /// It changed a match: as it was after that change.
    Changed(Arc<Ledger>),
    /// An answer that the caller had kept.
    Answer(Answer),
}
