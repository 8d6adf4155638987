//! Examples in the OpenAPI document: of every request body, from the games' own examples; of every answer, as a
//! service gave it to a test; and of every parameter.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use crate::openapi::operations::{self, operations};
use overtrick_core::json::Json;
use overtrick_games as games;
use overtrick_match::describe::{Example, Examples};
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Change, MatchId, Role, SALT, Timestamp};
use overtrick_match::play::LocalMatch;

/// An example with its name and summary.
type Named = (String, String, Value);

/// Answers by operation and media type: what the test
/// `the_examples_of_answers_are_as_the_service_answers` was answered.
static ANSWERS: LazyLock<Value> = LazyLock::new(|| {
    let answers = include_str!("../../../openapi/answers.json");
    serde_json::from_str(answers).unwrap_or_default()
});

/// A value of each parameter, as JSON; `operation.parameter` where a name means something else there.
const PARAMETERS: &[(&str, &str)] = &[
    ("If-Match", r#""\"1\"""#),
    ("If-None-Match", r#""\"1\"""#),
    ("Idempotency-Key", r#""open-league-7-a41""#),
    ("Overtrick-Client", r#""mZ8kq3vXTw2nJc6yR0bD4g""#),
    ("Last-Event-ID", r#""1""#),
    ("Prefer", r#""return=minimal""#),
    ("again", "true"),
    (
        "cursor",
        r#""bmV3ZXN0IDIwMjYtMTEtMjYgblQ0dkdrcTBacjdtWHcyYlljOXNMQQ""#,
    ),
    ("date", r#""November 26""#),
    ("day", r#""2026-11-26""#),
    ("detail", r#""standings""#),
    ("dry_run", "true"),
    ("example", "false"),
    ("explain", "true"),
    ("external_id", r#""league-7""#),
    ("fold", "true"),
    ("form", r#""documents""#),
    ("format", r#""json""#),
    ("from", r#""2026-10-01""#),
    ("gutter", "12"),
    ("id", r#""nT4vGkq0Zr7mXw2bYc9sLA""#),
    ("include", r#""hand,standings""#),
    ("landscape", "true"),
    ("publish", r#""standings""#),
    ("reason", r#""misread""#),
    ("update", "true"),
    ("lang", r#""cs""#),
    ("legend", "false"),
    ("limit", "50"),
    ("link", r#""https://crown.example""#),
    ("listChanges.Last-Event-ID", r#""c2""#),
    ("listChanges.cursor", r#""c2""#),
    ("location", r#""The Crown""#),
    ("match", r#""nT4vGkq0Zr7mXw2bYc9sLA""#),
    ("maxheight", "320"),
    ("maxwidth", "600"),
    ("metadata", r#""{\"table\": 4}""#),
    ("option", r#"["made_points=6"]"#),
    ("order", r#""newest""#),
    ("pages", "10"),
    ("paper", r#""a5""#),
    ("per_page", "2"),
    ("place", r#""The Crown""#),
    ("player", r#""Ann""#),
    ("players", r#""Ann,Bo,Cy""#),
    ("role", r#""view""#),
    ("status", r#""open""#),
    ("title", r#""Thursday at the Crown""#),
    ("to", r#""2026-10-31""#),
    (
        "url",
        r#""https://cards.example/matches/nT4vGkq0Zr7mXw2bYc9sLA""#,
    ),
    ("getProgramKey.id", r#""4f1c0a9b2d7e6358""#),
    ("renewProgramKey.id", r#""4f1c0a9b2d7e6358""#),
    ("revokeProgramKey.id", r#""4f1c0a9b2d7e6358""#),
];

/// Adds examples of what is sent, answered and asked in an OpenAPI document.
pub fn add(document: &mut Value) {
    bodies(document);
    parameters(document);
    answers(document);
}

fn parameters(document: &mut Value) {
    for operation in operations(document) {
        let id = operation["operationId"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        for parameter in operations::parameters(operation) {
            let name = parameter["name"].as_str().unwrap_or_default();
            if let ("game", Some(game)) = (name, games::all().first()) {
                parameter["example"] = game.facts.id.into();
                continue;
            }
            let own = format!("{id}.{name}");
            let known = |name: &str| PARAMETERS.iter().find(|(known, _)| *known == name);
            if let Some((_, example)) = known(&own).or_else(|| known(name)) {
                parameter["example"] = serde_json::from_str(example).unwrap_or_default();
            }
        }
    }
}

fn answers(document: &mut Value) {
    let mut of_components = Vec::new();
    for operation in operations(document) {
        let Some(own) = operation["operationId"]
            .as_str()
            .and_then(|id| ANSWERS.get(id))
        else {
            continue;
        };
        let responses = operation["responses"].as_object_mut().into_iter().flatten();
        for (_, response) in responses.filter(|(status, _)| status.starts_with('2')) {
            match response["$ref"].as_str() {
                Some(reference) => of_components.push((reference.replace('#', ""), own)),
                None => illustrate(response, own),
            }
        }
    }
    for (pointer, own) in of_components {
        if let Some(response) = document.pointer_mut(&pointer) {
            illustrate(response, own);
        }
    }
}

/// Adds an example to each media type of a response.
fn illustrate(response: &mut Value, answers: &Value) {
    let content = response.get_mut("content").and_then(Value::as_object_mut);
    for (media, content) in content.into_iter().flatten() {
        if let Some(example) = answers.get(media) {
            content["example"] = example.clone();
        }
    }
}

/// The changes of which each needs a role: an action, and the least role that may do it.
pub fn roles_of_changes() -> Vec<(String, Role)> {
    let first = hands(record).into_iter().take(1);
    let changes = first.chain(corrections());
    let role = |(_, _, change): Named| {
        let action = change["action"].as_str()?.to_owned();
        let change: Change = serde_json::from_value(change).ok()?;
        Some((action, change.required_role()))
    };
    changes.filter_map(role).collect()
}

/// Adds examples to the request bodies that have none yet.
fn bodies(document: &mut Value) {
    for operation in operations(document) {
        let id = operation["operationId"].as_str().unwrap_or_default();
        let examples = of_operation(id);
        let content = operation.pointer_mut("/requestBody/content/application~1json");
        let Some(content) = content.filter(|content| content.get("example").is_none()) else {
            continue;
        };
        let examples = examples.into_iter().map(|(name, summary, value)| {
            let example = json!({ "summary": summary, "value": value });
            (name, example)
        });
        let examples: Map<String, Value> = examples.collect();
        content["examples"] = examples.into();
    }
}

/// The examples of an operation's request body.
fn of_operation(id: &str) -> Vec<Named> {
    match id {
        "score" | "createMatch" | "openAgain" | "printSheet" => hands(document),
        "adjudicate" => questions(),
        "changeMatch" | "checkChange" => {
            let mut changes = hands(record);
            changes.extend(corrections());
            changes
        }
        "checkDefinition" => one("Everyone writes down points", definition()),
        "compare" => one("A house rule otherwise", comparison()),
        "importMatches" => one("Two evenings", evenings()),
        "labelMatch" => one(
            "What the club's website calls it",
            json!({ "external_id": "league-2026-17", "metadata": { "table": 4, "league": "B" } }),
        ),
        "takeLog" => one("A match that was opened on a phone", log()),
        "makeProgramKey" => one(
            "The club's website reads",
            json!({ "name": "the club's website", "scope": "read" }),
        ),
        "publishMatch" => one("The whole sheet", json!({ "show": "sheet" })),
        "join" => one("A code", json!({ "code": "K7QM3" })),
        "openSession" => one("A key", json!({ "key": "v1.the-key-of-the-match" })),
        "printPad" => one(
            "Ten pages for the club",
            json!({ "paper": "a5", "pages": 10, "title": "Thursday at the Crown" }),
        ),
        "printOwnPad" => one(
            "Tonight's table",
            json!({ "definition": definition(), "players": ["Ann", "Bo", "Cy"], "title": "Thursday at the Crown" }),
        ),
        "qr" => one("An address", json!({ "text": "https://crown.example/t/7" })),
        _ => Vec::new(),
    }
}

/// The log of a match of the first game.
fn log() -> Value {
    let Some(game) = games::all().first() else {
        return Value::Null;
    };
    let players = ["Ann", "Bo", "Cy", "Dee", "Eve"];
    let document = Json::from([
        ("game", game.facts.id.into()),
        (
            "players",
            players[..game.facts.players.0].iter().copied().collect(),
        ),
        ("hands", Json::List(Vec::new())),
    ]);
    let id = MatchId::read("AAAAAAAAAAAAAAAAAAAAAA");
    let salts = vec![0; players.len() * SALT];
    let begun =
        id.and_then(|id| LocalMatch::begin(&id, &document, Timestamp::from_millis(0), &salts).ok());
    json!({ "log": begun.map(|kept| kept.log) })
}

fn one(summary: &str, value: Value) -> Vec<Named> {
    vec![("example".to_owned(), summary.to_owned(), value)]
}

/// An example for each kind of hand of each game.
fn hands(value: fn(&str, &Example) -> Value) -> Vec<Named> {
    named(value, |examples| examples.hands)
}

/// An example for each kind of question of each game.
fn questions() -> Vec<Named> {
    named(|_, example| written(example), |examples| examples.questions)
}

fn named(value: fn(&str, &Example) -> Value, choose: fn(Examples) -> Vec<Example>) -> Vec<Named> {
    let english = Language::english();
    let mut all = Vec::new();
    for entry in games::all() {
        let id = entry.facts.id;
        for (number, example) in (1..).zip(&choose(Examples::new(entry))) {
            let summary = format!("{}: {}", english.word(id), example.title(english));
            all.push((format!("{id}-{number}"), summary, value(id, example)));
        }
    }
    all
}

fn written(example: &Example) -> Value {
    serde_json::to_value(&example.written).unwrap_or_default()
}

fn document(game: &str, example: &Example) -> Value {
    json!({ "game": game, "players": example.players, "hands": [written(example)] })
}

fn record(game: &str, example: &Example) -> Value {
    let mut hand = written(example);
    hand["game"] = game.into();
    json!({ "action": "record", "hand": hand })
}

/// Other changes to a match whose only hand is the first example.
fn corrections() -> Vec<Named> {
    let Some(entry) = games::all().first() else {
        return Vec::new();
    };
    let game = entry.facts.id;
    let examples = Examples::new(entry);
    let Some(first) = examples.hands.first() else {
        return Vec::new();
    };
    let mut hand = written(first);
    hand["game"] = game.into();
    let begun = json!({ "game": game, "note": "cut by the player to the left" });
    let player = first.players.first();
    let why = "entered for the wrong player";
    let replace = json!({ "edit": "replace", "hand": 1, "with": hand });
    let penalty = json!({
        "after_hand": 1, "player": player, "points": -2, "reason": "looked at the cards too early",
    });
    let changes = [
        (
            "The hand being played",
            json!({ "action": "set_current", "hand": begun }),
        ),
        (
            "A hand as it was",
            json!({ "action": "correct", "edits": [replace], "reason": why }),
        ),
        (
            "A hand that does not count",
            json!({ "action": "void", "hand": 1, "reason": why }),
        ),
        (
            "A definition that was wrong",
            json!({ "action": "redefine", "definition": definition(), "reason": "bonus of 20 forgotten" }),
        ),
        ("The last change undone", json!({ "action": "undo" })),
        ("What was undone, once more", json!({ "action": "redo" })),
        ("The end", json!({ "action": "finish" })),
        ("The end taken back", json!({ "action": "reopen" })),
        (
            "A director's penalty",
            json!({ "action": "adjust", "adjustment": penalty }),
        ),
        (
            "A penalty taken back",
            json!({ "action": "retract", "adjustment": 1, "reason": why }),
        ),
        (
            "A name spelled right",
            json!({ "action": "rename", "seat": 1, "name": "Anna" }),
        ),
        (
            "Somebody else sits down",
            json!({ "action": "substitute", "seat": 1, "name": "Dee", "from_hand": 2 }),
        ),
        (
            "A person forgotten",
            json!({ "action": "erase", "person": 1 }),
        ),
        (
            "What the evening is called",
            json!({ "action": "describe", "title": "Thursday at the Crown", "played_on": "2026-11-26" }),
        ),
    ];
    let named = changes.into_iter().map(|(about, change)| {
        let action = change["action"].as_str().unwrap_or_default();
        // Documents sort examples by name: the recorded hands, named after games, come first.
        (
            format!("to-{}", action.replace('_', "-")),
            about.to_owned(),
            change,
        )
    });
    named.collect()
}

/// A match compared under the default of its first house rule.
fn comparison() -> Value {
    let Some(entry) = games::all().first() else {
        return Value::Null;
    };
    let examples = Examples::new(entry);
    let document = examples.hands.first();
    let document = document.map(|example| self::document(entry.facts.id, example));
    let rules = entry.facts.options.iter().take(1).map(|rule| {
        let default: Value = serde_json::from_str(rule.default).unwrap_or_default();
        (rule.field.name.to_owned(), default)
    });
    let options: Map<String, Value> = rules.collect();
    json!({ "document": document, "options": options })
}

/// A game in which everyone writes down points.
fn definition() -> Value {
    json!({
        "language": 1,
        "id": "points",
        "name": "Points",
        "players": [2, 10],
        "field": [{ "name": "points", "each": true, "number": [-999, 999] }],
        "score": [{ "points": "points", "clause": "points" }],
        "clauses": { "points": "What everyone wrote down." },
    })
}

/// The first examples of the first games, each as its own match.
fn evenings() -> Value {
    let entries = games::all().iter().take(2);
    let documents = entries.filter_map(|entry| {
        let examples = Examples::new(entry);
        let first = examples.hands.first()?;
        Some(json!({ "document": document(entry.facts.id, first) }))
    });
    json!({ "matches": documents.collect::<Vec<Value>>() })
}
