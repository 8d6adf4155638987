//! Examples in the OpenAPI document: hands and questions of every game, as the games themselves have them.

use serde_json::{Map, Value, json};

use crate::describe::{Example, Examples};
use crate::games;
use crate::lang::Language;

/// What a body of an operation is made of.
#[derive(Clone, Copy)]
enum Body {
    /// A match document with a hand.
    Document,
    /// A question.
    Question,
    /// A change that records a hand.
    Record,
}

/// The operations whose bodies are hands or questions of a game.
const OPERATIONS: [(&str, Body); 4] = [
    ("score", Body::Document),
    ("adjudicate", Body::Question),
    ("changeMatch", Body::Record),
    ("checkChange", Body::Record),
];

/// Adds examples to the bodies of the operations of an OpenAPI document.
pub fn add(document: &mut Value) {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    let operations = paths.flat_map(|(_, methods)| methods.as_object_mut().into_iter().flatten());
    for (_, operation) in operations {
        let known = OPERATIONS
            .iter()
            .find(|(id, _)| operation["operationId"] == *id);
        let content = operation.pointer_mut("/requestBody/content/application~1json");
        if let (Some((_, body)), Some(content)) = (known, content) {
            content["examples"] = all(*body);
        }
    }
}

/// An example of each kind of hand, or of question, of each game.
fn all(body: Body) -> Value {
    let mut all = Map::new();
    for entry in games::all() {
        let facts = entry.facts;
        let Examples { hands, questions } = Examples::of(entry);
        let of_body = match body {
            Body::Question => questions,
            Body::Document | Body::Record => hands,
        };
        for (number, example) in (1..).zip(&of_body) {
            let summary = format!(
                "{}: {}",
                Language::english().word(facts.id),
                example.title(Language::english())
            );
            let value = value(body, facts.id, example);
            let example = json!({ "summary": summary, "value": value });
            all.insert(format!("{}-{number}", facts.id), example);
        }
    }
    Value::Object(all)
}

fn value(body: Body, game: &str, example: &Example) -> Value {
    let written = serde_json::to_value(&example.written).unwrap_or_default();
    match body {
        Body::Document => json!({ "game": game, "players": example.players, "hands": [written] }),
        Body::Question => written,
        Body::Record => json!({ "action": "record", "hand": written }),
    }
}
