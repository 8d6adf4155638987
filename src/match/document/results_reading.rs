//! Reading simple results from CSV, for one game or for the games named in the column `game`.

use std::collections::HashSet;
use std::sync::Arc;

use csv::{ReaderBuilder, StringRecord};

use super::cells::{read, read_day, unguard};
use super::error_report::FilePlace;
use super::results::{
    Column, DEFINITION, FileColumns, GAME, ReadResults, columns, kind_at, matched,
};
use crate::MatchGame;
use overtrick_core::form::{FieldOf, Kind};
use overtrick_core::json::Json;
use overtrick_core::judging::utf8;
use overtrick_core::{Finding, MAX_FINDINGS, args, more_faults};
use overtrick_games as games;

/// The maximum number of cells in a row. It equals the number of columns of a spreadsheet, and far exceeds
/// the needs of any game. A cell takes many times the memory of its text.
const MAX_CELLS: i64 = 16_384;
/// The keys that are absent from a document if the file has no column for them. The hand being played is always absent.
const ABSENT: [&str; 4] = ["first_dealer", "options", "adjustments", "finished"];

/// Faults with their places in a file.
type PlacedFaults = Vec<(FilePlace, Finding)>;

/// Returns the text of a CSV file.
///
/// # Errors
/// The file is not UTF-8. The fault has the place, and explains how to save the file.
pub fn results_text(file: &[u8]) -> Result<&str, Finding> {
    utf8(file).map_err(|fault| fault.with_message("not-utf8-csv"))
}

/// Whether a file has a column for the game of each match, or for the definition of a custom game.
pub fn names_games(text: &str) -> bool {
    let header = reader(text).into_records().next();
    let header = header.and_then(Result::ok).unwrap_or_default();
    names_column(&header, GAME) || names_column(&header, DEFINITION)
}

fn names_column(header: &StringRecord, column: &str) -> bool {
    let mut names = header.iter().map(str::trim);
    names.any(|name| name.eq_ignore_ascii_case(column))
}

/// Reads results, and passes each match with its approximate size in bytes to `each`, until `each` returns
/// false. If the first row of a match does not name its game, the game is `usual`. A file contains matches
/// either of shipped games or of one custom game. The first row of the file may name the custom game, by a
/// definition in the column `definition` or a gallery game in the column `game`; otherwise it is `usual`.
///
/// Columns may be in any order and separated by commas, semicolons or tabs; missing columns are read as empty.
///
/// # Errors
/// Faults of the column names, or of the layout of the file.
pub fn read_results(
    usual: Option<&MatchGame>,
    text: &str,
    mut each: impl FnMut(ReadResults, usize) -> bool,
) -> Result<(), PlacedFaults> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some((line, fault)) = fault_of_layout(text, separator(text)) {
        return Err(vec![(line.into(), fault)]);
    }
    let mut reader = reader(text);
    // The flexible reader accepts every row of UTF-8 text.
    let mut records = reader.records().flatten().peekable();
    let header = records.next().unwrap_or_default();
    let first = records.peek();
    let custom = first.map(|first| custom_game(&header, first));
    let custom = custom.transpose()?.flatten();
    let mut reading = Reading::new(&header, custom.or_else(|| usual.cloned()))?;
    let mut bytes = 0;
    for record in records {
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

/// Returns the separator in a first line such as `sep=;`, if the spreadsheet program wrote one.
fn named_separator(text: &str) -> Option<u8> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (name, separator) = text.lines().next()?.split_at_checked("sep=".len())?;
    let is_named = name.eq_ignore_ascii_case("sep=") && [",", ";", "\t"].contains(&separator);
    is_named.then(|| separator.as_bytes()[0])
}

/// Returns the separator of cells: the one that the file names, or else the most frequent one in the first line.
fn separator(text: &str) -> u8 {
    let head = text.lines().next().unwrap_or_default();
    let count = |separator: &u8| head.bytes().filter(|byte| byte == separator).count();
    let most_frequent = || [b',', b';', b'\t'].into_iter().max_by_key(count);
    named_separator(text).or_else(most_frequent).unwrap_or(b',')
}

/// Returns a reader whose first record has the names of the columns.
fn reader(text: &str) -> csv::Reader<&[u8]> {
    let mut builder = ReaderBuilder::new();
    let builder = builder.flexible(true).has_headers(false);
    let builder = builder.delimiter(separator(text));
    let mut reader = builder.from_reader(text.as_bytes());
    if named_separator(text).is_some() {
        // The next record reports the same error.
        drop(reader.read_record(&mut StringRecord::new()));
    }
    reader
}

/// Returns a fault that prevents reading the file row by row, with its line: an unclosed quote, which would
/// make the rest of the file one cell, or a row with too many cells, which would take too much memory.
fn fault_of_layout(text: &str, separator: u8) -> Option<(u64, Finding)> {
    let (mut line, mut row, mut cells) = (1, 1, 1);
    let (mut opened, mut too_wide, mut starts_cell) = (None, None, true);
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        match (opened, byte) {
            (Some(_), b'"') if bytes.next_if_eq(&b'"').is_none() => opened = None,
            (None, b'"') if starts_cell => opened = Some(line),
            _ => {}
        }
        line += u64::from(byte == b'\n');
        starts_cell = opened.is_none() && [separator, b'\n', b'\r'].contains(&byte);
        if starts_cell && byte == separator {
            cells += 1;
        } else if starts_cell {
            (row, cells) = (line, 1);
        }
        if cells > MAX_CELLS {
            too_wide = too_wide.or(Some(row));
        }
    }
    let unclosed = opened.map(|line| (line, Finding::shape("unclosed-quote", "", args![])));
    let most = args![most: MAX_CELLS];
    let too_wide = too_wide.map(|row| (row, Finding::shape("too-many-columns", "", most)));
    unclosed.or(too_wide)
}

/// Returns the line in which a record begins. After a line that ends with CR and LF, the reader is positioned before
/// the LF.
fn line_of(place: &csv::Position, text: &str) -> u64 {
    let at = usize::try_from(place.byte()).unwrap_or(usize::MAX);
    let before_end = text.as_bytes().get(at) == Some(&b'\n');
    place.line() + u64::from(before_end)
}

/// Returns the custom game of a file: the definition in its first row, or the gallery game that this row names.
///
/// # Errors
/// Faults of the definition.
fn custom_game(
    header: &StringRecord,
    first: &StringRecord,
) -> Result<Option<MatchGame>, PlacedFaults> {
    let cell = |column| {
        let mut cells = header.iter().map(str::trim).zip(first);
        let (name, cell) = cells.find(|(name, _)| name.eq_ignore_ascii_case(column))?;
        Some((name, cell.trim())).filter(|(_, cell)| !cell.is_empty())
    };
    let written = cell(DEFINITION).map(|(name, cell)| (name, definition_in(cell)));
    let named = || cell(GAME).and_then(|(name, id)| Some((name, preset(id)?)));
    let Some((name, definition)) = written.or_else(named) else {
        return Ok(None);
    };
    let line = first.position().map_or(2, csv::Position::line);
    let placed = |fault| (FilePlace::cell(line, name), fault);
    let read = overtrick_own::read_in_match(&definition)
        .map(MatchGame::Own)
        .map(Some);
    read.map_err(|faults| faults.into_iter().map(placed).collect())
}

/// Returns the definition from a cell that contains JSON or the id of a gallery game.
fn definition_in(cell: &str) -> Json {
    preset(cell).unwrap_or_else(|| read(&Kind::Any, cell))
}

/// Returns the definition of the gallery game with this id.
fn preset(id: &str) -> Option<Json> {
    overtrick_own::preset_json(&id.trim().to_ascii_lowercase())
}

/// Returns the columns of all shipped games, without duplicate names.
fn columns_of_all() -> Vec<Column> {
    let mut all = vec![Column::GAME];
    for entry in games::all() {
        let mut new = columns(&entry.into());
        new.retain(|column| all.iter().all(|known| known.name() != column.name()));
        all.extend(new);
    }
    all
}

/// Refuses unknown and repeated column names.
fn check_names(header: &StringRecord, known: &[Column]) -> Result<(), PlacedFaults> {
    let known: Vec<String> = known.iter().map(Column::name).collect();
    let mut faults = Vec::new();
    let mut seen = HashSet::new();
    for name in header.iter().map(str::trim).filter(|name| !name.is_empty()) {
        let is_it = |known: &String| known.eq_ignore_ascii_case(name);
        let key = name.to_owned();
        let (code, args) = match known.iter().position(is_it) {
            None => ("unknown-column", args![key: key, known: known.clone()]),
            Some(index) if seen.insert(index) => continue,
            Some(_) => ("duplicate-key", args![key: key]),
        };
        faults.push((FilePlace::cell(1, name), Finding::shape(code, "", args)));
    }
    let more = faults.len().saturating_sub(MAX_FINDINGS);
    if more > 0 {
        faults.truncate(MAX_FINDINGS);
        faults.push((1.into(), more_faults(more)));
    }
    faults.is_empty().then_some(()).ok_or(faults)
}

/// Whether a file has the column with this key of the document.
fn has_key(columns: &FileColumns, key: &str) -> bool {
    let mut known = columns.iter().flat_map(|(_, column)| column);
    known.any(|column| column.is_key(key))
}

/// The state of reading results.
struct Reading {
    /// The game of matches that do not name one.
    usual: Option<MatchGame>,
    /// The columns of the file, matched with those of all possible games. They determine the match to which a row
    /// belongs.
    common: Arc<FileColumns>,
    /// The columns of the file, matched with each game read so far, by the id of the game (empty if unknown).
    by_game: Vec<(&'static str, Arc<FileColumns>)>,
    absent: Vec<&'static str>,
    draft: Option<Draft>,
}

impl Reading {
    /// Starts reading, with the names of the columns.
    ///
    /// # Errors
    /// Column names that are unknown or occur twice.
    fn new(header: &StringRecord, usual: Option<MatchGame>) -> Result<Reading, PlacedFaults> {
        let known = match &usual {
            Some(game) if game.definition().is_some() => {
                columns(game).into_iter().chain([Column::GAME]).collect()
            }
            Some(game) if !names_column(header, GAME) => columns(game),
            _ => columns_of_all(),
        };
        check_names(header, &known)?;
        let common = matched(header.iter().map(str::trim), &known);
        let mut absent = vec!["current"];
        absent.extend(ABSENT.into_iter().filter(|key| !has_key(&common, key)));
        Ok(Reading {
            usual,
            absent,
            common,
            by_game: Vec::new(),
            draft: None,
        })
    }

    /// Returns the columns of the file, matched with those of a game.
    fn columns_of(&mut self, game: Option<&MatchGame>) -> Arc<FileColumns> {
        let id = game.map_or("", MatchGame::id);
        if let Some((_, known)) = self.by_game.iter().find(|(known, _)| *known == id) {
            return known.clone();
        }
        let mut known = game.map(columns).unwrap_or_default();
        known.push(Column::GAME);
        let names = self.common.iter().map(|(name, _)| name.as_str());
        let columns = matched(names, &known);
        self.by_game.push((id, columns.clone()));
        columns
    }

    /// Returns the game that a row names, or else the default game.
    fn game_of(&self, named: Option<&str>) -> Option<MatchGame> {
        let Some(named) = named else {
            return self.usual.clone();
        };
        let is_usual = |game: &&MatchGame| {
            let own = game.definition();
            own.is_some_and(|own| named == game.id() || named.eq_ignore_ascii_case(own.id()))
        };
        let usual = self.usual.as_ref().filter(is_usual).cloned();
        usual.or_else(|| games::meant(named).map(MatchGame::from))
    }

    /// Starts a match with a row.
    fn begin(&mut self, key: String, row: u64, record: &StringRecord) -> Draft {
        let mut cells = self.common.iter().zip(record);
        let is_game = |column: &Column| column.is_key(GAME);
        let named = cells.find(|((_, column), _)| column.as_ref().is_some_and(is_game));
        let named = named.map(|(_, cell)| cell.trim());
        let named = named.filter(|cell| !cell.is_empty());
        let game = self.game_of(named);
        let columns = self.columns_of(game.as_ref());
        let id = game.as_ref().map(MatchGame::id).or(named);
        let id = id.map(|id| (GAME, Json::from(id)));
        let definition = game.as_ref().and_then(MatchGame::definition);
        let definition = definition.map(|own| (DEFINITION, own.json().clone()));
        let read = ReadResults {
            row,
            columns,
            absent: self.absent.clone(),
            ..ReadResults::default()
        };
        Draft {
            key,
            entries: id.into_iter().chain(definition).collect(),
            game,
            read,
            ..Draft::default()
        }
    }

    /// Adds a row. A row with the key of the current match, or without a key, belongs to that match. Any
    /// other row starts the next match, and the current match is returned.
    fn add(&mut self, row: u64, record: &StringRecord) -> Option<ReadResults> {
        let key = self.key(record);
        let continues = |draft: &Draft| key.is_empty() || draft.key == key;
        let is_next = !self.draft.as_ref().is_some_and(continues);
        let before = is_next.then(|| self.finish()).flatten();
        let draft = self.draft.take();
        let mut draft = draft.unwrap_or_else(|| self.begin(key, row, record));
        draft.add(row, record);
        self.draft = Some(draft);
        before
    }

    /// Returns the key of the match to which a row belongs: the column `match` if there is one, otherwise the players
    /// and the columns that every row repeats, such as date and title.
    fn key(&self, record: &StringRecord) -> String {
        let is_named = has_key(&self.common, "id");
        let is_key_column = |column: &Option<Column>| match column {
            Some(column) if is_named => column.is_key("id"),
            Some(Column::Match((.., everywhere))) => *everywhere,
            column => matches!(column, Some(Column::Player(_))),
        };
        let cells = self.common.iter().zip(record);
        let cells = cells.filter(|((_, column), _)| is_key_column(column));
        let cells: Vec<&str> = cells.map(|(_, cell)| cell.trim()).collect();
        if cells.iter().all(|cell| cell.is_empty()) {
            return String::new();
        }
        cells.join("\u{1f}")
    }

    fn finish(&mut self) -> Option<ReadResults> {
        let draft = self.draft.take()?;
        let mut read = draft.read;
        if draft.unlisted > 0 {
            let last = read.faults.last();
            let last = last.map_or(read.row, |(place, _)| place.line);
            let more = more_faults(draft.unlisted);
            read.faults.push((last.into(), more));
        }
        let mut document = Json::object(draft.entries);
        let external_id = document.take("external_id");
        let players = read.players.iter().map(|(_, name)| name.as_str());
        document.set("players", players.collect::<Json>());
        document.set("hands", Json::List(draft.hands));
        read.line = match external_id {
            Some(id) => Json::object([("document", document), ("external_id", id)]),
            None => document,
        };
        Some(read)
    }
}

/// The match whose rows are being read.
#[derive(Default)]
struct Draft {
    key: String,
    /// Its game, if known.
    game: Option<MatchGame>,
    entries: Vec<(&'static str, Json)>,
    hands: Vec<Json>,
    /// The number of faults beyond those listed.
    unlisted: usize,
    read: ReadResults,
}

impl Draft {
    /// Adds a row.
    fn add(&mut self, row: u64, record: &StringRecord) {
        let columns = self.read.columns.clone();
        let is_read = columns.iter().flat_map(|(_, column)| column).count() > 1;
        let mut hand = Vec::new();
        let cells = columns.iter().zip(record);
        for ((name, column), text) in cells.filter(|(_, text)| !text.trim().is_empty()) {
            let place = || FilePlace::cell(row, name);
            match column {
                Some(Column::Match((_, key, kind, _))) => {
                    let value = match *key {
                        GAME => self.game_in(text),
                        DEFINITION => definition_in(text),
                        "played_on" => read_day(text),
                        _ => read(kind, text),
                    };
                    self.set_match_value(place, key, value);
                }
                Some(Column::Player(seat)) => self.seat(place, *seat, unguard(text).trim()),
                Some(column @ Column::Field { .. }) => hand.push((column, text)),
                // If the game is unknown, its columns are neither read nor refused.
                None if is_read && !name.is_empty() => self.refuse_foreign_column(place()),
                Some(Column::Hand) | None => {}
            }
        }
        if !hand.is_empty() {
            let record = |fields: &[FieldOf<'_>]| self.record(fields, &hand);
            let record = self.game.as_ref().map(|game| game.with_record(record));
            self.hands.push(record.unwrap_or(Json::EMPTY));
            self.read.hands.push(row);
        }
    }

    /// Returns the id of the game in a cell.
    fn game_in(&self, cell: &str) -> Json {
        let id = games::meant(cell).map_or(cell.trim(), |entry| entry.facts.id);
        let own = self.game.as_ref().and_then(MatchGame::definition);
        let is_own = own.is_some_and(|own| id.eq_ignore_ascii_case(own.id()));
        if is_own { "own" } else { id }.into()
    }

    /// Records a value that concerns the whole match.
    fn set_match_value(&mut self, place: impl Fn() -> FilePlace, key: &'static str, value: Json) {
        if !set_once(&mut self.entries, key, value) {
            self.differs(place(), key);
        }
    }

    fn seat(&mut self, place: impl Fn() -> FilePlace, seat: usize, name: &str) {
        if !set_once(&mut self.read.players, seat, name) {
            self.differs(place(), &format!("player.{seat}"));
        }
    }

    fn differs(&mut self, place: FilePlace, key: &str) {
        let first = i64::try_from(self.read.row).unwrap_or(i64::MAX);
        let args = args![key: key.to_owned(), line: first];
        self.refuse(place, || Finding::rule("row-differs", "", args));
    }

    /// Refuses a value in a column that only other games have.
    fn refuse_foreign_column(&mut self, place: FilePlace) {
        let game = self.entries.first().and_then(|(_, game)| game.as_text());
        let key = place.column.clone().unwrap_or_default();
        let args = args![key: key, game: game.unwrap_or_default().to_owned()];
        self.refuse(place, || Finding::rule("column-of-another-game", "", args));
    }

    fn refuse(&mut self, place: FilePlace, fault: impl FnOnce() -> Finding) {
        if self.read.faults.len() >= MAX_FINDINGS {
            self.unlisted += 1;
        } else {
            self.read.faults.push((place, fault()));
        }
    }

    /// Makes a record with these fields from cells.
    fn record(&self, fields: &[FieldOf<'_>], cells: &[(&Column, &str)]) -> Json {
        let mut record = Json::EMPTY;
        for (column, text) in cells {
            let Column::Field { path, seat } = column else {
                continue;
            };
            let value = read(&kind_at(fields, path, seat.is_some()), text);
            put(&mut record, self.read.keys_of(column), value);
        }
        record
    }
}

/// Adds a value if the key is new. Returns whether the key now has this value.
fn set_once<K: Eq, T, V: PartialEq<T> + From<T>>(all: &mut Vec<(K, V)>, key: K, value: T) -> bool {
    if let Some((_, known)) = all.iter().find(|(known, _)| *known == key) {
        return *known == value;
    }
    all.push((key, value.into()));
    true
}

/// Puts a value into nested objects. An existing key is not replaced, because judging refuses duplicate keys.
fn put(record: &mut Json, mut keys: Vec<String>, value: Json) {
    let last = keys.pop().unwrap_or_default();
    let inside = keys.iter().try_fold(record, |object, key| {
        if object.get(key).is_none() {
            object.set(key, Json::EMPTY);
        }
        object.get_mut(key)
    });
    if let Some(Json::Object(entries)) = inside {
        entries.push((last, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::results::{write_results, write_results_header, write_template};
    use crate::document::score::score_value;
    use overtrick_core::Facts;

    fn written(facts: &Facts, document: &Json) -> String {
        written_of(&games::find(facts.id).unwrap().into(), document)
    }

    fn written_of(game: &MatchGame, document: &Json) -> String {
        let mut bytes = Vec::new();
        write_results_header(game, &mut bytes).unwrap();
        write_results(game, document, None, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn all(facts: &Facts, text: &str) -> Result<Vec<ReadResults>, Vec<(FilePlace, Finding)>> {
        read_all(games::find(facts.id).map(MatchGame::from).as_ref(), text)
    }

    fn read_all(
        usual: Option<&MatchGame>,
        text: &str,
    ) -> Result<Vec<ReadResults>, Vec<(FilePlace, Finding)>> {
        let mut all = Vec::new();
        read_results(usual, text, |read, _| {
            all.push(read);
            true
        })?;
        Ok(all)
    }

    #[test]
    fn a_first_line_names_the_separator() {
        let facts = games::all()[0].facts;
        let plain = written(
            facts,
            &serde_json::from_str(games::all()[0].sample).unwrap(),
        );
        let whole = all(facts, &plain).unwrap();
        for named in ["sep=,\r\n", "\u{feff}SEP=,\n"] {
            let read = all(facts, &format!("{named}{plain}")).unwrap();
            assert_eq!(read[0].line, whole[0].line, "{named}");
            assert_eq!(read[0].row, whole[0].row + 1, "{named}");
        }
        // The commas in the title are not separators.
        let text = "sep=;\ndate;title;player.1;player.2\n2026-10-01;\"a, b, c, d\";Ann;Bo\n";
        let read = all(facts, text).unwrap();
        assert_eq!(read[0].line.text("title"), Some("a, b, c, d"));
    }

    #[test]
    fn an_unclosed_quote_is_reported_with_its_line() {
        let facts = games::all()[0].facts;
        let text = "title,notes\n\"a\nb\",it's 5\" wide\n\"\"\"c\"\"\",\"open\nd,e\n";
        let faults = all(facts, text).unwrap_err();
        assert_eq!(faults[0].0.line, 4);
        assert_eq!(faults[0].1.code, "unclosed-quote");
        assert!(all(facts, &text.replace("\"open", "\"open\"")).is_ok());
    }

    #[test]
    fn the_number_of_listed_faults_is_limited() {
        let facts = games::all()[0].facts;
        let strange = (0..6_000).map(|number| format!("x{number},"));
        let faults = all(facts, &strange.collect::<String>()).unwrap_err();
        assert_eq!(faults.len(), MAX_FINDINGS + 1);
        let (_, more) = faults.last().unwrap();
        assert_eq!(
            (&*more.code, &more.args),
            ("more-faults", &args![count: 5_900])
        );
        let rows = (0..6_000).map(|number| format!("x,{number}\n"));
        let rows = rows.collect::<String>();
        let differing = all(facts, &format!("match,title\n{rows}")).unwrap();
        assert_eq!(differing[0].faults.len(), MAX_FINDINGS + 1);
        let (_, more) = differing[0].faults.last().unwrap();
        assert_eq!(more.args, args![count: 5_899]);
    }

    #[test]
    fn the_number_of_cells_in_a_row_is_limited() {
        let facts = games::all()[0].facts;
        let most = usize::try_from(MAX_CELLS).unwrap();
        let wide = |cells: usize| ",".repeat(cells - 1);
        let refused = |text: &str| {
            let faults = all(facts, text).err().unwrap_or_default();
            let [(row, fault)] = &faults[..] else {
                panic!("{} faults", faults.len());
            };
            assert_eq!(fault.code, "too-many-columns");
            assert_eq!(fault.args, args![most: MAX_CELLS]);
            row.line
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
    fn the_sample_of_every_game_is_exported_and_imported_unchanged() {
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
    fn a_custom_game_is_exported_with_its_definition_and_imported_unchanged() {
        let bids = |ann: i64, bo: i64, cy: i64| {
            Json::object([("Ann", ann.into()), ("Bo", bo.into()), ("Cy", cy.into())])
        };
        let hand =
            |ann, bo, cy| Json::object([("bids", bids(1, 0, 1)), ("tricks", bids(ann, bo, cy))]);
        let document = Json::object([
            ("id", "friday".into()),
            ("players", ["Ann", "Bo", "Cy"].into_iter().collect()),
            ("game", "own".into()),
            ("definition", preset("wizard").unwrap()),
            ("hands", Json::List(vec![hand(0, 0, 1), hand(2, 0, 0)])),
        ]);
        assert!(score_value(document.clone()).is_ok());
        let game = MatchGame::new(&document).unwrap();
        let text = written_of(&game, &document);
        let read = read_all(None, &text).unwrap();
        assert_eq!(sorted(&read[0].line), sorted(&document), "{text}");
        // A file may contain only the id of a gallery game.
        let short = "game,match,player.1,player.2,player.3,bids.1,bids.2,bids.3,tricks.1,tricks.2,tricks.3\n\
                     Wizard,friday,Ann,Bo,Cy,1,0,1,0,0,1\n,friday,,,,1,0,1,2,0,0\n";
        let read = read_all(None, short).unwrap();
        assert_eq!(sorted(&read[0].line), sorted(&document));
        let named = short.replace("game,", "definition,");
        let read = read_all(None, &named).unwrap();
        assert_eq!(sorted(&read[0].line), sorted(&document));
        let unnamed = short.replace("game,", "notes,").replace("Wizard,", ",");
        let read = read_all(Some(&game), &unnamed).unwrap();
        assert_eq!(sorted(&read[0].line), sorted(&document));
    }

    #[test]
    fn a_file_has_one_custom_game_with_faults_at_its_cell() {
        let text = "definition,match,player.1\n{},x,Ann\n";
        let faults = read_all(None, text).unwrap_err();
        let column = Some("definition".to_owned());
        assert!(
            faults
                .iter()
                .all(|(place, _)| place.line == 2 && place.column == column)
        );
        assert_eq!(faults[0].1.code, "missing-field");
        let text = "definition,match,player.1\nwizard,x,Ann\nhearts,y,Ann\n";
        let read = read_all(None, text).unwrap();
        let (place, fault) = &read[1].faults[0];
        assert_eq!((place.line, &*fault.code), (3, "row-differs"));
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
    fn a_simple_spreadsheet_is_read() {
        let entry = games::all().iter().find(|entry| {
            let columns = columns(&MatchGame::from(*entry));
            let names: Vec<String> = columns.iter().map(Column::name).collect();
            names.contains(&"bids.1".to_owned()) && names.contains(&"dice.cards".to_owned())
        });
        let facts = entry.unwrap().facts;
        let text = "\u{feff}Date;title;player.1;player.2;bids.1;bids.2;tricks.1;tricks.2\n\
                    2026-11-19;Thursday;Ann;Bo;1;1;1;3\n;;;;1;1;2;3\n\n2026-11-26;Thursday;Ann;Bo;2;0;2;2\n";
        let read = all(facts, text).unwrap();
        let hands: Vec<usize> = read.iter().map(|one| one.hands.len()).collect();
        assert_eq!(hands, [2, 1]);
        assert_eq!(read[0].place_of("/hands/1/tricks").line, 3);
        assert!(score_value(read[1].line.clone()).is_ok());
        let strange = all(facts, "date,trics.1\n").unwrap_err();
        assert_eq!(
            (strange[0].0.line, &*strange[0].1.code),
            (1, "unknown-column")
        );
        let differs = all(
            facts,
            "match,date,player.1\nx,2026-11-19,Ann\nx,2026-11-20,Ann\n",
        );
        let differs = &differs.unwrap()[0].faults;
        assert_eq!((differs[0].0.line, &*differs[0].1.code), (3, "row-differs"));
    }
}
