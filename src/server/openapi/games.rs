//! The schemas of what differs by game: match documents, records and house rules, from the games' field tables.

use serde_json::{Map, Value, json};

use crate::http::values::PlayedGame;
use overtrick_core::form::{Field, Kind};
use overtrick_core::{Facts, Game, QuestionKind};
use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_match::schema;
use overtrick_own::{OWN, Own};

/// The schemas of the OpenAPI document, by name.
pub type Components = Map<String, Value>;

/// The fields that a hand of every custom game may have; its definition adds others.
const OWN_RECORD: &[Field] = &[
    Field::optional("dealer", Kind::Player),
    Field::optional("note", Kind::Text),
    Field::optional("irregularities", Kind::Word(&["waived"])),
];

/// Returns a reference to a component.
pub fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// Returns an id or a word in upper camel case, as part of a component's name.
pub fn component(id: &str) -> String {
    let upper = |part: &str| part[..1].to_uppercase() + &part[1..];
    id.split(['-', '_', '.']).map(upper).collect()
}

/// Returns an object whose properties depend on the game.
pub fn open_object(about: &str) -> Value {
    json!({ "type": "object", "description": about, "additionalProperties": true })
}

/// Returns a union of components, which differ by the value of a tag.
pub fn union(about: &str, tag: &str, variants: &[(String, String)]) -> Value {
    let references = variants.iter().map(|(_, name)| reference(name));
    let mapping = variants.iter().map(|(word, name)| {
        let reference = reference(name);
        (word.clone(), reference["$ref"].clone())
    });
    json!({
        "description": about,
        "oneOf": references.collect::<Vec<Value>>(),
        "discriminator": { "propertyName": tag, "mapping": mapping.collect::<Components>() },
    })
}

/// Adds the components of every game, and what they share.
pub fn add(all: &mut Components) {
    let shipped: Vec<&Facts> = games::all().iter().map(|entry| entry.facts).collect();
    let mut variants = Vec::new();
    for facts in &shipped {
        add_game(all, facts);
        variants.push((facts.id.to_owned(), name(facts, "Match")));
    }
    add_own(all);
    variants.push((OWN.to_owned(), name(Own::FACTS, "Match")));
    let about = "A match: its game, players, house rules and hands";
    all.insert("MatchDocument".into(), union(about, "game", &variants));
    let records: Vec<String> = shipped.iter().map(|facts| name(facts, "Record")).collect();
    let records = format!("`{}`", records.join("`, `"));
    let about = format!("The record of a hand of the match's game: {records}");
    all.insert("Hand".into(), open_object(&about));
    let about =
        "As much of a hand as is known: the fields of its record, of which none is required";
    all.insert("CurrentHand".into(), open_object(about));
    for (name, about) in [
        (
            "HouseRules",
            "House rules of the game: those of its `Options`",
        ),
        (
            "HandDetail",
            "A game's own results of a hand; see the page of its rules",
        ),
        (
            "MatchDetail",
            "A game's own results of a match; see the page of its rules",
        ),
        (
            "StillOpen",
            "What is still open in a game before its next hand",
        ),
        (
            "RulingOutcome",
            "The result of a question, with what the game adds",
        ),
    ] {
        all.insert(name.into(), open_object(about));
    }
    let ids: Vec<&str> = shipped.iter().map(|facts| facts.id).collect();
    let about = "The id of a game";
    let id = json!({ "type": "string", "enum": ids, "description": about });
    all.insert("GameId".into(), id);
    let played = PlayedGame::ids();
    let about =
        "The id of the game of a match; `own` is a custom game, which the match brings along";
    let id = json!({ "type": "string", "enum": played, "description": about });
    all.insert("PlayedGameId".into(), id);
    let about = "The kind of a question";
    let kind = json!({ "type": "string", "enum": QuestionKind::WORDS, "description": about });
    all.insert("QuestionKind".into(), kind);
    all.insert("RulesQuestion".into(), question(&shipped, &ids));
    let note = json!({ "type": ["string", "number", "boolean", "null"] });
    let about = "What a program noted of a match";
    let metadata = json!({ "type": "object", "description": about, "additionalProperties": note });
    all.insert("Metadata".into(), metadata);
}

fn name(facts: &Facts, kind: &str) -> String {
    component(facts.id) + kind
}

fn add_game(all: &mut Components, facts: &Facts) {
    let mut record = schema::object(facts.record, true);
    describe(&mut record, facts);
    all.insert(name(facts, "Record"), record);
    let mut options = schema::options(facts);
    describe(&mut options, facts);
    all.insert(name(facts, "Options"), options);
    all.insert(name(facts, "Match"), document(facts));
}

/// Adds the components of custom games, whose records and house rules are open: a definition says what they have.
fn add_own(all: &mut Components) {
    let own = Facts {
        record: OWN_RECORD,
        ..*Own::FACTS
    };
    add_game(all, &own);
    for kind in ["Record", "Options"] {
        all[&name(&own, kind)]["additionalProperties"] = true.into();
    }
    let document = &mut all[&name(&own, "Match")];
    document["properties"]["definition"] = reference("Definition");
    if let Some(required) = document["required"].as_array_mut() {
        required.push("definition".into());
    }
    let about = "A game as a file: what a hand records, what it is worth, and when the match ends";
    all.insert("Definition".into(), open_object(about));
}

/// The match document of a game.
fn document(facts: &Facts) -> Value {
    let record = reference(&name(facts, "Record"));
    let options = reference(&name(facts, "Options"));
    let mut document = schema::document(facts, options, &record);
    let properties = &mut document["properties"];
    properties["current"] = reference("CurrentHand");
    let corrected = &mut properties["history"]["items"]["properties"];
    corrected["before"] = record.clone();
    corrected["after"] = record;
    for (property, about) in [
        ("adjustments", "Points beside the hands, such as penalties"),
        ("current", "The hand that is being played"),
        ("edition", "The edition of the rules by which it is scored"),
        (
            "finished",
            "Whether the match was ended before its last hand",
        ),
        ("first_dealer", "The player who deals the first hand"),
        ("game", "The id of the game"),
        ("hands", "The hands, in order"),
        ("history", "What was corrected"),
        ("id", "The id of the match"),
        ("location", "Where it is played"),
        (
            "log",
            "The log of a match that a program keeps in a file; it is not read",
        ),
        ("notes", "Remarks"),
        ("options", "The house rules"),
        ("played_on", "The day it is played"),
        ("players", "The players, in the order in which they sit"),
        ("title", "The title of the match"),
    ] {
        if let Some(schema) = properties.get_mut(property)
            && schema.get("$ref").is_none()
        {
            schema["description"] = about.into();
        }
    }
    for list in ["adjustments", "history"] {
        describe(&mut properties[list]["items"], facts);
    }
    document
}

/// Describes the properties of a record or of house rules in the words of the page, and those of the objects in it.
fn describe(schema: &mut Value, facts: &Facts) {
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (property, schema) in properties.into_iter().flatten() {
        let text = text_of(property, facts);
        let about = match schema["description"].as_str() {
            Some(kind) => format!("{text}: {kind}"),
            None => text,
        };
        schema["description"] = about.into();
    }
    match schema {
        Value::Object(entries) => entries
            .values_mut()
            .for_each(|inner| describe(inner, facts)),
        Value::Array(items) => items.iter_mut().for_each(|inner| describe(inner, facts)),
        _ => {}
    }
}

/// Short names of properties that no page shows.
const ABOUT: [(&str, &str); 2] = [
    ("at", "When it was done"),
    ("by", "The role of the person who did it"),
];

/// What a property of a record or a house rule is, and when a hand needs it.
fn text_of(property: &str, facts: &Facts) -> String {
    if let Some((_, about)) = ABOUT.iter().find(|(name, _)| *name == property) {
        return (*about).to_owned();
    }
    let english = Language::english();
    let of_game = format!("{}/{property}", facts.id);
    let keys = [
        ("option", of_game.clone()),
        ("page", format!("field.{}.{property}", facts.id)),
        ("page", format!("field.{property}")),
        ("field", of_game.clone()),
        ("field", property.to_owned()),
    ];
    let mut keys = keys.into_iter();
    let key = keys.find(|(section, key)| english.has(section, key));
    let text = match key {
        Some((section, key)) => english.text(section, &key),
        None => english.word(property),
    };
    if english.has("when", &of_game) {
        format!("{text}: {}", english.text("when", &of_game))
    } else {
        text
    }
}

/// A question to the adjudicator. Its fields depend on the game and on the kind of question.
fn question(shipped: &[&Facts], ids: &[&str]) -> Value {
    let needs = shipped.iter().map(|facts| {
        let kinds = facts.questions.iter().map(|(kind, fields)| {
            let schema = schema::object(fields, true);
            let needed = schema["required"].as_array().into_iter().flatten();
            let needed: Vec<&str> = needed.filter_map(Value::as_str).collect();
            format!("`{}` needs `{}`", kind.word(), needed.join("`, `"))
        });
        let kinds: Vec<String> = kinds.collect();
        format!("- `{}`: {}", facts.id, kinds.join("; "))
    });
    let needs: Vec<String> = needs.collect();
    let about = format!(
        "A question about a bid, a trick, a whole play or a discard. Besides the fields that are listed, it has those \
         of its kind:\n\n{}",
        needs.join("\n")
    );
    let names = json!({ "type": "array", "items": { "type": "string" }, "minItems": 2, "maxItems": 10,
        "description": "The players, in the order in which they sit" });
    json!({
        "type": "object", "description": about,
        "required": ["game", "players", "question"],
        "properties": {
            "game": { "type": "string", "enum": ids, "description": "The id of the game" },
            "players": names,
            "question": reference("QuestionKind"),
            "options": reference("HouseRules"),
            "dealer": { "type": "string", "description": "The player who deals" },
        },
        "additionalProperties": true,
    })
}
