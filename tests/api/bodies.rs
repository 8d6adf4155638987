//! Request bodies that are too large, too slow, faulty, or in another language.

use serde_json::{Map, Value, json};

use crate::served::{ADMIN, Server, bearer, brink_bid, first_hand};

#[test]
fn a_chunked_body_that_grows_too_large_is_refused() {
    let server = Server::start();
    let chunk = vec![b' '; 32 * 1024];
    let mut body = Vec::new();
    for _ in 0..9 {
        body.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
        body.extend_from_slice(&chunk);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"0\r\n\r\n");
    let headers = [
        ("content-type", "application/json"),
        ("transfer-encoding", "chunked"),
    ];
    let answer = server.send("POST", "/api/v1/scores", &headers, Some(&body));
    assert_eq!(answer.problem(), "too-large");
}

#[test]
fn a_client_that_sends_too_slowly_gets_408() {
    let server = Server::with(|settings| settings.timeout = 1);
    let headers = [
        ("content-type", "application/json"),
        ("content-length", "100"),
    ];
    let answer = server.send("POST", "/api/v1/scores", &headers, Some(b"{"));
    assert_eq!((answer.status, &*answer.problem()), (408, "too-slow"));
}

#[test]
fn faults_of_a_document_have_places_and_sentences() {
    let server = Server::start();
    let document = json!({ "game": "brink-bid", "players": ["Ann", "Bo"],
        "hands": [{ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 1, "Bo": 1 } }] });
    let refused = server.post(
        "/api/v1/scores",
        &[("accept-language", "xx, en")],
        &document,
    );
    assert_eq!((refused.status, &*refused.problem()), (422, "refused"));
    assert_eq!(refused.pointers(), ["/hands/0/tricks"]);
    assert_eq!(refused.header("content-language"), Some("en"));
}

#[test]
fn words_of_sql_are_only_names() {
    let server = Server::start();
    let name = "Robert'); DROP TABLE events;--";
    let game = server.create(&json!({ "game": "brink-bid", "players": [name, "Bo"], "hands": [] }));
    game.record(&json!({ "bids": { name: 1, "Bo": 1 }, "tricks": { name: 1, "Bo": 3 } }));
    assert_eq!(game.state()["document"]["players"][0], name);
    let listed = server.get(
        "/api/v1/matches?player=%27%20OR%201%3D1--",
        &[("authorization", &bearer(ADMIN))],
    );
    assert_eq!(listed.status, 200);
}

#[test]
fn more_faults_than_anybody_reads_are_listed_up_to_a_hundred() {
    let server = Server::start();
    let game =
        server.create(&json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [] }));
    let unknown: Map<String, Value> = (0..1_500)
        .map(|number| (format!("field{number}"), number.into()))
        .collect();
    let with_unknown = |body: Value| {
        let mut all = body.as_object().unwrap().clone();
        all.extend(unknown.clone());
        Value::Object(all)
    };
    let document = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [] });
    let question = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "question": "trick" });
    let change = json!({ "action": "record", "hand": unknown.clone() });
    for (path, body) in [
        ("/api/v1/scores".to_owned(), with_unknown(document.clone())),
        ("/api/v1/adjudications".to_owned(), with_unknown(question)),
        (game.path("/changes"), change),
    ] {
        let headers = [("authorization", &*bearer(&game.score)), ("if-match", "*")];
        let refused = server.post(&path, &headers, &body);
        let errors = refused.json()["errors"].as_array().unwrap().clone();
        assert_eq!(errors.len(), 101, "{path}");
        assert_eq!(errors[100]["code"], "more-faults", "{path}");
    }
}

#[test]
fn a_file_of_results_with_thousands_of_faults_is_answered_in_short() {
    let server = Server::start();
    let head: Vec<String> = (0..6_000).map(|number| format!("x{number},")).collect();
    let head = head.concat();
    let headers = [
        ("content-type", "text/csv"),
        ("authorization", &*bearer(ADMIN)),
    ];
    let path = "/api/v1/imports?game=brink-bid";
    let refused = server.send("POST", path, &headers, Some(head.as_bytes()));
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert!(refused.body.len() < 100_000, "{}", refused.body.len());
    let errors = refused.json()["errors"].as_array().unwrap().clone();
    assert_eq!(errors.len(), 101);
    assert_eq!(errors[100]["detail"], "and 5900 more faults");
}

#[test]
fn a_correction_has_at_most_a_thousand_edits() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    let move_it = json!({ "edit": "move", "hand": 1, "to": 1 });
    let correct = |edits: usize| {
        let edits = vec![move_it.clone(); edits];
        game.change(
            &game.direct,
            &json!({ "action": "correct", "edits": edits, "reason": "x" }),
        )
    };
    assert_eq!(correct(1_000).status, 200);
    let refused = correct(1_001);
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert_eq!(refused.pointers(), ["/edits"]);
    let fault = &refused.json()["errors"][0];
    assert_eq!(fault["code"], "too-many-edits");
    assert_eq!(fault["detail"], "1001 edits; a correction has at most 1000");
}
