//! Idempotent requests in progress.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::ServiceError;
use crate::matches::created::Created;
use overtrick_match::ledger::Match;
use overtrick_store::{Idempotency, StoredAnswer};

/// The answer to a repeated request. It is stored together with the event, so that no crash can separate the
/// two.
#[derive(Debug, Clone)]
pub enum Replayed {
    /// The request opened a match: the match at that time, with its first keys.
    Created(Created),
    /// The request changed a match: the match after the change.
    Changed(Arc<Match>),
    /// The answer that the caller stored.
    StoredAnswer(StoredAnswer),
}

/// The keys of the requests in progress.
#[derive(Debug, Clone, Default)]
pub struct InFlight(Arc<Mutex<HashSet<String>>>);

/// A request in progress; dropping this releases its key.
#[derive(Debug)]
pub struct Claim {
    key: Option<String>,
    all: InFlight,
}

impl InFlight {
    /// Claims the key of a request.
    ///
    /// # Errors
    /// [`ServiceError::InProgress`] if it is claimed already.
    pub fn claim(&self, idempotency: Option<&Idempotency>) -> Result<Claim, ServiceError> {
        // Only one of several equal creations is answered at a time, whoever sent them.
        let key = idempotency.map(|request| {
            request
                .of_any_client()
                .unwrap_or_else(|| request.key.clone())
        });
        if let Some(key) = &key
            && !self.keys().insert(key.clone())
        {
            return Err(ServiceError::InProgress);
        }
        let all = self.clone();
        Ok(Claim { key, all })
    }

    fn keys(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(key) = &self.key {
            self.all.keys().remove(key);
        }
    }
}
