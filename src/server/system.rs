//! The clock and the source of randomness. The service uses those of the operating system; tests use others.

use std::fmt::Debug;
use std::io;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use time::OffsetDateTime;
use tz::TimeZone;

use overtrick_match::ledger::Timestamp;

/// A clock: the system's in the program, a fixed one in tests.
pub trait Clock: Debug + Send + Sync {
    /// The current time.
    fn now(&self) -> Timestamp;

    /// The current day in the time zone of the tables.
    fn day(&self) -> String {
        self.now().day()
    }
}

/// A source of random bytes: the system's in the program, a seeded one in tests.
///
/// Keys and ids are drawn from it, so it must be unpredictable in any service that others can reach.
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
#[derive(Debug, Clone)]
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
        day(&self.0, self.now())
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

/// Returns the day in a time zone at this time.
fn day(zone: &TimeZone, moment: Timestamp) -> String {
    let seconds = i64::try_from(moment.as_millis() / 1000).unwrap_or_default();
    let ahead = zone.find_local_time_type(seconds);
    let ahead = ahead.map_or(0, |local| i64::from(local.ut_offset()));
    let local = OffsetDateTime::from_unix_timestamp(seconds + ahead);
    local
        .unwrap_or(OffsetDateTime::UNIX_EPOCH)
        .date()
        .to_string()
}

/// Returns the time zone with this name in the time zone database, such as `Europe/Prague`. Refuses a path to
/// any other file.
pub fn time_zone(name: &str) -> Option<TimeZone> {
    let is_path = name.starts_with(['/', ':']) || name.contains("..");
    (!is_path).then(|| TimeZone::from_posix_tz(name).ok())?
}

/// Returns the system's clock and source of randomness.
pub fn system() -> System {
    system_in(None)
}

/// Like [`system`], with a clock in this time zone. The default is the system's time zone, or UTC if that is
/// unknown.
pub(crate) fn system_in(zone: Option<&str>) -> System {
    let zone = zone.and_then(time_zone).or_else(|| TimeZone::local().ok());
    let clock = SystemClock(zone.unwrap_or_else(TimeZone::utc));
    (Arc::new(clock), Arc::new(SystemRandom))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_is_that_of_the_time_zone() {
        let (prague, auckland) = ("Europe/Prague", "Pacific/Auckland");
        let (india, nuuk) = ("Asia/Kolkata", "America/Nuuk");
        for (zone, moment, expected) in [
            // Winter time until Sunday, March 29, 2026, 01:00 UTC, and again from October 25.
            (prague, "2026-01-15T22:59:59.000Z", "2026-01-15"),
            (prague, "2026-01-15T23:00:00.000Z", "2026-01-16"),
            (prague, "2026-03-28T22:59:59.000Z", "2026-03-28"),
            (prague, "2026-03-29T22:00:00.000Z", "2026-03-30"),
            (prague, "2026-07-15T21:59:59.000Z", "2026-07-15"),
            (prague, "2026-07-15T22:00:00.000Z", "2026-07-16"),
            (prague, "2026-10-25T22:59:59.000Z", "2026-10-25"),
            // Summer time from September to April: 13 hours ahead instead of 12.
            (auckland, "2026-01-15T10:59:59.000Z", "2026-01-15"),
            (auckland, "2026-01-15T11:00:00.000Z", "2026-01-16"),
            (auckland, "2026-07-15T11:59:59.000Z", "2026-07-15"),
            (auckland, "2026-07-15T12:00:00.000Z", "2026-07-16"),
            (india, "2026-05-01T18:29:59.000Z", "2026-05-01"),
            (india, "2026-05-01T18:30:00.000Z", "2026-05-02"),
            (nuuk, "2026-01-15T01:59:59.000Z", "2026-01-14"),
            (nuuk, "2026-07-15T00:59:59.000Z", "2026-07-14"),
            (nuuk, "2026-07-15T01:00:00.000Z", "2026-07-15"),
            ("UTC0", "2026-07-15T23:59:59.000Z", "2026-07-15"),
        ] {
            let found = day(&time_zone(zone).unwrap(), moment.parse().unwrap());
            assert_eq!(found, expected, "{zone} {moment}");
        }
    }

    #[test]
    fn only_names_of_the_time_zone_database_are_accepted() {
        assert!(time_zone("UTC").is_some());
        for name in [
            "",
            "/etc/passwd",
            "/etc/localtime",
            ":/etc/localtime",
            "../../../etc/localtime",
            "Europe/../../../../etc/localtime",
            "Nowhere/At all",
        ] {
            assert!(time_zone(name).is_none(), "{name}");
        }
    }
}
