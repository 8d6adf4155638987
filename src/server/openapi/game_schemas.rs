//! The schemas of game-specific input: match documents, records, house rules and questions.

use serde_json::{Value, json};

use crate::http::values::PlayedGame;
use crate::openapi::unions::{Components, Variant, component, reference, require_first};
use crate::openapi::{descriptions, unions};
use overtrick_core::form::{Field, Kind};
use overtrick_core::results::OUTCOME;
use overtrick_core::{Facts, Game, QuestionKind};
use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_match::play::GAME;
use overtrick_match::schema;
use overtrick_own::Own;

/// The component name of a game's schema of this kind.
pub fn name(facts: &Facts, kind: &str) -> String {
    component(facts.id) + kind
}

/// Adds the components of every game, and unions of them.
pub fn add(all: &mut Components) {
    let games = || games::all().iter().map(|entry| entry.facts);
    for facts in games() {
        let document = document(facts, all);
        all.insert(name(facts, "Opened"), opened(&document));
        all.insert(name(facts, "Match"), document);
        all.insert(name(facts, "Record"), schema::object(facts.record, true));
        let unfinished = schema::object(facts.record, false);
        all.insert(name(facts, "Unfinished"), unfinished);
        all.insert(name(facts, "Options"), options(facts));
        let kinds = facts.questions.iter().map(|(kind, _)| kind.word());
        let kinds = json!({ "type": "string", "enum": kinds.collect::<Vec<&str>>() });
        all.insert(name(facts, "QuestionKind"), kinds);
        all.insert(name(facts, "Question"), question(facts));
        all.insert(name(facts, "Hand"), hand(facts, true));
        all.insert(name(facts, "UnfinishedHand"), hand(facts, false));
    }
    let of = |kind: &str| -> Vec<Variant> {
        let variant = |facts: &Facts| (facts.id.to_owned(), name(facts, kind));
        games().map(variant).collect()
    };
    let own = add_own(all);
    let with_own = |kind: &str| {
        let mut variants = of(kind);
        variants.push((own.id.to_owned(), name(&own, kind)));
        variants
    };
    let ids: Vec<&str> = games().map(|facts| facts.id).collect();
    let about = "The id of a game";
    let id = json!({ "type": "string", "enum": ids, "description": about });
    all.insert("GameId".into(), id);
    let played: Vec<&str> = PlayedGame::ids().collect();
    let about = "The id of the game of a match: `own` is a game that the match brings along";
    let id = json!({ "type": "string", "enum": played, "description": about });
    all.insert("PlayedGameId".into(), id);
    let rules: Vec<Value> = games().map(schema::options).collect();
    let about = "House rules of a game; see its own";
    all.insert("HouseRules".into(), unions::merged(Some(about), rules));
    add_results(all);
    let about = "A match: its game, players, house rules and hands";
    unions::add(all, "MatchDocument", about, "game", &with_own("Match"));
    let about = "The document that opened a match, whose players stand beside it";
    unions::add(all, "OpenedDocument", about, "game", &with_own("Opened"));
    let about = "A hand, with the game whose record it is";
    unions::add(all, "Hand", about, GAME, &with_own("Hand"));
    let about = "As much of a hand as is known, with its game";
    unions::add(
        all,
        "UnfinishedHand",
        about,
        GAME,
        &with_own("UnfinishedHand"),
    );
    let about = "A question to the adjudicator";
    unions::add(all, "Question", about, "game", &of("Question"));
}

/// The fields that every own game's hands have; its definition adds others.
const OWN_RECORD: &[Field] = &[
    Field::optional("dealer", Kind::Player),
    Field::optional("note", Kind::Text),
    Field::optional("irregularities", Kind::Word(&["waived"])),
];

/// Adds the components of own games, whose records and house rules are open: a definition says what they have.
fn add_own(all: &mut Components) -> Facts {
    let own = Facts {
        record: OWN_RECORD,
        ..*Own::FACTS
    };
    let open = |mut schema: Value| {
        schema["additionalProperties"] = true.into();
        schema
    };
    let mut document = document(&own, all);
    document["properties"]["definition"] = reference("Definition");
    if let Some(required) = document["required"].as_array_mut() {
        required.push("definition".into());
    }
    all.insert(name(&own, "Opened"), opened(&document));
    all.insert(name(&own, "Match"), document);
    all.insert(name(&own, "Record"), open(schema::object(own.record, true)));
    let unfinished = open(schema::object(own.record, false));
    all.insert(name(&own, "Unfinished"), unfinished);
    all.insert(name(&own, "Options"), open(options(&own)));
    all.insert(name(&own, "Hand"), open(hand(&own, true)));
    all.insert(name(&own, "UnfinishedHand"), open(hand(&own, false)));
    let about =
        "A game as a file: what a hand records, what that is worth, and when the match ends";
    let definition =
        json!({ "type": "object", "description": about, "additionalProperties": true });
    all.insert("Definition".into(), definition);
    own
}

/// Adds the components of game-specific results besides points. These objects do not name their game, so each
/// has the fields of all games.
fn add_results(all: &mut Components) {
    let merged = |about: &str, of: fn(&Facts) -> &'static [Field], shared: Option<&[Field]>| {
        let games = games::all().iter().map(|entry| of(entry.facts));
        let objects = shared.into_iter().chain(games).map(schema::written);
        unions::merged(Some(about), objects.collect())
    };
    let about = "A game's own results of a hand; see the page of its rules";
    all.insert(
        "HandDetail".into(),
        merged(about, |facts| facts.results.hand, None),
    );
    let about = "A game's own results of a match; see the page of its rules";
    all.insert(
        "MatchDetail".into(),
        merged(about, |facts| facts.results.whole, None),
    );
    let about = "What is still open in a game before its next hand";
    all.insert(
        "StillOpen".into(),
        merged(about, |facts| facts.results.open, None),
    );
    let about = "The result of a question, with what the game adds";
    let outcome = merged(about, |facts| facts.results.outcome, Some(OUTCOME));
    all.insert("RulingOutcome".into(), outcome);
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
    // A corrected hand belongs to the same game.
    let corrected = &mut properties["history"]["items"]["properties"];
    corrected["before"] = record.clone();
    corrected["after"] = record;
    document
}

/// A document without its players.
fn opened(document: &Value) -> Value {
    let mut opened = document.clone();
    if let Some(properties) = opened["properties"].as_object_mut() {
        properties.remove("players");
    }
    if let Some(required) = opened["required"].as_array_mut() {
        required.retain(|name| name != "players");
    }
    opened
}

/// The house rules of a game. Defaults are described in words, because some generators never omit a property
/// with a `default`.
fn options(facts: &Facts) -> Value {
    let mut options = schema::options(facts);
    let rules = options["properties"].as_object_mut();
    for (name, rule) in rules.into_iter().flatten() {
        let default = rule.as_object_mut().and_then(|rule| rule.remove("default"));
        if let Some(default) = default {
            let key = format!("{}/{name}", facts.id);
            let about = descriptions::sentence(&Language::english().text("option", &key));
            rule["description"] = format!("{about} In force without it: `{default}`.").into();
        }
    }
    options
}

/// A hand on its own: its record and its game.
fn hand(facts: &Facts, whole: bool) -> Value {
    let mut hand = schema::object(facts.record, whole);
    unions::tag(&mut hand, GAME, facts.id);
    hand
}

/// A question about a game, of any kind. The kinds are not components: some generators cannot handle nested
/// unions, and the game already distinguishes questions.
fn question(facts: &Facts) -> Value {
    let kinds: Vec<(&str, Value)> = facts
        .questions
        .iter()
        .map(|(kind, fields)| {
            let mut question = schema::object(fields, true);
            if *kind == QuestionKind::Finish {
                question["properties"]["hand"] = reference(&name(facts, "Unfinished"));
            }
            (kind.word(), question)
        })
        .collect();
    let needs = kinds.iter().map(|(word, question)| {
        let needed: Vec<&str> = required(question).collect();
        format!("`{word}` needs `{}`", needed.join("`, `"))
    });
    let needs: Vec<String> = needs.collect();
    let about = format!("A question: {}.", needs.join("; "));
    let mut question = unions::merged(
        Some(&about),
        kinds.into_iter().map(|(_, kind)| kind).collect(),
    );
    let properties = &mut question["properties"];
    // As an inline list of words, some generators would call it like the union `Question`.
    properties["question"] = reference(&name(facts, "QuestionKind"));
    properties["players"] = schema::players(facts);
    properties["options"] = reference(&name(facts, "Options"));
    properties["dealer"] = json!({ "type": "string" });
    require_first(&mut question, &["players", "question"]);
    unions::tag(&mut question, GAME, facts.id);
    question
}

/// The required properties of an object.
fn required(object: &Value) -> impl Iterator<Item = &str> {
    let names = object["required"].as_array().into_iter().flatten();
    names.filter_map(Value::as_str)
}
