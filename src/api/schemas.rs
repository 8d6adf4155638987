//! The schemas of the OpenAPI document: of answers from their types, of records, options and requests
//! from their field tables.

use serde_json::{Map, Value, json};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::change::{CHANGES, EDITS, Variants};
use super::codes::JOIN;
use super::documents::COMPARISON;
use super::embed::PUBLISH;
use super::keys::SESSION;
use super::labels::LABELS;
use super::matches::OpenedMatch;
use super::paper::PAD;
use super::program_keys::KEY;
use super::state::State;
use super::table::{DRAW, LONGEST, MOST_PLAYERS, QR, ROLL};
use super::webhooks::{LONGEST_DESCRIPTION, REPLACED_WEBHOOK, WEBHOOK};
use crate::document::Status;
use crate::games;
use crate::http::problem::ProblemReport;
use crate::ledger::{LONGEST_EXTERNAL_ID, MOST_METADATA, MatchId};
use crate::rules::form::Field;
use crate::rules::{LONGEST_NAME, Points, QuestionKind};
use crate::schema;
use crate::service::{DeliveryState, EventType, LONGEST_KEY_NAME, Role, Scope, WebhookState};
use crate::sheets::paper::PageSetup;
use crate::webhooks::LONGEST as LONGEST_URL;

type Schemas = Vec<(String, RefOr<Schema>)>;

/// Every schema, by name; `referred` are those that endpoints refer to.
pub fn components(referred: Schemas) -> Value {
    let mut types = referred;
    add::<State>(&mut types);
    add::<OpenedMatch>(&mut types);
    add::<ProblemReport>(&mut types);
    let mut all = Map::new();
    for (name, schema) in types {
        let mut schema = serde_json::to_value(schema).unwrap_or_default();
        remove_null_of_optional(&mut schema);
        all.insert(name, schema);
    }
    documents(&mut all);
    requests(&mut all);
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

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// The id of a game as part of a component's name: words in upper camel case.
fn component(id: &str) -> String {
    let upper = |part: &str| part[..1].to_uppercase() + &part[1..];
    id.split(['-', '_']).map(upper).collect()
}

/// The match document and the question, which each game reads with fields of its own.
fn documents(all: &mut Map<String, Value>) {
    let (mut records, mut matches, mut questions) = (Vec::new(), Vec::new(), Vec::new());
    for facts in games::all().iter().map(|entry| entry.facts) {
        let name = component(facts.id);
        let players = schema::players(facts);
        let game = json!({ "type": "string", "const": facts.id });
        let options = reference(&format!("{name}Options"));
        let record = reference(&format!("{name}Record"));

        let mut document = schema::document(facts, options.clone(), &record);
        document["properties"]["current"] = reference(&format!("{name}Unfinished"));
        for (kind, fields) in facts.questions {
            let mut question = schema::object(fields, true);
            let properties = &mut question["properties"];
            properties["game"] = game.clone();
            properties["players"] = players.clone();
            properties["question"] = json!({ "type": "string", "const": kind.word() });
            properties["options"] = options.clone();
            properties["dealer"] = json!({ "type": "string" });
            if *kind == QuestionKind::Finish {
                properties["hand"] = reference(&format!("{name}Unfinished"));
            }
            require_first(&mut question, &["game", "players", "question"]);
            questions.push(question);
        }
        matches.push(reference(&format!("{name}Match")));
        records.push(record);
        all.insert(format!("{name}Match"), document);
        all.insert(format!("{name}Record"), schema::object(facts.record, true));
        let unfinished = schema::object(facts.record, false);
        all.insert(format!("{name}Unfinished"), unfinished);
        all.insert(format!("{name}Options"), schema::options(facts));
    }
    let dice = games::all().iter().filter_map(|entry| entry.facts.dice);
    let dice: Vec<Value> = dice.map(|fields| schema::object(fields, true)).collect();
    all.insert("MatchDocument".into(), json!({ "oneOf": matches }));
    all.insert("Question".into(), json!({ "oneOf": questions }));
    all.insert("Hand".into(), json!({ "anyOf": records }));
    all.insert("Dice".into(), json!({ "anyOf": dice }));
}

/// The name of a request's schema, its fields, and schemas that are narrower than those of the fields.
type RequestSchema<'a> = (&'a str, &'a [Field], &'a [(&'a str, Value)]);

/// Requires these properties of an object before its own.
fn require_first(object: &mut Value, names: &[&str]) {
    let own = object["required"].as_array().cloned().unwrap_or_default();
    let names = names.iter().copied().map(Value::from);
    object["required"] = names.chain(own).collect();
}

fn requests(all: &mut Map<String, Value>) {
    let options = json!({ "type": "object", "description": "the house rules in force" });
    let name = json!({ "type": "string", "minLength": 1, "maxLength": LONGEST_NAME });
    let most = MOST_PLAYERS;
    let players = json!({ "type": "array", "items": name, "minItems": 1, "maxItems": most });
    let other = json!({ "type": "object", "description": "the house rules of the other reading" });
    let per_page = json!({ "type": "integer", "enum": PageSetup::PER_PAGE });
    let text = json!({ "type": "string", "minLength": 1, "maxLength": LONGEST });
    let document = reference("MatchDocument");
    let comparison = [("document", document), ("options", other)];
    let pad = [("per_page", per_page), ("options", options)];
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
    let labels = [
        (
            "external_id",
            json!({ "type": ["string", "null"], "minLength": 1, "maxLength": LONGEST_EXTERNAL_ID }),
        ),
        (
            "metadata",
            json!({ "type": ["object", "null"], "maxProperties": MOST_METADATA,
                "additionalProperties": { "type": ["string", "number", "boolean", "null"] } }),
        ),
    ];
    let games: Vec<&str> = games::all().iter().map(|entry| entry.facts.id).collect();
    let games = json!({ "type": "array",
        "items": { "type": "string", "enum": games }, "description": "none is all" });
    let types = json!({ "type": "array",
        "items": { "type": "string", "enum": EventType::WORDS }, "description": "none is all" });
    let url = json!({ "type": "string", "format": "uri", "maxLength": LONGEST_URL });
    let description = json!({ "type": "string", "maxLength": LONGEST_DESCRIPTION });
    let webhook = [
        ("url", url),
        ("games", games),
        ("types", types),
        ("description", description),
    ];
    let requests: [RequestSchema<'_>; 12] = [
        ("ComparisonRequest", COMPARISON, &comparison),
        ("DrawRequest", DRAW, &[("players", players)]),
        ("JoinRequest", JOIN, &[]),
        ("LabelRequest", LABELS, &labels),
        ("PadRequest", PAD, &pad),
        ("ProgramKeyRequest", KEY, &key),
        ("PublishRequest", PUBLISH, &[]),
        ("QrRequest", QR, &[("text", text)]),
        ("RollRequest", ROLL, &[]),
        ("SessionRequest", SESSION, &[]),
        ("WebhookRequest", WEBHOOK, &webhook),
        ("WebhookUpdate", REPLACED_WEBHOOK, &webhook),
    ];
    for (name, fields, narrower) in requests {
        let mut request = schema::object(fields, true);
        for (field, schema) in narrower {
            request["properties"][field] = schema.clone();
        }
        all.insert(name.to_owned(), request);
    }
    all.insert("Change".into(), tagged("action", CHANGES));
    all.insert("Edit".into(), tagged("edit", EDITS));
}

/// An object for each word of a tag.
fn tagged(tag: &str, variants: Variants) -> Value {
    let variants = variants.iter().map(|(word, fields)| {
        let mut variant = schema::object(fields, true);
        require_first(&mut variant, &[tag]);
        let properties = &mut variant["properties"];
        properties[tag] = json!({ "type": "string", "const": word });
        for (name, property) in properties.as_object_mut().into_iter().flatten() {
            match (*word, name.as_str()) {
                ("record", "hand") => *property = reference("Hand"),
                ("set_current", "hand") => *property = json!({ "type": ["object", "null"] }),
                (_, "with" | "adjustment") if *property == json!({}) => {
                    *property = json!({ "type": "object" });
                }
                (_, "edits") => {
                    *property = json!({ "type": "array", "items": reference("Edit") });
                }
                _ => {}
            }
        }
        variant
    });
    json!({ "oneOf": variants.collect::<Vec<Value>>() })
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
    DeliveryState = words(DeliveryState::WORDS.iter().copied());
    EventType = words(EventType::WORDS.iter().copied());
    WebhookState = words(WebhookState::WORDS.iter().copied());
    Role = words(Role::KEYED.map(Role::word));
    Scope = words(Scope::WORDS.iter().copied());
    Status = words(Status::WORDS.iter().copied());
}
