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
    /// Others write, and nobody here follows what they do.
    Never,
    /// Others write, and what they had committed at this moment is known.
    Since(Mutex<Instant>),
}

impl Trust {
    /// In a database that others write to or not, who are followed from now on or not.
    pub fn of(is_shared: bool, follows: bool) -> Trust {
        match (is_shared, follows) {
            (false, _) => Trust::Always,
            (true, false) => Trust::Never,
            (true, true) => Trust::Since(Mutex::new(Instant::now())),
        }
    }

    /// Notes that everything is known that was committed before a moment.
    pub fn note(&self, moment: Instant) {
        if let Trust::Since(since) = self {
            *since.lock().unwrap_or_else(PoisonError::into_inner) = moment;
        }
    }

    /// Whether what is in memory is at most so old as it may be.
    pub fn is_given(&self) -> bool {
        match self {
            Trust::Always => true,
            Trust::Never => false,
            Trust::Since(since) => {
                let since = *since.lock().unwrap_or_else(PoisonError::into_inner);
                since.elapsed() <= MOST_BEHIND
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_followed_for_too_long_is_not_trusted() {
        let trust = Trust::of(true, true);
        assert!(trust.is_given());
        let long_ago = Instant::now().checked_sub(2 * MOST_BEHIND).unwrap();
        trust.note(long_ago);
        assert!(!trust.is_given());
        trust.note(Instant::now());
        assert!(trust.is_given());
        assert!(Trust::of(false, false).is_given() && !Trust::of(true, false).is_given());
    }
}
