//! Whether what is in memory can be trusted to be as it is in the database.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// How old a match in memory may be at most, where several instances share a database. Usually it is as old
/// as a notice needs to come.
pub const MOST_BEHIND: Duration = Duration::from_secs(3);

/// Whether what is in memory can be trusted.
#[derive(Debug)]
pub enum CacheFreshness {
    /// Nobody else writes.
    Always,
    /// Others write, and what they had committed at this moment is known, if they are followed.
    Since(Mutex<Option<Instant>>),
}

impl CacheFreshness {
    /// In a database that others write to or not; nobody is followed yet.
    pub fn of(is_shared: bool) -> CacheFreshness {
        if is_shared {
            CacheFreshness::Since(Mutex::default())
        } else {
            CacheFreshness::Always
        }
    }

    /// Notes that everything is known that was committed before a moment.
    pub fn note(&self, moment: Instant) {
        if let CacheFreshness::Since(since) = self {
            *since.lock().unwrap_or_else(PoisonError::into_inner) = Some(moment);
        }
    }

    /// Whether what is in memory is at most so old as it may be.
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
        assert!(CacheFreshness::of(false).is_given());
        let freshness = CacheFreshness::of(true);
        assert!(!freshness.is_given(), "nobody is followed");
        let long_ago = Instant::now().checked_sub(2 * MOST_BEHIND).unwrap();
        freshness.note(long_ago);
        assert!(!freshness.is_given());
        freshness.note(Instant::now());
        assert!(freshness.is_given());
    }
}
