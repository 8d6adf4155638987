//! A short identifier of the rules of a match.

use serde::{Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::HouseRules;

/// Eight hexadecimal digits that identify a game, its scoring edition and its house rules in force. Two
/// matches with the same fingerprint have the same rules.
///
/// ```
/// use overtrick_core::judging::fingerprint;
/// use serde_json::json;
///
/// let print = |points: i64| fingerprint("a-game", 1, &vec![("made_points", json!(points))]);
/// assert_eq!(print(5), print(5));
/// assert_ne!(print(5), print(6));
/// assert_eq!(print(5).len(), 8);
/// ```
pub fn fingerprint(game: &str, edition: i64, rules: &HouseRules) -> String {
    let hashed = Hashed {
        game,
        edition,
        options: Options(rules),
    };
    let mut text = Vec::with_capacity(1024);
    if serde_json::to_writer(&mut text, &hashed).is_err() {
        return String::new();
    }
    let digest = Sha256::digest(&text);
    let [first, second, third, fourth, ..] = digest.as_slice() else {
        return String::new();
    };
    let start = u32::from_be_bytes([*first, *second, *third, *fourth]);
    format!("{start:08x}")
}

/// The JSON that is hashed.
#[derive(Serialize)]
struct Hashed<'a> {
    game: &'a str,
    edition: i64,
    options: Options<'a>,
}

struct Options<'a>(&'a HouseRules);

impl Serialize for Options<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, Sorted(value))))
    }
}

/// A value with the keys of its objects sorted.
struct Sorted<'a>(&'a Value);

impl Serialize for Sorted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(entries) => {
                let mut entries: Vec<(&String, &Value)> = entries.iter().collect();
                entries.sort_by_key(|(key, _)| *key);
                let entries = entries.into_iter();
                serializer.collect_map(entries.map(|(key, value)| (key, Sorted(value))))
            }
            Value::Array(items) => serializer.collect_seq(items.iter().map(Sorted)),
            plain => plain.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_order_of_keys_within_a_house_rule_makes_no_difference() {
        let print = |text: &str| {
            let value: Value = serde_json::from_str(text).unwrap();
            fingerprint("one-game", 1, &vec![("rates", value)])
        };
        let one = print(r#"{"game": 1, "seven": 2}"#);
        assert_eq!(one, print(r#"{"seven": 2, "game": 1}"#));
        assert_ne!(one, print(r#"{"game": 2, "seven": 1}"#));
    }

    #[test]
    fn game_edition_and_house_rules_all_count() {
        let rules = vec![("made_points", json!(5))];
        let one = fingerprint("one-game", 1, &rules);
        assert_eq!(one.len(), 8);
        assert_ne!(one, fingerprint("one-game", 2, &rules));
        assert_ne!(one, fingerprint("other-game", 1, &rules));
        assert_ne!(one, fingerprint("one-game", 1, &Vec::new()));
    }
}
