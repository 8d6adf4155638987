//! The OpenAPI document. Most of it is generated from the code; `overlay.json` adds what the types do not describe.

use std::sync::LazyLock;

use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa::openapi::{Paths, Ref, RefOr, Required, Schema};

use crate::app::operations;
use crate::app::routes::endpoints;
use crate::change_feed::report::{EventType, Include};
use crate::exports::endpoints::WrittenForm;
use crate::http::{Day, Lang, ProblemReport};
use crate::matches::adopt::LOG;
use crate::matches::create::OpenedMatch;
use crate::openapi::games::{self, Components};
use overtrick_core::openapi::words;
use overtrick_core::schemas;
use overtrick_match::describe::Examples;
use overtrick_match::document::Detail;
use overtrick_match::lang::Language;
use overtrick_match::play::{CHANGES, EDITS, State, Variants};
use overtrick_match::schema;
use overtrick_paper::layout::paper::PageSetup;
use overtrick_paper::requests::{PAD, PAD_SETTINGS, PER_PAGE};

/// The parts that are not generated: the head, descriptions and examples of requests read by field tables,
/// and the schemas that depend on the game.
static OVERLAY: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("overlay.json")).unwrap_or_default());

/// The OpenAPI 3.1 document of the service.
pub fn openapi() -> Value {
    let mut paths = Paths::new();
    let mut referred = Vec::new();
    for endpoint in endpoints() {
        let Some(mut documented) = endpoint.documented else {
            continue;
        };
        let problem = RefOr::Ref(Ref::from_response_name("Problem"));
        if let Some(role) = endpoint.role {
            let about = documented.operation.description.take().unwrap_or_default();
            let needed = format!("Needs the role `{}` or a higher one.", role.word());
            let about = format!("{about}\n\n{needed}").trim().to_owned();
            documented.operation.description = Some(about);
        }
        let is_optional = documented.operation.operation_id.as_deref() == Some("publishMatch");
        if let Some(RefOr::T(body)) = &mut documented.operation.request_body
            && !is_optional
        {
            body.required = Some(Required::True);
        }
        let responses = &mut documented.operation.responses.responses;
        responses.insert("default".to_owned(), problem);
        paths.add_path_operation(&endpoint.path, documented.methods, documented.operation);
        referred.extend(documented.schemas);
    }
    let (about, license) = (env!("CARGO_PKG_DESCRIPTION"), env!("CARGO_PKG_LICENSE"));
    let links = OVERLAY["document"]["info"]["description"].as_str();
    let about = [about, ". ", operations::PROMISE, links.unwrap_or_default()].concat();
    let mut document = OVERLAY["document"].clone();
    let info = json!({
        "version": env!("CARGO_PKG_VERSION"), "description": about,
        "license": { "name": license, "identifier": license },
    });
    merge(&mut document["info"], &info);
    document["openapi"] = json!("3.1.0");
    document["paths"] = serde_json::to_value(paths).unwrap_or_default();
    let mut schemas = components(referred, &OVERLAY["match"]);
    merge(&mut schemas, &OVERLAY["schemas"]);
    document["components"]["schemas"] = schemas;
    document
}

/// Merges a value into another: objects are joined, and any other value is replaced.
pub fn merge(below: &mut Value, above: &Value) {
    match (below, above) {
        (Value::Object(below), Value::Object(above)) => {
            for (key, value) in above {
                merge(below.entry(key).or_insert(Value::Null), value);
            }
        }
        (below, above) => *below = above.clone(),
    }
}

/// Returns the text of the document for a service with this base path. Paths in it are relative to the
/// service's address.
pub fn text(base_path: &str) -> String {
    let mut document = openapi();
    if !base_path.is_empty() {
        document["servers"][0]["url"] = base_path.into();
    }
    let text = serde_json::to_string_pretty(&document);
    text.map(|text| text + "\n").unwrap_or_default()
}

type Schemas = Vec<(String, RefOr<Schema>)>;

/// Returns all schemas by name. `referred` are the schemas used by endpoints. `match_overlay` is merged into
/// the match document of each game.
fn components(referred: Schemas, match_overlay: &Value) -> Value {
    let mut types = referred;
    add::<State>(&mut types);
    add::<OpenedMatch>(&mut types);
    add::<ProblemReport>(&mut types);
    // utoipa does not collect these schemas of parameters.
    add::<Day>(&mut types);
    add::<Detail>(&mut types);
    add::<Include>(&mut types);
    add::<Lang>(&mut types);
    add::<WrittenForm>(&mut types);
    let mut all = Components::new();
    for (name, schema) in types {
        let mut schema = serde_json::to_value(schema).unwrap_or_default();
        remove_null_of_optional(&mut schema);
        all.insert(name, schema);
    }
    games::add(&mut all, match_overlay);
    add_changes(&mut all);
    add_requests(&mut all);
    Value::Object(all)
}

fn add<T: ToSchema>(types: &mut Schemas) {
    types.push((T::name().into_owned(), T::schema()));
    T::schemas(types);
}

/// Removes `null` from the schemas of optional properties, because our types leave out a `None` field.
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
                merge(property, &one);
                property.as_object_mut().and_then(|one| one.remove("oneOf"));
            }
        }
    }
}

/// Adds the schemas of changes and their union, and the schemas of a correction's edits and their union.
fn add_changes(all: &mut Components) {
    // A union named `Edit` would collide with its tag in generated code for some languages.
    add_variants(all, "HandEdit", ("Edit", "edit", "The kind of edit"), EDITS);
    add_variants(all, "Change", ("Change", "action", "The action"), CHANGES);
    // The example is a hand of the first game.
    let hand = overtrick_games::all().first().and_then(|game| {
        let examples = Examples::new(game, Language::english());
        Some(examples.hands.first()?.written.clone())
    });
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

/// Adds the request bodies that are read by field tables.
fn add_requests(all: &mut Components) {
    all.insert("LogRequest".into(), schema::object(LOG, true));
    let mut order = schema::object(&PAD, true);
    for setting in &PAD_SETTINGS {
        order["properties"][setting.name()]["description"] = setting.about.into();
    }
    order["properties"][PER_PAGE.name()]["enum"] = json!(PageSetup::PER_PAGE);
    all.insert("PadOrder".into(), order);
}

schemas! {
    EventType = words(EventType::WORDS.iter().copied());
}
