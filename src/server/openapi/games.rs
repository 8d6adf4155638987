//! The schemas that differ by game: match documents, records and house rules, from the games' field tables.

use serde_json::{Map, Value, json};

use crate::http::PlayedGame;
use crate::openapi::document::merge;
use overtrick_core::form::{Field, Kind};
use overtrick_core::{Facts, Game, QuestionKind};
use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_match::schema;
use overtrick_own::{OWN, Own};

/// The schemas of the OpenAPI document, by name.
pub type Components = Map<String, Value>;

/// The fields that hands of all custom games may have. Each definition adds its own fields.
const OWN_RECORD: &[Field] = &[
    Field::optional("dealer", Kind::Player),
    Field::optional("note", Kind::Text),
    Field::optional("irregularities", Kind::Word(&["waived"])),
];

/// Returns a reference to a component.
fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// Returns an id or a word in upper camel case, for use in a component's name.
pub fn component(id: &str) -> String {
    let upper = |part: &str| part[..1].to_uppercase() + &part[1..];
    id.split(['-', '_', '.']).map(upper).collect()
}

/// Returns a union of components that are distinguished by the value of a tag.
pub fn union(tag: &str, variants: &[(String, String)]) -> Value {
    let references = variants.iter().map(|(_, name)| reference(name));
    let mapping = variants.iter().map(|(word, name)| {
        let reference = reference(name);
        (word.clone(), reference["$ref"].clone())
    });
    json!({
        "oneOf": references.collect::<Vec<Value>>(),
        "discriminator": { "propertyName": tag, "mapping": mapping.collect::<Components>() },
    })
}

/// Adds the components of every game, and the shared ones. `match_overlay` is merged into each match document.
pub fn add(all: &mut Components, match_overlay: &Value) {
    let shipped: Vec<&Facts> = games::all().iter().map(|entry| entry.facts).collect();
    let mut variants = Vec::new();
    for facts in &shipped {
        add_game(all, facts, match_overlay);
        variants.push((facts.id.to_owned(), name(facts, "Match")));
    }
    add_own(all, match_overlay);
    variants.push((OWN.to_owned(), name(Own::FACTS, "Match")));
    all.insert("MatchDocument".into(), union("game", &variants));
    let records: Vec<String> = shipped.iter().map(|facts| name(facts, "Record")).collect();
    let records = format!("`{}`", records.join("`, `"));
    let about = format!("The record of a hand of the match's game: {records}");
    all.insert("Hand".into(), json!({ "description": about }));
    let ids: Vec<&str> = shipped.iter().map(|facts| facts.id).collect();
    for (name, words) in [
        ("GameId", &ids[..]),
        ("PlayedGameId", PlayedGame::ids()),
        ("QuestionKind", QuestionKind::WORDS),
    ] {
        all.insert(name.into(), json!({ "type": "string", "enum": words }));
    }
    all.insert("RulesQuestion".into(), question(&shipped, &ids));
}

fn name(facts: &Facts, kind: &str) -> String {
    component(facts.id) + kind
}

fn add_game(all: &mut Components, facts: &Facts, match_overlay: &Value) {
    let mut record = schema::object(facts.record, true);
    describe(&mut record, facts);
    all.insert(name(facts, "Record"), record);
    let mut options = schema::options(facts);
    describe(&mut options, facts);
    all.insert(name(facts, "Options"), options);
    all.insert(name(facts, "Match"), document(facts, match_overlay));
}

/// Adds the components of custom games. Their records and house rules may have any fields, because each
/// definition has its own.
fn add_own(all: &mut Components, match_overlay: &Value) {
    let own = Facts {
        record: OWN_RECORD,
        ..*Own::FACTS
    };
    add_game(all, &own, match_overlay);
    for kind in ["Record", "Options"] {
        all[&name(&own, kind)]["additionalProperties"] = true.into();
    }
    let document = &mut all[&name(&own, "Match")];
    document["properties"]["definition"] = reference("Definition");
    if let Some(required) = document["required"].as_array_mut() {
        required.push("definition".into());
    }
}

/// Returns the schema of a game's match document.
fn document(facts: &Facts, match_overlay: &Value) -> Value {
    let record = reference(&name(facts, "Record"));
    let options = reference(&name(facts, "Options"));
    let mut document = schema::document(facts, options, &record);
    document["properties"]["current"] = reference("CurrentHand");
    let corrected = &mut document["properties"]["history"]["items"]["properties"];
    corrected["before"] = record.clone();
    corrected["after"] = record;
    merge(&mut document, match_overlay);
    let properties = &mut document["properties"];
    for list in ["adjustments", "history"] {
        describe(&mut properties[list]["items"], facts);
    }
    document
}

/// Describes the properties of a record or of house rules, and of nested objects, with the texts of the page.
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

/// Descriptions of properties that no page shows.
const ABOUT: [(&str, &str); 2] = [
    ("at", "When it was done"),
    ("by", "The role of the person who did it"),
];

/// Returns the description of a field of a record or of a house rule, including when a hand needs it.
fn text_of(property: &str, facts: &Facts) -> String {
    if let Some((_, about)) = ABOUT.iter().find(|(name, _)| *name == property) {
        return (*about).to_owned();
    }
    let english = Language::english();
    let game_key = format!("{}/{property}", facts.id);
    let keys = [
        ("option", game_key.clone()),
        ("page", format!("field.{}.{property}", facts.id)),
        ("page", format!("field.{property}")),
        ("field", game_key.clone()),
        ("field", property.to_owned()),
    ];
    let mut keys = keys.into_iter();
    let key = keys.find(|(section, key)| english.has(section, key));
    let text = match key {
        Some((section, key)) => english.text(section, &key),
        None => english.word(property),
    };
    if english.has("when", &game_key) {
        format!("{text}: {}", english.text("when", &game_key))
    } else {
        text
    }
}

/// Returns the schema of a question to the adjudicator, whose fields depend on the game and the kind of question.
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
        "A question about a bid, a trick, a whole play or a discard. Besides the listed fields, it has those of its \
         kind:\n\n{}",
        needs.join("\n")
    );
    json!({ "description": about, "properties": { "game": { "enum": ids } } })
}
