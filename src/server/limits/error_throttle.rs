//! Store errors in the log: each with the operation that failed, and not repeated for every request, so
//! that they cannot fill the disk.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use overtrick_match::ledger::Timestamp;

/// How long repetitions of an error are only counted.
const QUIET: Duration = Duration::from_mins(1);
/// The most distinct errors remembered; reasons may contain details of a request.
const MOST: usize = 256;

/// Recently logged errors.
#[derive(Debug, Default)]
pub struct ErrorThrottle(Mutex<HashMap<(String, String), Logged>>);

#[derive(Debug)]
struct Logged {
    at: Timestamp,
    /// How often it occurred since.
    since: u64,
}

impl ErrorThrottle {
    /// Logs that the store failed an operation, unless this was logged recently.
    pub fn log(&self, operation: &str, reason: &str, now: Timestamp) {
        if let Some(unlogged) = self.note(operation, reason, now) {
            tracing::error!(operation, reason, unlogged, "the store failed");
        }
    }

    /// Records an error; if it must be logged, returns how often it occurred since the last log line.
    fn note(&self, operation: &str, reason: &str, now: Timestamp) -> Option<u64> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (operation.to_owned(), reason.to_owned());
        if let Some(logged) = known.get_mut(&key)
            && logged.at <= now
            && logged.at > now.before(QUIET)
        {
            logged.since += 1;
            return None;
        }
        let unlogged = known.remove(&key).map_or(0, |logged| logged.since);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(key, Logged { at: now, since: 0 });
        Some(unlogged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_trouble_is_logged_once_a_minute_with_how_often_it_came() {
        let error_throttle = ErrorThrottle::default();
        let at = |seconds: u64| Timestamp::from_millis(1_795_287_600_000 + seconds * 1000);
        let note = |operation: &str, seconds| {
            error_throttle.note(operation, "the disk is full", at(seconds))
        };
        assert_eq!(note("POST /x", 0), Some(0));
        assert_eq!((note("POST /x", 1), note("POST /x", 59)), (None, None));
        assert_eq!(note("POST /y", 59), Some(0), "another operation");
        assert_eq!(note("POST /x", 61), Some(2));
        assert_eq!(note("POST /x", 5), Some(0), "the clock was set back");
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let error_throttle = ErrorThrottle::default();
        for number in 0..10 * MOST {
            error_throttle.note("GET /x", &number.to_string(), Timestamp::from_millis(0));
        }
        assert!(error_throttle.0.lock().unwrap().len() <= MOST);
    }
}
