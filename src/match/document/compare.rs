//! House rules in the form `name=value`, and the comparison of a match under two sets of house rules.

use super::score::score;
use crate::MatchGame;
use crate::lang::Language;
use overtrick_core::form::{Field, Kind, Reading};
use overtrick_core::json::Json;
use overtrick_core::judging::Scored;
use overtrick_core::{Facts, Finding, HouseRule, Name, limited};
use overtrick_own::Definition;

/// A match scored with its own house rules and with other house rules.
#[derive(Debug)]
pub struct Comparison {
    /// The match scored with the house rules of the document.
    pub one: Scored,
    /// The match scored with the other house rules.
    pub other: Scored,
    /// The index of the first hand whose scores or totals differ.
    pub first_difference: Option<usize>,
    /// The clauses of the changed house rules, in the game's order.
    pub clauses: Vec<RuleClause>,
}

/// A clause that a house rule changes.
#[derive(Debug, Clone)]
pub struct RuleClause {
    /// Its id.
    pub id: Name,
    /// Whether this project chose the default because the rulebook is silent.
    pub ours: bool,
    /// Its text in the definition of a custom game; `None` if the language files have the text.
    text: Option<Name>,
}

impl RuleClause {
    /// Returns the clause in a language.
    pub fn in_words(&self, language: &Language) -> String {
        match &self.text {
            Some(text) => language.named(text),
            None => language.text("clause", &self.id),
        }
    }
}

/// Scores a document again with changed options. `one` is the result with the options of the document.
///
/// # Errors
/// Unknown house rules; if there are none, the faults of the document with the changed options. Names are checked
/// before options are merged, so the merged options cannot have more entries than the game has house rules.
pub fn compare(
    one: Scored,
    document: &Json,
    options: &[(String, Json)],
) -> Result<Comparison, Vec<Finding>> {
    let game = MatchGame::new(document)?;
    let own = game.definition().map(AsRef::as_ref);
    refuse_unknown_names(&one, own, options)?;
    let mut document = document.clone();
    merge(&mut document, "options", Json::Object(options.to_vec()));
    let document = serde_json::to_vec(&document).unwrap_or_default();
    let other = score(&document)?;
    let mut pairs = one.hands.iter().zip(&other.hands);
    let first_difference =
        pairs.position(|(one, other)| one.scores != other.scores || one.totals != other.totals);
    Ok(Comparison {
        clauses: clauses(&one, own, options),
        one,
        other,
        first_difference,
    })
}

/// Returns the clauses of these house rules, without duplicates.
fn clauses(one: &Scored, own: Option<&Definition>, options: &[(String, Json)]) -> Vec<RuleClause> {
    let changed = |name: &str| options.iter().any(|(key, _)| key == name);
    let Some(own) = own else {
        let rules = one.facts.options.iter();
        let rules = rules.filter(|rule| changed(rule.field.name));
        let clause = |rule: &HouseRule| RuleClause {
            id: rule.clause.into(),
            ours: rule.ours,
            text: None,
        };
        return rules.map(clause).collect();
    };
    let mut clauses: Vec<RuleClause> = Vec::new();
    for (name, _) in own.option_labels().filter(|(name, _)| changed(name)) {
        if let Some((id, text)) = own.option_clause(name)
            && clauses.iter().all(|known| known.id != id)
        {
            clauses.push(RuleClause {
                id,
                ours: false,
                text: Some(text.clone()),
            });
        }
    }
    clauses
}

fn refuse_unknown_names(
    one: &Scored,
    own: Option<&Definition>,
    options: &[(String, Json)],
) -> Result<(), Vec<Finding>> {
    let mut reading = Reading::default();
    match own {
        Some(own) => own.with_option_fields(|fields| {
            reading.read_object(fields, options.to_vec(), "/options");
        }),
        None => {
            let fields: Vec<Field> = one.facts.options.iter().map(|rule| rule.field).collect();
            reading.read_object(&fields, options.to_vec(), "/options");
        }
    }
    // Faults that are not listed may include unknown names.
    let mut codes = reading.findings.iter().map(|finding| &*finding.code);
    if codes.any(|code| ["unknown-field", "too-many-entries", "more-faults"].contains(&code)) {
        return Err(limited(reading.findings));
    }
    Ok(())
}

/// Sets the value of a key. If the value is an object, its keys are set one by one.
fn merge(object: &mut Json, key: &str, value: Json) {
    match (object.get(key).cloned().unwrap_or(Json::EMPTY), value) {
        (mut merged @ Json::Object(_), Json::Object(keys)) => {
            for (key, value) in keys {
                merge(&mut merged, &key, value);
            }
            object.set(key, merged);
        }
        (_, value) => object.set(key, value),
    }
}

/// Reads a house rule such as `limit=500` as its name and value; `None` without a `=`.
///
/// If the rule takes a list, the value is a JSON list or items separated by commas. Any other value is read
/// as JSON, or as text if it is not JSON. A key within an object is written after a dot: `rates.seven=3`.
pub fn read_option(facts: &Facts, text: &str) -> Option<(String, Json)> {
    let (key, value) = text.split_once('=')?;
    let options: Vec<Field> = facts.options.iter().map(|rule| rule.field).collect();
    let Some((name, inner)) = key.split_once('.') else {
        let value = read_value(&kind_of(&options, key), value);
        return Some((key.to_owned(), value));
    };
    let kind = match kind_of(&options, name) {
        Kind::Object(fields) => kind_of(fields, inner),
        _ => Kind::Any,
    };
    let value = Json::object([(inner, read_value(&kind, value))]);
    Some((name.to_owned(), value))
}

fn kind_of(fields: &[Field], name: &str) -> Kind {
    let field = fields.iter().find(|field| field.name == name);
    field.map_or(Kind::Any, |field| field.kind)
}

/// Reads a value. A list is a JSON list or items separated by commas. Any other value is read as JSON, or as
/// text if it is not JSON.
fn read_value(kind: &Kind, value: &str) -> Json {
    match (serde_json::from_str(value), kind) {
        (Ok(json), Kind::List(_)) if matches!(json, Json::List(_) | Json::Null) => json,
        (_, Kind::List(kind)) => {
            let items = value.split(',').map(str::trim);
            items.map(|item| read_value(kind, item)).collect()
        }
        (Ok(json), _) => json,
        (Err(_), _) => Json::from(value),
    }
}

/// Collects house rules in one object. If a rule occurs more than once with objects, their keys are merged.
pub fn options_object(options: &[(String, Json)]) -> Json {
    let mut entries: Vec<(String, Json)> = Vec::new();
    for (key, value) in options {
        match (entries.iter_mut().find(|(name, _)| name == key), value) {
            (Some((_, Json::Object(object))), Json::Object(more)) => {
                object.extend(more.iter().cloned());
            }
            (Some((_, before)), value) => *before = value.clone(),
            (None, value) => entries.push((key.clone(), value.clone())),
        }
    }
    Json::Object(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_key_by_key() {
        let text = r#"{"options": {"rates": {"game": 1, "seven": 2}, "silent": true}}"#;
        let mut document: Json = serde_json::from_str(text).unwrap();
        let rates = Json::object([("seven", Json::Int(3))]);
        let options = Json::object([("rates", rates), ("limit", Json::Int(500))]);
        merge(&mut document, "options", options);
        let text = r#"{"options":{"rates":{"game":1,"seven":3},"silent":true,"limit":500}}"#;
        assert_eq!(serde_json::to_string(&document).unwrap(), text);
    }

    #[test]
    fn values_are_read_by_the_kind_of_their_field() {
        let read = |kind: &Kind, value| serde_json::to_string(&read_value(kind, value)).unwrap();
        assert_eq!(read(&Kind::Int(0, 9), "5"), "5");
        assert_eq!(read(&Kind::Word(&["at-least"]), "at-least"), "\"at-least\"");
        let texts = Kind::List(&Kind::Text);
        assert_eq!(read(&texts, "low,high"), "[\"low\",\"high\"]");
        assert_eq!(read(&Kind::List(&Kind::Int(0, 9)), "[1,0,-1]"), "[1,0,-1]");
        assert_eq!(read(&Kind::List(&Kind::Int(0, 9)), "2, 1,0"), "[2,1,0]");
        assert_eq!(read(&Kind::Nullable(&Kind::Int(0, 9)), "null"), "null");
    }

    #[test]
    fn keys_of_one_object_are_collected() {
        let option =
            |key: &str, value: i64| ("rates".to_owned(), Json::object([(key, Json::Int(value))]));
        let options = options_object(&[option("game", 2), option("seven", 3)]);
        let text = r#"{"rates":{"game":2,"seven":3}}"#;
        assert_eq!(serde_json::to_string(&options).unwrap(), text);
    }
}
