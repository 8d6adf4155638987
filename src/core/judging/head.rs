//! The parts of a document besides its hands: players, texts, day and edition.

use super::source::Source;
use crate::{Finding, Game, Lines, Table, args, check_text, players_count};

/// The most characters of a title, note or reason.
const LONGEST_TEXT: usize = 10_000;

/// Seats the players; returns every fault of their number and names.
pub(super) fn seat_players<G: Game>(source: &Source<G>) -> (Table, Vec<Finding>) {
    let Some(names) = &*source.players else {
        let reported = source.reading.left_out.has_any_of("/players");
        let missing = Finding::shape("missing-field", "/players", args![]);
        let faults = if reported { Vec::new() } else { vec![missing] };
        return (Table::seat_players(&[]).0, faults);
    };
    let (fewest, most) = G::players(&source.options);
    let (table, mut faults) = Table::seat_players(&names[..names.len().min(most)]);
    if !(fewest..=most).contains(&names.len()) {
        faults.insert(0, players_count(G::FACTS.id, (fewest, most), names.len()));
    }
    (table, faults)
}

/// The faults of title, location, notes, id, history, day and edition.
pub(super) fn text_faults<G: Game>(source: &Source<G>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (key, text) in &source.texts {
        let text = text.as_ref();
        let lines = if *key == "notes" {
            Lines::Many
        } else {
            Lines::One
        };
        findings.extend(text.and_then(|text| text_fault(text, format!("/{key}"), lines)));
    }
    for (index, entry) in source.history.iter().enumerate() {
        let texts = [
            ("at", &entry.at),
            ("by", &entry.by),
            ("action", &entry.action),
            ("reason", &entry.reason),
        ];
        for (key, text) in texts {
            let text = text.as_ref();
            let pointer = || format!("/history/{index}/{key}");
            findings.extend(text.and_then(|text| text_fault(text, pointer(), Lines::One)));
        }
    }
    if let Some(day) = source.played_on.as_ref().filter(|day| !is_date(day)) {
        let args = args![found: day.clone()];
        findings.push(Finding::rule("bad-date", "/played_on", args));
    }
    if let Some(edition) = source
        .edition
        .filter(|edition| !(1..=G::FACTS.edition).contains(edition))
    {
        let args = args![found: edition, newest: G::FACTS.edition, game: G::FACTS.id];
        findings.push(Finding::rule("unknown-edition", "/edition", args));
    }
    findings
}

/// The fault of a text that is too long or has a refused character.
pub(super) fn text_fault(text: &str, pointer: String, lines: Lines) -> Option<Finding> {
    let length = text.chars().count();
    if length > LONGEST_TEXT {
        let args = args![length: length, most: LONGEST_TEXT];
        return Some(Finding::rule("text-too-long", pointer, args));
    }
    check_text(text, &pointer, lines)
}

/// Whether it is a day of the Gregorian calendar in ISO 8601 form.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let digits =
        |part: &str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    let [year, month, day] = parts[..] else {
        return false;
    };
    if !(digits(year, 4) && digits(month, 2) && digits(day, 2)) {
        return false;
    }
    let number = |part: &str| part.parse::<u32>().unwrap_or(0);
    let (year, month, day) = (number(year), number(month), number(day));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_days() {
        for day in ["2026-11-21", "2024-02-29", "2000-02-29"] {
            assert!(is_date(day), "{day}");
        }
        let none = "2026-02-29 1900-02-29 2026-13-01 2026-00-10 26-1-1 2026-1-01  2026-04-31";
        for day in none.split(' ') {
            assert!(!is_date(day), "{day}");
        }
    }
}
