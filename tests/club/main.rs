//! Clubs: worked examples, faults of documents, and a second computation that is slow and simple.

#![expect(clippy::disallowed_methods, reason = "a test reads files")]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    reason = "numbers of tests are small"
)]

mod documents;
mod equal;
mod generated;
mod properties;
#[path = "../support/random.rs"]
mod random;
mod slow;
mod statistics;
mod totals;
mod worked;

use overtrick_core::json::Json;
use overtrick_own::{preset, read_file};
use serde_json::{Value, json};

use overtrick_club::{Club, ClubMatch, SeasonTable, read, read_line};

/// Reads a club document.
fn club(document: &Value) -> Club {
    read(document.to_string().as_bytes()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// Reads the matches in the lines of an export.
fn matches(lines: &[Value]) -> Vec<ClubMatch> {
    let read = |line: &Value| {
        let json: Json = serde_json::from_str(&line.to_string()).unwrap();
        read_line(&json).unwrap_or_else(|faults| panic!("{line}: {faults:#?}"))
    };
    lines.iter().filter_map(read).collect()
}

/// The table of the first season.
fn table(club: &Club, matches: &[ClubMatch], after: Option<&str>) -> SeasonTable {
    let season = &club.seasons[0];
    club.table(season, matches, after).unwrap()
}

/// The definition of a preset as JSON.
fn definition(name: &str) -> Value {
    let json = read_file(preset(name).unwrap()).unwrap().json;
    serde_json::to_value(&json).unwrap()
}

/// A finished match of the preset `points`, without hands.
fn totals(id: &str, evening: &str, players: &[(&str, f64)]) -> Value {
    totals_of(
        id,
        evening,
        &json!({ "game": "own", "definition": definition("points") }),
        players,
    )
}

/// A finished match without hands, whose totals are adjustments.
fn totals_of(id: &str, evening: &str, game: &Value, players: &[(&str, f64)]) -> Value {
    let mut document = game.clone();
    let names: Vec<&str> = players.iter().map(|(name, _)| *name).collect();
    let number = |points: f64| {
        if points.fract() == 0.0 {
            json!(points.round() as i64)
        } else {
            json!(points)
        }
    };
    let adjustments: Vec<Value> = players
        .iter()
        .map(|(name, points)| {
            json!({ "after_hand": 0, "player": name, "points": number(*points), "reason": "total" })
        })
        .collect();
    document["id"] = json!(id);
    document["players"] = json!(names);
    document["hands"] = json!([]);
    document["adjustments"] = json!(adjustments);
    document["finished"] = json!(true);
    json!({ "document": document, "metadata": { "evening": evening, "round": 1, "table": 1 } })
}
