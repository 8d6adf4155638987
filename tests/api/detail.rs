//! `?detail=`: exactly the requested part of a result.

use serde_json::{Value, json};

use crate::served::{Server, bearer, brink_bid, first_hand, sample};

const DETAILS: [&str; 3] = ["standings", "scores", "full"];

/// The names of the fields of an object.
fn fields(object: &Value) -> Vec<&str> {
    let fields = object.as_object().unwrap().keys();
    fields.map(String::as_str).collect()
}

#[test]
fn standings_and_scores_are_small_parts_of_a_result() {
    let server = Server::start();
    for entry in overtrick_games::all() {
        let (mut document, hands) = sample(entry.facts.id);
        document["hands"] = hands.into();
        let game = server.create(&document);
        let whole = game.get("?detail=full");
        assert_eq!(whole.body, game.get("").body, "full is the default");
        let whole_report = server.post("/api/v1/scores", &[], &document).json();
        for detail in DETAILS {
            let state = game.get(&format!("?detail={detail}"));
            let path = format!("/api/v1/scores?detail={detail}");
            let report = server.post(&path, &[], &document);
            let (size, most) = (state.body.len(), whole.body.len());
            println!(
                "{} {detail}: {size} of {most} bytes; scores {}",
                entry.facts.id,
                report.body.len()
            );
            match detail {
                "standings" => assert!(size * 15 < most, "{size} of {most}"),
                "scores" => assert!(size * 4 < most, "{size} of {most}"),
                _ => continue,
            }
            let (state, report) = (state.json(), report.json());
            for known in [
                "standings",
                "winners",
                "status",
                "game",
                "edition",
                "fingerprint",
            ] {
                assert_eq!(report[known], whole_report[known], "{known}");
                assert_eq!(state["result"][known], whole_report[known], "{known}");
            }
            assert_eq!(report["hands"].is_array(), detail == "scores");
            for hand in report["hands"].as_array().into_iter().flatten() {
                assert_eq!(fields(hand), ["dealer", "number", "scores", "totals"]);
            }
            let expected = ["can_redo", "can_undo", "id", "result", "version"];
            assert_eq!(fields(&state), expected);
        }
    }
}

#[test]
fn a_detail_has_a_tag_of_its_own_and_a_change_takes_any() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let viewer = bearer(&game.view);
    let mut tags = Vec::new();
    for detail in DETAILS {
        let tag = game.get(&format!("?detail={detail}"));
        tags.push(tag.header("etag").unwrap().to_owned());
    }
    assert_eq!(tags, ["\"1.en.standings\"", "\"1.en.scores\"", "\"1.en\""]);
    for (detail, own) in DETAILS.iter().zip(&tags) {
        for tag in &tags {
            let headers = [("authorization", &*viewer), ("if-none-match", &**tag)];
            let answer = server.get(&game.path(&format!("?detail={detail}")), &headers);
            let expected = if tag == own { 304 } else { 200 };
            assert_eq!(answer.status, expected, "{detail} {tag}");
        }
    }
    let hand = json!({ "action": "record", "hand": first_hand(1) });
    let scorer = bearer(&game.score);
    let change = |tag: &str, body: &Value| {
        let headers = [("authorization", &*scorer), ("if-match", tag)];
        server.post(&game.path("/changes?detail=standings"), &headers, body)
    };
    let recorded = change(&tags[0], &hand);
    assert_eq!(recorded.status, 200, "{}", recorded.text());
    assert_eq!(recorded.header("etag"), Some("\"2.en.standings\""));
    assert_eq!(recorded.json()["result"]["standings"][0]["player"], "Ann");
    assert!(recorded.json()["document"].is_null());
    let late = change(&tags[0], &hand);
    assert_eq!(
        (late.status, late.header("etag")),
        (412, Some("\"2.en.standings\""))
    );
    assert_eq!(late.json()["current"], recorded.json());
}

#[test]
fn every_answer_with_a_result_has_the_requested_detail() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let director = bearer(&game.direct);
    let director = [("authorization", &*director), ("if-match", "*")];
    let record = json!({ "action": "record", "hand": first_hand(1) });
    for (method, path, body) in [
        ("POST", "/api/v1/matches".to_owned(), brink_bid()),
        ("POST", game.path("/rematch"), json!({})),
        ("POST", game.path("/changes"), record.clone()),
        (
            "POST",
            game.path("/changes?dry_run=true"),
            json!({ "action": "undo" }),
        ),
        ("PUT", game.path("/publication"), json!({})),
        ("DELETE", game.path("/publication"), json!({})),
    ] {
        let mut headers = director.to_vec();
        headers.push(("content-type", "application/json"));
        let body = body.to_string();
        let ask = |detail: &str| {
            let sign = if path.contains('?') { '&' } else { '?' };
            let path = format!("{path}{sign}detail={detail}");
            server.send(method, &path, &headers, Some(body.as_bytes()))
        };
        let answer = ask("scores");
        assert!(answer.status < 300, "{method} {path}: {}", answer.text());
        let report = answer.json();
        assert!(report["result"]["standings"].is_array(), "{report}");
        assert!(
            report["result"]["hands"].is_array() && report["document"].is_null(),
            "{report}"
        );
        let hands = report["result"]["hands"].as_array().unwrap();
        assert!(
            hands.iter().all(|hand| hand["explanation"].is_null()),
            "{report}"
        );
    }
}
