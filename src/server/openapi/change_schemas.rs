//! The schemas of changes to a match, and of its events.

use serde_json::{Value, json};

use crate::openapi::unions;
use crate::openapi::unions::{Components, Variant, component, reference};
use overtrick_core::form::Field;
use overtrick_match::play::{CHANGES, EDITS, Variants};
use overtrick_match::schema;

/// Adds the schemas of changes, of the edits of a correction, and of events.
pub fn add(all: &mut Components) {
    let edits = variants(all, "Edit", "edit", EDITS);
    let about = "An edit of a correction";
    // Called `Edit`, it would have the name of its tag in some languages.
    unions::add(all, "HandEdit", about, "edit", &edits);
    let changes = variants(all, "Change", "action", CHANGES);
    let about = "A change of a match";
    unions::add(all, "Change", about, "action", &changes);
    events(all, changes);
}

/// Adds a component for each value of a tag.
fn variants(all: &mut Components, stem: &str, tag: &str, variants: Variants) -> Vec<Variant> {
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
    match word {
        "correct" => {
            properties["edits"] = json!({ "type": "array", "items": reference("HandEdit") });
        }
        "adjust" => properties["adjustment"] = reference("AdjustmentEntry"),
        "record" => properties["hand"] = reference("Hand"),
        "replace" | "insert" => properties["with"] = reference("Hand"),
        "set_current" => {
            let hand = [reference("UnfinishedHand"), json!({ "type": "null" })];
            properties["hand"] = json!({ "anyOf": hand });
        }
        _ => {}
    }
    unions::tag(&mut variant, tag, word);
    variant
}

/// The events of a match: its changes, and its director's actions.
fn events(all: &mut Components, changes: Vec<Variant>) {
    let role = json!({ "type": "string", "description": "Whose key" });
    let names = json!({ "type": "array", "items": { "type": "string" } });
    let mut opened = json!({
        "id": reference("MatchId"), "document": reference("OpenedDocument"), "players": names,
    });
    let own = [
        ("renewed", json!({ "role": role })),
        ("revoked", json!({ "role": role })),
        ("hidden", json!({})),
    ];
    // These may be left out, as may the labels of an opening.
    let shown = json!({ "what": reference("Showing") });
    let labels = json!({ "external_id": { "type": "string" }, "metadata": reference("Metadata") });
    let labeled = json!({ "type": "object", "properties": labels });
    let partial = [("shown", shown), ("labeled", labels)];
    let keys = |properties: &Value| -> Vec<String> {
        let fields = properties.as_object().into_iter().flatten();
        fields.map(|(key, _)| key.clone()).collect()
    };
    let mut events = Vec::new();
    let needed = keys(&opened);
    opened["labels"] = labeled;
    events.push(("opened", opened, needed));
    events.extend(own.map(|(word, properties)| {
        let needed = keys(&properties);
        (word, properties, needed)
    }));
    events.extend(partial.map(|(word, properties)| (word, properties, Vec::new())));
    let mut happenings = changes;
    for (word, properties, needed) in events {
        let mut event = json!({ "type": "object", "required": needed, "properties": properties });
        unions::tag(&mut event, "action", word);
        let name = "Event".to_owned() + &component(word);
        all.insert(name.clone(), event);
        happenings.push((word.to_owned(), name));
    }
    let about = "What happened in a match, with the names of today";
    unions::add(all, "Happening", about, "action", &happenings);
    let version = json!({ "type": "integer", "format": "int64", "minimum": 1 });
    let current = json!({ "anyOf": [reference("CurrentReport"), { "type": "null" }] });
    let change = json!({
        "type": "object",
        "description": "The data of an event `change`; the last of them has the standings.",
        "required": ["version", "at", "by", "change"],
        "properties": {
            "version": version, "at": { "type": "string", "format": "date-time" },
            "by": { "type": "string", "description": "The role of who did it" },
            "change": reference("Happening"), "status": reference("Status"),
            "standings": { "type": "array", "items": reference("Standing") }, "current": current,
        },
    });
    all.insert("LiveUpdate".into(), change);
    let rematch = json!({
        "type": "object",
        "description": "The data of an event `rematch`: the next match of the same players, and the key to watch it.",
        "required": ["id", "key"],
        "properties": { "id": reference("MatchId"), "key": { "type": "string" } },
    });
    all.insert("RematchEvent".into(), rematch);
    let data = json!({ "anyOf": [reference("LiveUpdate"), reference("RematchEvent")] });
    let changes = stream("`change` and `rematch`", &data);
    all.insert("LiveStream".into(), changes);
    let board = stream("`standings`", &reference("Board"));
    all.insert("BoardStream".into(), board);
}

/// Server-sent events with these names and data.
fn stream(names: &str, data: &Value) -> Value {
    json!({
        "type": "string", "contentMediaType": "text/event-stream",
        "description": format!("Server-sent events {names}; the data of each are JSON, as in `contentSchema`."),
        "contentSchema": data,
    })
}
