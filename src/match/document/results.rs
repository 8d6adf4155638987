//! The results of matches as CSV, for export and import: one row per hand, and one column per field of a
//! hand's record. The definition of a custom game is in a separate column.
//!
//! Rows with the same text in the column `match` belong to the same match. Facts about the whole match must
//! be in its first row. If a field has a value for each player, each seat has its own column, counted from 1.
//! Corrections and the hand being played are not included; they are in the match document.

use std::io::{self, Write};
use std::sync::Arc;

use csv::{Terminator, WriterBuilder};

use super::cells::{guard_twice, write};
use super::error_report::FilePlace;
use super::score::score_value;
use crate::MatchGame;
use overtrick_core::form::{FieldOf, Kind, KindOf};
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding};
use overtrick_games::Entry;

/// Writes rows of CSV (RFC 4180).
///
/// # Errors
/// Errors of the writer.
pub fn write_csv(rows: impl IntoIterator<Item = Vec<String>>, out: impl Write) -> io::Result<()> {
    let mut writer = WriterBuilder::new();
    let mut writer = writer.terminator(Terminator::CRLF).from_writer(out);
    for row in rows {
        writer.write_record(row)?;
    }
    writer.flush()
}

/// Writes the names of the columns.
///
/// # Errors
/// Errors of the writer.
pub fn write_results_header(game: &MatchGame, out: impl Write) -> io::Result<()> {
    let names = columns(game).iter().map(Column::name).collect();
    write_csv([names], out)
}

/// Writes the rows of a match. Text that a spreadsheet might interpret as a formula is preceded by an
/// apostrophe.
///
/// # Errors
/// Errors of the writer.
pub fn write_results(
    game: &MatchGame,
    document: &Json,
    external_id: Option<&str>,
    out: impl Write,
) -> io::Result<()> {
    let columns = columns(game);
    let rows = 0..document.list("hands").len().max(1);
    game.with_record(|fields| {
        let rows = rows.map(|index| {
            let cells = columns.iter();
            let cells = cells.map(|column| cell(column, fields, document, external_id, index));
            cells.collect()
        });
        write_csv(rows, out)
    })
}

fn cell(
    column: &Column,
    fields: &[FieldOf<'_>],
    document: &Json,
    external_id: Option<&str>,
    index: usize,
) -> String {
    let player = |seat: usize| document.list("players").get(seat - 1)?.as_text();
    match column {
        Column::Match((_, _, _, everywhere)) if index > 0 && !everywhere => String::new(),
        Column::Match((_, "external_id", ..)) => external_id.map_or_else(String::new, guard_twice),
        Column::Match((_, key, kind, _)) => {
            let value = document.get(key);
            value.map_or_else(String::new, |value| write(kind, value))
        }
        Column::Player(seat) => player(*seat).map_or_else(String::new, guard_twice),
        Column::Hand if document.list("hands").is_empty() => String::new(),
        Column::Hand => (index + 1).to_string(),
        Column::Field { path, seat } => {
            let value = || {
                let hand = document.list("hands").get(index)?;
                let value = path.iter().try_fold(hand, |value, key| value.get(key))?;
                match seat {
                    None => Some(value),
                    Some(seat) => value.get(player(*seat)?),
                }
            };
            let kind = kind_at(fields, path, seat.is_some());
            value().map_or_else(String::new, |value| write(&kind, value))
        }
    }
}

/// Writes the column names of a game and an example: a hand of the sample match, without auction and play if possible.
///
/// # Errors
/// Errors of the writer.
pub fn write_template(entry: &'static Entry, mut out: impl Write) -> io::Result<()> {
    let mut sample: Json = serde_json::from_str(entry.sample)?;
    let hands = sample.list("hands").to_vec();
    for key in ["adjustments", "finished", "current", "history", "id"] {
        sample.take(key);
    }
    let with_hand = |hand: Json| {
        let mut document = sample.clone();
        document.set("hands", Json::List(vec![hand]));
        document
    };
    let mut documents: Vec<Json> = hands.into_iter().map(with_hand).collect();
    documents.retain(|document| score_value(document.clone()).is_ok());
    let is_simple = |document: &&Json| {
        let hand = &document.list("hands")[0];
        let mut longer = ["auction", "calls", "play"].into_iter();
        longer.all(|key| hand.get(key).is_none())
    };
    let example = documents.iter().find(is_simple).or(documents.first());
    write_results_header(&entry.into(), &mut out)?;
    match example {
        Some(document) => write_results(&entry.into(), document, None, out),
        None => Ok(()),
    }
}

/// A column about the match: its name, its key in the document, its kind, and whether every row repeats its value.
pub type MatchColumn = (&'static str, &'static str, Kind, bool);

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
pub enum Column {
    /// A column about the match.
    Match(MatchColumn),
    /// The name of the player in a seat.
    Player(usize),
    /// The number of the hand, which is ignored when reading.
    Hand,
    /// A field of the record, or a field of an object in it. If a seat is given, the column has the value of
    /// the player in it.
    Field {
        /// The keys that lead to the field.
        path: Vec<String>,
        /// The seat, from 1.
        seat: Option<usize>,
    },
}

/// The name of the column with the game of a match, and its key in the document.
pub const GAME: &str = "game";
/// The name of the column with the definition of a custom game, and its key in the document.
pub const DEFINITION: &str = "definition";

impl Column {
    /// Whether this is the match column with this key in the document.
    pub(super) fn is_key(&self, key: &str) -> bool {
        matches!(self, Column::Match((_, known, ..)) if *known == key)
    }

    /// The column with the game of a match, for files with several games.
    pub const GAME: Column = Column::Match((GAME, GAME, Kind::Text, true));
    /// The column with the definition of a custom game.
    pub const DEFINITION: Column = Column::Match((DEFINITION, DEFINITION, Kind::Any, false));

    /// Returns its name in the first row.
    pub fn name(&self) -> String {
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

/// Returns the columns of a game.
pub fn columns(game: &MatchGame) -> Vec<Column> {
    let seats = 1..=game.players().1;
    let mut columns: Vec<Column> = BEFORE.iter().copied().map(Column::Match).collect();
    columns.extend(seats.clone().map(Column::Player));
    columns.push(Column::Hand);
    game.with_record(|fields| {
        for (path, kind) in columns_of_record(fields) {
            let path: Vec<String> = path.into_iter().map(str::to_owned).collect();
            match kind {
                KindOf::PerPlayer(inner) if is_plain(inner) => {
                    columns.extend(seats.clone().map(|seat| Column::Field {
                        path: path.clone(),
                        seat: Some(seat),
                    }));
                }
                _ => columns.push(Column::Field { path, seat: None }),
            }
        }
    });
    columns.extend(AFTER.iter().copied().map(Column::Match));
    columns.extend(game.definition().map(|_| Column::DEFINITION));
    columns
}

/// Returns the keys and the kind of each field of a record. An object is replaced by its fields.
pub(super) fn columns_of_record<'f>(fields: &[FieldOf<'f>]) -> Vec<(Vec<&'f str>, KindOf<'f>)> {
    let mut columns = Vec::new();
    for field in fields {
        match field.kind {
            KindOf::Object(inner) => {
                columns.extend(inner.iter().map(|it| (vec![field.name, it.name], it.kind)));
            }
            kind => columns.push((vec![field.name], kind)),
        }
    }
    columns
}

/// Returns the kind of the value at this path in a record or, with `per_player`, the kind of one player's value.
pub(super) fn kind_at<'f>(
    fields: &'f [FieldOf<'f>],
    path: &[String],
    per_player: bool,
) -> KindOf<'f> {
    let mut keys = path.iter();
    let kind = keys.try_fold(KindOf::Object(fields), |kind, key| match kind {
        KindOf::Object(fields) => Some(fields.iter().find(|field| field.name == key)?.kind),
        _ => None,
    });
    match kind {
        Some(KindOf::PerPlayer(inner)) if per_player => *inner,
        kind => kind.unwrap_or(KindOf::Any),
    }
}

fn is_plain(kind: &KindOf<'_>) -> bool {
    !matches!(
        kind,
        KindOf::Any | KindOf::PerPlayer(_) | KindOf::List(_) | KindOf::Object(_) | KindOf::OneOf(_)
    )
}

/// A match from a CSV file.
#[derive(Debug, Clone, Default)]
pub struct ReadResults {
    /// Its document, or an object with its document and its external id if it has one.
    pub line: Json,
    /// The line on which the row of its first hand begins; line 1 has the column names.
    pub row: u64,
    /// The lines on which the rows of its hands begin.
    pub hands: Vec<u64>,
    /// The faults found while reading the rows.
    pub faults: Vec<(FilePlace, Finding)>,
    /// The keys of the document for which the file has no column.
    pub absent: Vec<&'static str>,
    /// The seats of its players, with their names.
    pub(super) players: Vec<(usize, String)>,
    pub(super) columns: Arc<FileColumns>,
}

/// The names of a file's columns, each with the matching column of a game, or `None` if the game has none.
pub type FileColumns = [(String, Option<Column>)];

/// Matches the names of a file's columns with the known columns.
pub(super) fn matched<'n>(
    names: impl Iterator<Item = &'n str>,
    known: &[Column],
) -> Arc<FileColumns> {
    let column = |name: &str| {
        let is_it = |known: &&Column| known.name().eq_ignore_ascii_case(name);
        (name.to_owned(), known.iter().find(is_it).cloned())
    };
    names.map(column).collect()
}

impl ReadResults {
    /// Returns faults of the match with their places in the file: the cell if it is known, otherwise the row.
    pub fn placed(&self, faults: Faults) -> Vec<(FilePlace, Finding)> {
        let placed = faults.into_iter().map(|mut fault| {
            if fault.code == "bad-date" {
                fault.message = Some("bad-date-csv".into());
            }
            if fault.pointer == "/definition" && fault.code == "missing-field" {
                fault.message = Some("own-csv-definition".into());
            }
            (self.place_of(&fault.pointer), fault)
        });
        placed.collect()
    }

    /// Returns the place of a fault with this pointer into the document.
    pub(super) fn place_of(&self, pointer: &str) -> FilePlace {
        let pointer = pointer.strip_prefix("/document").unwrap_or(pointer);
        let keys = pointer.split('/').skip(1);
        let keys = keys.map(|key| key.replace("~1", "/").replace("~0", "~"));
        let keys: Vec<String> = keys.collect();
        let (hand, keys) = match &keys[..] {
            [list, index, keys @ ..] if list == "hands" => (index.parse().ok(), keys),
            keys => (None, keys),
        };
        let is_it = |column: &Column| {
            let is_of_hand = matches!(column, Column::Field { .. });
            let known = self.keys_of(column);
            // If a column's player is unknown, the key of the value is the name of the column.
            let is_same = |(known, key): (&String, &String)| known == key || *key == column.name();
            let mut both = known.iter().zip(keys);
            is_of_hand == hand.is_some() && !keys.is_empty() && both.all(is_same)
        };
        let mut columns = self.columns.iter();
        let column = columns.find(|(_, column)| column.as_ref().is_some_and(is_it));
        let row = hand.and_then(|index: usize| self.hands.get(index));
        FilePlace {
            line: row.copied().unwrap_or(self.row),
            column: column.map(|(name, _)| name.clone()),
        }
    }

    /// Returns the keys of a column's value in the document, or in the record of a hand.
    pub(super) fn keys_of(&self, column: &Column) -> Vec<String> {
        let player = |seat: &usize| self.players.iter().position(|(known, _)| known == seat);
        match column {
            Column::Match((_, key, ..)) => vec![(*key).to_owned()],
            Column::Player(seat) => {
                let index = player(seat).map_or_else(String::new, |index| index.to_string());
                vec!["players".to_owned(), index]
            }
            Column::Hand => vec![column.name()],
            Column::Field { path, seat } => {
                let name = seat.map(|seat| match player(&seat) {
                    Some(index) => self.players[index].1.clone(),
                    // Judging refuses this key.
                    None => column.name(),
                });
                path.iter().cloned().chain(name).collect()
            }
        }
    }
}
