//! Matches read from CSV, and where each fault of one stands in the file.

use std::sync::Arc;

use super::error_report::FilePlace;
use super::results_columns::Column;
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding};

/// A match from a CSV file.
#[derive(Debug, Clone)]
pub struct ReadResults {
    /// Its document; if it has an external id, an object with both.
    pub line: Json,
    /// The line on which the row of its first hand begins; line 1 has the column names.
    pub row: u64,
    /// The lines on which the rows of its hands begin.
    pub hands: Vec<u64>,
    /// The faults of the rows themselves.
    pub faults: Vec<(FilePlace, Finding)>,
    /// The keys of the document of which the file says nothing.
    pub unsaid: Vec<&'static str>,
    /// The seats of its players, with their names.
    pub(super) players: Vec<(usize, String)>,
    pub(super) columns: Arc<FileColumns>,
}

/// The columns of a file as one game has them.
#[derive(Debug, Default)]
pub struct FileColumns {
    /// Their names in the file.
    pub(super) names: Arc<[String]>,
    /// What they are in this game, if it has them.
    pub(super) columns: Vec<Option<Column>>,
}

impl FileColumns {
    /// The columns with these names, of which these are known.
    pub(super) fn new(names: &Arc<[String]>, known: &[Column]) -> FileColumns {
        let column = |name: &String| {
            let mut known = known.iter();
            known
                .find(|known| known.name().eq_ignore_ascii_case(name))
                .cloned()
        };
        FileColumns {
            names: names.clone(),
            columns: names.iter().map(column).collect(),
        }
    }

    /// The name of the first column that this is true of.
    pub(super) fn name(&self, is_it: impl Fn(&Column) -> bool) -> Option<String> {
        let mut all = self.names.iter().zip(&self.columns);
        let found = all.find(|(_, column)| column.as_ref().is_some_and(&is_it));
        found.map(|(name, _)| name.clone())
    }
}

impl ReadResults {
    /// Faults of the match at the places of their cells, or else of their rows.
    pub fn placed(&self, faults: Faults) -> Vec<(FilePlace, Finding)> {
        let placed = faults.into_iter().map(|mut fault| {
            if fault.code == "bad-date" {
                fault.message = Some("bad-date-csv".into());
            }
            if fault.pointer == "/definition" {
                fault.message = Some("own-csv".into());
            }
            (self.place_of(&fault.pointer), fault)
        });
        placed.collect()
    }

    /// The place of a fault with this pointer into the document.
    pub(super) fn place_of(&self, pointer: &str) -> FilePlace {
        let pointer = pointer.strip_prefix("/document").unwrap_or(pointer);
        let keys = pointer.split('/').skip(1);
        let keys = keys.map(|key| key.replace("~1", "/").replace("~0", "~"));
        let keys: Vec<String> = keys.collect();
        let number = |key: Option<&String>| key.and_then(|key| key.parse::<usize>().ok());
        let column = match keys.first().map(String::as_str) {
            None => None,
            Some("hands") => self
                .columns
                .name(|column| self.is_of_hand(column, &keys[2.min(keys.len())..])),
            Some("players") => {
                let player = number(keys.get(1)).and_then(|index| self.players.get(index));
                let is_it = |column: &Column| match (column, player) {
                    (Column::Player(seat), Some((known, _))) => seat == known,
                    (Column::Player(_), None) => true,
                    _ => false,
                };
                self.columns.name(is_it)
            }
            Some(key) => self
                .columns
                .name(|column| matches!(column, Column::Match((_, known, ..)) if *known == key)),
        };
        let hand = number(keys.get(1)).filter(|_| keys[0] == "hands");
        let row = hand.and_then(|index| self.hands.get(index));
        FilePlace {
            line: row.copied().unwrap_or(self.row),
            column,
        }
    }

    /// Whether a column has the field with these keys, or a part of it.
    fn is_of_hand(&self, column: &Column, keys: &[String]) -> bool {
        let Column::Field { path, seat, .. } = column else {
            return false;
        };
        let same = path.iter().zip(keys).all(|(key, known)| key == known);
        let player = keys.get(path.len());
        let is_its = |name: &String| match seat {
            None => true,
            Some(seat) => {
                let mut players = self.players.iter();
                players.any(|(known, player)| known == seat && player == name)
                    || *name == column.name()
            }
        };
        same && !keys.is_empty() && player.is_none_or(is_its)
    }
}
