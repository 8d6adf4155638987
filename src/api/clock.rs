//! The time, where the service takes it from the world.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The time now, as RFC 3339 writes it, in UTC to the millisecond.
pub fn now() -> String {
    ago(Duration::ZERO)
}

/// The time so long ago.
pub fn ago(time: Duration) -> String {
    #[expect(
        clippy::disallowed_methods,
        reason = "the service tells the core what time it is"
    )]
    let now = SystemTime::now();
    let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let since = since.saturating_sub(time);
    rfc_3339(since.as_secs(), since.subsec_millis())
}

/// A moment to measure from.
pub fn moment() -> Instant {
    #[expect(
        clippy::disallowed_methods,
        reason = "how long an answer took is measured"
    )]
    let moment = Instant::now();
    moment
}

/// Seconds since 1970 as RFC 3339 writes them.
fn rfc_3339(seconds: u64, millis: u32) -> String {
    let (year, month, day) = date(seconds / 86_400);
    let clock = seconds % 86_400;
    let (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// The day of the Gregorian calendar, so many days after the first of 1970.
fn date(mut days: u64) -> (u64, u64, u64) {
    let mut year = 1970;
    loop {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let length = if leap { 366 } else { 365 };
        if days >= length {
            days -= length;
            year += 1;
            continue;
        }
        let february = if leap { 29 } else { 28 };
        let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let mut month = 1;
        for length in lengths {
            if days < length {
                break;
            }
            days -= length;
            month += 1;
        }
        return (year, month, days + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(rfc_3339(0, 0), "1970-01-01T00:00:00.000Z");
        assert_eq!(rfc_3339(951_782_400, 5), "2000-02-29T00:00:00.005Z");
        assert_eq!(rfc_3339(1_735_689_599, 999), "2024-12-31T23:59:59.999Z");
    }
}
