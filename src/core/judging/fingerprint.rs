//! A short identifier of the rules of a match.

use serde::{Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{FactsOf, HouseRules};

/// Eight hexadecimal digits that identify a game, its scoring edition and its house rules in force. Two
/// matches with the same fingerprint have the same rules.
///
/// A [later](crate::HouseRuleOf::later) house rule counts only where it differs from its default, so that older
/// matches keep their fingerprint.
///
/// ```
/// use overtrick_core::judging::fingerprint;
/// use serde_json::json;
///
/// let facts = overtrick_games::all()[0].facts;
/// let print = |points: i64| fingerprint(facts, 1, &vec![("made_points", json!(points))]);
/// assert_eq!(print(5), print(5));
/// assert_ne!(print(5), print(6));
/// assert_eq!(print(5).len(), 8);
/// ```
pub fn fingerprint(facts: &FactsOf<'_>, edition: i64, rules: &HouseRules) -> String {
    let hashed = Hashed {
        game: facts.id,
        edition,
        options: Options(facts, rules),
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

struct Options<'a>(&'a FactsOf<'a>, &'a HouseRules);

impl Options<'_> {
    fn counts(&self, name: &str, value: &Value) -> bool {
        let is_default =
            |default| serde_json::from_str(default).is_ok_and(|usual: Value| usual == *value);
        let mut later = self.0.options.iter().filter(|rule| rule.later);
        !later.any(|rule| rule.field.name == name && is_default(rule.default))
    }
}

impl Serialize for Options<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let counting = self.1.iter();
        let counting = counting.filter(|(name, value)| self.counts(name, value));
        serializer.collect_map(counting.map(|(name, value)| (name, Sorted(value))))
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
    use crate::HouseRule;
    use crate::form::{Field, Kind};
    use serde_json::json;

    fn facts(id: &'static str, options: &'static [HouseRule]) -> FactsOf<'static> {
        FactsOf {
            id,
            name: "",
            author: "",
            source: "",
            players: (2, 2),
            halves: false,
            edition: 1,
            clauses: &[],
            options,
            record: &[],
            columns: &[],
            irregularities: &[],
            questions: &[],
        }
    }

    #[test]
    fn the_order_of_keys_within_a_house_rule_makes_no_difference() {
        let print = |text: &str| {
            let value: Value = serde_json::from_str(text).unwrap();
            fingerprint(&facts("one-game", &[]), 1, &vec![("rates", value)])
        };
        let one = print(r#"{"game": 1, "seven": 2}"#);
        assert_eq!(one, print(r#"{"seven": 2, "game": 1}"#));
        assert_ne!(one, print(r#"{"game": 2, "seven": 1}"#));
    }

    #[test]
    fn game_edition_and_house_rules_all_count() {
        let rules = vec![("made_points", json!(5))];
        let game = facts("one-game", &[]);
        let one = fingerprint(&game, 1, &rules);
        assert_eq!(one.len(), 8);
        assert_ne!(one, fingerprint(&game, 2, &rules));
        assert_ne!(one, fingerprint(&facts("other-game", &[]), 1, &rules));
        assert_ne!(one, fingerprint(&game, 1, &Vec::new()));
    }

    #[test]
    fn a_house_rule_that_came_later_counts_only_where_it_is_changed() {
        const LATER: &[HouseRule] = &[
            HouseRule::ours(Field::optional("old", Kind::Flag), "false", "g/old"),
            HouseRule::later_ours(Field::optional("new", Kind::Flag), "false", "g/new"),
        ];
        let game = facts("one-game", LATER);
        let print = |rules: &[(&'static str, bool)]| {
            let rules = rules.iter().map(|(name, value)| (*name, json!(value)));
            fingerprint(&game, 1, &rules.collect())
        };
        let before = print(&[("old", false)]);
        assert_eq!(print(&[("old", false), ("new", false)]), before);
        assert_ne!(print(&[("old", false), ("new", true)]), before);
        assert_ne!(print(&[("new", false)]), before);
    }
}
