//! The schemas of the OpenAPI document: answers from their types; records, options and requests from their
//! field tables.

use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use crate::access::endpoints::SESSION;
use crate::api_keys::endpoints::KEY;
use crate::api_keys::known::LONGEST_KEY_NAME;
use crate::app::qr::{LONGEST, QR};
use crate::change_feed::report::EventType;
use crate::http::problem::ProblemReport;
use crate::join_codes::endpoints::JOIN;
use crate::judging::endpoints::COMPARISON;
use crate::matches::adopt_endpoint::LOG;
use crate::matches::endpoints::OpenedMatch;
use crate::matches::label_endpoints::LABELS;
use crate::openapi::responses::binary;
use crate::openapi::unions::{Components, component, reference};
use crate::openapi::{change_schemas, descriptions, game_schemas, shared_schemas};
use crate::publish::embed::PUBLISH;
use overtrick_core::form::Field;
use overtrick_core::openapi::words;
use overtrick_core::schemas;
use overtrick_games as games;
use overtrick_match::ledger::{LONGEST_EXTERNAL_ID, MOST_METADATA};
use overtrick_match::play::State;
use overtrick_match::schema;
use overtrick_paper::layout::paper::PageSetup;
use overtrick_paper::requests::{DEFINITION, PAD};

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
    game_schemas::add(&mut all);
    change_schemas::add(&mut all);
    choices(&mut all);
    requests(&mut all);
    problems(&mut all);
    let games = games::all().iter();
    let games: Vec<String> = games.map(|entry| component(entry.facts.id)).collect();
    shared_schemas::share(&mut all, &games);
    descriptions::describe(&mut all);
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

/// The name of a request's schema, its fields, and narrower schemas for some fields.
type RequestSchema<'a> = (&'a str, &'a [Field], &'a [(&'a str, Value)]);

fn requests(all: &mut Components) {
    let options = reference("HouseRules");
    let per_page = json!({ "type": "integer", "enum": PageSetup::PER_PAGE });
    let text = json!({ "type": "string", "minLength": 1, "maxLength": LONGEST });
    let document = reference("MatchDocument");
    let comparison = [("document", document), ("options", options.clone())];
    // Names or a number, which generators for Java cannot have in one type: it is left open.
    let seats = json!({ "examples": [["Ann", "Bo", "Cy"], 4] });
    let pad = [
        ("per_page", per_page),
        ("options", options),
        ("players", seats),
    ];
    let own_fields: Vec<Field> = PAD.iter().copied().chain([DEFINITION]).collect();
    let mut own_pad = pad.to_vec();
    own_pad[1].1 = reference("OwnOptions");
    own_pad.push((DEFINITION.name, reference("Definition")));
    let key = [
        (
            "name",
            json!({ "type": "string", "minLength": 1, "maxLength": LONGEST_KEY_NAME }),
        ),
        (
            "expires_at",
            json!({
                "type": "string",
                "description": "From when on it opens nothing: a day, or a moment of RFC 3339 in UTC",
                "examples": ["2027-01-31", "2027-01-31T18:00:00Z"],
            }),
        ),
    ];
    let note = json!({ "type": ["string", "number", "boolean", "null"] });
    let about = "What a program noted of a match";
    let metadata = json!({ "type": "object", "description": about, "additionalProperties": note });
    all.insert("Metadata".into(), metadata);
    let about = "Notes of a program, which replace those before; `null` removes them";
    let update = json!({ "type": ["object", "null"], "description": about,
        "maxProperties": MOST_METADATA, "additionalProperties": note });
    all.insert("MetadataUpdate".into(), update);
    let labels = [
        (
            "external_id",
            json!({ "type": ["string", "null"], "minLength": 1, "maxLength": LONGEST_EXTERNAL_ID }),
        ),
        ("metadata", reference("MetadataUpdate")),
    ];
    let requests: [RequestSchema<'_>; 10] = [
        ("ComparisonRequest", COMPARISON, &comparison),
        ("JoinRequest", JOIN, &[]),
        ("LabelRequest", LABELS, &labels),
        ("LogRequest", LOG, &[("log", json!({ "type": "object" }))]),
        ("OwnPadRequest", &own_fields, &own_pad),
        ("PadRequest", PAD, &pad),
        ("ProgramKeyRequest", KEY, &key),
        ("PublishRequest", PUBLISH, &[]),
        ("QrRequest", QR, &[("text", text)]),
        ("SessionRequest", SESSION, &[]),
    ];
    for (name, fields, narrower) in requests {
        let mut request = schema::object(fields, true);
        for (field, schema) in narrower {
            request["properties"][field] = schema.clone();
        }
        all.insert(name.to_owned(), request);
    }
    imports(all);
}

/// The body of an import. A client sends lines and CSV as bytes; a plain document is accepted in place of a
/// labeled one.
fn imports(all: &mut Components) {
    let labels = all["LabelRequest"]["properties"].clone();
    let labeled = json!({
        "type": "object", "required": ["document"], "additionalProperties": false,
        "description": "A match document, and what a program calls the match",
        "properties": { "document": reference("MatchDocument"),
            "external_id": labels["external_id"], "metadata": labels["metadata"] },
    });
    let matches = json!({ "type": "array", "items": reference("ImportedDocument") });
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

/// What a player may say or play now, and what is missing; both depend on the game and on the question.
fn choices(all: &mut Components) {
    let count = json!({ "type": "object", "additionalProperties": true });
    let properties = &mut all["Next"]["properties"];
    properties["calls"] = json!({ "type": "array", "items": {} });
    properties["bids"] = count.clone();
    properties["counts"] = count;
    properties["cards"] = json!({ "type": "array", "items": { "type": "string" } });
    // A number or a list; openapi-generator's Java does not compile where a list is one of several types.
    all["RulingOutcome"]["properties"]["missing"] = json!({});
}

/// Only the problem of a version conflict contains the match, which is large.
fn problems(all: &mut Components) {
    let changed = all["Problem"].clone();
    all.insert("ChangedProblem".into(), changed);
    let properties = all["Problem"]["properties"].as_object_mut();
    if let Some(properties) = properties {
        properties.retain(|name, _| name != "current" && name != "version");
    }
}

schemas! {
    EventType = words(EventType::WORDS.iter().copied());
}
