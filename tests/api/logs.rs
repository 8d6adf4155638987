//! Adopting matches that were played without the service, from their logs.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use overtrick_core::json::Json;
use overtrick_match::ledger::{
    Change, MatchId, Opening, SALT, StoredEvent, StoredLog, StoredName, Timestamp,
};
use overtrick_match::play::LocalMatch;
use overtrick_server::Clock;

use super::imports::{NDJSON, counts, export, import, lines};
use crate::served::{
    ADMIN, Answer, HandClock, PHONE, Server, bearer, brink_bid, first_hand, forged, log_of_a_phone,
};

const PATH: &str = "/api/v1/logs";

/// A match that was opened on a phone, with a renamed player.
fn played() -> Value {
    let rename = Change::Rename {
        seat: 1,
        name: "Anna".to_owned(),
    };
    let kept = log_of_a_phone(&brink_bid());
    let kept = kept.after(rename, Timestamp::from_millis(9), &[3; 64]);
    json!({ "log": kept.unwrap().log })
}

#[test]
fn an_imported_log_keeps_its_id_and_history_and_gets_keys() {
    let server = Server::start();
    let answer = server.post(PATH, &[PHONE], &played());
    assert_eq!(answer.status, 201, "{}", answer.text());
    let opened = answer.json();
    let id = opened["id"].as_str().unwrap();
    assert_eq!(id, "abcdefghijklmnopqrstuv");
    assert_eq!(
        answer.header("location"),
        Some(&*format!("/api/v1/matches/{id}"))
    );
    assert_eq!(opened["document"]["players"][0], "Anna");
    let direct = bearer(opened["keys"]["direct"].as_str().unwrap());
    let path = format!("/api/v1/matches/{id}/history");
    let history = server.get(&path, &[("authorization", &direct)]).json();
    let times: Vec<&str> = history["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["at"].as_str().unwrap())
        .collect();
    assert_eq!(
        times,
        ["1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00.009Z"]
    );
}

/// Sends a log as a phone does, with the phone's secret.
fn hand_over(server: &Server, secret: &str, log: &Value) -> Answer {
    server.post(PATH, &[("overtrick-client", secret)], log)
}

/// Exports all logs of a service with this key, and returns the first.
fn exported(server: &Server, key: &str) -> Value {
    let exports = server.get(
        "/api/v1/exports?form=logs",
        &[("authorization", &bearer(key))],
    );
    assert_eq!(exports.status, 200, "{}", exports.text());
    serde_json::from_str(exports.text().lines().next().unwrap()).unwrap()
}

#[test]
fn a_log_of_an_existing_match_gives_no_keys() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    let reader = server.program_key("admin").0;
    let log = exported(&server, &reader);
    let reading = server.program_key("read").0;
    let scoring = server.program_key("score").0;
    for key in [
        None,
        Some(&*game.view),
        Some(&*game.score),
        Some("x"),
        Some(&*reading),
        Some(&*scoring),
    ] {
        let bearer = key.map(bearer).unwrap_or_default();
        let mut headers = vec![("idempotency-key", "a-key-that-is-new")];
        headers.extend(key.is_some().then_some(("authorization", &*bearer)));
        let answer = server.post(PATH, &headers, &log);
        let message = (answer.status, answer.problem());
        assert_eq!(
            message,
            (409, "already-here".to_owned()),
            "{key:?}: {}",
            answer.text()
        );
        assert!(!answer.text().contains("keys\""), "{}", answer.text());
    }
    // Those who may direct the match anyway get its keys.
    let directing = server.program_key("direct").0;
    for key in [&*game.direct, ADMIN, &*directing] {
        let answer = server.post(PATH, &[("authorization", &bearer(key))], &log);
        assert_eq!(answer.status, 201, "{}", answer.text());
        assert_eq!(answer.json()["keys"]["direct"], *game.direct);
    }
    assert_eq!(game.state()["version"], 2);
}

#[test]
fn only_the_sender_of_a_log_gets_the_answer_again() {
    let clock = HandClock::new();
    let server = Server::with_clock(Arc::new(TempDir::new().unwrap()), &clock, |_| {});
    let first = hand_over(&server, PHONE.1, &played());
    assert_eq!(first.status, 201, "{}", first.text());
    clock.forward(Duration::from_hours(3));
    let again = hand_over(&server, PHONE.1, &played());
    assert_eq!((again.status, again.json()), (201, first.json()));
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    for other in [
        server.post(PATH, &[], &played()),
        hand_over(&server, "a-secret-of-another-phone", &played()),
    ] {
        assert_eq!(other.problem(), "already-here", "{}", other.text());
    }
    // A repeated request does not reveal a key that was renewed in the meantime.
    let id = first.json()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/matches/{id}/keys/direct");
    let headers = [("authorization", &*bearer(ADMIN)), ("if-match", "*")];
    let renewed = server.post(&path, &headers, &json!({}));
    let renewed = renewed.json()["key"].as_str().unwrap().to_owned();
    let last = hand_over(&server, PHONE.1, &played());
    assert_eq!(last.status, 201, "{}", last.text());
    assert!(!last.text().contains(&renewed), "{}", last.text());
}

#[test]
fn a_longer_log_is_accepted_if_it_continues_the_stored_one() {
    let server = Server::start();
    let first = server.post(PATH, &[PHONE], &played()).json();
    let id = first["id"].as_str().unwrap();
    let direct = bearer(first["keys"]["direct"].as_str().unwrap());
    let headers = [("authorization", &*direct), ("if-match", "*")];
    let path = format!("/api/v1/matches/{id}/changes");
    let finish = json!({ "action": "finish" });
    assert_eq!(server.post(&path, &headers, &finish).status, 200);
    let late = server.post(PATH, &[PHONE], &played()).json();
    assert_eq!(
        (&late["version"], &late["keys"]),
        (&json!(3), &first["keys"])
    );
    let stranger = server.post(PATH, &[], &played());
    assert_eq!(stranger.problem(), "already-here", "{}", stranger.text());
    let apart = json!({ "log": finished().log });
    let late = server.post(PATH, &[PHONE], &apart);
    assert_eq!(late.status, 422);
    assert_eq!(late.json()["errors"][0]["code"], "another-log");
    assert!(late.json()["keys"].is_null());
}

#[test]
fn the_log_of_a_deleted_match_is_refused() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    let headers = [("authorization", &*bearer(&game.direct)), ("if-match", "*")];
    let renewed = server.post(&game.path("/keys/direct"), &headers, &json!({}));
    assert_eq!(renewed.status, 200, "{}", renewed.text());
    let log = exported(&server, ADMIN);
    let text: StoredLog = serde_json::from_value(log["log"].clone()).unwrap();
    let first_keys = forged(text, |log| drop(log.events.pop()));
    let mut game = game;
    game.direct = renewed.json()["key"].as_str().unwrap().to_owned();
    game.delete();
    for log in [log, json!({ "log": first_keys })] {
        for headers in [&[][..], &[("authorization", &*bearer(ADMIN))]] {
            let answer = server.post(PATH, headers, &log);
            let message = (answer.status, answer.problem());
            assert_eq!(message, (410, "deleted".to_owned()), "{}", answer.text());
        }
    }
    assert_eq!(game.get("").status, 404);
}

#[test]
fn an_accepted_log_has_keys_of_its_generation() {
    let here = Server::start();
    let game = here.create(&brink_bid());
    let headers = [("authorization", &*bearer(&game.direct)), ("if-match", "*")];
    let renewed = here.post(&game.path("/keys/score"), &headers, &json!({}));
    assert_eq!(renewed.status, 200, "{}", renewed.text());
    let log = exported(&here, ADMIN);
    let there = Server::start();
    let taken = there.post(PATH, &[PHONE], &log);
    assert_eq!(taken.status, 201, "{}", taken.text());
    let key = |role: &str| taken.json()["keys"][role].as_str().unwrap().to_owned();
    let change = |key: &str, change: &Value| {
        let headers = [("authorization", &*bearer(key)), ("if-match", "*")];
        there.post(&game.path("/changes"), &headers, change).status
    };
    let hand = json!({ "action": "record", "hand": first_hand(1) });
    assert_eq!(change(&key("score"), &hand), 200);
    assert_eq!(change(&key("direct"), &json!({ "action": "finish" })), 200);
    // Without its view key, the match would be unreachable.
    let director = bearer(&key("direct"));
    let headers = [("authorization", &*director), ("if-match", "*")];
    let revoked = there.send("DELETE", &game.path("/keys/view"), &headers, None);
    assert_eq!(revoked.status, 204, "{}", revoked.text());
    let log = exported(&there, ADMIN);
    let elsewhere = Server::start();
    let refused = elsewhere.post(PATH, &[], &log);
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert_eq!(refused.json()["errors"][0]["code"], "log-without-key");
    let headers = [("authorization", &*bearer(ADMIN))];
    let taken = elsewhere.post(PATH, &headers, &log);
    assert_eq!((taken.status, &taken.json()["keys"]), (201, &Value::Null));
}

/// A match from a phone: a player is renamed, a hand recorded, the match finished; one event per hour.
fn finished() -> LocalMatch {
    let hour = |hours: u64| Timestamp::from_millis(hours * 3_600_000);
    let changes = [
        json!({ "action": "rename", "seat": 1, "name": "Anna" }),
        json!({ "action": "record", "hand": { "bids": { "Anna": 1, "Bo": 1 }, "tricks": { "Anna": 1, "Bo": 3 } } }),
        json!({ "action": "finish" }),
    ];
    let mut kept = log_of_a_phone(&brink_bid());
    for (change, at) in changes.into_iter().zip(1..) {
        let change: Change = serde_json::from_value(change).unwrap();
        kept = kept.after(change, hour(at), &[3; 64]).unwrap();
    }
    kept
}

/// The next event of a log, which does not change the score.
fn another(log: &StoredLog, kind: &Value) -> StoredEvent {
    let last = log.events.last().unwrap();
    StoredEvent {
        kind: kind.to_string(),
        commitments: "[]".to_owned(),
        digest: None,
        ..last.clone()
    }
}

type Forgery = fn(&mut StoredLog);

/// Adds these names, with commitments like those of the players, to the first event.
fn named(log: &mut StoredLog, texts: impl IntoIterator<Item = String>) {
    let id = MatchId::read(&log.head.as_ref().unwrap().id).unwrap();
    let mut committed: Vec<Value> = serde_json::from_str(&log.events[0].commitments).unwrap();
    for text in texts {
        let name = StoredName {
            number: log.names.len() + 1,
            name: text,
            salt: String::new(),
        };
        committed.push(json!([name.number, name.commitment(&id).to_string()]));
        log.names.push(name);
    }
    log.events[0].commitments = Value::from(committed).to_string();
}

/// Renames the first player to this new name, and undoes it.
fn worn(log: &mut StoredLog, text: &str) {
    named(log, [text.to_owned()]);
    let name = format!("n{}", log.names.len());
    for kind in [
        json!({ "action": "rename", "seat": 1, "name": name }),
        json!({ "action": "rename", "seat": 1, "name": "n3" }),
    ] {
        let event = another(log, &kind);
        log.events.push(event);
    }
}

/// Adds a correction with this many edits, which remove and insert the first hand alternately.
fn edited(log: &mut StoredLog, edits: usize) {
    let kind: Value = serde_json::from_str(&log.events[2].kind).unwrap();
    let remove = json!({ "edit": "remove", "hand": 1 });
    let insert = json!({ "edit": "insert", "before": 1, "with": kind["hand"] });
    let edits = [remove, insert].into_iter().cycle().take(edits);
    let edits: Vec<Value> = edits.collect();
    let event = another(
        log,
        &json!({ "action": "correct", "edits": edits, "reason": "x" }),
    );
    log.events.push(event);
}

fn labeled(log: &mut StoredLog, labels: &Value) {
    let mut kind = json!({ "action": "describe" });
    for (key, value) in labels.as_object().unwrap() {
        kind[key] = value.clone();
    }
    let event = another(log, &kind);
    log.events.push(event);
}

fn replaced(text: &mut String, from: &str, to: &str) {
    assert!(text.contains(from), "{text}");
    *text = text.replace(from, to);
}

/// Forged logs that the program would never write, each with the place and code of its fault.
const FORGERIES: &[(Forgery, &str, &str)] = &[
    (
        |log| log.events[1].by = "admin".into(),
        "/events/1/by",
        "log-role",
    ),
    (
        |log| log.events[0].by = "admin".into(),
        "/events/0/by",
        "log-role",
    ),
    (
        |log| log.events[0].by = "view".into(),
        "/events/0/by",
        "log-role",
    ),
    (
        |log| log.events[2].by = "view".into(),
        "/events/2/by",
        "log-role",
    ),
    (
        |log| log.events[3].by = "score".into(),
        "/events/3/by",
        "log-role",
    ),
    (
        |log| log.events[2].at = "1970-01-01T00:54:59.000Z".into(),
        "/events/2/at",
        "log-time-backwards",
    ),
    (
        |log| {
            replaced(&mut log.events[2].outcome, "\"hands\":1", "\"hands\":2");
        },
        "/events/2/outcome",
        "damaged-log",
    ),
    (
        |log| replaced(&mut log.events[1].outcome, "[", "[7,"),
        "/events/1/outcome",
        "damaged-log",
    ),
    (
        |log| replaced(&mut log.events[1].outcome, "{", "{\"x\":\"y\","),
        "/events/1/outcome",
        "log-text",
    ),
    (
        |log| labeled(log, &json!({ "external_id": "x".repeat(200_000) })),
        "/events/4/kind",
        "text-too-long",
    ),
    (
        |log| labeled(log, &json!({ "external_id": "a\u{0}b" })),
        "/events/4/kind",
        "text-character",
    ),
    (
        |log| labeled(log, &json!({ "metadata": [[[1]]] })),
        "/events/4/kind",
        "wrong-type",
    ),
    (
        |log| labeled(log, &json!({ "metadata": { "a": "b".repeat(5000) } })),
        "/events/4/kind",
        "metadata-too-large",
    ),
    (
        |log| {
            let labels = "\"labels\":{\"external_id\":\" \"},\"document\"";
            replaced(&mut log.events[0].kind, "\"document\"", labels);
        },
        "/events/0/kind",
        "bad-external-id",
    ),
    (
        |log| {
            replaced(
                &mut log.events[0].kind,
                "\"hands\"",
                "\"junk\":[[[1]]],\"hands\"",
            );
        },
        "/events/0/kind",
        "unknown-field",
    ),
    (
        |log| {
            log.events.push(another(
                log,
                &json!({ "action": "published", "part": "sheet", "x": [[[1]]] }),
            ));
        },
        "/events/4/kind",
        "log-text",
    ),
    (
        |log| {
            log.events.push(another(
                log,
                &json!({ "action": "erase", "person": 2, "name": "n".repeat(9_000) }),
            ));
        },
        "/events/4/kind",
        "log-text",
    ),
    (
        |log| replaced(&mut log.events[2].commitments, "[", "[[1,\"x\"]"),
        "/events/2/commitments",
        "log-text",
    ),
    (
        |log| {
            log.events.push(another(
                log,
                &json!({ "action": "revoked", "role": "admin" }),
            ));
        },
        "/events/4",
        "damaged-log",
    ),
    (
        |log| {
            log.events
                .push(another(log, &json!({ "action": "undo", "x": 1 })));
        },
        "/events/4",
        "damaged-log",
    ),
    (
        |log| named(log, ["Cy\u{0}\u{1b}[2J".to_owned()]),
        "/names/3/name",
        "text-character",
    ),
    (
        |log| named(log, ["x".repeat(200_000)]),
        "/names/3/name",
        "name-too-long",
    ),
    (
        |log| named(log, (0..2_000).map(|number| format!("n{number}"))),
        "/names",
        "too-many-names",
    ),
    (|log| named(log, ["Cy".to_owned()]), "/names/3", "log-name"),
    (|log| worn(log, "Bo"), "/events/4/kind", "name-taken"),
    (|log| edited(log, 1_002), "/events/4", "damaged-log"),
    (
        |log| {
            edited(log, 1_000);
            for action in ["undo", "redo"].into_iter().cycle().take(800) {
                let event = another(log, &json!({ "action": action }));
                log.events.push(event);
            }
        },
        "/events",
        "too-much-replayed",
    ),
    (
        |log| {
            log.events
                .push(another(log, &json!({ "action": "reopen" })));
        },
        "/events/4/outcome",
        "damaged-log",
    ),
    (
        |log| {
            log.events
                .push(another(log, &json!({ "action": "finish" })));
        },
        "/events/4",
        "damaged-log",
    ),
];

#[test]
fn an_outside_log_is_judged_and_refused_with_the_place() {
    let server = Server::start();
    for (number, (change, place, code)) in FORGERIES.iter().enumerate() {
        let log = forged(finished().log, change);
        let answer = server.post(PATH, &[], &json!({ "log": log }));
        assert!(
            [400, 422].contains(&answer.status),
            "{number}: {}",
            answer.text()
        );
        let fault = &answer.json()["errors"][0];
        let place = format!("/log{place}");
        let pointer = fault["pointer"].as_str().unwrap();
        let is_there = pointer == place || place.ends_with('/') && pointer.starts_with(&place);
        assert!(
            is_there && fault["code"] == *code,
            "{number}: {fault} is not {code} at {place}"
        );
    }
    let twice_renamed = forged(finished().log, |log| worn(log, "Cy"));
    let taken = Server::start().post(PATH, &[PHONE], &json!({ "log": twice_renamed }));
    assert_eq!(taken.status, 201, "{}", taken.text());
    let clocks_differ = forged(finished().log, |log| {
        log.events[2].at = "1970-01-01T00:55:00.000Z".into();
    });
    let taken = server.post(PATH, &[PHONE], &json!({ "log": clocks_differ }));
    assert_eq!(taken.status, 201, "{}", taken.text());
    let by_admin = forged(finished().log, |log| {
        log.events[3].by = "admin".into();
    });
    let elsewhere = Server::start();
    let headers = [("authorization", &*bearer(ADMIN))];
    let taken = elsewhere.post(PATH, &headers, &json!({ "log": by_admin }));
    assert_eq!(taken.status, 201, "{}", taken.text());
}

#[test]
fn clients_without_a_key_cannot_choose_ids() {
    let server = Server::start();
    let external = "spring-league-2026-divB/round-7";
    let id = MatchId::read("spring-league-2026-divB").unwrap();
    let document: Json = serde_json::from_value(brink_bid()).unwrap();
    let begun = LocalMatch::begin(
        &id,
        &document,
        Opening::default(),
        Timestamp::from_millis(0),
        &[7; 16 * SALT],
    );
    let chosen = begun.unwrap().log;
    let named = forged(chosen.clone(), |log| {
        labeled(log, &json!({ "external_id": external }));
    });
    for log in [chosen, named] {
        let answer = server.post(PATH, &[], &json!({ "log": log }));
        assert_eq!(answer.status, 422, "{}", answer.text());
        let fault = &answer.json()["errors"][0];
        assert_eq!(
            (&fault["pointer"], &fault["code"]),
            (&json!("/log/head/id"), &json!("log-id"))
        );
    }
    // A log whose id is as long as a random id is accepted, but not as a program's match.
    let answer = server.post(PATH, &[PHONE], &played());
    let director = bearer(answer.json()["keys"]["direct"].as_str().unwrap());
    let external = "abcdefghijklmnopqrstuv/round-7";
    let label = json!({ "action": "describe", "external_id": external });
    let headers = [("authorization", &*director), ("if-match", "*")];
    let path = "/api/v1/matches/abcdefghijklmnopqrstuv/changes";
    let labeled = server.post(path, &headers, &label);
    assert_eq!(labeled.status, 422, "{}", labeled.text());
    // Therefore a program that imports its own external id does not get a stranger's match.
    let line = json!({ "external_id": external, "document": brink_bid() }).to_string();
    let imported = import(&server, "", NDJSON, &line);
    assert_eq!(imported.json()["created"], 1, "{}", imported.text());
}

#[test]
fn a_phone_whose_clock_is_ahead_gets_a_warning_and_its_match_is_accepted() {
    let clock = HandClock::new();
    let server = Server::with_clock(Arc::new(TempDir::new().unwrap()), &clock, |_| {});
    let bring = |minutes: u64| {
        let at = clock.now().as_millis() + minutes * 60_000;
        let opening = Opening {
            client: Some(PHONE.1.to_owned()),
            ..Opening::default()
        };
        let log = LocalMatch::begin(
            &MatchId::read(&format!("a-phone-{minutes:014}")).unwrap(),
            &serde_json::from_value(brink_bid()).unwrap(),
            opening,
            Timestamp::from_millis(at),
            &[7; 16 * SALT],
        );
        server.post(PATH, &[PHONE], &json!({ "log": log.unwrap().log }))
    };
    // The clock of a phone may be up to five minutes ahead.
    for (minutes, ahead) in [(4, None), (90, Some(90 * 60))] {
        let answer = bring(minutes);
        assert_eq!(answer.status, 201, "{}", answer.text());
        assert_eq!(answer.json()["clock_ahead"].as_u64(), ahead, "{minutes}");
        // A hand that is recorded now comes after the imported events.
        let key = bearer(answer.json()["keys"]["score"].as_str().unwrap());
        let id = answer.json()["id"].as_str().unwrap().to_owned();
        let headers = [("authorization", &*key), ("if-match", "*")];
        let change = json!({ "action": "record", "hand": first_hand(1) });
        let path = format!("/api/v1/matches/{id}/changes");
        assert_eq!(server.post(&path, &headers, &change).status, 200);
    }
    // An administrator can import these logs into another service.
    let elsewhere = Server::start();
    let logs = lines(&export(&server, "?form=logs"), true);
    let logs: Vec<String> = logs.iter().map(ToString::to_string).collect();
    let imported = import(&elsewhere, "", NDJSON, &logs.join("\n"));
    assert_eq!(counts(&imported), (2, 0));
}

#[test]
fn a_log_that_does_not_replay_is_refused_and_nothing_is_stored() {
    let server = Server::start();
    let mut forged = played();
    forged["log"]["events"][1]["at"] = json!("1970-01-01T00:00:00.008Z");
    let mut cut = played();
    cut["log"]["events"].as_array_mut().unwrap().pop();
    for (log, code) in [
        (forged, "damaged-log"),
        (cut, "damaged-log"),
        (json!({ "log": {} }), "unreadable-log"),
        (json!({}), "missing-field"),
        (json!({ "log": {}, "document": {} }), "unknown-field"),
    ] {
        let answer = server.post(PATH, &[], &log);
        assert!([400, 422].contains(&answer.status), "{}", answer.text());
        assert_eq!(answer.json()["errors"][0]["code"], code, "{log}");
    }
    assert_eq!(server.post(PATH, &[PHONE], &played()).status, 201);
}

#[test]
fn only_the_opening_client_or_a_program_uploads_a_log() {
    let server = Server::start();
    let log = json!({ "log": log_of_a_phone(&brink_bid()).log });
    for headers in [
        &[][..],
        &[("idempotency-key", "a-key-that-is-new")],
        &[("overtrick-client", "a-secret-of-another-phone")],
    ] {
        let answer = server.post(PATH, headers, &log);
        assert_eq!(answer.status, 422, "{}", answer.text());
        assert_eq!(answer.json()["errors"][0]["code"], "log-owner");
    }
    // The phone that opened the match gets its keys, even if somebody else has sent the log before.
    let first = server.post(PATH, &[("authorization", &bearer(ADMIN))], &log);
    assert_eq!(first.status, 201, "{}", first.text());
    let own = server.post(PATH, &[PHONE], &log);
    assert_eq!(own.status, 201, "{}", own.text());
    assert_eq!(own.json()["keys"], first.json()["keys"]);
}
