//! The schemas of what the service takes and gives; those of records come from the field tables.

use serde_json::{Map, Value, json};

use super::change::{CHANGES, EDITS, Forms};
use super::pads::PAD;
use super::schema;
use crate::document::DOCUMENT;
use crate::games;
use crate::rules::form::Field;
use crate::service::Role;
use crate::sheets::paper::PageSetup;

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// A name as a component has it: `BrinkBid` of `brink-bid`.
fn component(id: &str) -> String {
    let upper = |part: &str| part[..1].to_uppercase() + &part[1..];
    id.split(['-', '_']).map(upper).collect()
}

fn object(required: &[&str], properties: &Value) -> Value {
    json!({ "type": "object", "required": required, "properties": properties })
}

fn strict(required: &[&str], properties: &Value) -> Value {
    let mut schema = object(required, properties);
    schema["additionalProperties"] = false.into();
    schema
}

fn list(items: &Value) -> Value {
    json!({ "type": "array", "items": items })
}

/// Every schema, by name.
pub fn schemas() -> Value {
    let mut all = Map::new();
    for entry in games::all() {
        let name = component(entry.facts.id);
        all.insert(format!("{name}Record"), schema::record(entry.facts));
        all.insert(format!("{name}Options"), schema::options(entry.facts));
    }
    let parts = [
        documents(),
        reports(),
        rulings(),
        answers(),
        requests(),
        kept(),
    ];
    for part in parts {
        if let Value::Object(part) = part {
            all.extend(part);
        }
    }
    Value::Object(all)
}

/// The match document, which each game reads with its own records.
fn documents() -> Value {
    let games: Vec<Value> = games::all()
        .iter()
        .map(|entry| reference(&format!("{}Match", component(entry.facts.id))))
        .collect();
    let mut all = Map::new();
    all.insert("MatchDocument".into(), json!({ "oneOf": games }));
    for entry in games::all() {
        let name = component(entry.facts.id);
        let mut document = schema::object(DOCUMENT, true);
        let properties = &mut document["properties"];
        properties["game"] = json!({ "type": "string", "const": entry.facts.id });
        properties["players"] = json!({
            "type": "array", "items": { "type": "string", "minLength": 1 },
            "minItems": entry.facts.players.0, "maxItems": entry.facts.players.1,
        });
        properties["options"] = reference(&format!("{name}Options"));
        properties["hands"] = json!({ "type": "array", "items": reference(&format!("{name}Record")), "maxItems": 10_000 });
        properties["current"] = schema::current(entry.facts);
        properties["played_on"] = json!({ "type": "string", "format": "date" });
        all.insert(format!("{name}Match"), document);
    }
    Value::Object(all)
}

fn reports() -> Value {
    let text = json!({ "type": "string" });
    let number = json!({ "type": "integer" });
    let points = json!({ "type": "number", "multipleOf": 0.5 });
    let by_player = json!({ "type": "object", "additionalProperties": points });
    json!({
        "Report": object(&["game", "edition", "fingerprint", "status", "hands", "standings", "winners"], &json!({
            "game": text, "edition": number, "status": reference("Status"),
            "fingerprint": { "type": "string", "pattern": "^[0-9a-f]{8}$" },
            "hands": list(&reference("HandReport")), "adjustments": list(&reference("Adjustment")),
            "standings": list(&reference("Standing")), "winners": list(&text),
            "current": reference("CurrentReport"), "detail": {},
        })),
        "Status": { "type": "string", "enum": ["in_progress", "complete"] },
        "HandReport": object(&["number", "dealer", "scores", "totals", "explanation", "warnings"], &json!({
            "number": number, "dealer": text, "scores": by_player, "totals": by_player,
            "explanation": list(&reference("Line")), "warnings": list(&reference("Notice")),
            "note": text, "detail": {},
        })),
        "Line": object(&["player", "points", "rule", "args", "text"], &json!({
            "player": text, "points": points, "rule": text, "args": { "type": "object" }, "text": text,
        })),
        "Notice": object(&["code", "pointer", "text"], &json!({
            "code": text, "pointer": text, "rule": text, "text": text,
        })),
        "Adjustment": object(&["after_hand", "player", "points", "reason"], &json!({
            "after_hand": { "type": "integer", "minimum": 0 }, "player": text, "points": points, "reason": text, "rule": text,
        })),
        "Standing": object(&["rank", "player", "total"], &json!({ "rank": number, "player": text, "total": points })),
        "CurrentReport": object(&["number", "dealer", "missing", "warnings"], &json!({
            "number": number, "dealer": text, "missing": list(&text), "warnings": list(&reference("Notice")),
            "sums": list(&reference("Sum")),
        })),
        "Sum": object(&["pointer", "sum"], &json!({ "pointer": text, "sum": { "type": "integer" } })),
    })
}

fn rulings() -> Value {
    let text = json!({ "type": "string" });
    let questions: Vec<Value> = games::all()
        .iter()
        .flat_map(|entry| {
            entry.facts.questions.iter().map(|(request, fields)| {
                let head = [
                    ("game", json!({ "type": "string", "const": entry.facts.id })),
                    (
                        "players",
                        json!({ "type": "array", "items": { "type": "string", "minLength": 1 },
                    "minItems": entry.facts.players.0, "maxItems": entry.facts.players.1 }),
                    ),
                    (
                        "question",
                        json!({ "type": "string", "const": request.word() }),
                    ),
                    (
                        "options",
                        reference(&format!("{}Options", component(entry.facts.id))),
                    ),
                    ("dealer", json!({ "type": "string" })),
                ];
                let mut question = schema::object(fields, true);
                for (name, schema) in head {
                    question["properties"][name] = schema;
                }
                let own = question["required"].as_array().cloned().unwrap_or_default();
                let mut required: Vec<Value> =
                    ["game", "players", "question"].map(Value::from).into();
                required.extend(own);
                question["required"] = required.into();
                question
            })
        })
        .collect();
    json!({
        "Question": { "oneOf": questions },
        "Rulings": object(&["question", "legal", "rulings", "next", "outcome"], &json!({
            "question": text, "legal": { "type": "boolean" },
            "rulings": list(&object(&["index", "legal"], &json!({
                "trick": { "type": "integer" }, "index": { "type": "integer" }, "legal": { "type": "boolean" },
                "rule": text, "args": { "type": "object" }, "text": text, "could_play": list(&text),
                "proven_by": { "type": "object" },
            }))),
            "next": list(&object(&["player"], &json!({ "player": text }))),
            "outcome": { "type": "object" },
        })),
        "Comparison": object(&["as_written", "with_options", "first_difference", "clauses"], &json!({
            "as_written": list(&reference("Standing")), "with_options": list(&reference("Standing")),
            "first_difference": { "type": ["integer", "null"] },
            "clauses": list(&object(&["id", "text", "ours"], &json!({ "id": text, "text": text, "ours": { "type": "boolean" } }))),
        })),
    })
}

fn answers() -> Value {
    let text = json!({ "type": "string" });
    json!({
        "Problem": object(&["type", "title", "status", "detail"], &json!({
            "type": { "type": "string", "format": "uri-reference" }, "title": text,
            "status": { "type": "integer" }, "detail": text,
            "instance": { "type": "string", "format": "uri-reference" },
            "errors": list(&reference("Fault")), "current": reference("MatchState"),
        })),
        "Fault": object(&["pointer", "code", "detail"], &json!({
            "pointer": text, "code": text, "detail": text, "rule": text,
        })),
        "Games": object(&["games"], &json!({ "games": list(&object(
            &["id", "name", "author", "source", "players", "edition", "about"],
            &json!({ "id": text, "name": text, "author": text, "source": text, "players": { "type": "object" },
                    "edition": { "type": "integer" }, "about": text }),
        )) })),
        "Game": object(
            &["id", "name", "author", "source", "edition", "players", "clauses", "options", "irregularities", "questions", "form", "schemas"],
            &json!({
                "id": text, "name": text, "author": text, "source": text, "about": text,
                "edition": { "type": "integer" }, "halves": { "type": "boolean" },
                "players": object(&["least", "most"], &json!({ "least": { "type": "integer" }, "most": { "type": "integer" } })),
                "clauses": list(&object(&["id", "text", "source", "ours"], &json!({}))),
                "options": list(&object(&["name", "default", "values", "about", "clause", "ours"], &json!({}))),
                "irregularities": list(&object(&["id", "clause", "text"], &json!({}))),
                "questions": list(&object(&["question", "form"], &json!({}))),
                "form": list(&object(&["name", "kind", "need"], &json!({}))),
                "schemas": object(&["options", "record", "current"], &json!({})),
            }),
        ),
        "Board": object(&["id", "version", "game", "name", "status", "hands", "standings", "winners"], &json!({
            "id": text, "version": { "type": "integer" }, "game": text, "name": text, "title": text,
            "status": reference("Status"), "hands": { "type": "integer" }, "playing": { "type": "integer" },
            "standings": list(&object(&["rank", "player", "total", "last"], &json!({
                "rank": { "type": "integer" }, "player": text, "total": { "type": "number" },
                "last": { "type": ["number", "null"] },
            }))),
            "winners": list(&text),
        })),
        "Draw": object(&["dealer", "order", "random", "text"], &json!({
            "dealer": text, "order": list(&text), "random": { "type": "boolean", "const": true }, "text": text,
        })),
        "Roll": object(&["game", "dice", "random", "text"], &json!({
            "game": text, "dice": schema::object(games::brink_bid::DICE, true),
            "random": { "type": "boolean", "const": true }, "text": text,
        })),
        "Health": object(&["status"], &json!({ "status": { "type": "string", "const": "ok" } })),
    })
}

/// An object for each word of a tag.
fn tagged(tag: &str, forms: Forms) -> Value {
    let one = |(word, fields): &(&'static str, &'static [Field])| {
        let mut schema = schema::object(fields, true);
        schema["properties"][tag] = json!({ "type": "string", "const": word });
        let mut required = vec![Value::from(tag)];
        required.extend(schema["required"].as_array().cloned().unwrap_or_default());
        schema["required"] = required.into();
        for hand in ["with", "adjustment"] {
            if schema["properties"][hand] == json!({}) {
                schema["properties"][hand] = json!({ "type": "object" });
            }
        }
        if *word == "correct" {
            schema["properties"]["edits"] = json!({ "type": "array", "items": reference("Edit") });
        }
        if *word == "record" {
            schema["properties"]["hand"] = reference("Hand");
        }
        if *word == "set_current" {
            schema["properties"]["hand"] = json!({ "type": ["object", "null"] });
        }
        schema
    };
    json!({ "oneOf": forms.iter().map(one).collect::<Vec<Value>>() })
}

fn requests() -> Value {
    let hands: Vec<Value> = games::all()
        .iter()
        .map(|entry| reference(&format!("{}Record", component(entry.facts.id))))
        .collect();
    json!({
        "Change": tagged("action", CHANGES),
        "Edit": tagged("edit", EDITS),
        "Hand": { "anyOf": hands },
        "ComparisonRequest": strict(&["document", "options"], &json!({
            "document": reference("MatchDocument"), "options": { "type": "object", "description": "the house rules of the other reading" },
        })),
        "DrawRequest": strict(&["players"], &json!({
            "players": { "type": "array", "items": { "type": "string", "minLength": 1, "maxLength": 40 }, "minItems": 1, "maxItems": 16 },
        })),
        "PadRequest": pad_request(),
        "QrRequest": strict(&["text"], &json!({
            "text": { "type": "string", "minLength": 1, "maxLength": super::qr::LONGEST },
        })),
        "SessionRequest": strict(&["key"], &json!({ "key": { "type": "string" } })),
    })
}

/// An order for pads.
fn pad_request() -> Value {
    let mut schema = schema::object(PAD, true);
    schema["properties"]["per_page"] = json!({ "type": "integer", "enum": PageSetup::PER_PAGE });
    schema["properties"]["options"] =
        json!({ "type": "object", "description": "the house rules in force" });
    schema
}

fn kept() -> Value {
    let text = json!({ "type": "string" });
    let version = json!({ "type": "integer", "minimum": 1 });
    let number = version.clone();
    let roles: Vec<&str> = Role::KEYED.iter().map(|role| role.word()).collect();
    let role = json!({ "type": "string", "enum": roles });
    let event = object(
        &["sequence", "at", "by", "change"],
        &json!({
            "sequence": version, "at": { "type": "string", "format": "date-time" }, "by": text,
            "change": { "type": "object" }, "outcome": {},
        }),
    );
    json!({
        "MatchState": object(&["id", "version", "seats", "people", "can_undo", "can_redo", "embedded", "document", "result"], &json!({
            "id": text, "version": version,
            "seats": list(&object(&["id", "people"], &json!({ "id": text, "people": list(&object(
                &["person", "name", "from_hand"], &json!({ "person": number, "name": text, "from_hand": number }),
            )) }))),
            "people": list(&object(&["person", "name"], &json!({ "person": number, "name": text }))),
            "can_undo": { "type": "boolean" }, "can_redo": { "type": "boolean" },
            "embedded": { "type": "boolean" },
            "document": { "type": "object" }, "result": reference("Report"),
        })),
        "CreatedMatch": { "allOf": [reference("MatchState"), object(&["keys"], &json!({ "keys": object(&["view", "score", "direct"], &json!({
            "view": text, "score": text, "direct": text,
        })) }))] },
        "History": object(&["id", "version", "events"], &json!({ "id": text, "version": version, "events": list(&event) })),
        "Standings": object(&["id", "version", "game", "status", "hands", "standings", "winners"], &json!({
            "id": text, "version": version, "game": text, "status": reference("Status"),
            "hands": { "type": "integer" }, "standings": list(&reference("Standing")), "winners": list(&text),
        })),
        "Matches": object(&["matches", "next"], &json!({
            "matches": list(&object(&["id", "game", "version", "created_at", "changed_at"], &json!({
                "id": text, "game": text, "version": version, "created_at": text, "changed_at": text,
            }))),
            "next": { "type": ["string", "null"] },
        })),
        "Key": object(&["role", "key"], &json!({ "role": role, "key": text })),
        "Session": object(&["role"], &json!({ "role": role })),
    })
}

/// Every shared response, by name.
pub fn responses() -> Value {
    let tag = json!({ "description": "The version, as a strong entity tag", "schema": { "type": "string" } });
    let answer = |description: &str, media: &str, name: &str| {
        let content = json!({ media: { "schema": reference(name) } });
        json!({ "description": description, "content": content })
    };
    let mut state = answer("The match as it stands", "application/json", "MatchState");
    state["headers"] = json!({ "ETag": tag });
    let mut created = answer(
        "The match, with its three keys",
        "application/json",
        "CreatedMatch",
    );
    created["headers"] = json!({ "ETag": tag, "Location": { "description": "Where the match is", "schema": { "type": "string" } } });
    let printed = json!({
        "description": "A PDF",
        "content": { super::paper::PDF: { "schema": { "type": "string", "contentMediaType": super::paper::PDF } } },
        "headers": { "Missing-Characters": {
            "description": "Characters that no font has, printed as a box: their code points, such as U+674E",
            "schema": { "type": "string" },
        } },
    });
    json!({
        "Printed": printed,
        "Problem": answer("A problem (RFC 9457)", super::problem::PROBLEM_JSON, "Problem"),
        "State": state,
        "Checked": answer("The match as it would stand", "application/json", "MatchState"),
        "Created": created,
    })
}
