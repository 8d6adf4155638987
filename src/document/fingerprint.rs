//! A short name for the rules that a match is played under.

use serde::{Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::rules::HouseRules;

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
    let named = Named {
        game,
        edition,
        options: Options(rules),
    };
    let text = serde_json::to_vec(&named).unwrap_or_default();
    let digest = Sha256::digest(&text);
    let [first, second, third, fourth, ..] = digest.as_slice() else {
        return String::new();
    };
    let start = u32::from_be_bytes([*first, *second, *third, *fourth]);
    format!("{start:08x}")
}

/// What a fingerprint stands for.
#[derive(Serialize)]
struct Named<'a> {
    game: &'a str,
    edition: i64,
    options: Options<'a>,
}

struct Options<'a>(&'a HouseRules);

impl Serialize for Options<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, InOrder(value))))
    }
}

/// A value with the keys of its objects in alphabetical order, however they were kept.
struct InOrder<'a>(&'a Value);

impl Serialize for InOrder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(entries) => {
                let mut entries: Vec<(&String, &Value)> = entries.iter().collect();
                entries.sort_by_key(|(key, _)| *key);
                let entries = entries.into_iter();
                serializer.collect_map(entries.map(|(key, value)| (key, InOrder(value))))
            }
            Value::Array(items) => serializer.collect_seq(items.iter().map(InOrder)),
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
            fingerprint("mariash", 1, &vec![("rates", value)])
        };
        let one = print(r#"{"game": 1, "seven": 2}"#);
        assert_eq!(one, print(r#"{"seven": 2, "game": 1}"#));
        assert_ne!(one, print(r#"{"game": 2, "seven": 1}"#));
    }

    #[test]
    fn game_edition_and_house_rules_all_count() {
        let rules = vec![("made_points", json!(5))];
        let one = fingerprint("brink-bid", 1, &rules);
        assert_eq!(one.len(), 8);
        assert_ne!(one, fingerprint("brink-bid", 2, &rules));
        assert_ne!(one, fingerprint("mariash", 1, &rules));
        assert_ne!(one, fingerprint("brink-bid", 1, &Vec::new()));
    }
}
