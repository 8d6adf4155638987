//! Reading a game's simple results from CSV.

use csv::{ReaderBuilder, StringRecord};
use csv_core::ReadFieldResult;

use super::cells::{read, unguard};
use super::results_columns::{Column, columns};
use overtrick_core::json::Json;
use overtrick_core::{Facts, Faults, Finding, MOST_FINDINGS, args, more_faults, report_with};

/// The most cells in a row, which is the most columns of a spreadsheet and far more than any game needs. Each
/// cell takes many times the memory of its text.
const MOST_CELLS: i64 = 16_384;

/// A match from a CSV file.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadResults {
    /// Its document; if it has an external id, an object with both.
    pub line: Json,
    /// The row of its first hand; row 1 has the column names.
    pub row: u64,
    /// The rows of its hands.
    pub hands: Vec<u64>,
    /// The faults of the rows themselves.
    pub faults: Vec<(u64, Finding)>,
}

impl ReadResults {
    /// The row of a fault with this pointer into the document.
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

/// Reads results of a game and passes on each match with its approximate size in bytes, until told to stop.
/// Columns may be in any order and separated by commas, semicolons or tabs; missing ones count as empty.
///
/// # Errors
/// Faults of the column names, or the row and place of invalid CSV.
pub fn read_results(
    facts: &Facts,
    text: &str,
    mut each: impl FnMut(ReadResults, usize) -> bool,
) -> Result<(), Vec<(u64, Finding)>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let head = text.lines().next().unwrap_or_default();
    let count = |separator: char| head.matches(separator).count();
    let separator = [',', ';', '\t'].into_iter().max_by_key(|one| count(*one));
    let separator = u8::try_from(separator.unwrap_or(',')).unwrap_or(b',');
    if let Some(row) = too_wide(text, separator) {
        let fault = Finding::shape("too-many-columns", "", args![most: MOST_CELLS]);
        return Err(vec![(row, fault)]);
    }
    let mut reader = ReaderBuilder::new()
        .flexible(true)
        .has_headers(false)
        .delimiter(separator)
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
        draft: None,
    };
    let mut bytes = 0;
    for record in records {
        let record = record.map_err(unreadable)?;
        let row = record.position().map_or(0, |place| line_of(place, text));
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if let Some(read) = reading.add(row, &record)
            && !each(read, std::mem::take(&mut bytes))
        {
            return Ok(());
        }
        bytes += record.as_slice().len();
    }
    if let Some(read) = reading.finish() {
        each(read, bytes);
    }
    Ok(())
}

/// The line of the first row with too many cells, if there is one. No cells are kept in memory.
fn too_wide(text: &str, separator: u8) -> Option<u64> {
    let builder = &mut csv_core::ReaderBuilder::new();
    let mut reader = builder.delimiter(separator).build();
    let (mut rest, mut unkept) = (text.as_bytes(), [0; 512]);
    let (mut line, mut cells) = (reader.line(), 0);
    loop {
        let (found, read, _) = reader.read_field(rest, &mut unkept);
        rest = &rest[read..];
        match found {
            ReadFieldResult::Field { .. } if cells == MOST_CELLS => return Some(line),
            ReadFieldResult::Field { record_end: true } => (line, cells) = (reader.line(), 0),
            ReadFieldResult::Field { record_end: false } => cells += 1,
            ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
            ReadFieldResult::End => return None,
        }
    }
}

/// The line in which a record begins. After a line that ends with CR and LF, the reader is positioned before
/// the LF.
fn line_of(place: &csv::Position, text: &str) -> u64 {
    let at = usize::try_from(place.byte()).unwrap_or(usize::MAX);
    let before_end = text.as_bytes().get(at) == Some(&b'\n');
    place.line() + u64::from(before_end)
}

fn header_columns(header: &StringRecord, known: &[Column]) -> Result<Vec<Option<Column>>, Faults> {
    let names: Vec<String> = known.iter().map(Column::name).collect();
    let (mut faults, mut columns) = (Faults::new(), Vec::new());
    let mut seen = vec![false; names.len()];
    for name in header {
        let name = name.trim();
        let index = names
            .iter()
            .position(|known| known.eq_ignore_ascii_case(name));
        if index.is_none() && !name.is_empty() {
            report_with(&mut faults, || {
                let args = args![key: name.to_owned(), known: names.clone()];
                Finding::shape("unknown-column", "", args)
            });
        }
        if index.is_some_and(|index| std::mem::replace(&mut seen[index], true)) {
            report_with(&mut faults, || {
                Finding::shape("duplicate-key", "", args![key: name.to_owned()])
            });
        }
        columns.push(index.map(|index| known[index].clone()));
    }
    if faults.is_empty() {
        Ok(columns)
    } else {
        Err(faults)
    }
}

/// The state of reading results.
struct Reading<'a> {
    facts: &'a Facts,
    /// The column of each cell in a row.
    columns: Vec<Option<Column>>,
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
    /// The number of faults beyond those listed.
    unlisted: usize,
}

impl Reading<'_> {
    /// Adds a row to the current match if it has the same key or none; otherwise that match is finished and
    /// returned.
    fn add(&mut self, row: u64, record: &StringRecord) -> Option<ReadResults> {
        let key = self.key(record);
        let goes_on = |draft: &Draft| key.is_empty() || draft.key == key;
        let before = if self.draft.as_ref().is_some_and(goes_on) {
            None
        } else {
            self.finish()
        };
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
        before
    }

    /// The key by which rows belong to a match: the column `match`, or otherwise date, title and players.
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

    fn finish(&mut self) -> Option<ReadResults> {
        let mut draft = self.draft.take()?;
        if draft.unlisted > 0 {
            let last = draft.faults.last().map_or(draft.row, |(row, _)| *row);
            draft.faults.push((last, more_faults(draft.unlisted)));
        }
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
        Some(ReadResults {
            line,
            row: draft.row,
            hands: draft.rows,
            faults: draft.faults,
        })
    }
}

impl Draft {
    /// Records a value that concerns the whole match.
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
        if self.faults.len() >= MOST_FINDINGS {
            self.unlisted += 1;
            return;
        }
        let first = i64::try_from(self.row).unwrap_or(i64::MAX);
        let fault = Finding::rule("row-differs", "", args![key: key.to_owned(), line: first]);
        self.faults.push((row, fault));
    }

    /// The record made of these cells.
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
                // For a seat without a player; judging will refuse it.
                keys.push(player.map_or_else(|| column.name(), |(_, name)| name.clone()));
            }
            put(&mut record, &keys, value);
        }
        Json::Object(record)
    }
}

/// Puts a value into nested objects.
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
    use crate::document::results::{write_results, write_results_header, write_template};
    use crate::document::results_columns::results_header;
    use crate::document::score::score_value;
    use overtrick_games as games;

    fn written(facts: &Facts, document: &Json) -> String {
        let mut bytes = Vec::new();
        write_results_header(facts, &mut bytes).unwrap();
        write_results(facts, document, None, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn all(facts: &Facts, text: &str) -> Result<Vec<ReadResults>, Vec<(u64, Finding)>> {
        let mut all = Vec::new();
        read_results(facts, text, |read, _| {
            all.push(read);
            true
        })?;
        Ok(all)
    }

    #[test]
    fn no_file_is_answered_with_more_faults_than_are_listed() {
        let facts = games::all()[0].facts;
        let strange = (0..6_000).map(|number| format!("x{number},"));
        let faults = all(facts, &strange.collect::<String>()).unwrap_err();
        assert_eq!(faults.len(), MOST_FINDINGS + 1);
        let (_, more) = faults.last().unwrap();
        assert_eq!(
            (&*more.code, &more.args),
            ("more-faults", &args![count: 5_900])
        );
        let rows = (0..6_000).map(|number| format!("x,{number}\n"));
        let rows = rows.collect::<String>();
        let differing = all(facts, &format!("match,title\n{rows}")).unwrap();
        assert_eq!(differing[0].faults.len(), MOST_FINDINGS + 1);
        let (_, more) = differing[0].faults.last().unwrap();
        assert_eq!(more.args, args![count: 5_899]);
    }

    #[test]
    fn a_row_has_no_more_cells_than_a_sheet_has_columns() {
        let facts = games::all()[0].facts;
        let most = usize::try_from(MOST_CELLS).unwrap();
        let wide = |cells: usize| ",".repeat(cells - 1);
        let refused = |text: &str| {
            let faults = all(facts, text).err().unwrap_or_default();
            let [(row, fault)] = &faults[..] else {
                panic!("{} faults", faults.len());
            };
            assert_eq!(fault.code, "too-many-columns");
            assert_eq!(fault.args, args![most: MOST_CELLS]);
            *row
        };
        assert_eq!(refused(&wide(most + 1)), 1);
        assert_eq!(refused(&format!("title,\nx\n{}\nx\n", wide(most + 1))), 3);
        let full = wide(most);
        let named = full.replacen(',', "title,", 1);
        assert!(all(facts, &format!("{named}\n{full}")).is_ok());
        // Text between quotes is one cell.
        let cell = format!("\"{}\"", wide(most * 2));
        let read = all(facts, &format!("title,\n{cell}\n"));
        assert_eq!(read.map(|read| read.len()), Ok(1));
    }

    fn sorted(json: &Json) -> serde_json::Value {
        serde_json::from_str(&serde_json::to_string(json).unwrap()).unwrap()
    }

    #[test]
    fn the_sample_of_every_game_goes_out_and_comes_in_the_same() {
        for entry in games::all() {
            let sample: Json = serde_json::from_str(entry.sample).unwrap();
            let text = written(entry.facts, &sample);
            let read = all(entry.facts, &text).unwrap();
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
            let read = all(entry.facts, &text).unwrap();
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
        let read = all(facts, text).unwrap();
        let hands: Vec<usize> = read.iter().map(|one| one.hands.len()).collect();
        assert_eq!(hands, [2, 1]);
        assert_eq!(read[0].row_of("/hands/1/tricks"), 3);
        assert!(score_value(read[1].line.clone()).is_ok());
        let strange = all(facts, "date,trics.1\n").unwrap_err();
        assert_eq!((strange[0].0, &*strange[0].1.code), (1, "unknown-column"));
        let differs = all(
            facts,
            "match,date,player.1\nx,2026-11-19,Ann\nx,2026-11-20,Ann\n",
        );
        let differs = &differs.unwrap()[0].faults;
        assert_eq!((differs[0].0, &*differs[0].1.code), (3, "row-differs"));
    }
}
