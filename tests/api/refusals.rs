//! Each fault in headers, parameters, keys, labels and imports has a separate code.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::served::{ADMIN, Answer, Server, bearer, brink_bid};

/// A refused request, sent by the administrator.
struct Refused<'a> {
    code: &'a str,
    method: &'a str,
    path: String,
    headers: Vec<(&'a str, &'a str)>,
    body: String,
}

fn get(code: &'static str, path: impl Into<String>) -> Refused<'static> {
    Refused {
        code,
        method: "GET",
        path: path.into(),
        headers: Vec::new(),
        body: String::new(),
    }
}

fn post(code: &'static str, path: impl Into<String>, body: &impl ToString) -> Refused<'static> {
    Refused {
        code,
        method: "POST",
        path: path.into(),
        headers: vec![("content-type", "application/json")],
        body: body.to_string(),
    }
}

impl<'a> Refused<'a> {
    fn with(mut self, name: &'a str, value: &'a str) -> Refused<'a> {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value));
        self
    }

    fn ask(&self, server: &Server) -> Answer {
        let admin = bearer(ADMIN);
        let mut headers = self.headers.clone();
        headers.push(("authorization", &admin));
        let body = (self.method != "GET").then_some(self.body.as_bytes());
        server.send(self.method, &self.path, &headers, body)
    }
}

fn codes(answer: &Answer) -> Vec<String> {
    let body = answer.json();
    let faults = if body["errors"].is_array() {
        &body["errors"]
    } else {
        &body["faults"]
    };
    let faults = faults.as_array().into_iter().flatten();
    faults
        .map(|fault| fault["code"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn each_fault_of_a_request_has_its_code() {
    const LISTS: &str = "/api/v1/matches";
    const KEYS: &str = "/api/v1/keys";
    let server = Server::start();
    let game = server.create(&brink_bid());
    let metadata: serde_json::Map<String, Value> = (0..33_u8)
        .map(|n| (n.to_string(), Value::from(n)))
        .collect();
    let undo = json!({ "action": "undo" });
    let order = |field: &str, value: &str| json!({ "name": "x", "scope": "read", field: value });
    let csv = |code: &'static str, body: &str| {
        let path = "/api/v1/imports?game=brink-bid";
        post(code, path, &body).with("content-type", "text/csv")
    };
    let requests = [
        post(
            "bad-external-id",
            format!("{LISTS}?external_id=%20x"),
            &brink_bid(),
        ),
        post(
            "bad-metadata-key",
            format!("{LISTS}?metadata=%7B%22%22:1%7D"),
            &brink_bid(),
        ),
        post(
            "metadata-too-large",
            game.path("/changes"),
            &json!({ "action": "describe", "metadata": metadata }),
        )
        .with("if-match", "*"),
        post("idempotency-key-form", LISTS, &brink_bid()).with("idempotency-key", "short"),
        post("if-match-form", game.path("/changes"), &undo).with("if-match", "seven"),
        get("last-event-id-form", game.path("/events")).with("last-event-id", "x7"),
        post("moment-passed", KEYS, &order("expires_at", "2020-01-01")),
        post("no-moment", KEYS, &order("expires_at", "soon")),
        get("number-parameter", format!("{LISTS}?limit=x")),
        get("unknown-parameter", format!("{LISTS}?wind=north")),
        get("parameter-twice", format!("{LISTS}?limit=1&limit=2")),
        get("cursor-form", format!("{LISTS}?cursor=x")),
        get("game-of-csv", "/api/v1/exports?form=csv"),
        get("own-csv", "/api/v1/exports?form=csv&game=own"),
        csv("unknown-column", "match,wind\nx,north\n"),
        csv("too-many-columns", &",".repeat(16_384)),
        post("unreadable-log", "/api/v1/imports", &json!([{ "log": {} }])),
        get("unknown-cursor", "/api/v1/changes?cursor=north"),
    ];
    for refused in requests {
        let answer = refused.ask(&server);
        let (code, path) = (refused.code, &refused.path);
        assert_eq!(codes(&answer), [code], "{path}: {}", answer.text());
        assert!((400..500).contains(&answer.status), "{path}");
    }
}

#[test]
fn there_are_so_many_keys_for_programs_and_no_more() {
    let server = Server::start();
    let order = json!({ "name": "x", "scope": "read" });
    let ask = || post("too-many-keys", "/api/v1/keys", &order).ask(&server);
    let refused = (0..2000).map(|_| ask()).find(|answer| answer.status != 201);
    assert_eq!(codes(&refused.unwrap()), ["too-many-keys"]);
}

#[test]
fn a_body_that_differs_from_its_content_type_is_refused() {
    let server = Server::start();
    let mut stream = TcpStream::connect(server.address).unwrap();
    let head = "POST /api/v1/scores HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
                transfer-encoding: chunked\r\n\r\nno number\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    let code = "body-form";
    assert!(answer.contains(code), "{answer}");
}
