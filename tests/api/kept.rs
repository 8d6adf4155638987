//! The same changes lead to the same state in the service and in a match stored outside it.

use serde_json::{Value, json};

use overtrick_core::json::Json;
use overtrick_match::document::{Detail, read_json};
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Bounds, StoredLog, Timestamp};
use overtrick_match::play::{LocalMatch, State, read, with_name};

use crate::served::{ADMIN, Answer, Match, Server, bearer, sample};

/// The log of the only match of a service.
fn log(server: &Server) -> StoredLog {
    let admin = bearer(ADMIN);
    let logs = server.get("/api/v1/exports?form=logs", &[("authorization", &admin)]);
    let line: Value = logs.json();
    serde_json::from_value(line["log"].clone()).unwrap()
}

fn state(kept: &LocalMatch, language: &str) -> String {
    let language = Language::find(language).unwrap();
    let state = State::new(&kept.played, language, Detail::Full).unwrap();
    serde_json::to_string(&state).unwrap()
}

/// Applies a change to the local match, with the time and salts that the service's log has after it.
fn alone(kept: LocalMatch, change: &Value, after: &StoredLog) -> LocalMatch {
    let Json::Object(entries) = read_json(&change.to_string()).unwrap() else {
        panic!("{change} is not a change");
    };
    let change = read(entries, &kept.played).unwrap();
    let change = with_name(change, &kept.played, Language::english());
    let known = kept.log.names.clone();
    let new = after.names.iter().filter(|name| !known.contains(name));
    let salts = new.flat_map(|name| {
        let digits = name.salt.as_bytes().chunks(2);
        digits.map(|two| u8::from_str_radix(std::str::from_utf8(two).unwrap(), 16).unwrap())
    });
    let salts: Vec<u8> = salts.collect();
    let at = after.events.last().unwrap().at.parse().unwrap();
    kept.after(change, at, &salts).unwrap()
}

/// Makes a change in the service and locally; asserts that both have the same state and log.
fn both(server: &Server, game: &Match<'_>, kept: LocalMatch, change: &Value) -> LocalMatch {
    let answer: Answer = game.change(&game.direct, change);
    assert_eq!(answer.status, 200, "{change}: {}", answer.text());
    let after = log(server);
    let kept = alone(kept, change, &after);
    let mut answered: Value = answer.json();
    // Only the service's answer says where an erased name is still stored.
    answered.as_object_mut().unwrap().remove("name_remains");
    let alone: Value = serde_json::from_str(&state(&kept, "en")).unwrap();
    assert_eq!(alone, answered, "{change}");
    assert_eq!(kept.log, after, "{change}");
    kept
}

#[test]
fn every_change_has_the_same_result_with_and_without_a_service() {
    for entry in overtrick_games::all() {
        let server = Server::start();
        let (document, hands) = sample(entry.facts.id);
        let game = server.create(&document);
        let mut kept = LocalMatch::open(log(&server)).unwrap();
        assert_eq!(state(&kept, "en"), game.get("").text());
        for hand in &hands {
            let current = json!({ "action": "set_current", "hand": {} });
            kept = both(&server, &game, kept, &current);
            kept = both(
                &server,
                &game,
                kept,
                &json!({ "action": "record", "hand": hand }),
            );
        }
        let last = hands.len();
        let again = json!({ "action": "correct", "reason": "read again", "edits": [
            { "edit": "replace", "hand": last, "with": hands[last - 1] }] });
        for change in [
            json!({ "action": "undo" }),
            json!({ "action": "redo" }),
            again,
            json!({ "action": "adjust", "adjustment":
                { "after_hand": 1, "player": document["players"][0], "points": -2, "reason": "late" } }),
            json!({ "action": "retract", "adjustment": 1, "reason": "not late" }),
            json!({ "action": "describe", "title": "Thursday", "location": "The Crown" }),
            json!({ "action": "rename", "seat": 1, "name": "Šárka" }),
            json!({ "action": "substitute", "seat": 2, "name": "Zed", "from_hand": last + 1 }),
            json!({ "action": "void", "hand": last, "reason": "dealt twice" }),
            json!({ "action": "finish" }),
            json!({ "action": "reopen" }),
            json!({ "action": "erase", "person": 2 }),
        ] {
            kept = both(&server, &game, kept, &change);
        }
        let czech = game.path("");
        let headers = [
            ("authorization", &*bearer(&game.view)),
            ("accept-language", "cs"),
        ];
        assert_eq!(state(&kept, "cs"), server.get(&czech, &headers).text());
        // The service would accept this log as an import.
        let now = Timestamp::MAX;
        let bounds = Bounds {
            now: Some(now),
            ..Bounds::default()
        };
        assert!(kept.log.judge(&bounds).is_ok());
    }
}
