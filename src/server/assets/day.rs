//! Dates in words.

use overtrick_core::args;
use overtrick_match::lang::Language;

/// A date such as `2026-11-21` in words: Saturday, November 21, 2026. Other texts are returned unchanged.
pub fn in_words(day: &str, language: &Language) -> String {
    in_message("day", day, language)
}

/// The message of a key about a date, which may have its weekday, month, day and year. Other texts are returned
/// unchanged.
pub fn in_message(key: &str, day: &str, language: &Language) -> String {
    let Some((year, month, number)) = parts(day) else {
        return day.to_owned();
    };
    let weekday = language.text(
        "public",
        &format!("weekday-{}", weekday(year, month, number)),
    );
    let name = language.text("public", &format!("month-{month}"));
    let args =
        args![weekday: weekday, month: name, day: number.to_string(), year: year.to_string()];
    language.format("public", key, &args)
}

fn parts(day: &str) -> Option<(u32, u32, u32)> {
    let digits =
        |part: &str, count| part.len() == count && part.bytes().all(|b| b.is_ascii_digit());
    let mut parts = day.splitn(3, '-');
    let mut part = |count| {
        parts
            .next()
            .filter(|part| digits(part, count))?
            .parse()
            .ok()
    };
    let (year, month, number) = (part(4)?, part(2)?, part(2)?);
    ((1..=12).contains(&month) && (1..=31).contains(&number)).then_some((year, month, number))
}

/// The weekday from 1 (Monday) to 7 (Sakamoto's algorithm).
fn weekday(year: u32, month: u32, day: u32) -> u32 {
    const SHIFTS: [u32; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
    let year = if month < 3 {
        year.wrapping_add(399)
    } else {
        year + 400
    };
    let shift = SHIFTS[(month as usize - 1) % 12];
    match (year + year / 4 - year / 100 + year / 400 + shift + day) % 7 {
        0 => 7,
        weekday => weekday,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_its_weekday_in_words() {
        let words = |day| in_words(day, Language::english());
        assert_eq!(words("2026-11-21"), "Saturday, November 21, 2026");
        assert_eq!(words("2024-02-29"), "Thursday, February 29, 2024");
        assert_eq!(words("2000-01-01"), "Saturday, January 1, 2000");
        assert_eq!(words("someday"), "someday");
        let czech = Language::find("cs").unwrap();
        assert_eq!(in_words("2026-11-22", czech), "neděle 22. listopadu 2026");
    }
}
