//! What a camera reads of a pad: every record is told by its boxes and digits.

use serde_json::{Value, json};

use overtrick_core::json::Json;
use overtrick_core::scan::find;
use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_paper::requests::{PadPlayers, PadRequest};
use overtrick_paper::sheets::{Marked, ScanLayout, ScanMarks, ScanRecord, scan_layout};

use crate::support::{scored, scores};

/// The fields that say otherwise what a pad says in numbers, and those that are no part of it.
const LEFT_OUT: [&str; 9] = [
    "auction",
    "calls",
    "play",
    "pile",
    "pile_counts",
    "stakes",
    "dealer",
    "note",
    "irregularities",
];

/// Writes every record of a match onto a pad for a camera, reads it again and compares; what is scored of it must be
/// the same, and every total must have its wells.
pub fn check_scan(document: &Value) {
    let players: Vec<String> = serde_json::from_value(document["players"].clone()).unwrap();
    let game = games::find(document["game"].as_str().unwrap()).unwrap();
    let options: Json = serde_json::from_value(document["options"].clone()).unwrap_or(Json::EMPTY);
    let request = PadRequest {
        players: PadPlayers::Count(players.len()),
        options: if options == Json::Null {
            Json::EMPTY
        } else {
            options
        },
        scan: true,
        ..PadRequest::new(game, Language::english())
    };
    let layout = scan_layout(&request).unwrap_or_else(|error| panic!("{error:?}\n{document}"));
    let rows = layout.pages.iter().flat_map(|page| &page.rows);
    let records: Vec<&ScanRecord> = rows.flat_map(|row| &row.records).collect();
    let mut read_again = document.clone();
    let mut is_whole = true;
    for (index, hand) in document["hands"].as_array().unwrap().iter().enumerate() {
        let mut written = hand.clone();
        let entries = written.as_object_mut().unwrap();
        for key in LEFT_OUT {
            is_whole &= entries.remove(key).is_none();
        }
        let record = record_of(&records, &players, &written, index);
        let json: Json = serde_json::from_value(written.clone()).unwrap();
        let marks = record.mark(&players, &json);
        let marks = marks.unwrap_or_else(|| panic!("it does not go in: {written}"));
        let read = record.read(&layout, &players, &marks);
        let read = serde_json::to_value(read.unwrap_or(Json::EMPTY)).unwrap();
        assert_eq!(plain(&read), plain(&written), "{marks:?}");
        read_again["hands"][index] = read;
    }
    let result = scored(document);
    if is_whole {
        assert_eq!(scores(&scored(&read_again)), scores(&result));
    }
    check_totals(&layout, &players, &scores(&result));
}

/// The cells into which a record is written: those of its player and row, or of any row.
fn record_of<'a>(
    records: &[&'a ScanRecord],
    players: &[String],
    written: &Value,
    index: usize,
) -> &'a ScanRecord {
    let json: Json = serde_json::from_value(written.clone()).unwrap();
    let mut own = records.iter().filter(|record| {
        let name = record.seat.map(|seat| players[seat].as_str());
        let mut always = record.always.iter();
        always.all(|said| find(&json, said.field, name) == Some(&said.said(name, None)))
    });
    match own.clone().count() {
        1 => own.next().unwrap(),
        _ => records[index % records.len()],
    }
}

/// A record without what is nothing: no flag that is not set, no doubling of none, no trump.
fn plain(value: &Value) -> Value {
    let is_nothing = |key: &str, value: &Value| {
        [json!(false), json!([]), json!({})].contains(value)
            || ["doubles", "extra_tricks", "foregone"].contains(&key) && value.as_f64() == Some(0.0)
            || key == "trump" && *value == json!("no-trump")
    };
    match value {
        Value::Object(entries) => {
            let entries = entries
                .iter()
                .map(|(key, value)| (key.clone(), plain(value)));
            entries
                .filter(|(key, value)| !is_nothing(key, value))
                .collect()
        }
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(plain).collect();
            items.sort_by_key(Value::to_string);
            items.into()
        }
        Value::Number(number) => json!(number.as_f64()),
        other => other.clone(),
    }
}

/// Every total, and whether it is a loss or ends in a half, can be written.
fn check_totals(layout: &ScanLayout, players: &[String], hands: &[Vec<(String, f64)>]) {
    let rows = layout.pages.iter().flat_map(|page| &page.rows);
    let entries = rows
        .flat_map(|row| &row.records)
        .flat_map(|record| &record.entries);
    for (seat, name) in players.iter().enumerate() {
        let mut entries = entries.clone();
        let entry = entries.find(|entry| entry.key == "total" && entry.seat == Some(seat));
        let ScanMarks::Number {
            wells, minus, half, ..
        } = &entry.unwrap().marks
        else {
            panic!("a total is a number");
        };
        let mut total = 0.0;
        for hand in hands {
            total += hand.iter().find(|(known, _)| known == name).unwrap().1;
            let marked = Marked::of_number(&Json::Float(total), wells.len());
            let marked = marked.unwrap_or_else(|| panic!("{total} in {} wells", wells.len()));
            assert!(minus.is_some() || !marked.minus, "{total}");
            assert!(half.is_some() || !marked.half, "{total}");
        }
    }
}
