//! What one instance at a time does, of several on one database: it has the lease.

use std::time::Duration;

use tokio::time::Instant;

use crate::error::ServiceError;
use crate::matches::service::MatchService;
use overtrick_store::StoreError;

/// A lease, as its holder or whoever waits for it knows it.
#[derive(Debug)]
pub struct Lease {
    name: &'static str,
    time: Duration,
    /// Until when it is held, by the time that has passed here: a clock that is set does not matter.
    until: Option<Instant>,
}

impl Lease {
    /// One that is not held yet. Whoever is killed holds it for so long.
    pub fn new(name: &'static str, time: Duration) -> Lease {
        let until = None;
        Lease { name, time, until }
    }

    /// Whether more than half of its time is left.
    fn is_fresh(&self, now: Instant) -> bool {
        self.until.is_some_and(|until| until > now + self.time / 2)
    }
}

impl MatchService {
    /// Whether this instance has a lease: it takes it where nobody has it, and renews it in time. Where
    /// nobody else can have the database, it always does.
    ///
    /// # Errors
    /// Those of the store, once the lease is over.
    pub async fn holds(&self, lease: &mut Lease) -> Result<bool, ServiceError> {
        let now = Instant::now();
        if !self.0.store.is_shared() || lease.is_fresh(now) {
            return Ok(true);
        }
        let taken = self.0.store.lease(lease.name, &self.0.instance, lease.time);
        match taken.await {
            Ok(is_held) => {
                lease.until = is_held.then(|| now + lease.time);
                Ok(is_held)
            }
            // Where nothing can be written, nothing is done.
            Err(StoreError::ReadOnly | StoreError::Full) => Ok(false),
            Err(_) if lease.until.is_some_and(|until| until > Instant::now()) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }

    /// Gives a lease back, so that another instance need not wait until it is over.
    pub async fn give_back(&self, lease: Lease) {
        if lease.until.is_some() && self.0.store.is_shared() {
            // Where the store does not answer, the lease ends by itself.
            drop(self.0.store.release(lease.name, &self.0.instance).await);
        }
    }
}
