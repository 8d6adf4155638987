//! The schemas of what each game reads with fields of its own: match documents, records, house rules
//! and questions.

use serde_json::{Value, json};

use super::unions::{self, Components, Variant, component, reference, require_first};
use crate::games;
use crate::rules::{Facts, QuestionKind};
use crate::schema;

/// The name of the component of a game, of this kind.
pub fn name(facts: &Facts, kind: &str) -> String {
    component(facts.id) + kind
}

/// Adds the components of every game, and the unions of them.
pub fn add(all: &mut Components) {
    let games = || games::all().iter().map(|entry| entry.facts);
    for facts in games() {
        let document = document(facts, all);
        all.insert(name(facts, "Match"), document);
        all.insert(name(facts, "Record"), schema::object(facts.record, true));
        let unfinished = schema::object(facts.record, false);
        all.insert(name(facts, "Unfinished"), unfinished);
        all.insert(name(facts, "Options"), schema::options(facts));
        questions(facts, all);
    }
    let of = |kind: &str| -> Vec<Variant> {
        let variant = |facts: &Facts| (facts.id.to_owned(), name(facts, kind));
        games().map(variant).collect()
    };
    let ids: Vec<&str> = games().map(|facts| facts.id).collect();
    let about = "The id of a game";
    let id = json!({ "type": "string", "enum": ids, "description": about });
    all.insert("GameId".into(), id);
    let rules: Vec<Value> = games().map(schema::options).collect();
    let about = "House rules of a game; see its own";
    all.insert("HouseRules".into(), unions::merged(about, rules));
    let dice = games().filter_map(|facts| facts.dice);
    let dice: Vec<Value> = dice.map(|fields| schema::object(fields, true)).collect();
    let about = "The dice of a hand, as its record has them";
    all.insert("Dice".into(), unions::merged(about, dice));
    let about = "A match: its game, players, house rules and hands";
    unions::add(all, "MatchDocument", about, "game", &of("Match"));
    let about = "A question to the adjudicator";
    unions::add(all, "Question", about, "game", &of("Question"));
}

fn document(facts: &Facts, all: &mut Components) -> Value {
    let options = reference(&name(facts, "Options"));
    let record = reference(&name(facts, "Record"));
    let mut document = schema::document(facts, options, &record);
    let properties = &mut document["properties"];
    properties["current"] = reference(&name(facts, "Unfinished"));
    let adjustment = properties["adjustments"]["items"].take();
    all.insert("AdjustmentEntry".into(), adjustment);
    properties["adjustments"]["items"] = reference("AdjustmentEntry");
    // What a correction changed is a hand of this game.
    let corrected = &mut properties["history"]["items"]["properties"];
    corrected["before"] = record.clone();
    corrected["after"] = record;
    document
}

fn questions(facts: &Facts, all: &mut Components) {
    let variants: Vec<Variant> = facts
        .questions
        .iter()
        .map(|(kind, fields)| {
            let mut question = schema::object(fields, true);
            let properties = &mut question["properties"];
            properties["players"] = schema::players(facts);
            properties["options"] = reference(&name(facts, "Options"));
            properties["dealer"] = json!({ "type": "string" });
            if *kind == QuestionKind::Finish {
                properties["hand"] = reference(&name(facts, "Unfinished"));
            }
            require_first(&mut question, &["players"]);
            unions::tag(&mut question, "question", kind.word());
            unions::tag(&mut question, "game", facts.id);
            let name = name(facts, &(component(kind.word()) + "Question"));
            all.insert(name.clone(), question);
            (kind.word().to_owned(), name)
        })
        .collect();
    let about = "A question about this game";
    let union = name(facts, "Question");
    unions::add(all, &union, about, "question", &variants);
}
