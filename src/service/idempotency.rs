//! Requests that may come twice and must count once.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Created, ServiceError};
use crate::ledger::Ledger;
use crate::store::StoredAnswer;

/// The mark of a request that may be sent again: the same key and request have the same answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idempotency {
    /// The client's key; the caller puts before it whatever keeps apart the keys of strangers.
    pub key: String,
    /// A digest of method, path and body.
    pub fingerprint: [u8; 32],
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
    StoredAnswer(StoredAnswer),
}

/// The requests that are being answered.
#[derive(Debug, Clone, Default)]
pub struct InFlight(Arc<Mutex<HashSet<String>>>);

/// A request that is being answered, until this is dropped.
#[derive(Debug)]
pub struct Claim {
    key: Option<String>,
    all: InFlight,
}

impl InFlight {
    /// Claims a key.
    pub fn claim(&self, idempotency: Option<&Idempotency>) -> Result<Claim, ServiceError> {
        let key = idempotency.map(|idempotency| idempotency.key.clone());
        if let Some(key) = &key
            && !self.set().insert(key.clone())
        {
            return Err(ServiceError::InProgress);
        }
        let all = self.clone();
        Ok(Claim { key, all })
    }

    fn set(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(key) = &self.key {
            self.all.set().remove(key);
        }
    }
}
