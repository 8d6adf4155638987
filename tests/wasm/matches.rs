//! The module gives the same results as native code for matches stored as logs, and the same
//! descriptions of games.

use serde_json::{Value, json};

use overtrick_core::json::Json;
use overtrick_games as games;
use overtrick_match::document::{Detail, read_json};
use overtrick_match::lang::Language;
use overtrick_match::ledger::{MatchId, Opening, Timestamp};
use overtrick_match::play::{LocalMatch, State, next_document, read, with_name};
use overtrick_match::qr;

use crate::wasm::{Answered, Call, answers_to, native};

const ID: &str = "abcdefghijklmnopqrstuv";
/// The phone's secret. Its digest must be the same on 32-bit and 64-bit machines.
const CLIENT: &str = "a-secret-of-this-phone-alone";
const AT: &str = "2026-11-21T19:00:00.000Z";
const SALTS: [u8; 16 * 16] = [7; 16 * 16];

/// Calls of the module, and their expected answers.
#[derive(Default)]
struct Expected {
    calls: Vec<Call>,
    answers: Vec<Answered>,
}

impl Expected {
    fn add(
        &mut self,
        function: &'static str,
        language: usize,
        input: &Value,
        answer: &impl serde::Serialize,
    ) {
        self.calls.push(Call {
            function,
            language,
            input: input.to_string().into_bytes(),
        });
        self.answers
            .push((0, serde_json::to_string(answer).unwrap()));
    }

    /// Adds a call that changes a match, and all queries about the changed match.
    fn add_after(
        &mut self,
        function: &'static str,
        language: usize,
        input: &Value,
        kept: &LocalMatch,
    ) {
        let tag = Language::tags().nth(language).unwrap();
        let state = State::new(&kept.played, Language::find(tag).unwrap(), Detail::Full).unwrap();
        let log = json!(kept.log);
        self.calls.push(Call {
            function,
            language,
            input: input.to_string().into_bytes(),
        });
        let (log_text, state_text) = (log_of(kept), serde_json::to_string(&state).unwrap());
        let after = format!("{{\"log\":{log_text},\"state\":{state_text}}}");
        self.answers.push((0, after.clone()));
        let mut short = log.clone();
        for event in short["events"].as_array_mut().unwrap() {
            event.as_object_mut().unwrap().remove("digest");
        }
        self.calls.push(Call {
            function: "whole",
            language,
            input: json!({ "log": short }).to_string().into_bytes(),
        });
        self.answers.push((0, after));
        self.add("state", language, &json!({ "log": log }), &state);
        self.add("document", language, &log, &kept.played.document());
        self.add(
            "next_match",
            language,
            &log,
            &next_document(&kept.played).unwrap(),
        );
    }
}

fn log_of(kept: &LocalMatch) -> String {
    serde_json::to_string(&kept.log).unwrap()
}

fn changes(document: &Value) -> Vec<Value> {
    let hands = document["hands"].as_array().unwrap();
    let mut changes: Vec<Value> = hands
        .iter()
        .map(|hand| json!({ "action": "record", "hand": hand }))
        .collect();
    changes.extend([
        json!({ "action": "undo" }),
        json!({ "action": "redo" }),
        json!({ "action": "correct", "reason": "misread", "edits": [{ "edit": "replace", "hand": 1, "with": hands[0] }] }),
        json!({ "action": "rename", "seat": 1, "name": "Šárka" }),
        json!({ "action": "adjust", "adjustment": { "after_hand": 1, "player": document["players"][1], "points": -2, "reason": "late" } }),
        json!({ "action": "void", "hand": hands.len(), "reason": "dealt twice" }),
        json!({ "action": "finish" }),
        json!({ "action": "reopen" }),
        json!({ "action": "erase", "person": 2 }),
    ]);
    changes
}

#[test]
fn a_match_has_the_same_log_and_state_in_the_module_after_every_change() {
    let (mut expected, mut histories) = (Expected::default(), Vec::new());
    let at: Timestamp = AT.parse().unwrap();
    for (number, entry) in games::all().iter().enumerate() {
        let language = number % Language::tags().count();
        let tag = Language::tags().nth(language).unwrap();
        let sample: Value = serde_json::from_str(entry.sample).unwrap();
        let mut opened = sample.clone();
        opened["hands"] = json!([]);
        for ending in ["finished", "adjustments", "current"] {
            opened.as_object_mut().unwrap().remove(ending);
        }
        let document: Json = read_json(&opened.to_string()).unwrap();
        let opening = Opening {
            client: Some(CLIENT.to_owned()),
            ..Opening::default()
        };
        let id = MatchId::read(ID).unwrap();
        let mut kept = LocalMatch::begin(&id, &document, opening, at, &SALTS).unwrap();
        let begin = json!({ "id": ID, "document": opened, "client": CLIENT, "at": AT,
            "salts": SALTS.to_vec() });
        expected.add_after("begin", language, &begin, &kept);
        for change in changes(&sample) {
            let order =
                json!({ "log": kept.log, "change": change, "at": AT, "salts": SALTS.to_vec() });
            let Json::Object(entries) = read_json(&change.to_string()).unwrap() else {
                panic!("{change} is not a change");
            };
            let change = read(entries, &kept.played).unwrap();
            let change = with_name(change, &kept.played, Language::find(tag).unwrap());
            let before = kept.clone();
            kept = kept.after(change, at, &SALTS).unwrap();
            expected.add_after("change", language, &order, &kept);
            assert_eq!(before.played.version() + 1, kept.played.version());
        }
        let input = json!(kept.log).to_string().into_bytes();
        histories.push(Call {
            function: "history",
            language,
            input,
        });
    }
    let found = answers_to(&expected.calls).unwrap_or_default();
    for ((call, answer), found) in expected.calls.iter().zip(&expected.answers).zip(&found) {
        assert_eq!(found, answer, "{}", call.function);
    }
    for (_, history) in answers_to(&histories).unwrap_or_default() {
        let history: Value = serde_json::from_str(&history).unwrap();
        let events = history["events"].as_array().unwrap();
        assert_eq!(
            history["version"].as_u64(),
            u64::try_from(events.len()).ok()
        );
        assert_eq!(events[0]["change"]["action"], "opened");
    }
}

#[test]
fn every_game_gets_the_same_answers_in_the_module() {
    let mut calls = Vec::new();
    for entry in games::all() {
        for language in 0..Language::tags().count() {
            for function in ["game", "rules"] {
                let input = entry.facts.id.as_bytes().to_vec();
                calls.push(Call {
                    function,
                    language,
                    input,
                });
            }
        }
    }
    for (call, found) in calls.iter().zip(answers_to(&calls).unwrap_or_default()) {
        assert_eq!(found, native(call), "{}", call.function);
    }
}

#[test]
fn a_qr_code_is_the_same_in_the_module() {
    let texts = [
        "https://example.org/",
        &"0123456789".repeat(190),
        &"a".repeat(3_000),
    ];
    let calls = texts.map(|text| Call {
        function: "qr",
        language: 0,
        input: text.into(),
    });
    let Some(found) = answers_to(&calls) else {
        return;
    };
    for (text, found) in texts.iter().zip(found) {
        assert_eq!(found, (0, json!(qr::svg(text)).to_string()));
    }
}

#[test]
fn malformed_inputs_are_refused_with_their_fault() {
    let cut = json!({ "log": { "head": null, "events": [], "names": [] } }).to_string();
    let calls = [
        ("state", cut.as_str()),
        ("change", "{}"),
        ("begin", "{}"),
        ("game", "whist"),
        ("check", "["),
    ];
    let calls = calls.map(|(function, input)| Call {
        function,
        language: 0,
        input: input.into(),
    });
    let Some(found) = answers_to(&calls) else {
        return;
    };
    let codes = [
        "unreadable-log",
        "missing-field",
        "missing-field",
        "unknown-game",
        "invalid-json",
    ];
    for ((status, text), code) in found.iter().zip(codes) {
        let refused: Value = serde_json::from_str(text).unwrap();
        assert_eq!((*status, &refused["errors"][0]["code"]), (1, &json!(code)));
    }
}
