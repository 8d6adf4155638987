//! Evenings as a calendar (RFC 5545): each day with published matches is an event.

use std::sync::Arc;

use crate::assets::day;
use crate::publish::entry::Listed;
use overtrick_core::args;
use overtrick_match::lang::Language;
use overtrick_store::PublishedDay;

/// The most bytes of a line, without its line end.
const LONGEST_LINE: usize = 75;

/// The calendar of these days, and what is told of the matches of the latest ones; both in the order of the list.
/// `home` is the address of the service, with a trailing slash.
pub fn calendar(
    days: &[PublishedDay],
    told: &[Arc<Listed>],
    title: &str,
    home: &str,
    language: &Language,
) -> String {
    let mut lines = Lines::default();
    lines.add("BEGIN", "VCALENDAR");
    lines.add("VERSION", "2.0");
    lines.add("PRODID", "-//Overtrick//Matches//EN");
    lines.add("CALSCALE", "GREGORIAN");
    lines.add("METHOD", "PUBLISH");
    lines.text("NAME", title);
    lines.text("X-WR-CALNAME", title);
    for games in days.chunk_by(|one, other| one.day == other.day) {
        let Some(first) = games.first() else { continue };
        // Both are in the order of days, the latest first; something may have changed between them.
        let begin = told.partition_point(|listed| listed.day > first.day);
        let end = told.partition_point(|listed| listed.day >= first.day);
        let of_day = told.get(begin..end).unwrap_or_default();
        lines.evening(games, of_day, home, language);
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
        games: &[PublishedDay],
        told: &[Arc<Listed>],
        home: &str,
        language: &Language,
    ) {
        let Some(PublishedDay { day, .. }) = games.first() else {
            return;
        };
        let Some(after) = day::next(day) else { return };
        let changed = games.iter().map(|games| games.changed_at).max();
        let changed = changed.map(|at| basic(&at.to_string()));
        let host = home.split("://").nth(1).unwrap_or(home);
        let host = host.split('/').next().unwrap_or(host);
        self.add("BEGIN", "VEVENT");
        self.text("UID", &format!("{day}@{host}"));
        if let Some(changed) = changed {
            self.add("DTSTAMP", &changed);
            self.add("LAST-MODIFIED", &changed);
        }
        self.add("DTSTART;VALUE=DATE", &day.replace('-', ""));
        self.add("DTEND;VALUE=DATE", &after.replace('-', ""));
        self.text("SUMMARY", &summary(games, told, language));
        let mut locations = Vec::new();
        for location in told
            .iter()
            .filter_map(|listed| listed.board.location.as_deref())
        {
            if !locations.contains(&location) {
                locations.push(location);
            }
        }
        if !locations.is_empty() {
            self.text("LOCATION", &locations.join("; "));
        }
        if !told.is_empty() {
            let lines = told.iter().map(|listed| {
                let Listed { board, .. } = &**listed;
                let (heading, name, summary) = (board.heading(), &board.name, board.summary());
                format!("{heading} ({name}): {summary}\n{}", listed.address(home))
            });
            self.text("DESCRIPTION", &lines.collect::<Vec<_>>().join("\n\n"));
        }
        self.add("URL", &format!("{home}matches?day={day}"));
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
fn summary(games: &[PublishedDay], told: &[Arc<Listed>], language: &Language) -> String {
    let count: usize = games.iter().map(|games| games.matches).sum();
    if let ([only], 1) = (told, count) {
        return match &only.board.title {
            Some(_) => format!("{} ({})", only.board.heading(), only.board.name),
            None => only.board.name.clone(),
        };
    }
    let mut names: Vec<String> = if told.len() == count {
        told.iter().map(|one| one.board.name.clone()).collect()
    } else {
        // Some are not told of: what they call their own games is not known here.
        games.iter().map(|one| language.word(&one.game)).collect()
    };
    names.sort_unstable();
    names.dedup();
    language.format(
        "public",
        "evening",
        &args![count: count, games: names.join(", ")],
    )
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
