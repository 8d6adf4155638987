//! The time zone of the tables of a service, which decides the day of a match that does not say its own.
//!
//! A file of the system's time zone database ends with the rule for the present, such as `CET-1CEST,M3.5.0,M10.5.0/3`
//! (POSIX `TZ`); only that is read.

use std::path::Path;

use time::{Date, Month};

use overtrick_match::ledger::Timestamp;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
const JULIAN_DAY_OF_1970: i64 = 2_440_588;

/// The rule of a time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TimeZone {
    /// The seconds by which standard time is ahead of UTC.
    offset: i64,
    summer: Option<Summer>,
}

/// When summer time begins and ends, and by how many seconds it is ahead of UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Summer {
    offset: i64,
    begin: Change,
    end: Change,
}

/// A change of the clock: the week of a month (5 for the last), the weekday from Sunday, and the local time in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Change {
    month: Month,
    week: u8,
    weekday: u8,
    time: i64,
}

impl TimeZone {
    /// The time zone of the system; UTC if it does not say.
    pub fn of_system() -> TimeZone {
        let zone = TimeZone::read(Path::new("/etc/localtime"));
        zone.unwrap_or_default()
    }

    /// The time zone with a name of the time zone database, such as `Europe/Prague`.
    pub fn named(name: &str) -> Option<TimeZone> {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "/-_+".contains(c);
        if name == "UTC" {
            return Some(TimeZone::default());
        }
        let is_name = !name.starts_with('/') && name.chars().all(is_allowed);
        is_name.then(|| TimeZone::read(&Path::new("/usr/share/zoneinfo").join(name)))?
    }

    fn read(file: &Path) -> Option<TimeZone> {
        #[expect(
            clippy::disallowed_methods,
            reason = "the system keeps its time zones in files"
        )]
        let bytes = std::fs::read(file).ok()?;
        let text = bytes.starts_with(b"TZif").then_some(bytes)?;
        let rule = text.trim_ascii_end().rsplit(|byte| *byte == b'\n').next()?;
        TimeZone::parse(std::str::from_utf8(rule).ok()?)
    }

    fn parse(rule: &str) -> Option<TimeZone> {
        let mut parts = rule.split(',');
        let rest = without_name(parts.next()?)?;
        let (behind, rest) = duration(rest)?;
        let offset = -behind;
        if rest.is_empty() {
            return Some(TimeZone {
                offset,
                summer: None,
            });
        }
        let rest = without_name(rest)?;
        let summer = if rest.is_empty() {
            offset + HOUR
        } else {
            -duration(rest)?.0
        };
        let summer = Summer {
            offset: summer,
            begin: Change::parse(parts.next()?)?,
            end: Change::parse(parts.next()?)?,
        };
        Some(TimeZone {
            offset,
            summer: Some(summer),
        })
    }

    /// The day in this time zone at a moment.
    pub fn day(&self, moment: Timestamp) -> String {
        let millis = i64::try_from(moment.as_millis()).unwrap_or_default();
        let local = millis + 1000 * self.offset_at(millis / 1000);
        Timestamp::from_millis(u64::try_from(local).unwrap_or_default()).day()
    }

    /// The seconds by which local time is ahead of UTC, so many seconds after the beginning of 1970.
    fn offset_at(&self, second: i64) -> i64 {
        let Some(summer) = self.summer else {
            return self.offset;
        };
        let julian = (second + self.offset).div_euclid(DAY) + JULIAN_DAY_OF_1970;
        let date = i32::try_from(julian).ok();
        let date = date.and_then(|julian| Date::from_julian_day(julian).ok());
        let year = date.map_or(1970, Date::year);
        let begin = summer.begin.second_of(year) - self.offset;
        let end = summer.end.second_of(year) - summer.offset;
        let is_summer = if begin < end {
            (begin..end).contains(&second)
        } else {
            !(end..begin).contains(&second)
        };
        if is_summer {
            summer.offset
        } else {
            self.offset
        }
    }
}

impl Change {
    /// Parses `M3.5.0` or `M10.5.0/3`.
    fn parse(text: &str) -> Option<Change> {
        let (day, time) = text.split_once('/').unwrap_or((text, "2"));
        let mut numbers = day.strip_prefix('M')?.split('.');
        let mut number = || numbers.next()?.parse::<u8>().ok();
        Some(Change {
            month: Month::try_from(number()?).ok()?,
            week: number().filter(|week| (1..=5).contains(week))?,
            weekday: number().filter(|day| *day < 7)?,
            time: duration(time)?.0,
        })
    }

    /// The local second of the change in a year, since the beginning of 1970.
    fn second_of(self, year: i32) -> i64 {
        let days = i64::from(self.month.length(year));
        let first = Date::from_calendar_date(year, self.month, 1).unwrap_or(Date::MAX);
        let first_weekday = i64::from(first.weekday().number_days_from_sunday());
        let after_first = (i64::from(self.weekday) - first_weekday).rem_euclid(7);
        let mut day = after_first + 7 * i64::from(self.week - 1);
        while day >= days {
            day -= 7;
        }
        (i64::from(first.to_julian_day()) - JULIAN_DAY_OF_1970 + day) * DAY + self.time
    }
}

/// The text after the name of a time: letters, or anything in angle brackets.
fn without_name(text: &str) -> Option<&str> {
    match text.strip_prefix('<') {
        Some(name) => name.split_once('>').map(|(_, rest)| rest),
        None => {
            let rest = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            (rest.len() < text.len()).then_some(rest)
        }
    }
}

/// The seconds of a duration such as `-5:30`, and the text after it.
fn duration(text: &str) -> Option<(i64, &str)> {
    let unsigned = text.trim_start_matches(['-', '+']);
    let end = unsigned.find(|c: char| !c.is_ascii_digit() && c != ':');
    let (written, rest) = unsigned.split_at(end.unwrap_or(unsigned.len()));
    let (mut seconds, mut unit) = (0, HOUR);
    for part in written.split(':') {
        seconds += part.parse::<i64>().ok().filter(|part| *part < 168)? * unit;
        unit /= 60;
    }
    let sign = if text.starts_with('-') { -1 } else { 1 };
    Some((sign * seconds, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(rule: &str, moment: &str) -> String {
        let zone = TimeZone::parse(rule).unwrap();
        zone.day(moment.parse().unwrap())
    }

    #[test]
    fn the_day_is_that_of_the_table() {
        let (prague, auckland) = ("CET-1CEST,M3.5.0,M10.5.0/3", "NZST-12NZDT,M9.5.0,M4.1.0/3");
        let (india, nuuk) = ("<+0530>-5:30", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0");
        for (rule, moment, expected) in [
            // Winter time until Sunday, March 29, 2026, 01:00 UTC, and again from October 25.
            (prague, "2026-01-15T22:59:59.000Z", "2026-01-15"),
            (prague, "2026-01-15T23:00:00.000Z", "2026-01-16"),
            (prague, "2026-03-28T22:59:59.000Z", "2026-03-28"),
            (prague, "2026-03-29T22:00:00.000Z", "2026-03-30"),
            (prague, "2026-07-15T21:59:59.000Z", "2026-07-15"),
            (prague, "2026-07-15T22:00:00.000Z", "2026-07-16"),
            (prague, "2026-10-25T22:59:59.000Z", "2026-10-25"),
            // Summer there is our winter: 13 hours ahead, else 12.
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
            assert_eq!(day(rule, moment), expected, "{rule} {moment}");
        }
        for rule in ["", "CET", "1", "CET-1CEST,M3.5.0", "CET-1CEST,J60,J300"] {
            assert_eq!(TimeZone::parse(rule), None, "{rule}");
        }
    }

    #[test]
    fn a_name_is_one_of_the_time_zone_database() {
        assert_eq!(TimeZone::named("UTC"), Some(TimeZone::default()));
        for name in [
            "",
            "/etc/passwd",
            "../../../etc/localtime",
            "Nowhere/At all",
        ] {
            assert_eq!(TimeZone::named(name), None, "{name}");
        }
    }
}
