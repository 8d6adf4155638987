//! The worked hand at the top of a pad: scored as any other, under the pad's own house rules.

use super::filled_pad::fill;
use crate::layout::template::NUMBER;
use overtrick_core::json::Json;
use overtrick_core::pad::{Row, Text, Value, letter};
use overtrick_games::{Entry, PadRules};
use overtrick_match::document::{read_json, score};

/// The worked hand of a game for so many players, if it has one under these house rules.
///
/// The players of a game's `worked.json` are called by the letters of their seats.
pub fn worked(game: &Entry, rules: &dyn PadRules, options: &Json, names: &[String]) -> Option<Row> {
    let by_count = read_json(game.worked).ok()?;
    let Some(Json::Object(played)) = by_count.get(&names.len().to_string()) else {
        return None;
    };
    let players: Json = names.iter().map(|name| Json::from(name.as_str())).collect();
    let mut document = vec![
        ("game".to_owned(), Json::from(game.facts.id)),
        ("players".to_owned(), players),
        ("options".to_owned(), options.clone()),
    ];
    let played = played.iter().cloned();
    document.extend(played.map(|(key, value)| (key, named(value, names))));
    let document = Json::Object(document);
    let scored = score(&serde_json::to_vec(&document).ok()?).ok()?;
    let pad = fill(rules, &scored, document.list("hands"));
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

/// A value with the names of the players instead of the letters of their seats.
fn named(value: Json, names: &[String]) -> Json {
    let name = |text: String| {
        let seat = (0..names.len()).find(|seat| letter(*seat) == text);
        seat.and_then(|seat| names.get(seat).cloned())
            .unwrap_or(text)
    };
    match value {
        Json::Text(text) => Json::Text(name(text)),
        Json::List(items) => items.into_iter().map(|item| named(item, names)).collect(),
        Json::Object(entries) => {
            let entries = entries.into_iter();
            Json::Object(
                entries
                    .map(|(key, value)| (name(key), named(value, names)))
                    .collect(),
            )
        }
        other => other,
    }
}
