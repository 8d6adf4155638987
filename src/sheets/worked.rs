//! The worked hand at the top of a pad: scored as any other, under the pad's own house rules.

use std::collections::BTreeMap;

use super::filled::fill;
use super::template::NUMBER;
use crate::document::{read_json, score};
use crate::games::Entry;
use crate::rules::json::Json;
use crate::rules::pad::{Row, Text, Value, letter};

/// The worked hand of a game for so many players, if it has one under these house rules.
pub fn worked(game: &Entry, options: &Json, seats: usize) -> Option<Row> {
    let Ok(Json::Object(by_count)) = read_json(game.worked) else {
        return None;
    };
    let by_count: BTreeMap<String, Json> = by_count.into_iter().collect();
    let Some(Json::Object(played)) = by_count.get(&seats.to_string()) else {
        return None;
    };
    let players: Json = (0..seats)
        .map(|seat| Json::from(letter(seat).as_str()))
        .collect();
    let mut document = vec![
        ("game".to_owned(), Json::from(game.facts.id)),
        ("players".to_owned(), players),
        ("options".to_owned(), options.clone()),
    ];
    document.extend(played.iter().cloned());
    let document = Json::Object(document);
    let scored = score(&serde_json::to_vec(&document).ok()?).ok()?;
    let pad = fill(game, options, &scored, document.list("hands")).ok()?;
    let mut rows = pad.rows.into_iter();
    let mut row = rows.find(|row| {
        row.seats
            .iter()
            .any(|values| values.iter().next().is_some())
    })?;
    (row.number, row.dealer) = (None, None);
    row.notes.clear();
    row.hand.set(NUMBER, Value::text(Text::message("example")));
    Some(row)
}
