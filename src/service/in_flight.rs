//! The requests that are being answered.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::error::ServiceError;
use super::idempotency::Idempotency;

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
        let key = idempotency.map(|idempotency| idempotency.key.clone());
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
