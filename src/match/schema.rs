//! JSON Schemas made from field tables.

use serde_json::{Map, Value, json};

use crate::document::{DOCUMENT, MOST_HANDS};
use overtrick_core::form::{Field, Kind, MOST_ENTRIES, Need};
use overtrick_core::{Facts, HouseRule};

/// The dialect of the schemas.
pub const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The schema of a game's house rules, each with its default.
pub fn options(facts: &Facts) -> Value {
    let properties: Map<String, Value> = facts.options.iter().map(option).collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

fn option(rule: &HouseRule) -> (String, Value) {
    let mut schema = kind(&rule.field.kind);
    let default: Value = serde_json::from_str(rule.default).unwrap_or_default();
    if !default.is_null() {
        schema["default"] = default;
    }
    (rule.field.name.to_owned(), schema)
}

/// The schema of a game's match document, with these schemas for its house rules and its records.
pub fn document(facts: &Facts, options: Value, record: &Value) -> Value {
    let mut document = object(DOCUMENT, true);
    let properties = &mut document["properties"];
    properties["game"] = json!({ "type": "string", "const": facts.id });
    properties["players"] = players(facts);
    properties["options"] = options;
    properties["hands"] = json!({ "type": "array", "items": record, "maxItems": MOST_HANDS });
    properties["current"] = object(facts.record, false);
    properties["played_on"] = json!({ "type": "string", "format": "date" });
    document
}

/// The self-contained schema of a game's match document, for editors.
///
/// ```
/// let facts = overtrick_games::all()[0].facts;
/// let schema = overtrick_match::schema::whole_document(facts);
/// assert_eq!(schema["properties"]["game"]["const"], facts.id);
/// ```
pub fn whole_document(facts: &Facts) -> Value {
    let mut schema = document(facts, options(facts), &object(facts.record, true));
    schema["$schema"] = json!(DIALECT);
    schema
}

/// The schema of the players of a game.
pub fn players(facts: &Facts) -> Value {
    json!({
        "type": "array", "items": { "type": "string", "minLength": 1 },
        "minItems": facts.players.0, "maxItems": facts.players.1,
    })
}

/// The schema of an object with these fields; in an incomplete object, none is required.
pub fn object(fields: &[Field], whole: bool) -> Value {
    let inner = |of: &Kind| match of {
        Kind::Object(fields) => object(fields, whole),
        of => kind(of),
    };
    let property = |field: &Field| (field.name.to_owned(), inner(&field.kind));
    let properties: Map<String, Value> = fields.iter().map(property).collect();
    let is_required = |field: &Field| whole && field.need == Need::Required;
    let required = fields.iter().filter(|field| is_required(field));
    let required: Vec<&str> = required.map(|field| field.name).collect();
    let mut schema =
        json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

/// The schema of an object that this program writes: it describes the fields without limits.
pub fn written(fields: &[Field]) -> Value {
    let mut schema = object(fields, true);
    remove_limits(&mut schema);
    schema
}

fn remove_limits(schema: &mut Value) {
    match schema {
        Value::Object(entries) => {
            for limit in ["minimum", "maximum", "maxProperties"] {
                entries.remove(limit);
            }
            entries.values_mut().for_each(remove_limits);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_limits),
        _ => {}
    }
}

/// The schema of a kind of value.
pub fn kind(kind: &Kind) -> Value {
    match kind {
        Kind::Any => json!({}),
        Kind::Text => json!({ "type": "string" }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Int(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
        Kind::Number(least, most) => json!({ "type": "number", "minimum": least, "maximum": most }),
        Kind::Word(words) => json!({ "type": "string", "enum": words }),
        Kind::Player => json!({ "type": "string", "description": "a player's name" }),
        Kind::Card => json!({ "type": "string", "description": "a card" }),
        Kind::PerPlayer(inner) => json!({
            "type": "object", "description": "by player's name",
            "additionalProperties": self::kind(inner), "maxProperties": MOST_ENTRIES,
        }),
        Kind::ById(inner) => json!({
            "type": "object", "description": "by id", "additionalProperties": self::kind(inner),
        }),
        Kind::List(inner) => json!({ "type": "array", "items": self::kind(inner) }),
        Kind::Object(fields) => object(fields, true),
        Kind::OneOf(kinds) => json!({ "anyOf": kinds.iter().map(self::kind).collect::<Vec<_>>() }),
        Kind::Nullable(inner) => json!({ "anyOf": [self::kind(inner), { "type": "null" }] }),
    }
}
