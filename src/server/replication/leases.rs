//! Leases for tasks that only one of several instances on a database performs.

use std::time::Duration;

use tokio::time::Instant;

use crate::error::ServiceError;
use crate::matches::service::MatchService;
use overtrick_store::StoreError;

/// A lease, as seen by its holder or an instance that waits for it.
#[derive(Debug)]
pub struct Lease {
    name: &'static str,
    time: Duration,
    /// When it expires, by this instance's monotonic clock.
    until: Option<Instant>,
}

impl Lease {
    /// A lease that is not held yet. If its holder is killed, others wait for this time.
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
    /// Whether this instance holds a lease: it acquires a free lease and renews its own in time. If no other
    /// instance can use the database, always true.
    ///
    /// # Errors
    /// Store errors, after the lease has expired.
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
            // In a read-only store the task does nothing.
            Err(StoreError::ReadOnly | StoreError::Full) => Ok(false),
            Err(_) if lease.until.is_some_and(|until| until > Instant::now()) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }

    /// Releases a lease, so that another instance need not wait until it expires.
    pub async fn give_back(&self, lease: Lease) {
        if lease.until.is_some() && self.0.store.is_shared() {
            // If the store does not answer, the lease expires by itself.
            drop(self.0.store.release(lease.name, &self.0.instance).await);
        }
    }
}
