//! Whether what is in memory can be trusted to be as it is in the database.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// How old a match in memory may be at most, where several instances share a database. Usually it is as old
/// as a notice needs to come.
pub const MOST_BEHIND: Duration = Duration::from_secs(3);

/// Whether what is in memory can be trusted.
#[derive(Debug)]
pub enum Trust {
    /// Nobody else writes.
    Always,
    /// Others write, and what they had committed at this moment is known, if they are followed.
    Since(Mutex<Option<Instant>>),
}

impl Trust {
    /// In a database that others write to or not; nobody is followed yet.
    pub fn of(is_shared: bool) -> Trust {
        if is_shared {
            Trust::Since(Mutex::default())
        } else {
            Trust::Always
        }
    }

    /// Notes that everything is known that was committed before a moment.
    pub fn note(&self, moment: Instant) {
        if let Trust::Since(since) = self {
            *since.lock().unwrap_or_else(PoisonError::into_inner) = Some(moment);
        }
    }

    /// Whether what is in memory is at most so old as it may be.
    pub fn is_given(&self) -> bool {
        match self {
            Trust::Always => true,
            Trust::Since(since) => {
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
        assert!(Trust::of(false).is_given());
        let trust = Trust::of(true);
        assert!(!trust.is_given(), "nobody is followed");
        let long_ago = Instant::now().checked_sub(2 * MOST_BEHIND).unwrap();
        trust.note(long_ago);
        assert!(!trust.is_given());
        trust.note(Instant::now());
        assert!(trust.is_given());
    }
}
