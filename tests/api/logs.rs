//! Matches that were played without the service, and are brought to it as logs.

use serde_json::{Value, json};

use overtrick::ledger::{Change, Timestamp};

use crate::served::{Server, bearer, brink_bid, log_of_a_phone};

const PATH: &str = "/api/v1/logs";

/// A match that a phone has opened, and in which it has renamed a player.
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
fn a_log_that_is_brought_keeps_its_id_and_its_history_and_has_keys() {
    let server = Server::start();
    let answer = server.post(PATH, &[], &played());
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

#[test]
fn the_same_log_is_taken_once_and_no_longer_when_the_match_went_on() {
    let server = Server::start();
    let first = server.post(PATH, &[], &played()).json();
    let again = server.post(PATH, &[], &played()).json();
    assert_eq!(first, again, "the answer was lost, and is given again");
    let id = first["id"].as_str().unwrap();
    let direct = bearer(first["keys"]["direct"].as_str().unwrap());
    let headers = [("authorization", &*direct), ("if-match", "*")];
    let path = format!("/api/v1/matches/{id}/changes");
    let finish = json!({ "action": "finish" });
    assert_eq!(server.post(&path, &headers, &finish).status, 200);
    let late = server.post(PATH, &[], &played());
    assert_eq!(late.status, 422);
    assert_eq!(late.json()["errors"][0]["code"], "another-log");
    assert!(late.json()["keys"].is_null());
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
    assert_eq!(server.post(PATH, &[], &played()).status, 201);
}
