//! The schemas of the OpenAPI document: answers from their types; records, options and requests from their
//! field tables.

use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use crate::change_feed::report::EventType;
use crate::http::problem::ProblemReport;
use crate::matches::adopt::LOG;
use crate::matches::endpoints::OpenedMatch;
use crate::openapi::games::{Components, open_object, reference};
use crate::openapi::responses::binary;
use crate::openapi::{changes, games};
use overtrick_core::form::Field;
use overtrick_core::openapi::words;
use overtrick_core::schemas;
use overtrick_match::play::State;
use overtrick_match::schema;
use overtrick_paper::layout::paper::PageSetup;
use overtrick_paper::requests::{DEFINITION, GAME, PAD, PAD_SETTINGS, PER_PAGE};

type Schemas = Vec<(String, RefOr<Schema>)>;

/// Every schema, by name; `referred` are those used by endpoints.
pub fn components(referred: Schemas) -> Value {
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
    games::add(&mut all);
    changes::add(&mut all);
    choices(&mut all);
    requests(&mut all);
    Value::Object(all)
}

fn add<T: ToSchema>(types: &mut Schemas) {
    types.push((T::name().into_owned(), T::schema()));
    T::schemas(types);
}

/// An optional property is never `null`, because our types omit `None`.
fn remove_null_of_optional(schema: &mut Value) {
    let required = schema.get("required").cloned().unwrap_or_default();
    let required = required.as_array();
    let is_required = |name: &str| required.is_some_and(|names| names.contains(&name.into()));
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, property) in properties.into_iter().flatten() {
        let first = property.get_mut("oneOf").and_then(|kinds| kinds.get_mut(0));
        let first = first.and_then(Value::as_object_mut);
        if let Some(about) = first.and_then(|first| first.remove("description")) {
            property["description"] = about;
        }
        if is_required(name) {
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
            if let [one] = schemas.as_slice() {
                *property = one.clone();
            }
        }
    }
}

/// The bodies of requests.
fn requests(all: &mut Components) {
    let about = "The log, as `form=logs` of an export or the page of a phone writes it";
    let log = json!({ "type": "object", "description": about });
    add_request(all, "LogRequest", LOG, &[("log", log)]);
    pads(all);
    imports(all);
}

/// Adds a request with these fields, some of which have a schema of their own.
fn add_request(all: &mut Components, name: &str, fields: &[Field], own: &[(&str, Value)]) {
    let mut request = schema::object(fields, true);
    for (field, schema) in own {
        request["properties"][field] = schema.clone();
    }
    all.insert(name.to_owned(), request);
}

/// The order of pads, or a list of orders.
fn pads(all: &mut Components) {
    let mut order = schema::object(PAD, true);
    let properties = &mut order["properties"];
    for setting in &PAD_SETTINGS {
        properties[setting.name()]["description"] = setting.about.into();
    }
    properties[PER_PAGE.name()]["enum"] = json!(PageSetup::PER_PAGE);
    properties["options"] = reference("HouseRules");
    let about = "The id of the game, or `own` with a `definition`";
    properties[GAME.name] = json!({ "type": "string", "description": about });
    properties[DEFINITION.name] = reference("Definition");
    order["required"] = json!([GAME.name]);
    all.insert("PadOrder".into(), order);
    let orders = json!({ "type": "array", "items": reference("PadOrder") });
    all.insert(
        "PadRequest".into(),
        json!({ "anyOf": [reference("PadOrder"), orders] }),
    );
}

/// The body of an import. A client sends lines and CSV as bytes; a plain document is accepted in place of a
/// labeled one.
fn imports(all: &mut Components) {
    let [external_id, metadata] = changes::labels();
    let labeled = json!({
        "type": "object", "required": ["document"], "additionalProperties": false,
        "description": "A match document, and what a program calls the match",
        "properties": { "document": reference("MatchDocument"),
            "external_id": external_id, "metadata": metadata,
            "day": { "description": "As exports have it; ignored" },
            "standings": { "description": "As exports have them; ignored" } },
    });
    let matches = json!({
        "type": "array", "items": reference("ImportedDocument"), "description": "The matches",
    });
    let request = json!({
        "type": "object", "required": ["matches"], "additionalProperties": false,
        "properties": { "matches": matches },
    });
    all.insert("ImportedDocument".into(), labeled);
    all.insert("ImportRequest".into(), request);
    for (name, media) in [
        ("ImportLines", "application/x-ndjson"),
        ("ImportResults", "text/csv"),
    ] {
        all.insert(name.to_owned(), binary(media));
    }
}

/// What a player may say or play now depends on the game and on the question.
fn choices(all: &mut Components) {
    let count = open_object("The numbers, by what may be called");
    let properties = &mut all["Next"]["properties"];
    properties["calls"] = json!({ "type": "array", "items": {}, "description": "The calls" });
    properties["bids"] = count.clone();
    properties["counts"] = count;
    let cards =
        json!({ "type": "array", "items": { "type": "string" }, "description": "The cards" });
    properties["cards"] = cards;
}

schemas! {
    EventType = words(EventType::WORDS.iter().copied());
}
