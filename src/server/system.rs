//! The clock and the source of randomness, which are passed to the service: those of the operating system, or others in
//! tests.

use std::fmt::Debug;
use std::io;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::time_zone::TimeZone;
use overtrick_match::ledger::Timestamp;

/// A clock: the system's in the program, a fixed one in tests.
pub trait Clock: Debug + Send + Sync {
    /// The current time.
    fn now(&self) -> Timestamp;

    /// The current day where the tables are.
    fn day(&self) -> String {
        self.now().day()
    }
}

/// A source of random bytes: the system's in the program, a seeded one in tests.
///
/// Keys and ids are drawn from it, so it must be unpredictable in any program that others can reach.
pub trait Random: Debug + Send + Sync {
    /// Fills a buffer.
    ///
    /// # Errors
    /// The source has no randomness.
    fn fill(&self, bytes: &mut [u8]) -> io::Result<()>;
}

/// The clock and the source of randomness.
pub type System = (Arc<dyn Clock>, Arc<dyn Random>);

/// The system's clock, in a time zone.
#[derive(Debug, Clone, Copy)]
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
    fn fill(&self, bytes: &mut [u8]) -> io::Result<()> {
        #[expect(
            clippy::disallowed_methods,
            reason = "the one place that reads the system's randomness"
        )]
        getrandom::fill(bytes).map_err(io::Error::from)
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
