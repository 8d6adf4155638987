//! `overtrick new`.

use clap::Args;
use serde::Serialize;

use super::{CommandError, Outcome, output, print_faults, rules};
use crate::document::{options_in_force, score};
use crate::lang::Language;
use crate::rules::form::Kind;
use crate::rules::json::Json;
use crate::rules::{Facts, args};

/// Start a match document: all house rules in it, as they are in force, and no hands yet.
#[derive(Debug, Args)]
pub struct New {
    /// The game, as overtrick games lists it
    game: String,
    /// The players in seat order, clockwise or as the game turns, with commas between them
    #[arg(long, required = true, value_delimiter = ',', value_name = "A,B,C")]
    players: Vec<String>,
    /// A house rule: made_points=6, board=middling,berzerka, rates.seven=3
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,
    /// What the match is called
    #[arg(long)]
    title: Option<String>,
    /// Who deals first [default: the first player]
    #[arg(long, value_name = "PLAYER")]
    first_dealer: Option<String>,
}

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    edition: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    players: Vec<&'a str>,
    options: Json,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_dealer: Option<&'a str>,
    hands: [Json; 0],
}

impl New {
    pub fn run(self, language: &Language) -> Outcome {
        let facts = rules::find(&self.game, language)?.facts;
        let options = read_options(facts, &self.options, language)?;
        let mut document = Document {
            game: facts.id,
            edition: facts.edition,
            title: self.title.as_deref(),
            players: self.players.iter().map(|name| name.trim()).collect(),
            options: options_object(&options),
            first_dealer: self.first_dealer.as_deref(),
            hands: [],
        };
        let text = serde_json::to_string(&document).unwrap_or_default();
        let refused = |findings: Vec<_>| {
            print_faults(&language.text("ui", "this-match"), &findings, language);
            CommandError::Refused
        };
        score(text.as_bytes()).map_err(refused)?;
        let (_, resolved) = options_in_force(text.as_bytes()).map_err(refused)?;
        let resolved = resolved
            .into_iter()
            .map(|(key, value)| (key.to_owned(), to_json(&value)))
            .collect();
        document.options = Json::Object(resolved);
        output::json(&document)
    }
}

fn to_json(value: &serde_json::Value) -> Json {
    serde_json::from_str(&value.to_string()).unwrap_or(Json::Null)
}

/// The house rules of a command line, each with its value.
pub fn read_options(
    facts: &Facts,
    options: &[String],
    language: &Language,
) -> Result<Vec<(String, Json)>, CommandError> {
    let unreadable = |option: &String| {
        let args = args![found: option.clone()];
        CommandError::Usage(Some(language.format("ui", "option-form", &args)))
    };
    options
        .iter()
        .map(|option| read_option(facts, option).ok_or_else(|| unreadable(option)))
        .collect()
}

/// One house rule as a flag has it, such as `made_points=6`; nothing, if it has no value.
pub fn read_option(facts: &Facts, option: &str) -> Option<(String, Json)> {
    let (key, value) = option.split_once('=')?;
    let (name, inner) = key
        .split_once('.')
        .map_or((key, None), |(name, inner)| (name, Some(inner)));
    let field = facts
        .options
        .iter()
        .map(|rule| rule.field)
        .find(|field| field.name == name);
    let kind = field.map_or(Kind::Any, |field| field.kind);
    let kind = inner.map_or(kind, |inner| inner_kind(kind, inner));
    let value = read_value(&kind, value);
    let value = match inner {
        Some(inner) => Json::Object(vec![(inner.to_owned(), value)]),
        None => value,
    };
    Some((name.to_owned(), value))
}

fn inner_kind(kind: Kind, inner: &str) -> Kind {
    match kind {
        Kind::Object(fields) => fields
            .iter()
            .find(|field| field.name == inner)
            .map_or(Kind::Any, |field| field.kind),
        _ => Kind::Any,
    }
}

/// JSON as it is; else a list at its commas where a list is wanted; else text.
fn read_value(kind: &Kind, value: &str) -> Json {
    match (serde_json::from_str(value), kind) {
        (Ok(json), Kind::List(_)) if matches!(json, Json::List(_) | Json::Null) => json,
        (_, Kind::List(kind)) => value
            .split(',')
            .map(|item| read_value(kind, item.trim()))
            .collect(),
        (Ok(json), _) => json,
        (Err(_), _) => Json::from(value),
    }
}

/// The options as one object, the keys of `rates.game` gathered.
pub fn options_object(options: &[(String, Json)]) -> Json {
    let mut entries: Vec<(String, Json)> = Vec::new();
    for (key, value) in options {
        match (entries.iter_mut().find(|(known, _)| known == key), value) {
            (Some((_, Json::Object(known))), Json::Object(more)) => {
                known.extend(more.iter().cloned());
            }
            (Some((_, known)), value) => *known = value.clone(),
            (None, value) => entries.push((key.clone(), value.clone())),
        }
    }
    Json::Object(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_the_field_wants_them() {
        let shown = |kind: &Kind, value| serde_json::to_string(&read_value(kind, value)).unwrap();
        assert_eq!(shown(&Kind::Int(0, 9), "5"), "5");
        assert_eq!(
            shown(&Kind::Word(&["at-least"]), "at-least"),
            "\"at-least\""
        );
        assert_eq!(
            shown(&Kind::List(&Kind::Text), "middling,berzerka"),
            "[\"middling\",\"berzerka\"]"
        );
        assert_eq!(shown(&Kind::List(&Kind::Int(0, 9)), "[1,0,-1]"), "[1,0,-1]");
        assert_eq!(shown(&Kind::List(&Kind::Int(0, 9)), "2, 1,0"), "[2,1,0]");
        assert_eq!(shown(&Kind::Nullable(&Kind::Int(0, 9)), "null"), "null");
    }

    #[test]
    fn keys_of_one_object_are_gathered() {
        let option =
            |key: &str, value: i64| ("rates".to_owned(), Json::from([(key, Json::Int(value))]));
        let options = options_object(&[option("game", 2), option("seven", 3)]);
        assert_eq!(
            serde_json::to_string(&options).unwrap(),
            r#"{"rates":{"game":2,"seven":3}}"#
        );
    }
}
