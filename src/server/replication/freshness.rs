//! Whether the data in memory is current.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The greatest age of a match in memory if several instances share a database. Usually it is as old as the
/// delay of a notice.
pub const MOST_BEHIND: Duration = Duration::from_secs(3);

/// Whether the data in memory is current.
#[derive(Debug)]
pub enum CacheFreshness {
    /// Nobody else writes.
    Always,
    /// Others write; all their commits before this time are known, if they are followed.
    Since(Mutex<Option<Instant>>),
}

impl CacheFreshness {
    /// For a database that others write to or not; following has not started yet.
    pub fn new(is_shared: bool) -> CacheFreshness {
        if is_shared {
            CacheFreshness::Since(Mutex::default())
        } else {
            CacheFreshness::Always
        }
    }

    /// Records that all commits before a time are known.
    pub fn note(&self, moment: Instant) {
        if let CacheFreshness::Since(since) = self {
            *since.lock().unwrap_or_else(PoisonError::into_inner) = Some(moment);
        }
    }

    /// Whether the data in memory is within the allowed age.
    pub fn is_given(&self) -> bool {
        match self {
            CacheFreshness::Always => true,
            CacheFreshness::Since(since) => {
                let since = *since.lock().unwrap_or_else(PoisonError::into_inner);
                since.is_some_and(|since| since.elapsed() <= MOST_BEHIND)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_followed_for_too_long_is_not_trusted() {
        assert!(CacheFreshness::new(false).is_given());
        let freshness = CacheFreshness::new(true);
        assert!(!freshness.is_given(), "nobody is followed");
        let long_ago = Instant::now().checked_sub(2 * MOST_BEHIND).unwrap();
        freshness.note(long_ago);
        assert!(!freshness.is_given());
        freshness.note(Instant::now());
        assert!(freshness.is_given());
    }
}
