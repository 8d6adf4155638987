//! Evenings as a calendar (RFC 5545): each day with published matches is an event.

use crate::assets::day;
use crate::publish::entry::Listed;
use overtrick_core::args;
use overtrick_match::lang::Language;
use overtrick_match::ledger::Timestamp;

/// The most bytes of a line, without its line end.
const LONGEST_LINE: usize = 75;

/// The matches of a calendar's last evening that it does not list.
#[derive(Debug, Default)]
pub struct OtherMatches {
    /// Their number.
    pub count: usize,
    /// When the latest of them changed.
    pub changed_at: Option<Timestamp>,
}

/// The calendar of matches in list order, with the further matches of the last evening. `home` is the address
/// of the service, with a trailing slash.
pub fn calendar(
    matches: &[Listed],
    others: &OtherMatches,
    home: &str,
    language: &Language,
) -> String {
    let mut lines = Lines::default();
    lines.add("BEGIN", "VCALENDAR");
    lines.add("VERSION", "2.0");
    lines.add("PRODID", "-//Overtrick//Matches//EN");
    lines.add("CALSCALE", "GREGORIAN");
    lines.add("METHOD", "PUBLISH");
    lines.text("NAME", &language.text("public", "title"));
    lines.text("X-WR-CALNAME", &language.text("public", "title"));
    let last_day = matches.last().map(|listed| &listed.day);
    let none = OtherMatches::default();
    for evening in matches.chunk_by(|one, other| one.day == other.day) {
        let is_last = evening.first().map(|listed| &listed.day) == last_day;
        let others = if is_last { others } else { &none };
        lines.evening(evening, others, home, language);
    }
    lines.add("END", "VCALENDAR");
    lines.0
}

#[derive(Default)]
struct Lines(String);

impl Lines {
    /// Adds the event of one day.
    fn evening(
        &mut self,
        matches: &[Listed],
        others: &OtherMatches,
        home: &str,
        language: &Language,
    ) {
        let Some(first) = matches.first() else { return };
        let Some(after) = day::next(&first.day) else {
            return;
        };
        let changed = matches.iter().map(|listed| listed.changed_at);
        let changed = changed.chain(others.changed_at).max();
        let changed = changed.map(|at| basic(&at.to_string()));
        let host = home.split("://").nth(1).unwrap_or(home);
        let host = host.split('/').next().unwrap_or(host);
        self.add("BEGIN", "VEVENT");
        self.text("UID", &format!("{}@{host}", first.day));
        if let Some(changed) = changed {
            self.add("DTSTAMP", &changed);
            self.add("LAST-MODIFIED", &changed);
        }
        self.add("DTSTART;VALUE=DATE", &first.day.replace('-', ""));
        self.add("DTEND;VALUE=DATE", &after.replace('-', ""));
        self.text("SUMMARY", &summary(matches, others.count, language));
        let lines = matches.iter().map(|listed| {
            let address = listed.address(home);
            let board = &listed.board;
            format!(
                "{} ({}): {}\n{address}",
                board.heading(),
                board.name,
                board.summary()
            )
        });
        self.text("DESCRIPTION", &lines.collect::<Vec<_>>().join("\n\n"));
        self.add("URL", &format!("{home}matches?day={}", first.day));
        self.add("TRANSP", "TRANSPARENT");
        self.add("END", "VEVENT");
    }

    /// Adds a property with an arbitrary text value.
    fn text(&mut self, name: &str, value: &str) {
        self.add(name, &escaped(value));
    }

    /// Adds a property, folded: a long line continues on the next line after a space.
    fn add(&mut self, name: &str, value: &str) {
        let mut length = 0;
        for c in name.chars().chain([':']).chain(value.chars()) {
            if length + c.len_utf8() > LONGEST_LINE {
                self.0 += "\r\n ";
                length = 1;
            }
            self.0.push(c);
            length += c.len_utf8();
        }
        self.0 += "\r\n";
    }
}

/// An evening on one line: the number of matches, and the games.
fn summary(matches: &[Listed], others: usize, language: &Language) -> String {
    if let ([only], 0) = (matches, others) {
        return match &only.board.title {
            Some(_) => format!("{} ({})", only.board.heading(), only.board.name),
            None => only.board.name.clone(),
        };
    }
    let mut games: Vec<&str> = matches.iter().map(|listed| &*listed.board.name).collect();
    games.sort_unstable();
    games.dedup();
    let args = args![count: matches.len() + others, games: games.join(", ")];
    language.format("public", "evening", &args)
}

/// A time without separators: `20261121T190000Z`.
fn basic(moment: &str) -> String {
    let seconds = moment.split('.').next().unwrap_or(moment);
    let digits: String = seconds.chars().filter(|c| !"-:".contains(*c)).collect();
    digits + "Z"
}

/// Text as a property value. Characters that a calendar cannot hold are dropped.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.replace("\r\n", "\n").chars() {
        match c {
            '\\' | ';' | ',' => escaped.extend(['\\', c]),
            '\n' | '\r' => escaped += "\\n",
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_folded_between_characters_and_never_longer_than_it_may_be() {
        let mut lines = Lines::default();
        lines.text("SUMMARY", &"Zuzana Šťastná, 李雷; \\ 🂡\n".repeat(12));
        for line in lines.0.split("\r\n") {
            assert!(line.len() <= LONGEST_LINE, "{line}");
        }
        let unfolded = lines.0.replace("\r\n ", "");
        let value = "Zuzana Šťastná\\, 李雷\\; \\\\ 🂡\\n".repeat(12);
        assert_eq!(unfolded, format!("SUMMARY:{value}\r\n"));
    }

    #[test]
    fn text_cannot_begin_another_line() {
        assert_eq!(escaped("a\r\nEND:VEVENT\u{b}"), "a\\nEND:VEVENT");
        assert_eq!(basic("2026-11-21T19:00:00.000Z"), "20261121T190000Z");
    }
}
