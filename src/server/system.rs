//! The clock and the source of randomness of the operating system.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::clock::{Clock, Random, RandomError, System};
use crate::time_zone::TimeZone;
use overtrick_match::ledger::Timestamp;

/// The system's clock, in a time zone.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock(TimeZone);

/// The system's source of randomness.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemRandom;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        #[expect(
            clippy::disallowed_methods,
            reason = "the one place that reads the system's clock"
        )]
        let now = SystemTime::now();
        let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }

    fn day(&self) -> String {
        self.0.day(self.now())
    }
}

impl Random for SystemRandom {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError> {
        #[expect(
            clippy::disallowed_methods,
            reason = "the one place that reads the system's randomness"
        )]
        getrandom::fill(bytes).map_err(|error| RandomError(error.to_string()))
    }
}

/// The system's clock and source of randomness.
pub fn system() -> System {
    system_in(TimeZone::of_system())
}

/// The same, with a clock in a time zone.
pub(crate) fn system_in(zone: TimeZone) -> System {
    (Arc::new(SystemClock(zone)), Arc::new(SystemRandom))
}
