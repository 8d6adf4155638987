//! Simple results of a game as CSV, out and in: a row for each hand, whose columns are the fields of the
//! game's record.
//!
//! A match is the rows of one text in the column `match`. What belongs to the whole match stands in its
//! first row at least. What a player has of a field stands in the column of the player's seat, from 1.
//! Corrections and the hand being played are no results: the match document has them.

use std::io::{self, Write};

use csv::{ReaderBuilder, StringRecord, Terminator, WriterBuilder};

use super::cells::{guard_twice, read, unguard, write};
use super::score::score_value;
use crate::games::Entry;
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::rules::{Facts, Faults, Finding, args};

/// A column before the hands that belongs to the match: its name, its key in the document, what it holds,
/// whether it stands in every row.
type MatchColumn = (&'static str, &'static str, Kind, bool);

const BEFORE: &[MatchColumn] = &[
    ("match", "id", Kind::Text, true),
    ("external_id", "external_id", Kind::Text, true),
    ("date", "played_on", Kind::Text, true),
    ("title", "title", Kind::Text, true),
    ("location", "location", Kind::Text, true),
];
const AFTER: &[MatchColumn] = &[
    ("first_dealer", "first_dealer", Kind::Player, false),
    ("options", "options", Kind::Any, false),
    ("adjustments", "adjustments", Kind::Any, false),
    ("finished", "finished", Kind::Flag, false),
    ("edition", "edition", Kind::Int(1, 1), false),
    ("notes", "notes", Kind::Text, false),
];

/// A column.
#[derive(Debug, Clone)]
enum Column {
    /// Of the match.
    Match(MatchColumn),
    /// The name of the player of a seat.
    Player(usize),
    /// The number of the hand, which nobody reads.
    Hand,
    /// A field of the record, or a field of an object in it; of the player of a seat, if it has one.
    Field {
        path: Vec<&'static str>,
        kind: Kind,
        seat: Option<usize>,
    },
}

impl Column {
    fn name(&self) -> String {
        match self {
            Column::Match((name, ..)) => (*name).to_owned(),
            Column::Player(seat) => format!("player.{seat}"),
            Column::Hand => "hand".to_owned(),
            Column::Field { path, seat, .. } => match seat {
                Some(seat) => format!("{}.{seat}", path.join(".")),
                None => path.join("."),
            },
        }
    }
}

/// The columns of a game.
fn columns(facts: &Facts) -> Vec<Column> {
    let seats = 1..=facts.players.1;
    let mut columns: Vec<Column> = BEFORE.iter().copied().map(Column::Match).collect();
    columns.extend(seats.clone().map(Column::Player));
    columns.push(Column::Hand);
    let mut field = |path: Vec<&'static str>, kind: Kind| match kind {
        Kind::PerPlayer(of_player) if is_plain(of_player) => {
            columns.extend(seats.clone().map(|seat| Column::Field {
                path: path.clone(),
                kind: *of_player,
                seat: Some(seat),
            }));
        }
        kind => columns.push(Column::Field {
            path,
            kind,
            seat: None,
        }),
    };
    for Field { name, kind, .. } in facts.record {
        match kind {
            Kind::Object(inner) => {
                for one in *inner {
                    field(vec![name, one.name], one.kind);
                }
            }
            kind => field(vec![name], *kind),
        }
    }
    columns.extend(AFTER.iter().copied().map(Column::Match));
    columns
}

fn is_plain(kind: &Kind) -> bool {
    !matches!(
        kind,
        Kind::Any | Kind::PerPlayer(_) | Kind::List(_) | Kind::Object(_) | Kind::OneOf(_)
    )
}

/// The names of the columns of a game's results, in their order.
pub fn results_header(facts: &Facts) -> Vec<String> {
    columns(facts).iter().map(Column::name).collect()
}

/// Writes rows of CSV (RFC 4180).
fn write_csv(rows: &[Vec<String>], out: impl Write) -> io::Result<()> {
    let mut writer = WriterBuilder::new()
        .terminator(Terminator::CRLF)
        .from_writer(out);
    for row in rows {
        writer.write_record(row)?;
    }
    writer.flush()
}

/// Writes the names of the columns.
///
/// # Errors
/// Those of the writer.
pub fn write_results_header(facts: &Facts, out: impl Write) -> io::Result<()> {
    write_csv(&[results_header(facts)], out)
}

/// Writes the rows of a match. Text that a spreadsheet could run as a formula gets an apostrophe before
/// it.
///
/// # Errors
/// Those of the writer.
pub fn write_results(
    facts: &Facts,
    document: &Json,
    external_id: Option<&str>,
    out: impl Write,
) -> io::Result<()> {
    let columns = columns(facts);
    let hands = document.list("hands");
    let rows = (0..hands.len().max(1)).map(|index| {
        let cells = columns
            .iter()
            .map(|column| cell(column, document, external_id, index));
        cells.collect()
    });
    write_csv(&rows.collect::<Vec<Vec<String>>>(), out)
}

fn cell(column: &Column, document: &Json, external_id: Option<&str>, index: usize) -> String {
    let players = document.list("players");
    match column {
        Column::Match((_, _, _, everywhere)) if index > 0 && !everywhere => String::new(),
        Column::Match((_, "external_id", ..)) => external_id.map_or_else(String::new, guard_twice),
        Column::Match((_, key, kind, _)) => {
            let value = document.get(key);
            value.map_or_else(String::new, |value| write(kind, value))
        }
        Column::Player(seat) => {
            let name = players.get(seat - 1).and_then(Json::as_text);
            name.map_or_else(String::new, guard_twice)
        }
        Column::Hand if document.list("hands").is_empty() => String::new(),
        Column::Hand => (index + 1).to_string(),
        Column::Field { path, kind, seat } => {
            let hand = document.list("hands").get(index);
            let value = hand.and_then(|hand| {
                let mut path = path.iter();
                path.try_fold(hand, |value, key| value.get(key))
            });
            let value = match seat {
                None => value,
                Some(seat) => {
                    let name = players.get(seat - 1).and_then(Json::as_text);
                    value.zip(name).and_then(|(value, name)| value.get(name))
                }
            };
            value.map_or_else(String::new, |value| write(kind, value))
        }
    }
}

/// The columns of a game with an example: a hand of the game's sample match, and a simple one where
/// there is one.
///
/// # Errors
/// Those of the writer.
pub fn write_template(entry: &Entry, mut out: impl Write) -> io::Result<()> {
    let sample: Json = serde_json::from_str(entry.sample)?;
    let Json::Object(entries) = &sample else {
        return write_results_header(entry.facts, out);
    };
    let with_hand = |hand: &Json| {
        let left_out = [
            "hands",
            "adjustments",
            "finished",
            "current",
            "history",
            "id",
        ];
        let kept = entries.iter();
        let kept = kept.filter(|(key, _)| !left_out.contains(&key.as_str()));
        let hands = ("hands".to_owned(), Json::List(vec![hand.clone()]));
        Json::Object(kept.cloned().chain([hands]).collect())
    };
    let documents = sample.list("hands").iter().map(with_hand);
    let documents: Vec<Json> = documents
        .filter(|document| score_value(document.clone()).is_ok())
        .collect();
    let is_simple = |document: &&Json| {
        let hand = &document.list("hands")[0];
        !["auction", "calls", "play"]
            .iter()
            .any(|key| hand.get(key).is_some())
    };
    let example = documents.iter().find(is_simple).or(documents.first());
    write_results_header(entry.facts, &mut out)?;
    match example {
        Some(document) => write_results(entry.facts, document, None, out),
        None => Ok(()),
    }
}

/// A match of a file of results.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadResults {
    /// Its document; where it has an external id, beside it as `document`.
    pub line: Json,
    /// The row of its first hand, from 1 with the row of the names.
    pub row: u64,
    /// The rows of its hands.
    pub hands: Vec<u64>,
    /// What is wrong with the rows themselves.
    pub faults: Vec<(u64, Finding)>,
}

impl ReadResults {
    /// The row of a fault at this pointer into the document.
    pub fn row_of(&self, pointer: &str) -> u64 {
        let pointer = pointer.strip_prefix("/document").unwrap_or(pointer);
        let index = pointer.strip_prefix("/hands/").and_then(|rest| {
            let index = rest.split('/').next()?;
            index.parse::<usize>().ok()
        });
        let row = index.and_then(|index| self.hands.get(index));
        row.copied().unwrap_or(self.row)
    }
}

/// Reads results of a game. Columns may stand in any order, and be separated by commas, semicolons or
/// tabs; those that are missing are empty.
///
/// # Errors
/// What is wrong with the names of the columns, or the place at which there is no CSV, with its row.
pub fn read_results(facts: &Facts, text: &str) -> Result<Vec<ReadResults>, Vec<(u64, Finding)>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let head = text.lines().next().unwrap_or_default();
    let count = |separator: char| head.matches(separator).count();
    let separator = [',', ';', '\t'].into_iter().max_by_key(|one| count(*one));
    let mut reader = ReaderBuilder::new()
        .flexible(true)
        .has_headers(false)
        .delimiter(u8::try_from(separator.unwrap_or(',')).unwrap_or(b','))
        .from_reader(text.as_bytes());
    let mut records = reader.records();
    let unreadable = |error: csv::Error| {
        let row = error.position().map_or(1, csv::Position::line);
        let args = args![said: error.to_string()];
        vec![(row, Finding::shape("unreadable-csv", "", args))]
    };
    let header = records
        .next()
        .transpose()
        .map_err(unreadable)?
        .unwrap_or_default();
    let known = columns(facts);
    let found = header_columns(&header, &known).map_err(|faults| {
        let at_head = faults.into_iter().map(|fault| (1, fault));
        at_head.collect::<Vec<_>>()
    })?;
    let mut reading = Reading {
        facts,
        columns: found,
        read: Vec::new(),
        draft: None,
    };
    for record in records {
        let record = record.map_err(unreadable)?;
        let row = record.position().map_or(0, |place| line_of(place, text));
        if record.iter().any(|cell| !cell.trim().is_empty()) {
            reading.add(row, &record);
        }
    }
    reading.finish();
    Ok(reading.read)
}

/// The line in which a record begins. After a line that ends with CR and LF the reader stands before the
/// LF.
fn line_of(place: &csv::Position, text: &str) -> u64 {
    let at = usize::try_from(place.byte()).unwrap_or(usize::MAX);
    let before_end = text.as_bytes().get(at) == Some(&b'\n');
    place.line() + u64::from(before_end)
}

fn header_columns(header: &StringRecord, known: &[Column]) -> Result<Vec<Option<Column>>, Faults> {
    let names: Vec<String> = known.iter().map(Column::name).collect();
    let (mut faults, mut columns, mut seen) = (Faults::new(), Vec::new(), Vec::new());
    for name in header {
        let name = name.trim();
        let index = names
            .iter()
            .position(|known| known.eq_ignore_ascii_case(name));
        if index.is_none() && !name.is_empty() {
            let args = args![key: name.to_owned(), known: names.clone()];
            faults.push(Finding::shape("unknown-column", "", args));
        }
        if index.is_some() && seen.contains(&index) {
            faults.push(Finding::shape(
                "duplicate-key",
                "",
                args![key: name.to_owned()],
            ));
        }
        seen.push(index);
        columns.push(index.map(|index| known[index].clone()));
    }
    if faults.is_empty() {
        Ok(columns)
    } else {
        Err(faults)
    }
}

/// Results that are being read.
struct Reading<'a> {
    facts: &'a Facts,
    /// What each cell of a row is.
    columns: Vec<Option<Column>>,
    read: Vec<ReadResults>,
    draft: Option<Draft>,
}

/// The match whose rows are being read.
#[derive(Default)]
struct Draft {
    key: String,
    row: u64,
    entries: Vec<(String, Json)>,
    players: Vec<(usize, String)>,
    hands: Vec<Json>,
    rows: Vec<u64>,
    faults: Vec<(u64, Finding)>,
}

impl Reading<'_> {
    /// Adds a row: of the match before, if it has the same key or none.
    fn add(&mut self, row: u64, record: &StringRecord) {
        let key = self.key(record);
        let goes_on = |draft: &Draft| key.is_empty() || draft.key == key;
        if !self.draft.as_ref().is_some_and(goes_on) {
            self.finish();
        }
        let mut draft = self.draft.take().unwrap_or_else(|| Draft {
            key,
            row,
            ..Draft::default()
        });
        let mut hand = Vec::new();
        let cells = self.columns.iter().zip(record);
        for (column, text) in cells.filter(|(_, text)| !text.trim().is_empty()) {
            match column {
                Some(Column::Match((_, key, kind, _))) => {
                    draft.of_match(row, key, read(kind, text));
                }
                Some(Column::Player(seat)) => draft.seat(row, *seat, unguard(text).trim()),
                Some(column @ Column::Field { .. }) => hand.push((column.clone(), text.to_owned())),
                Some(Column::Hand) | None => {}
            }
        }
        if !hand.is_empty() {
            let hand = draft.record(&hand);
            draft.hands.push(hand);
            draft.rows.push(row);
        }
        self.draft = Some(draft);
    }

    /// What tells the match of a row from others: the column `match`, or else when it was, what it is
    /// called and who played.
    fn key(&self, record: &StringRecord) -> String {
        let is_named =
            |column: &Option<Column>| matches!(column, Some(Column::Match(("match", ..))));
        let named = self.columns.iter().any(is_named);
        let cells = self
            .columns
            .iter()
            .zip(record)
            .filter(|(column, _)| match column {
                Some(Column::Match((name, .., everywhere))) if !named => {
                    *everywhere && *name != "match"
                }
                Some(Column::Player(_)) => !named,
                column => is_named(column),
            });
        let cells: Vec<&str> = cells.map(|(_, cell)| cell.trim()).collect();
        if cells.iter().all(|cell| cell.is_empty()) {
            return String::new();
        }
        cells.join("\u{1f}")
    }

    fn finish(&mut self) {
        let Some(draft) = self.draft.take() else {
            return;
        };
        let mut external_id = None;
        let mut document = vec![("game".to_owned(), Json::from(self.facts.id))];
        for (key, value) in draft.entries {
            match key.as_str() {
                "external_id" => external_id = Some(value),
                _ => document.push((key, value)),
            }
        }
        let players = draft.players.into_iter().map(|(_, name)| Json::Text(name));
        document.push(("players".to_owned(), Json::List(players.collect())));
        document.push(("hands".to_owned(), Json::List(draft.hands)));
        let document = Json::Object(document);
        let line = match external_id {
            Some(id) => Json::from([("document", document), ("external_id", id)]),
            None => document,
        };
        self.read.push(ReadResults {
            line,
            row: draft.row,
            hands: draft.rows,
            faults: draft.faults,
        });
    }
}

impl Draft {
    /// Notes what a row says of the whole match.
    fn of_match(&mut self, row: u64, key: &str, value: Json) {
        let known = self.entries.iter().find(|(known, _)| known == key);
        match known {
            Some((_, known)) if *known != value => self.differs(row, key),
            Some(_) => {}
            None => self.entries.push((key.to_owned(), value)),
        }
    }

    fn seat(&mut self, row: u64, seat: usize, name: &str) {
        let known = self.players.iter().find(|(known, _)| *known == seat);
        match known {
            Some((_, known)) if known != name => self.differs(row, &format!("player.{seat}")),
            Some(_) => {}
            None => self.players.push((seat, name.to_owned())),
        }
    }

    fn differs(&mut self, row: u64, key: &str) {
        let first = i64::try_from(self.row).unwrap_or(i64::MAX);
        let fault = Finding::rule("row-differs", "", args![key: key.to_owned(), line: first]);
        self.faults.push((row, fault));
    }

    /// The record of these cells.
    fn record(&self, cells: &[(Column, String)]) -> Json {
        let mut record: Vec<(String, Json)> = Vec::new();
        for (column, text) in cells {
            let Column::Field { path, kind, seat } = column else {
                continue;
            };
            let value = read(kind, text);
            let mut keys: Vec<String> = path.iter().map(|key| (*key).to_owned()).collect();
            if let Some(seat) = seat {
                let player = self.players.iter().find(|(known, _)| known == seat);
                // Of a seat without a player, for judging to refuse.
                keys.push(player.map_or_else(|| column.name(), |(_, name)| name.clone()));
            }
            put(&mut record, &keys, value);
        }
        Json::Object(record)
    }
}

/// Puts a value into objects within each other.
fn put(entries: &mut Vec<(String, Json)>, keys: &[String], value: Json) {
    let Some((key, inner)) = keys.split_first() else {
        return;
    };
    if inner.is_empty() {
        entries.push((key.clone(), value));
        return;
    }
    let index = entries.iter().position(|(known, _)| known == key);
    let index = index.unwrap_or_else(|| {
        entries.push((key.clone(), Json::EMPTY));
        entries.len() - 1
    });
    if let Json::Object(inside) = &mut entries[index].1 {
        put(inside, inner, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn written(facts: &Facts, document: &Json) -> String {
        let mut bytes = Vec::new();
        write_results_header(facts, &mut bytes).unwrap();
        write_results(facts, document, None, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn sorted(json: &Json) -> serde_json::Value {
        serde_json::from_str(&serde_json::to_string(json).unwrap()).unwrap()
    }

    #[test]
    fn the_sample_of_every_game_goes_out_and_comes_in_the_same() {
        for entry in games::all() {
            let sample: Json = serde_json::from_str(entry.sample).unwrap();
            let text = written(entry.facts, &sample);
            let read = read_results(entry.facts, &text).unwrap();
            assert_eq!(read.len(), 1, "{text}");
            assert_eq!(sorted(&read[0].line), sorted(&sample), "{text}");
            assert_eq!(written(entry.facts, &read[0].line), text);
        }
    }

    #[test]
    fn the_template_of_every_game_is_a_match() {
        for entry in games::all() {
            let mut bytes = Vec::new();
            write_template(entry, &mut bytes).unwrap();
            let text = String::from_utf8(bytes).unwrap();
            assert_eq!(text.lines().count(), 2, "{text}");
            let read = read_results(entry.facts, &text).unwrap();
            assert!(score_value(read[0].line.clone()).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_sheet_as_a_secretary_writes_it_is_read() {
        let entry = games::all().iter().find(|entry| {
            let names = results_header(entry.facts);
            names.contains(&"bids.1".to_owned()) && names.contains(&"dice.cards".to_owned())
        });
        let facts = entry.unwrap().facts;
        let text = "\u{feff}Date;title;player.1;player.2;bids.1;bids.2;tricks.1;tricks.2\n\
                    2026-11-19;Thursday;Ann;Bo;1;1;1;3\n;;;;1;1;2;3\n\n2026-11-26;Thursday;Ann;Bo;2;0;2;2\n";
        let read = read_results(facts, text).unwrap();
        let hands: Vec<usize> = read.iter().map(|one| one.hands.len()).collect();
        assert_eq!(hands, [2, 1]);
        assert_eq!(read[0].row_of("/hands/1/tricks"), 3);
        assert!(score_value(read[1].line.clone()).is_ok());
        let strange = read_results(facts, "date,trics.1\n").unwrap_err();
        assert_eq!((strange[0].0, strange[0].1.code), (1, "unknown-column"));
        let differs = read_results(
            facts,
            "match,date,player.1\nx,2026-11-19,Ann\nx,2026-11-20,Ann\n",
        );
        let differs = &differs.unwrap()[0].faults;
        assert_eq!((differs[0].0, differs[0].1.code), (3, "row-differs"));
    }
}
