//! Properties of every result, whatever the game.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::{check_sums, scored};
use overtrick_core::Remedy;
use overtrick_core::form::{Field, Kind, Need};
use overtrick_core::results::OUTCOME;
use overtrick_games as games;
use overtrick_match::adjudicate::{RulingsReport, adjudicate};
use overtrick_match::document::{Report, score};
use overtrick_match::lang::Language;

/// All documents of the independently made cases and of the samples.
fn documents() -> Vec<Value> {
    let mut documents = Vec::new();
    for entry in games::all() {
        let id = entry.facts.id;
        let root = env!("CARGO_MANIFEST_DIR");
        let cases = std::fs::read_to_string(format!("{root}/tests/conformance/{id}.scores.ndjson"))
            .unwrap();
        let cases = cases
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["document"].clone());
        documents.extend(cases);
        documents.push(serde_json::from_str(entry.sample).unwrap());
    }
    documents
}

/// The documents of the games' own cases, including those about what is ahead.
fn own_documents() -> Vec<Value> {
    let root = env!("CARGO_MANIFEST_DIR");
    let of_game = |entry: &games::Entry| format!("src/games/{}/cases/scores.json", entry.folder);
    let files = games::all().iter().map(of_game);
    let files = files.chain(["tests/cases/help.json".to_owned()]);
    let cases = files.flat_map(|file| {
        let text = std::fs::read_to_string(format!("{root}/{file}")).unwrap();
        serde_json::from_str::<Vec<Value>>(&text).unwrap()
    });
    cases.map(|case| case["document"].clone()).collect()
}

/// All questions of the independently made cases and of the games' own.
fn questions() -> Vec<Value> {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut questions = Vec::new();
    for entry in games::all() {
        let (id, folder) = (entry.facts.id, entry.folder);
        for kind in ["auctions", "plays"] {
            let file = format!("{root}/tests/conformance/{id}.{kind}.ndjson");
            let cases = std::fs::read_to_string(file).unwrap();
            let case = |line| serde_json::from_str::<Value>(line).unwrap();
            questions.extend(cases.lines().map(|line| case(line)["question"].clone()));
        }
        for file in ["rulings", "plays"] {
            let file = format!("{root}/src/games/{folder}/cases/{file}.json");
            let Ok(cases) = std::fs::read_to_string(file) else {
                continue;
            };
            let cases: Vec<Value> = serde_json::from_str(&cases).unwrap();
            for question in cases.iter().map(|case| &case["question"]) {
                questions.push(question.clone());
                // The answer about what outbids a value depends on the value.
                for beat in (0..=12).filter(|_| question["beat"].is_i64()) {
                    let mut other = question.clone();
                    other["beat"] = beat.into();
                    questions.push(other);
                }
            }
        }
    }
    let text = std::fs::read_to_string(format!("{root}/tests/cases/help.json")).unwrap();
    let cases: Vec<Value> = serde_json::from_str(&text).unwrap();
    let asked = cases.iter().map(|case| &case["question"]);
    questions.extend(asked.filter(|question| question.is_object()).cloned());
    questions
}

#[test]
fn lines_add_up_to_scores_and_scores_to_totals() {
    for document in documents() {
        check_sums(&scored(&document));
    }
}

#[test]
fn every_reason_and_warning_rests_on_a_clause_and_says_something() {
    let english = Language::english();
    for document in documents() {
        let scored = score(document.to_string().as_bytes()).unwrap();
        for hand in &scored.hands {
            for reason in &hand.reasons {
                let (rule, message) = (&reason.rule, &reason.message);
                assert!(scored.facts.clause(rule).is_some(), "no clause {rule}");
                assert!(english.has("line", message), "no sentence for {message}");
                let sentence = english.reason(reason);
                assert!(!sentence.contains(['{', '}']), "{sentence}");
                let same = hand.reasons.iter().filter(|other| {
                    (&other.rule, &other.args, &other.factors)
                        == (&reason.rule, &reason.args, &reason.factors)
                });
                assert_eq!(same.count(), 1, "twice: {reason:?}");
            }
            for warning in &hand.warnings {
                assert!(
                    warning
                        .rule
                        .as_deref()
                        .is_none_or(|rule| scored.facts.clause(rule).is_some()),
                    "{warning:?}"
                );
                assert!(
                    !english.finding(warning).contains(['{', '}']),
                    "{}",
                    english.finding(warning)
                );
            }
        }
    }
}

#[test]
fn every_catalog_is_whole() {
    let english = Language::english();
    for facts in games::all().iter().map(|entry| entry.facts) {
        assert!(
            english.has("game", facts.id) && english.has("word", facts.id),
            "{}",
            facts.id
        );
        let mut ids: Vec<&str> = facts.all_clauses().map(|clause| clause.id).collect();
        for id in &ids {
            assert!(english.has("clause", id), "no text for clause {id}");
        }
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{}: a clause twice", facts.id);
        for rule in facts.options {
            let key = format!("{}/{}", facts.id, rule.field.name);
            for section in ["option", "option-name"] {
                assert!(english.has(section, &key), "no {section} of {key}");
            }
            assert!(
                facts.clause(rule.clause).is_some(),
                "{key} settles no clause {}",
                rule.clause
            );
            assert!(
                serde_json::from_str::<Value>(rule.default).is_ok(),
                "{key}: {}",
                rule.default
            );
        }
        for irregularity in facts.all_irregularities() {
            assert!(
                english.has("irregularity", irregularity.id),
                "no text for {}",
                irregularity.id
            );
            assert_eq!(
                english.has("remedy", irregularity.id),
                matches!(irregularity.remedy, Remedy::Stated(_)),
                "{}",
                irregularity.id
            );
            assert!(
                facts.clause(irregularity.clause).is_some(),
                "{} breaks no clause",
                irregularity.id
            );
        }
    }
}

#[test]
fn no_catalog_says_what_nobody_asks_for() {
    let english = Language::english();
    let all: Vec<_> = games::all().iter().map(|entry| entry.facts).collect();
    for id in english.keys("clause") {
        assert!(
            all.iter().any(|facts| facts.clause(id).is_some()),
            "clause {id} is no game's"
        );
    }
    for key in english
        .keys("option")
        .into_iter()
        .chain(english.keys("option-name"))
    {
        let known = all.iter().flat_map(|facts| {
            facts
                .options
                .iter()
                .map(|rule| format!("{}/{}", facts.id, rule.field.name))
        });
        assert!(
            known.into_iter().any(|known| known == key),
            "option {key} is no game's"
        );
    }
}

/// A game's output, compared with its described fields.
#[derive(Default)]
struct Written {
    /// The fields that occurred.
    seen: BTreeSet<String>,
}

impl Written {
    /// Checks an object with these fields at this place.
    fn check(&mut self, fields: &[Field], written: &Value, place: &str) {
        let object = written.as_object().unwrap();
        for field in fields {
            let value = object.get(field.name);
            let place = format!("{place}/{}", field.name);
            assert!(value.is_some() || field.need != Need::Required, "{place}");
            if let Some(value) = value {
                self.check_kind(&field.kind, value, &place);
                self.seen.insert(place);
            }
        }
        let known: Vec<&str> = fields.iter().map(|field| field.name).collect();
        for name in object.keys() {
            assert!(known.contains(&name.as_str()), "{place} has no {name}");
        }
    }

    fn check_kind(&mut self, kind: &Kind, written: &Value, place: &str) {
        let is_right = match kind {
            Kind::Object(fields) => return self.check(fields, written, place),
            Kind::PerPlayer(inner) | Kind::ById(inner) => {
                let values = written.as_object().unwrap().values();
                return values.for_each(|value| self.check_kind(inner, value, place));
            }
            Kind::List(inner) => {
                let items = written.as_array().unwrap().iter();
                return items.for_each(|item| self.check_kind(inner, item, place));
            }
            Kind::Nullable(_) if written.is_null() => true,
            Kind::Nullable(inner) => return self.check_kind(inner, written, place),
            Kind::Flag => written.is_boolean(),
            Kind::Int(least, most) => written
                .as_i64()
                .is_some_and(|number| (*least..=*most).contains(&number)),
            Kind::Number(..) => written.is_number(),
            Kind::Word(words) => written.as_str().is_some_and(|word| words.contains(&word)),
            Kind::Text | Kind::Player | Kind::Card => written.is_string(),
            Kind::OneOf(kinds) => {
                let mut kinds = kinds.iter();
                return kinds
                    .find(|kind| matches!(kind, Kind::List(_)) == written.is_array())
                    .map_or_else(
                        || panic!("{place} is {written}"),
                        |kind| self.check_kind(kind, written, place),
                    );
            }
            Kind::Any => false,
        };
        assert!(is_right, "{place} is {written}, and described as {kind:?}");
    }
}

/// The places of all fields of an object at a place.
fn places(fields: &[Field], place: &str, all: &mut BTreeSet<String>) {
    for field in fields {
        let place = format!("{place}/{}", field.name);
        let mut kind = &field.kind;
        while let Kind::PerPlayer(inner)
        | Kind::ById(inner)
        | Kind::List(inner)
        | Kind::Nullable(inner) = kind
        {
            kind = inner;
        }
        if let Kind::Object(fields) = kind {
            places(fields, &place, all);
        }
        all.insert(place);
    }
}

/// A document without the second half of its hands, so that the match continues.
fn first_half(document: &Value) -> Value {
    let mut shorter = document.clone();
    if let Some(hands) = shorter["hands"].as_array_mut() {
        hands.truncate(hands.len() / 2);
    }
    let entries = shorter.as_object_mut().unwrap();
    entries.retain(|name, _| name != "adjustments" && name != "current");
    shorter
}

#[test]
fn what_games_find_has_the_fields_that_are_described_and_each_of_them() {
    let mut written = Written::default();
    let results = |game: &Value| games::find(game.as_str().unwrap()).unwrap().facts.results;
    for document in documents().into_iter().chain(own_documents()) {
        for document in [first_half(&document), document] {
            let Ok(scored) = score(document.to_string().as_bytes()) else {
                continue;
            };
            let fields = results(&document["game"]);
            let report = serde_json::to_value(Report::new(scored, Language::english())).unwrap();
            if let Some(detail) = report.get("detail") {
                written.check(fields.whole, detail, "whole");
            }
            if let Some(open) = report["next"].get("open") {
                written.check(fields.open, open, "open");
            }
            for hand in report["hands"].as_array().unwrap() {
                if let Some(detail) = hand.get("detail") {
                    written.check(fields.hand, detail, "hand");
                }
            }
        }
    }
    for question in questions() {
        let Ok(ruled) = adjudicate(question.to_string().as_bytes()) else {
            continue;
        };
        let report = RulingsReport::new(ruled, Language::english());
        let outcome = serde_json::to_value(report).unwrap()["outcome"].take();
        let fields = [OUTCOME, results(&question["game"]).outcome].concat();
        written.check(&fields, &outcome, "outcome");
    }
    let mut described = BTreeSet::new();
    for entry in games::all() {
        let fields = entry.facts.results;
        for (name, fields) in [
            ("whole", fields.whole),
            ("hand", fields.hand),
            ("open", fields.open),
            ("outcome", fields.outcome),
        ] {
            places(fields, name, &mut described);
        }
    }
    let unseen: Vec<&String> = described.difference(&written.seen).collect();
    assert!(unseen.is_empty(), "nothing has {unseen:?}");
}
