//! The time zone of the tables of a service, which decides the day of a match that does not say its own.
//!
//! A file of the system's time zone database ends with the rule for the present, such as `CET-1CEST,M3.5.0,M10.5.0/3`
//! (POSIX `TZ`); only that is read.

use std::path::Path;

use time::{Date, Duration, Month, OffsetDateTime, UtcOffset, Weekday};

use overtrick_match::ledger::Timestamp;

/// The rule of a time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeZone {
    standard: UtcOffset,
    summer: Option<Summer>,
}

/// When summer time begins and ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Summer {
    offset: UtcOffset,
    begin: Change,
    end: Change,
}

/// A change of the clock: the week of a month (5 for the last), the weekday, and the local time since midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Change {
    month: Month,
    week: u8,
    weekday: Weekday,
    time: Duration,
}

const UTC: TimeZone = TimeZone {
    standard: UtcOffset::UTC,
    summer: None,
};

impl TimeZone {
    /// The time zone of the system; UTC if it does not say.
    pub fn of_system() -> TimeZone {
        let zone = TimeZone::read(Path::new("/etc/localtime"));
        zone.unwrap_or(UTC)
    }

    /// The time zone with a name of the time zone database, such as `Europe/Prague`.
    pub fn named(name: &str) -> Option<TimeZone> {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "/-_+".contains(c);
        if name == "UTC" {
            return Some(UTC);
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
        let (standard, rest) = offset(without_name(parts.next()?)?)?;
        if rest.is_empty() {
            let summer = None;
            return Some(TimeZone { standard, summer });
        }
        let rest = without_name(rest)?;
        let summer = if rest.is_empty() {
            UtcOffset::from_whole_seconds(standard.whole_seconds() + 3600).ok()?
        } else {
            offset(rest)?.0
        };
        let summer = Summer {
            offset: summer,
            begin: Change::parse(parts.next()?)?,
            end: Change::parse(parts.next()?)?,
        };
        Some(TimeZone {
            standard,
            summer: Some(summer),
        })
    }

    /// The day in this time zone at a moment.
    pub fn day(&self, moment: Timestamp) -> String {
        let seconds = i64::try_from(moment.as_millis() / 1000).unwrap_or_default();
        let moment = OffsetDateTime::from_unix_timestamp(seconds);
        let moment = moment.unwrap_or(OffsetDateTime::UNIX_EPOCH);
        moment.to_offset(self.offset_at(moment)).date().to_string()
    }

    fn offset_at(&self, moment: OffsetDateTime) -> UtcOffset {
        let Some(summer) = self.summer else {
            return self.standard;
        };
        let year = moment.to_offset(self.standard).year();
        let begin = summer.begin.moment(year, self.standard);
        let end = summer.end.moment(year, summer.offset);
        let is_summer = if begin < end {
            (begin..end).contains(&moment)
        } else {
            !(end..begin).contains(&moment)
        };
        if is_summer {
            summer.offset
        } else {
            self.standard
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
            weekday: number()
                .filter(|day| *day < 7)
                .map(|day| Weekday::Sunday.nth_next(day))?,
            time: duration(time)?.0,
        })
    }

    /// The moment of the change in a year, by the clock that is changed.
    fn moment(self, year: i32, clock: UtcOffset) -> OffsetDateTime {
        let first = Date::from_calendar_date(year, self.month, 1).unwrap_or(Date::MIN);
        let after_first = (7 + self.weekday.number_days_from_sunday()
            - first.weekday().number_days_from_sunday())
            % 7;
        let mut day = after_first + 7 * (self.week - 1);
        while day >= self.month.length(year) {
            day -= 7;
        }
        first.midnight().assume_offset(clock) + Duration::days(day.into()) + self.time
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

/// The offset of a time such as `-5:30`, by which UTC is behind it, and the text after it.
fn offset(text: &str) -> Option<(UtcOffset, &str)> {
    let (behind, rest) = duration(text)?;
    let seconds = i32::try_from(-behind.whole_seconds()).ok()?;
    Some((UtcOffset::from_whole_seconds(seconds).ok()?, rest))
}

/// A duration such as `-5:30`, and the text after it.
fn duration(text: &str) -> Option<(Duration, &str)> {
    let unsigned = text.trim_start_matches(['-', '+']);
    let end = unsigned.find(|c: char| !c.is_ascii_digit() && c != ':');
    let (written, rest) = unsigned.split_at(end.unwrap_or(unsigned.len()));
    let (mut duration, mut unit) = (Duration::ZERO, Duration::HOUR);
    for part in written.split(':') {
        let count = part.parse::<i32>().ok().filter(|part| *part < 168);
        duration += unit * count?;
        unit /= 60;
    }
    let sign = if text.starts_with('-') { -1 } else { 1 };
    Some((duration * sign, rest))
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
        assert_eq!(TimeZone::named("UTC"), Some(UTC));
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
