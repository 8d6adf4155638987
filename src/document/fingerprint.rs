//! A short name for the rules that a match is played under.

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::rules::HouseRules;
use crate::rules::json::Json;

/// Eight characters that stand for a game, an edition of its scoring and its house rules in force:
/// the same on paper and in a match exactly if these are the same.
///
/// ```
/// use overtrick::document::{fingerprint, options_in_force};
/// let print = |options: &str| {
///     let text = format!(r#"{{"game": "brink-bid", "players": ["A", "B"], "options": {options}}}"#);
///     let (entry, rules) = options_in_force(text.as_bytes()).unwrap();
///     fingerprint(entry.facts.id, entry.facts.edition, &rules)
/// };
/// assert_eq!(print("{}"), print(r#"{"made_points": 5}"#));
/// assert_ne!(print("{}"), print(r#"{"made_points": 6}"#));
/// ```
pub fn fingerprint(game: &str, edition: i64, rules: &HouseRules) -> String {
    let rules = rules.iter();
    let rules = rules.map(|(key, value)| ((*key).to_owned(), in_order(value)));
    let named = Json::from([
        ("game", Json::from(game)),
        ("edition", Json::Int(edition)),
        ("options", Json::Object(rules.collect())),
    ]);
    let text = serde_json::to_string(&named).unwrap_or_default();
    let digest = Sha256::digest(text.as_bytes());
    let [first, second, third, fourth, ..] = digest.as_slice() else {
        return String::new();
    };
    let start = u32::from_be_bytes([*first, *second, *third, *fourth]);
    format!("{start:08x}")
}

/// A value with the keys of its objects in alphabetical order, however they were kept.
fn in_order(value: &Value) -> Json {
    match value {
        Value::Object(entries) => {
            let mut entries: Vec<(String, Json)> = entries
                .iter()
                .map(|(key, value)| (key.clone(), in_order(value)))
                .collect();
            entries.sort_by(|one, other| one.0.cmp(&other.0));
            Json::Object(entries)
        }
        Value::Array(items) => Json::List(items.iter().map(in_order).collect()),
        plain => serde_json::from_str(&plain.to_string()).unwrap_or(Json::Null),
    }
}
