//! The schemas of changes to a match: one for each action, with an example.

use serde_json::{Value, json};

use crate::openapi::games::{Components, component, open_object, reference, union};
use overtrick_core::form::Field;
use overtrick_games as games;
use overtrick_match::describe::Examples;
use overtrick_match::ledger::{LONGEST_EXTERNAL_ID, MOST_METADATA};
use overtrick_match::play::{CHANGES, EDITS, Variants};
use overtrick_match::schema;

/// What each property of a change is.
const ABOUT: &[(&str, &str)] = &[
    ("adjustment", "The adjustment, or with `retract` its number"),
    (
        "before",
        "The number of the hand before which it is inserted; the number of hands plus one adds it at the end",
    ),
    (
        "definition",
        "The definition of the custom game as it should have been",
    ),
    (
        "from_hand",
        "The number of the first hand that the new person plays",
    ),
    (
        "location",
        "Where the match is played; an empty text removes it",
    ),
    ("name", "The name of the person"),
    ("notes", "Remarks; an empty text removes them"),
    (
        "person",
        "The person: the number in the list of people, or the name",
    ),
    (
        "played_on",
        "The day, such as 2026-11-26; an empty text removes it",
    ),
    ("reason", "Why, for the history"),
    (
        "seat",
        "The seat: its number, from 1, or the name of the player",
    ),
    ("title", "The title of the match; an empty text removes it"),
    ("to", "The number of the hand after the move"),
];

/// An example of each change, without its action. That of `record` is a hand of the first game.
const EXAMPLES: &[(&str, &str)] = &[
    (
        "set_current",
        r#"{"hand": {"note": "the cards are dealt"}}"#,
    ),
    (
        "correct",
        r#"{"edits": [{"edit": "remove", "hand": 1}], "reason": "entered twice"}"#,
    ),
    ("void", r#"{"hand": 1, "reason": "a card was missing"}"#),
    (
        "redefine",
        r#"{"definition": {"language": 1, "id": "points", "players": [2, 10], "clauses": {"points": "What everyone wrote down."},
            "field": [{"name": "points", "each": true, "number": [-999, 999]}],
            "score": [{"points": "points", "clause": "points"}]}, "reason": "more points are possible"}"#,
    ),
    ("undo", "{}"),
    ("redo", "{}"),
    ("finish", "{}"),
    ("reopen", "{}"),
    (
        "adjust",
        r#"{"adjustment": {"after_hand": 1, "player": "Bo", "points": -2, "reason": "a late start"}}"#,
    ),
    ("retract", r#"{"adjustment": 1, "reason": "it was Cy"}"#),
    ("rename", r#"{"seat": 2, "name": "Bohumil"}"#),
    (
        "substitute",
        r#"{"seat": 2, "name": "Dan", "from_hand": 2}"#,
    ),
    ("erase", r#"{"person": 2}"#),
    (
        "describe",
        r#"{"title": "Thursday at the Crown", "played_on": "2026-11-26"}"#,
    ),
];

/// Adds the schemas of changes and of the edits of a correction.
pub fn add(all: &mut Components) {
    // Called `Edit`, it would have the name of its tag in some languages.
    let edits = variants(all, "Edit", "edit", EDITS);
    all.insert(
        "HandEdit".into(),
        union("An edit of a correction", "edit", &edits),
    );
    let changes = variants(all, "Change", "action", CHANGES);
    all.insert(
        "Change".into(),
        union("A change of a match", "action", &changes),
    );
    let about = "What happened in a match, with the current names: a change as it was sent, or one of the actions \
        `opened`, `renewed`, `revoked`, `published` and `unpublished`";
    let mut happening = open_object(about);
    happening["required"] = json!(["action"]);
    happening["properties"] =
        json!({ "action": { "type": "string", "description": "The kind of event" } });
    all.insert("Happening".into(), happening);
}

/// The schemas of the external id and the metadata of a match, in this order.
pub fn labels() -> [Value; 2] {
    let entry = json!({ "type": ["string", "number", "boolean", "null"] });
    let external_id = json!({
        "type": ["string", "null"], "minLength": 1, "maxLength": LONGEST_EXTERNAL_ID,
        "description": "The id of the match in another system, unique on the server; `null` removes it",
    });
    let metadata = json!({
        "type": ["object", "null"], "maxProperties": MOST_METADATA, "additionalProperties": entry,
        "description": "The metadata of a program, which replaces what was there; `null` removes it",
    });
    [external_id, metadata]
}

/// Adds a component for each value of a tag; returns each value with its component.
fn variants(
    all: &mut Components,
    stem: &str,
    tag: &str,
    variants: Variants,
) -> Vec<(String, String)> {
    let of_word = |(word, fields): &(&str, &[Field])| {
        let name = stem.to_owned() + &component(word);
        all.insert(name.clone(), variant(tag, word, fields));
        ((*word).to_owned(), name)
    };
    variants.iter().map(of_word).collect()
}

fn variant(tag: &str, word: &str, fields: &[Field]) -> Value {
    let mut variant = schema::object(fields, true);
    let properties = &mut variant["properties"];
    for (name, property) in properties.as_object_mut().into_iter().flatten() {
        if let Some((_, about)) = ABOUT.iter().find(|(known, _)| known == name) {
            property["description"] = (*about).into();
        }
    }
    let number = "The number of the hand, from 1";
    match word {
        "correct" => {
            properties["edits"] = json!({
                "type": "array", "items": reference("HandEdit"),
                "description": "The edits, which are made in order",
            });
        }
        "describe" => {
            let [external_id, metadata] = labels();
            properties["external_id"] = external_id;
            properties["metadata"] = metadata;
        }
        "record" => properties["hand"] = reference("Hand"),
        "replace" | "insert" => {
            properties["with"] = reference("Hand");
        }
        "set_current" => {
            let hand = [reference("CurrentHand"), json!({ "type": "null" })];
            properties["hand"] =
                json!({ "anyOf": hand, "description": "The hand; `null` removes it" });
        }
        _ => {}
    }
    for (name, most) in [("seat", 16), ("person", 10_000)] {
        if properties[name].is_object() {
            properties[name]["anyOf"] = json!([
                { "type": "integer", "minimum": 1, "maximum": most },
                { "type": "string" },
            ]);
        }
    }
    if properties["hand"]["type"] == "integer" {
        properties["hand"]["description"] = number.into();
    }
    let about = format!("The kind of {tag}").replace("kind of action", "action");
    properties[tag] = json!({ "type": "string", "const": word, "description": about });
    let required = variant["required"]
        .as_array()
        .into_iter()
        .flatten()
        .cloned();
    variant["required"] = [Value::from(tag)].into_iter().chain(required).collect();
    if let Some(example) = example(tag, word) {
        variant["examples"] = json!([example]);
    }
    variant
}

fn example(tag: &str, word: &str) -> Option<Value> {
    let mut example: Value = if word == "record" {
        json!({ "hand": first_hand()? })
    } else {
        let (_, text) = EXAMPLES.iter().find(|(known, _)| *known == word)?;
        serde_json::from_str(text).ok()?
    };
    example[tag] = word.into();
    Some(example)
}

/// A hand of the first game's own examples.
fn first_hand() -> Option<Value> {
    let examples = Examples::new(games::all().first()?);
    serde_json::to_value(&examples.hands.first()?.written).ok()
}
