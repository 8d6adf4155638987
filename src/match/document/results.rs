//! A game's simple results as CSV, for export and import: one row per hand, with the fields of the game's
//! record as columns.
//!
//! The rows with the same text in the column `match` form a match. Facts about the whole match must be in its
//! first row. A player's value of a field is in the column of the player's seat, counted from 1. Corrections
//! and the hand being played are not included; they are in the match document.

use std::io::{self, Write};

use csv::{Terminator, WriterBuilder};

use super::cells::{guard_twice, write};
use super::results_columns::{Column, columns, results_header};
use super::score::score_value;
use overtrick_core::Facts;
use overtrick_core::json::Json;
use overtrick_games::Entry;

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
/// Errors of the writer.
pub fn write_results_header(facts: &Facts, out: impl Write) -> io::Result<()> {
    write_csv(&[results_header(facts)], out)
}

/// Writes the rows of a match. Text that a spreadsheet might interpret as a formula is preceded by an
/// apostrophe.
///
/// # Errors
/// Errors of the writer.
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

/// The columns of a game with examples: a hand of the game's sample match, and a simple one if there is one.
///
/// # Errors
/// Errors of the writer.
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
