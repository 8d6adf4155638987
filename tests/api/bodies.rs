//! Request bodies that are too large, sent too slowly, malformed, or contain invisible characters.

use std::io::{Read, Write};
use std::net::TcpStream;

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
fn at_most_a_hundred_faults_are_listed() {
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
fn at_most_a_hundred_faults_of_a_csv_file_are_listed() {
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
    let columns = ",".repeat(16_384);
    let refused = server.send("POST", path, &headers, Some(columns.as_bytes()));
    assert_eq!(refused.json()["errors"][0]["code"], "too-many-columns");
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

/// Texts that must not be displayed, each with the character that its fault names.
const HIDDEN: &[(&str, &str)] = &[
    ("A\u{202e}nn", "U+202E RIGHT-TO-LEFT OVERRIDE"),
    ("A\u{1b}[2Jnn", "U+001B ESCAPE"),
    ("A\u{200b}nn", "U+200B ZERO WIDTH SPACE"),
    ("A\u{200d}nn", "U+200D ZERO WIDTH JOINER"),
];

#[test]
fn invisible_and_control_characters_are_refused_in_every_text() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let admin = bearer(ADMIN);
    let admin = [("authorization", &*admin), ("if-match", "*")];
    let own = |text: &str| {
        json!({ "game": "own", "players": ["Ann", "Bo"], "hands": [], "definition": {
        "language": 1, "id": "points", "players": [2, 4], "clauses": { "points": text },
        "field": [{ "name": "points", "each": true, "number": [0, 9] }],
        "score": [{ "points": "points", "clause": "points", "with": ["points"] }] } })
    };
    let with = |place: &str, value: Value| {
        let mut document = brink_bid();
        document[place] = value;
        document
    };
    let changes = game.path("/changes");
    let scores = "/api/v1/scores";
    let matches = "/api/v1/matches";
    let hand = |note: &str| {
        let mut hand = first_hand(1);
        hand["note"] = json!(note);
        hand
    };
    for (text, name) in HIDDEN {
        let adjust = json!({ "after_hand": 0, "player": "Ann", "points": 1, "reason": text });
        let bodies: Vec<(&str, Value)> = vec![
            (matches, with("players", json!([text, "Bo"]))),
            (matches, with("title", json!(text))),
            (scores, with("location", json!(text))),
            (scores, with("notes", json!(text))),
            (scores, with("hands", json!([hand(text)]))),
            (scores, with("adjustments", json!([adjust]))),
            (scores, own(text)),
            (matches, own(text)),
            (
                &changes,
                json!({ "action": "rename", "seat": 1, "name": text }),
            ),
            (&changes, json!({ "action": "describe", "title": text })),
            (
                &changes,
                json!({ "action": "adjust", "adjustment": adjust }),
            ),
            (&changes, json!({ "action": "record", "hand": hand(text) })),
            ("/api/v1/keys", json!({ "name": text, "scope": "read" })),
            ("/api/v1/imports", json!([with("title", json!(text))])),
            (
                "/api/v1/pads.pdf",
                json!({ "game": "brink-bid", "players": [text, "Bo"] }),
            ),
        ];
        for (path, body) in bodies {
            let answer = server.post(path, &admin, &body);
            let message = answer.text();
            assert!(
                [400, 422].contains(&answer.status),
                "{path}: {body}: {message}"
            );
            assert!(message.contains(name), "{path}: {body}: {message}");
            assert_eq!(
                answer.json()["errors"][0]["code"],
                "text-character",
                "{message}"
            );
        }
        let labels = json!({
            "action": "describe", "external_id": text, "metadata": { "round": text },
        });
        let labeled = server.post(&changes, &admin, &labels);
        assert!(labeled.text().contains(name), "{}", labeled.text());
        let escaped: Vec<String> = text.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let escaped = escaped.concat();
        for query in ["external_id", "metadata"] {
            let path = format!("{matches}?{query}={escaped}");
            let opened = server.post(&path, &admin, &brink_bid());
            assert!(opened.text().contains(name), "{query}: {}", opened.text());
        }
        let pad = format!("/api/v1/pads/brink-bid.pdf?players=Bo,{escaped}");
        assert!(server.get(&pad, &[]).text().contains(name), "{pad}");
    }
    let fine = json!(["نام\u{200c}ها", "👩\u{200d}🚀 ❤\u{fe0f}"]);
    let opened = server.post(matches, &[], &with("players", fine));
    assert_eq!(opened.status, 201, "{}", opened.text());
    let notes = with("notes", json!("one\ntwo"));
    assert_eq!(server.post(scores, &[], &notes).status, 200);
    let title = server.post(scores, &[], &with("title", json!("one\ntwo")));
    assert!(
        title.text().contains("U+000A LINE FEED"),
        "{}",
        title.text()
    );
}

#[test]
fn a_player_named_twice_is_one_fault() {
    let server = Server::start();
    let twice = r#"{"game": "brink-bid", "players": ["Ann", "Ann"],
        "hands": [{"bids": {"Ann": 1, "Ann": 1}, "tricks": {"Ann": 1, "Ann": 3}}]}"#;
    let headers = [("content-type", "application/json")];
    let refused = server.send("POST", "/api/v1/scores", &headers, Some(twice.as_bytes()));
    assert_eq!(refused.pointers(), ["/players/1"], "{}", refused.text());
}

#[test]
fn a_chunk_without_a_length_is_refused() {
    let server = Server::start();
    let mut stream = TcpStream::connect(server.address).unwrap();
    let head = "POST /api/v1/scores HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
                transfer-encoding: chunked\r\n\r\nno number\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert!(answer.contains("body-form"), "{answer}");
}
