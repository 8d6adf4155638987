//! JSON Schemas generated from field tables.

use serde_json::{Map, Value, json};

use crate::describe::word_in;
use crate::document::DOCUMENT;
use crate::lang::Language;
use overtrick_core::bounds::MAX_HANDS;
use overtrick_core::form::{Field, FieldOf, KindOf, MAX_ENTRIES, Need};
use overtrick_core::{Facts, FactsOf, Game, Name};
use overtrick_own::{Definition, Own};

/// The dialect of the schemas.
pub const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Returns the schema of a game's house rules, each with its default.
pub fn options(facts: &Facts) -> Value {
    let fields: Vec<Field> = facts.options.iter().map(|rule| rule.field).collect();
    let mut schema = object(&fields, true);
    for rule in facts.options {
        let default: Value = serde_json::from_str(rule.default).unwrap_or_default();
        if !default.is_null() {
            schema["properties"][rule.field.name]["default"] = default;
        }
    }
    schema
}

/// Returns the schema of a game's match document, with these schemas for its house rules and its records.
pub fn document(facts: &FactsOf<'_>, options: Value, record: &Value) -> Value {
    let mut document = object(DOCUMENT, true);
    let properties = &mut document["properties"];
    properties["game"] = json!({ "type": "string", "const": facts.id });
    properties["players"] = json!({
        "type": "array", "items": { "type": "string", "minLength": 1 },
        "minItems": facts.players.0, "maxItems": facts.players.1,
    });
    properties["options"] = options;
    properties["hands"] = json!({ "type": "array", "items": record, "maxItems": MAX_HANDS });
    properties["current"] = object(facts.record, false);
    properties["played_on"] = json!({ "type": "string", "format": "date" });
    document
}

/// Returns the self-contained schema of a game's match document, for editors.
///
/// ```
/// let facts = overtrick_games::all()[0].facts;
/// let schema = overtrick_match::schema::whole_document(facts);
/// assert_eq!(schema["properties"]["game"]["const"], facts.id);
/// ```
pub fn whole_document(facts: &Facts) -> Value {
    with_dialect(document(facts, options(facts), &object(facts.record, true)))
}

/// Adds the dialect to a schema, which makes it self-contained.
pub fn with_dialect(mut schema: Value) -> Value {
    schema["$schema"] = json!(DIALECT);
    schema
}

/// Returns the self-contained schema of a custom game's match document, with the definition's texts in a
/// language.
///
/// ```
/// use overtrick_core::json::Json;
/// use overtrick_match::lang::Language;
/// use overtrick_match::schema::own_document;
///
/// let definition: Json = serde_json::from_str(r#"{"language": 1, "id": "points", "players": [2, 10],
///     "clauses": {"points": "What everyone wrote down."},
///     "field": [{"name": "points", "each": true, "number": [-999, 999], "label": "what they have"}],
///     "score": [{"points": "points", "clause": "points"}]}"#).unwrap();
/// let definition = overtrick_own::read(&definition).unwrap();
/// let schema = own_document(&definition, Language::english());
/// let hand = &schema["properties"]["hands"]["items"];
/// assert_eq!(hand["required"][0], "points");
/// assert_eq!(hand["properties"]["points"]["title"], "what they have");
/// ```
pub fn own_document(definition: &Definition, language: &Language) -> Value {
    let mut options = definition.with_option_fields(|options| object(options, true));
    let rules = |name: &str| definition.option_texts(name);
    add_texts(&mut options, rules, definition, language);
    let mut schema = definition.with_record_fields(|record| {
        let facts = FactsOf {
            players: definition.players(),
            record,
            ..*Own::FACTS
        };
        document(&facts, options, &object(record, true))
    });
    let properties = &mut schema["properties"];
    let fields = |name: &str| definition.field_texts(name);
    for hand in ["/hands/items", "/current"] {
        if let Some(hand) = properties.pointer_mut(hand) {
            add_texts(hand, fields, definition, language);
        }
    }
    properties["definition"] = json!({ "type": "object" });
    schema["title"] = language.named(definition.name()).into();
    if let Some(required) = schema["required"].as_array_mut() {
        required.push(json!("definition"));
    }
    with_dialect(schema)
}

/// Adds the texts of a definition in a language to the properties of an object: labels, explanations, and
/// words, if they differ from the words in documents.
fn add_texts<'d>(
    object: &mut Value,
    texts: impl Fn(&str) -> Option<(&'d Name, &'d Name)>,
    definition: &Definition,
    language: &Language,
) {
    let properties = object["properties"].as_object_mut();
    for (name, property) in properties.into_iter().flatten() {
        let Some((label, about)) = texts(name) else {
            continue;
        };
        property["title"] = language.named(label).into();
        let about = language.named(about);
        if !about.is_empty() {
            property["description"] = about.into();
        }
        let key = "additionalProperties";
        let value = if property.get(key).is_some() {
            &mut property[key]
        } else {
            property
        };
        let words = value["enum"].as_array().into_iter().flatten();
        let named = words.filter_map(Value::as_str).map(|word| {
            let title = word_in(definition, word, language);
            json!({ "const": word, "title": title })
        });
        let named: Vec<Value> = named.collect();
        if named.iter().any(|word| word["const"] != word["title"]) {
            value["oneOf"] = named.into();
        }
    }
}

/// Returns the schema of an object with these fields. If `whole` is false, no field is required.
pub fn object(fields: &[FieldOf<'_>], whole: bool) -> Value {
    let inner = |of: &KindOf<'_>| match of {
        KindOf::Object(fields) => object(fields, whole),
        of => kind(of),
    };
    let property = |field: &FieldOf<'_>| (field.name.to_owned(), inner(&field.kind));
    let properties: Map<String, Value> = fields.iter().map(property).collect();
    let required = |field: &FieldOf<'_>| whole && field.need == Need::Required;
    let required = fields.iter().filter(|field| required(field));
    let required: Vec<&str> = required.map(|field| field.name).collect();
    let mut schema =
        json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

/// Returns the schema of a kind of value.
pub fn kind(kind: &KindOf<'_>) -> Value {
    match kind {
        KindOf::Any => json!({}),
        KindOf::Text => json!({ "type": "string" }),
        KindOf::Flag => json!({ "type": "boolean" }),
        KindOf::Int(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
        KindOf::Number(least, most) => {
            json!({ "type": "number", "minimum": least, "maximum": most })
        }
        KindOf::Word(words) => json!({ "type": "string", "enum": words }),
        KindOf::Player => json!({ "type": "string", "description": "a player's name" }),
        KindOf::Card => json!({ "type": "string", "description": "a card" }),
        KindOf::PerPlayer(inner) => json!({
            "type": "object", "description": "by player's name",
            "additionalProperties": self::kind(inner), "maxProperties": MAX_ENTRIES,
        }),
        KindOf::ById(inner) => json!({
            "type": "object", "description": "by id", "additionalProperties": self::kind(inner),
        }),
        KindOf::List(inner) => json!({ "type": "array", "items": self::kind(inner) }),
        KindOf::Object(fields) => object(fields, true),
        KindOf::OneOf(kinds) => {
            json!({ "oneOf": kinds.iter().map(self::kind).collect::<Vec<_>>() })
        }
        KindOf::Nullable(inner) => json!({ "anyOf": [self::kind(inner), { "type": "null" }] }),
    }
}
