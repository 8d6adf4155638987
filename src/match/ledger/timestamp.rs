//! Times of events.

use core::time::Duration;
use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use time::{Date, Month, Time, UtcDateTime};

/// A time: milliseconds since the beginning of 1970, UTC, up to the end of the year 9999.
///
/// Its text form is RFC 3339 with three decimals and `Z`. No other form is read, so reading a text and
/// writing it again gives the same text.
///
/// ```
/// use overtrick_match::ledger::Timestamp;
///
/// let moment = Timestamp::from_millis(1_000);
/// assert_eq!(moment.to_string(), "1970-01-01T00:00:01.000Z");
/// assert_eq!("1970-01-01T00:00:01.000Z".parse(), Ok(moment));
/// assert!("1970-01-01T00:00:01Z".parse::<Timestamp>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(u64);

impl Timestamp {
    /// The last millisecond of the year 9999.
    pub const MAX: Timestamp = Timestamp(253_402_300_799_999);

    /// Returns the time this many milliseconds after the beginning of 1970, at most [`Timestamp::MAX`].
    pub const fn from_millis(millis: u64) -> Timestamp {
        if millis > Timestamp::MAX.0 {
            return Timestamp::MAX;
        }
        Timestamp(millis)
    }

    /// Returns the milliseconds since the beginning of 1970.
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// Returns the day in UTC: `2026-11-21`.
    ///
    /// ```
    /// use overtrick_match::ledger::Timestamp;
    ///
    /// assert_eq!(Timestamp::from_millis(0).day(), "1970-01-01");
    /// ```
    pub fn day(self) -> String {
        let mut text = self.to_string();
        text.truncate("1970-01-01".len());
        text
    }

    /// Returns the time that is earlier by this duration, but not before the beginning of 1970.
    ///
    /// ```
    /// use core::time::Duration;
    /// use overtrick_match::ledger::Timestamp;
    ///
    /// let noon: Timestamp = "2026-11-21T12:00:00.000Z".parse().unwrap();
    /// let earlier = noon.before(Duration::from_secs(90 * 60));
    /// assert_eq!(earlier.to_string(), "2026-11-21T10:30:00.000Z");
    /// ```
    #[must_use]
    pub fn before(self, time: Duration) -> Timestamp {
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Timestamp(self.0.saturating_sub(millis))
    }

    /// Returns the duration since an earlier time; zero if that time is later.
    ///
    /// ```
    /// use core::time::Duration;
    /// use overtrick_match::ledger::Timestamp;
    ///
    /// let (noon, later) = (Timestamp::from_millis(1_000), Timestamp::from_millis(4_500));
    /// assert_eq!(later.since(noon), Duration::from_millis(3_500));
    /// assert_eq!(noon.since(later), Duration::ZERO);
    /// ```
    pub fn since(self, earlier: Timestamp) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }

    /// Returns the time that is later by this duration, at most [`Timestamp::MAX`].
    ///
    /// ```
    /// use core::time::Duration;
    /// use overtrick_match::ledger::Timestamp;
    ///
    /// let noon: Timestamp = "2026-11-21T12:00:00.000Z".parse().unwrap();
    /// let later = noon.after(Duration::from_secs(90 * 60));
    /// assert_eq!(later.to_string(), "2026-11-21T13:30:00.000Z");
    /// ```
    #[must_use]
    pub fn after(self, time: Duration) -> Timestamp {
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Timestamp::from_millis(self.0.saturating_add(millis))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = UtcDateTime::UNIX_EPOCH + Duration::from_millis(self.0);
        let (year, month, day) = time.to_calendar_date();
        let month = u8::from(month);
        let (hour, minute, second, millis) = time.as_hms_milli();
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z"
        )
    }
}

impl FromStr for Timestamp {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Timestamp, Self::Err> {
        // A text is invalid if it differs from its time written as text, for example in a separator.
        let moment = read(text).filter(|moment| moment.to_string() == text);
        moment.ok_or("not a time of the form 1970-01-01T00:00:00.000Z")
    }
}

/// Reads the numbers of a text, ignoring the characters between them.
fn read(text: &str) -> Option<Timestamp> {
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<u16>().ok();
    let part = |from: usize| u8::try_from(number(from, from + 2)?).ok();
    let month = Month::try_from(part(5)?).ok()?;
    let date = Date::from_calendar_date(number(0, 4)?.into(), month, part(8)?).ok()?;
    let time = Time::from_hms_milli(part(11)?, part(14)?, part(17)?, number(20, 23)?).ok()?;
    let since = UtcDateTime::new(date, time) - UtcDateTime::UNIX_EPOCH;
    let millis = u64::try_from(since.whole_milliseconds()).ok()?;
    Some(Timestamp(millis))
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn timestamps_are_written_as_calendar_dates() {
        for (seconds, written) in [
            (0, "1970-01-01T00:00:00.007Z"),
            (951_782_399, "2000-02-28T23:59:59.007Z"),
            (951_782_400, "2000-02-29T00:00:00.007Z"),
            (1_709_251_199, "2024-02-29T23:59:59.007Z"),
            (4_107_542_400, "2100-03-01T00:00:00.007Z"),
        ] {
            let moment = Timestamp::from_millis(seconds * 1_000 + 7);
            assert_eq!(moment.to_string(), written);
            assert_eq!(written.parse(), Ok(moment));
        }
        assert_eq!(Timestamp::MAX.to_string(), "9999-12-31T23:59:59.999Z");
        assert_eq!(Timestamp::from_millis(u64::MAX), Timestamp::MAX);
    }

    #[test]
    fn only_one_form_is_read() {
        for other in [
            "",
            "2026-11-21",
            "2026-11-21T19:00:00Z",
            "2026-11-21T19:00:00.0000Z",
            "2026-11-21T19:00:00.000",
            "2026-11-21 19:00:00.000Z",
            "2026-11-21T19:00:00.000+00:00",
            "2026-11-21T24:00:00.000Z",
            "2026-02-29T19:00:00.000Z",
            "2026-13-01T19:00:00.000Z",
            "2026-00-01T19:00:00.000Z",
            "2026-01-00T19:00:00.000Z",
            "2026-11-21T19:00:+1.000Z",
            "1969-12-31T23:59:59.999Z",
            "0000-01-01T00:00:00.000Z",
            "2026-11-21T19:00:00.00éZ",
        ] {
            assert!(other.parse::<Timestamp>().is_err(), "{other}");
        }
    }

    proptest! {
        #[test]
        fn every_timestamp_is_read_back_from_its_text(millis in 0..=Timestamp::MAX.as_millis()) {
            let moment = Timestamp::from_millis(millis);
            prop_assert_eq!(moment.to_string().parse(), Ok(moment));
        }
    }
}
