//! Requests that may be sent again and are carried out once.

use std::sync::Arc;

use super::created::Created;
use crate::ledger::{Ledger, Timestamp};
use crate::store::{IdempotencyRecord, StoredAnswer, StoredOutcome};

/// The mark of a request that may be sent again: the same key and request get the same answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idempotency {
    /// The client's key, within a scope: see [`Idempotency::within`].
    pub key: String,
    /// A digest of method, path and body.
    pub fingerprint: [u8; 32],
}

/// The answer of a request that was carried out before. It is stored together with the event, so that
/// no crash can separate the two.
#[derive(Debug, Clone)]
pub enum Replayed {
    /// It opened a match: as it was then, with its first keys.
    Created(Created),
    /// It changed a match: as it was after the change.
    Changed(Arc<Ledger>),
    /// The answer that the caller saved.
    StoredAnswer(StoredAnswer),
}

impl Idempotency {
    /// The same within a scope: equal keys in different scopes are different keys.
    #[must_use]
    pub fn within(self, scope: &str) -> Idempotency {
        Idempotency {
            key: format!("{scope}/{}", self.key),
            ..self
        }
    }

    pub(super) fn record(&self, at: Timestamp, outcome: StoredOutcome) -> IdempotencyRecord {
        IdempotencyRecord {
            key: self.key.clone(),
            fingerprint: self.fingerprint,
            at,
            outcome,
        }
    }
}
