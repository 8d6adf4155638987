//! Checks whether a database can be written, by the results of recent writes or by a test write (a probe).

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, timeout};

use super::error::StoreError;

/// The time limit of a health check.
pub const PATIENCE: Duration = Duration::from_secs(1);
/// A check after this time since the last successful write makes a test write.
const FRESH: Duration = Duration::from_secs(1);

/// The results of recent writes to a database.
#[derive(Debug)]
pub struct WriteHealth {
    patience: Duration,
    fresh: Duration,
    last: Mutex<LastWrites>,
    /// A lock that is held while a probe runs.
    probing: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct LastWrites {
    /// The number of successful writes.
    written: u64,
    /// The time of the last successful write.
    at: Option<Instant>,
    /// The error of the last write, if it failed.
    failure: Option<StoreError>,
}

impl Default for WriteHealth {
    fn default() -> WriteHealth {
        WriteHealth {
            patience: PATIENCE,
            fresh: FRESH,
            last: Mutex::default(),
            probing: tokio::sync::Mutex::default(),
        }
    }
}

impl WriteHealth {
    /// Records the result of a write and returns it.
    pub fn note<T>(&self, written: Result<T, StoreError>) -> Result<T, StoreError> {
        let mut last = self.last();
        match &written {
            Ok(_) => {
                last.written += 1;
                last.at = Some(Instant::now());
                last.failure = None;
            }
            Err(error) if error.concerns_one_write() => {}
            Err(error) => last.failure = Some(error.clone()),
        }
        drop(last);
        written
    }

    /// Checks whether the database can be written, by the results of recent writes or by a probe. Also
    /// succeeds if the probe times out but another write has succeeded meanwhile.
    ///
    /// # Errors
    /// The error of the last write or of the probe; [`StoreError::Busy`] if nothing is written in time.
    pub async fn check(
        &self,
        probe: impl Future<Output = Result<(), StoreError>>,
    ) -> Result<(), StoreError> {
        let Ok(_alone) = self.probing.try_lock() else {
            return self.last().failure.clone().map_or(Ok(()), Err);
        };
        let before = {
            let last = self.last();
            if last.failure.is_none() && last.at.is_some_and(|at| at.elapsed() < self.fresh) {
                return Ok(());
            }
            last.written
        };
        match timeout(self.patience, probe).await {
            Ok(probed) => self.note(probed),
            Err(_) if self.last().written > before => Ok(()),
            Err(_) => Err(StoreError::Busy),
        }
    }

    /// Returns the number of bytes that the next probe should write.
    pub fn probe_size(&self) -> usize {
        match self.last().failure {
            Some(StoreError::Full) => PROBE_WHEN_FULL,
            _ => PROBE,
        }
    }

    fn last(&self) -> MutexGuard<'_, LastWrites> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes that a probe writes. Fewer could fit into free space in existing pages, and succeed even on a
/// full disk.
const PROBE: usize = 16 * 1024;
/// The bytes that a probe writes after the disk was full. This is the size of the largest match, so the
/// service is not ready before any write or deletion has room again.
const PROBE_WHEN_FULL: usize = 1024 * 1024;

#[cfg(test)]
mod tests {
    use super::*;

    fn health(fresh: Duration) -> WriteHealth {
        WriteHealth {
            patience: Duration::from_millis(1),
            fresh,
            ..WriteHealth::default()
        }
    }

    #[tokio::test]
    async fn a_check_uses_earlier_writes_while_the_queue_is_stuck() {
        let health = health(Duration::ZERO);
        let stuck = || std::future::pending::<Result<(), StoreError>>();
        assert_eq!(health.check(stuck()).await, Err(StoreError::Busy));
        // Another write succeeds while the probe waits.
        let (checked, noted) = tokio::join!(health.check(stuck()), async { health.note(Ok(())) });
        assert_eq!((checked, noted), (Ok(()), Ok(())));
        assert_eq!(health.check(stuck()).await, Err(StoreError::Busy));
        drop(health.note::<()>(Err(StoreError::Full)));
        let (first, second) = tokio::join!(health.check(stuck()), health.check(stuck()));
        assert_eq!(
            (first, second),
            (Err(StoreError::Busy), Err(StoreError::Full)),
            "the second check does not wait for the first"
        );
    }

    #[tokio::test]
    async fn a_recent_write_is_enough() {
        let mut health = health(Duration::MAX);
        health.note(Ok(())).unwrap();
        let probe = async { Err(StoreError::Other("it writes again".to_owned())) };
        assert_eq!(health.check(probe).await, Ok(()));
        drop(health.note::<()>(Err(StoreError::VersionConflict)));
        health.fresh = Duration::ZERO;
        let probe = async { Err(StoreError::ReadOnly) };
        assert_eq!(health.check(probe).await, Err(StoreError::ReadOnly));
        assert_eq!(health.check(async { Ok(()) }).await, Ok(()));
    }
}
