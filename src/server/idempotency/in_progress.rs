//! Requests that may be sent again and are carried out once.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::ServiceError;
use crate::matches::created::Created;
use overtrick_match::ledger::Ledger;
use overtrick_store::{Idempotency, StoredAnswer};

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

/// The keys of the requests that are being answered.
#[derive(Debug, Clone, Default)]
pub struct InFlight(Arc<Mutex<HashSet<String>>>);

/// A request that is being answered, until this is dropped.
#[derive(Debug)]
pub struct Claim {
    key: Option<String>,
    all: InFlight,
}

impl InFlight {
    /// Claims the key of a request.
    ///
    /// # Errors
    /// [`ServiceError::InProgress`], if it is claimed already.
    pub fn claim(&self, idempotency: Option<&Idempotency>) -> Result<Claim, ServiceError> {
        // Of a creation one is answered at a time, whoever sent it.
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
