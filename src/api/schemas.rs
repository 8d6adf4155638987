//! The schemas of the OpenAPI document: of answers from their types, of records, options and requests
//! from their field tables.

use serde_json::{Value, json};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::codes::JOIN;
use super::documents::COMPARISON;
use super::keys::SESSION;
use super::matches::OpenedMatch;
use super::paper::PAD;
use super::state::State;
use super::table::{DRAW, LONGEST, MOST_PLAYERS, QR, ROLL};
use super::unions::{Components, component, reference};
use super::{change_schemas, game_schemas, shared_schemas};
use crate::document::Status;
use crate::games;
use crate::http::problem::ProblemReport;
use crate::ledger::MatchId;
use crate::rules::form::Field;
use crate::rules::{LONGEST_NAME, Points, QuestionKind};
use crate::schema;
use crate::service::Role;
use crate::sheets::paper::PageSetup;

type Schemas = Vec<(String, RefOr<Schema>)>;

/// Every schema, by name; `referred` are those that endpoints refer to.
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
    requests(&mut all);
    problems(&mut all);
    let games = games::all().iter();
    let games: Vec<String> = games.map(|entry| component(entry.facts.id)).collect();
    shared_schemas::share(&mut all, &games);
    Value::Object(all)
}

fn add<T: ToSchema>(types: &mut Schemas) {
    types.push((T::name().into_owned(), T::schema()));
    T::schemas(types);
}

/// A property that may be left out is never `null`: our types skip what is `None`.
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

/// The name of a request's schema, its fields, and schemas that are narrower than those of the fields.
type RequestSchema<'a> = (&'a str, &'a [Field], &'a [(&'a str, Value)]);

fn requests(all: &mut Components) {
    let options = reference("HouseRules");
    let name = json!({ "type": "string", "minLength": 1, "maxLength": LONGEST_NAME });
    let most = MOST_PLAYERS;
    let players = json!({ "type": "array", "items": name, "minItems": 1, "maxItems": most });
    let per_page = json!({ "type": "integer", "enum": PageSetup::PER_PAGE });
    let text = json!({ "type": "string", "minLength": 1, "maxLength": LONGEST });
    let document = reference("MatchDocument");
    let comparison = [("document", document), ("options", options.clone())];
    let pad = [("per_page", per_page), ("options", options)];
    let requests: [RequestSchema<'_>; 7] = [
        ("ComparisonRequest", COMPARISON, &comparison),
        ("DrawRequest", DRAW, &[("players", players)]),
        ("JoinRequest", JOIN, &[]),
        ("PadRequest", PAD, &pad),
        ("QrRequest", QR, &[("text", text)]),
        ("RollRequest", ROLL, &[]),
        ("SessionRequest", SESSION, &[]),
    ];
    for (name, fields, narrower) in requests {
        let mut request = schema::object(fields, true);
        for (field, schema) in narrower {
            request["properties"][field] = schema.clone();
        }
        all.insert(name.to_owned(), request);
    }
}

/// Only the problem of a change to another version shows the match, which is much.
fn problems(all: &mut Components) {
    let changed = all["Problem"].clone();
    all.insert("ChangedProblem".into(), changed);
    let properties = all["Problem"]["properties"].as_object_mut();
    if let Some(properties) = properties {
        properties.retain(|name, _| name != "current" && name != "version");
    }
}

/// Schemas of types of the core whose JSON is not that of their fields.
macro_rules! schemas {
    ($($type:ty = $schema:expr;)+) => {
        $(
            impl PartialSchema for $type {
                fn schema() -> RefOr<Schema> {
                    $schema.into()
                }
            }

            impl ToSchema for $type {}
        )+
    };
}

fn words(words: impl IntoIterator<Item = &'static str>) -> ObjectBuilder {
    let text = ObjectBuilder::new().schema_type(Type::String);
    text.enum_values(Some(words))
}

schemas! {
    MatchId = ObjectBuilder::new().schema_type(Type::String);
    Points = ObjectBuilder::new().schema_type(Type::Number).multiple_of(Some(0.5));
    QuestionKind = words(QuestionKind::WORDS.iter().copied());
    Role = words(Role::KEYED.map(Role::word));
    Status = words(Status::WORDS.iter().copied());
}
