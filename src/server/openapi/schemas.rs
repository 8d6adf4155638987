//! The schemas of the OpenAPI document: answers from their types; records, options and requests from their
//! field tables.

use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use crate::change_feed::report::EventType;
use crate::http::problem::ProblemReport;
use crate::matches::adopt::LOG;
use crate::matches::endpoints::OpenedMatch;
use crate::openapi::document::lay_over;
use crate::openapi::games::{self, Components};
use overtrick_core::openapi::words;
use overtrick_core::schemas;
use overtrick_match::describe::Examples;
use overtrick_match::play::{CHANGES, EDITS, State, Variants};
use overtrick_match::schema;
use overtrick_paper::layout::paper::PageSetup;
use overtrick_paper::requests::{PAD, PAD_SETTINGS, PER_PAGE};

type Schemas = Vec<(String, RefOr<Schema>)>;

/// Every schema, by name; `referred` are those used by endpoints, and `of_match` is laid over the match document of
/// each game.
pub fn components(referred: Schemas, of_match: &Value) -> Value {
    let mut types = referred;
    add::<State>(&mut types);
    add::<OpenedMatch>(&mut types);
    add::<ProblemReport>(&mut types);
    let mut all = Components::new();
    for (name, schema) in types {
        let mut schema = serde_json::to_value(schema).unwrap_or_default();
        remove_null_of_optional(&mut schema);
        all.insert(name, schema);
    }
    games::add(&mut all, of_match);
    add_changes(&mut all);
    add_requests(&mut all);
    Value::Object(all)
}

fn add<T: ToSchema>(types: &mut Schemas) {
    types.push((T::name().into_owned(), T::schema()));
    T::schemas(types);
}

/// An optional property is never `null`, because our types omit `None`.
fn remove_null_of_optional(schema: &mut Value) {
    if let Some(Value::Array(parts)) = schema.get_mut("allOf") {
        parts.iter_mut().for_each(remove_null_of_optional);
    }
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, property) in properties.into_iter().flatten() {
        let first = property.pointer_mut("/oneOf/0");
        let first = first.and_then(Value::as_object_mut);
        if let Some(about) = first.and_then(|first| first.remove("description")) {
            property["description"] = about;
        }
        if required.contains(&name.as_str().into()) {
            continue;
        }
        if let Some(Value::Array(types)) = property.get_mut("type") {
            types.retain(|one| one != "null");
            if let [one] = types.as_slice() {
                property["type"] = one.clone();
            }
        }
        if let Some(Value::Array(schemas)) = property.get_mut("oneOf") {
            schemas.retain(|schema| schema["type"] != "null");
            if let [_] = schemas.as_slice() {
                let one = property["oneOf"][0].take();
                lay_over(property, &one);
                property.as_object_mut().and_then(|one| one.remove("oneOf"));
            }
        }
    }
}

/// Adds the schemas of changes and of the edits of a correction, and a union of each.
fn add_changes(all: &mut Components) {
    // Called `Edit`, it would have the name of its tag in some languages.
    add_variants(all, "HandEdit", ("Edit", "edit", "The kind of edit"), EDITS);
    add_variants(all, "Change", ("Change", "action", "The action"), CHANGES);
    // An example of the first game.
    let examples = overtrick_games::all().first().map(Examples::new);
    let hand = examples.and_then(|examples| Some(examples.hands.first()?.written.clone()));
    all["ChangeRecord"]["examples"] = json!([{ "action": "record", "hand": hand }]);
}

/// Adds a component for each value of a tag, and their union.
fn add_variants(
    all: &mut Components,
    union: &str,
    (stem, tag, about): (&str, &str, &str),
    variants: Variants,
) {
    let mut names = Vec::new();
    for (word, fields) in variants {
        let mut variant = schema::object(fields, true);
        variant["properties"][tag] =
            json!({ "type": "string", "const": word, "description": about });
        let required = variant["required"].as_array().cloned().unwrap_or_default();
        let required = [tag.into()].into_iter().chain(required);
        variant["required"] = required.collect();
        let name = stem.to_owned() + &games::component(word);
        all.insert(name.clone(), variant);
        names.push(((*word).to_owned(), name));
    }
    all.insert(union.to_owned(), games::union(tag, &names));
}

/// Adds the bodies of requests that are read by field tables.
fn add_requests(all: &mut Components) {
    all.insert("LogRequest".into(), schema::object(LOG, true));
    let mut order = schema::object(PAD, true);
    for setting in &PAD_SETTINGS {
        order["properties"][setting.name()]["description"] = setting.about.into();
    }
    order["properties"][PER_PAGE.name()]["enum"] = json!(PageSetup::PER_PAGE);
    all.insert("PadOrder".into(), order);
}

schemas! {
    EventType = words(EventType::WORDS.iter().copied());
}
