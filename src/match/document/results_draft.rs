//! A match whose rows are being read from CSV.

use std::sync::Arc;

use csv::StringRecord;

use super::cells::{read, read_day, unguard};
use super::error_report::FilePlace;
use super::results_columns::{Column, GAME};
use super::results_places::FileColumns;
use overtrick_core::json::Json;
use overtrick_core::{Finding, MOST_FINDINGS, args};
use overtrick_games as games;

/// The match whose rows are being read.
#[derive(Default)]
pub struct Draft {
    pub(super) key: String,
    pub(super) row: u64,
    pub(super) columns: Arc<FileColumns>,
    pub(super) entries: Vec<(String, Json)>,
    pub(super) players: Vec<(usize, String)>,
    pub(super) hands: Vec<Json>,
    pub(super) rows: Vec<u64>,
    pub(super) faults: Vec<(FilePlace, Finding)>,
    /// The number of faults beyond those listed.
    pub(super) unlisted: usize,
}

impl Draft {
    /// Adds a row.
    pub(super) fn add(&mut self, row: u64, record: &StringRecord, common: &FileColumns) {
        let columns = self.columns.clone();
        let is_read = columns
            .columns
            .iter()
            .filter(|column| column.is_some())
            .count()
            > 1;
        let mut hand = Vec::new();
        let cells = columns.columns.iter().zip(record).enumerate();
        for (index, (column, text)) in cells.filter(|(_, (_, text))| !text.trim().is_empty()) {
            let place = || FilePlace {
                line: row,
                column: columns.names.get(index).cloned(),
            };
            match column {
                Some(Column::Match((_, GAME, ..))) => {
                    let game = games::meant(text).map_or(text.trim(), |entry| entry.facts.id);
                    self.of_match(place, GAME, game.into());
                }
                Some(Column::Match((_, key @ "played_on", ..))) => {
                    self.of_match(place, key, read_day(text));
                }
                Some(Column::Match((_, key, kind, _))) => {
                    self.of_match(place, key, read(kind, text));
                }
                Some(Column::Player(seat)) => self.seat(place, *seat, unguard(text).trim()),
                Some(column @ Column::Field { .. }) => hand.push((column.clone(), text.to_owned())),
                // Of a game that is not known, nothing else is read.
                None if is_read && common.columns[index].is_some() => self.stray(place()),
                Some(Column::Hand) | None => {}
            }
        }
        if !hand.is_empty() {
            let hand = self.record(&hand);
            self.hands.push(hand);
            self.rows.push(row);
        }
    }

    /// Records a value that concerns the whole match.
    fn of_match(&mut self, place: impl Fn() -> FilePlace, key: &str, value: Json) {
        let known = self.entries.iter().find(|(known, _)| known == key);
        match known {
            Some((_, known)) if *known != value => self.differs(place(), key),
            Some(_) => {}
            None => self.entries.push((key.to_owned(), value)),
        }
    }

    fn seat(&mut self, place: impl Fn() -> FilePlace, seat: usize, name: &str) {
        let known = self.players.iter().find(|(known, _)| *known == seat);
        match known {
            Some((_, known)) if known != name => self.differs(place(), &format!("player.{seat}")),
            Some(_) => {}
            None => self.players.push((seat, name.to_owned())),
        }
    }

    fn differs(&mut self, place: FilePlace, key: &str) {
        let first = i64::try_from(self.row).unwrap_or(i64::MAX);
        let args = args![key: key.to_owned(), line: first];
        self.refuse(place, || Finding::rule("row-differs", "", args));
    }

    /// Refuses a value in a column that only other games have.
    fn stray(&mut self, place: FilePlace) {
        let game = self.entries.first().and_then(|(_, game)| game.as_text());
        let key = place.column.clone().unwrap_or_default();
        let args = args![key: key, game: game.unwrap_or_default().to_owned()];
        self.refuse(place, || Finding::rule("column-of-another-game", "", args));
    }

    fn refuse(&mut self, place: FilePlace, fault: impl FnOnce() -> Finding) {
        if self.faults.len() >= MOST_FINDINGS {
            self.unlisted += 1;
        } else {
            self.faults.push((place, fault()));
        }
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
