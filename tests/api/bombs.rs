//! Small requests that try to be expensive: values that multiply in answers and replays.

use serde_json::{Value, json};

use crate::served::Server;

/// A match of a custom game with these scores and clauses, and with this many empty hands.
fn own(score: &Value, clauses: &Value, hands: usize) -> Value {
    let players: Vec<String> = (0..10).map(|number| format!("Player {number}")).collect();
    json!({ "game": "own", "players": players, "hands": vec![json!({}); hands],
        "definition": { "language": 1, "id": "x", "players": [10, 10], "let": values(),
            "score": score, "clauses": clauses } })
}

/// The `let` values of the definition: the player, and five numbers.
fn values() -> Value {
    let mut values = json!({ "who": "me" });
    for number in 0..5 {
        values[format!("value_{number}")] = json!("123456");
    }
    values
}

/// A score with this many clauses, and their texts of this many characters each.
fn scores(clauses: usize, text: usize, with: &[String]) -> (Value, Value) {
    let name = |number: usize| format!("c{number}");
    let score = (0..clauses)
        .map(|number| json!({ "points": number, "clause": name(number), "with": with }));
    let texts = (0..clauses).map(|number| (name(number), json!("T".repeat(text))));
    (score.collect(), Value::Object(texts.collect()))
}

/// A match of this many hands, each with 60 different reasons of six values and the longest text.
pub fn full_reasons(hands: usize) -> Value {
    let values = values();
    let with: Vec<String> = values.as_object().unwrap().keys().cloned().collect();
    let (score, clauses) = scores(6, 400, &with);
    own(&score, &clauses, hands)
}

#[test]
fn lines_that_repeat_a_long_text_are_refused() {
    let server = Server::start();
    let (score, clauses) = scores(64, 1, &["who".to_owned()]);
    let refused = |document: &Value, pointer: &str, code: &str| {
        for path in ["/api/v1/scores", "/api/v1/matches"] {
            let answer = server.post(path, &[], document);
            assert_eq!(answer.status, 422, "{}", answer.text());
            let fault = &answer.json()["errors"][0];
            assert_eq!(
                (fault["pointer"].as_str(), fault["code"].as_str()),
                (Some(pointer), Some(code))
            );
        }
    };
    // Without these limits, a request of 10.6 KB had an answer of 567 MB.
    let (_, long) = scores(1, 8_000, &[]);
    let long = own(&json!([{ "points": 1, "clause": "c0" }]), &long, 110);
    refused(&long, "/definition/clauses/c0", "own-limit");
    let lines = own(&score, &clauses, 5);
    refused(&lines, "/hands/0", "too-many-reasons");
}

#[test]
fn a_refusal_of_a_too_large_answer_names_a_smaller_request() {
    let server = Server::start();
    let document = full_reasons(500);
    let refused = server.post("/api/v1/scores", &[], &document);
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (422, "answer-too-large")
    );
    let message = refused.json()["detail"].as_str().unwrap().to_owned();
    assert!(
        message.contains("4 MiB") && message.contains("detail=scores"),
        "{message}"
    );
    let scores = server.post("/api/v1/scores?detail=scores", &[], &document);
    assert_eq!(scores.status, 200, "{}", scores.text());
}

/// A stored match can always be read: an answer that would be too large has less detail.
#[test]
fn a_stored_match_whose_answer_would_be_too_large_is_answered_with_less() {
    let server = Server::start();
    let game = server.create(&full_reasons(499));
    let shown = |query: &str| game.get(query);
    let refused = shown("");
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (422, "answer-too-large")
    );
    let scores = shown("?detail=scores");
    assert_eq!(scores.status, 200);
    let tag = scores.header("etag").unwrap().to_owned();
    let recorded = json!({ "action": "record", "hand": {} });
    let answer = game.change_at(&game.score, &tag, &recorded);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(answer.text().len() < 1 << 20);
    assert_eq!(
        answer.json()["result"]["hands"].as_array().unwrap().len(),
        500
    );
    let late = game.change_at(&game.score, &tag, &recorded);
    assert_eq!(late.status, 412, "{}", late.text());
    assert!(late.text().len() < 1 << 20);
    game.publish("sheet");
    // The page leaves out further reasons before it becomes too long.
    let page = server.get(&format!("/matches/{}", game.id), &[]);
    assert_eq!(page.status, 200);
    assert!(page.text().len() < 4 << 20, "{}", page.text().len());
    assert!(page.text().contains("reasons are left out"));
    let sheet = game.get("/sheet.pdf?explain=true");
    assert_eq!(sheet.json()["errors"][0]["code"], "sheet-too-long");
    let public = |query: &str| server.get(&format!("/matches/{}.json{query}", game.id), &[]);
    assert_eq!(public("").status, 422);
    assert_eq!(public("?detail=standings").status, 200);
}

#[test]
fn hands_of_many_steps_are_refused_before_they_are_judged() {
    let server = Server::start();
    // About 1,900 steps per hand: four sums of 24 values for each of ten players.
    let score = json!([{ "points": vec!["total"; 24].join(" + "), "clause": "c" },
        { "points": vec!["total"; 24].join(" + "), "clause": "c" },
        { "points": vec!["total"; 24].join(" + "), "clause": "c" },
        { "points": vec!["total"; 24].join(" + "), "clause": "c" }]);
    let document = |hands: usize| own(&score, &json!({ "c": "One." }), hands);
    let refused = server.post("/api/v1/scores?detail=standings", &[], &document(500));
    assert_eq!(refused.status, 422, "{}", refused.text());
    let fault = &refused.json()["errors"][0];
    assert_eq!(fault["code"], "too-much-work", "{fault}");
    let message = fault["detail"].as_str().unwrap();
    assert!(message.contains("may take 1000000"), "{message}");
    let few = server.post("/api/v1/scores?detail=standings", &[], &document(300));
    assert_eq!(few.status, 200, "{}", few.text());
}
