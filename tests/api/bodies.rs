//! What is sent: too large, too slow, at fault, or in words of another language.

use serde_json::json;

use crate::served::{ADMIN, Server, bearer};

#[test]
fn a_chunked_body_that_grows_too_large_is_refused() {
    let server = Server::start();
    let chunk = vec![b' '; 1024 * 1024];
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
fn a_client_that_sends_too_slowly_is_told() {
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
    let compared = server.post(
        "/api/v1/comparisons",
        &[],
        &json!({ "document": document, "options": {} }),
    );
    assert_eq!(compared.pointers(), ["/document/hands/0/tricks"]);
    let unread = server.post("/api/v1/comparisons", &[], &json!({ "options": 3, "x": 1 }));
    assert_eq!(unread.pointers(), ["/x", "/document"]);
    let drawn = server.post("/api/v1/draws", &[], &json!({ "players": ["Ann", "ann"] }));
    assert_eq!(drawn.status, 422, "{}", drawn.text());
}

#[test]
fn words_of_sql_are_only_names() {
    let server = Server::start();
    let name = "Robert'); DROP TABLE events;--";
    let game = server.create(&json!({ "game": "brink-bid", "players": [name, "Bo"], "hands": [] }));
    game.record(&json!({ "bids": { name: 1, "Bo": 1 }, "tricks": { name: 1, "Bo": 3 } }));
    assert_eq!(game.state()["document"]["players"][0], name);
    let listed = server.get(
        "/api/v1/matches?after=%27%20OR%201%3D1--",
        &[("authorization", &bearer(ADMIN))],
    );
    assert_eq!(listed.status, 200);
}
