//! Repeated requests that open a match: by which client, and how much later.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::served::{ADMIN, Answer, HandClock, Server, bearer, brink_bid};

const KEY: &str = "a-key-that-was-drawn-by-lot";
fn server() -> (Server, Arc<HandClock>) {
    let clock = HandClock::new();
    let folder = Arc::new(TempDir::new().unwrap());
    let server = Server::with_clock(folder, &clock, |settings| {
        settings.trusted_proxies = vec![IpAddr::from([127, 0, 0, 1])];
    });
    (server, clock)
}

fn open(server: &Server, client: &str, key: Option<&str>, document: &Value) -> Answer {
    let key = key.map(bearer).unwrap_or_default();
    let mut headers = vec![("idempotency-key", KEY), ("x-forwarded-for", client)];
    if !key.is_empty() {
        headers.push(("authorization", &key));
    }
    server.post("/api/v1/matches", &headers, document)
}

#[test]
fn a_key_belongs_to_its_client() {
    let (server, _) = server();
    let ann = open(&server, "10.1.1.1", None, &brink_bid());
    let other = json!({ "game": "brink-bid", "players": ["Cy", "Di"], "hands": [] });
    let bo = open(&server, "10.1.1.2", None, &other);
    assert_eq!((ann.status, bo.status), (201, 201), "{}", bo.text());
    assert_ne!(ann.json()["id"], bo.json()["id"]);
    assert_eq!(
        open(&server, "10.1.1.1", None, &other).problem(),
        "key-reused"
    );
    let operator = open(&server, "10.1.1.1", Some(ADMIN), &other);
    assert_eq!(operator.status, 201, "{}", operator.text());
}

#[test]
fn the_keys_are_answered_again_for_ten_minutes_wherever_the_request_comes_from() {
    let (server, clock) = server();
    let first = open(&server, "10.1.1.1", None, &brink_bid()).json();
    clock.forward(Duration::from_mins(9));
    for client in ["10.1.1.1", "10.9.9.9"] {
        let again = open(&server, client, None, &brink_bid());
        assert_eq!(
            (again.status, again.json()),
            (201, first.clone()),
            "{client}"
        );
    }
    clock.forward(Duration::from_mins(2));
    let again = open(&server, "10.1.1.1", None, &brink_bid()).json();
    assert_eq!((&again["id"], again.get("keys")), (&first["id"], None));
    let key = |role: &str| first["keys"][role].as_str().unwrap();
    for client in ["10.1.1.1", "10.9.9.9"] {
        let scorer = open(&server, client, Some(key("score")), &brink_bid()).json();
        assert_eq!((&scorer["id"], scorer.get("keys")), (&first["id"], None));
        let director = open(&server, client, Some(key("direct")), &brink_bid()).json();
        assert_eq!(director, first);
    }
    let stranger = open(&server, "10.9.9.9", None, &brink_bid());
    assert_eq!(stranger.status, 201);
    assert_ne!(stranger.json()["id"], first["id"]);
}

#[test]
fn a_rematch_is_answered_with_its_keys_for_ten_minutes_only() {
    let (server, clock) = server();
    let game = server.create(&brink_bid());
    let score = bearer(&game.score);
    let headers = [("authorization", &*score), ("idempotency-key", KEY)];
    let first = server
        .post(&game.path("/rematch"), &headers, &json!({}))
        .json();
    assert!(first["keys"]["direct"].is_string(), "{first}");
    clock.forward(Duration::from_mins(11));
    let again = server
        .post(&game.path("/rematch"), &headers, &json!({}))
        .json();
    assert_eq!((&again["id"], again.get("keys")), (&first["id"], None));
}

#[test]
fn no_key_is_readable_in_the_database() {
    let (server, _) = server();
    open(&server, "10.1.1.1", None, &brink_bid());
    let game = server.create(&brink_bid());
    let direct = bearer(&game.direct);
    let headers = [
        ("authorization", &*direct),
        ("if-match", "\"1\""),
        ("idempotency-key", KEY),
    ];
    let changed = server.post(
        &game.path("/changes"),
        &headers,
        &json!({ "action": "finish" }),
    );
    assert_eq!(changed.status, 200, "{}", changed.text());
    let again = server.post(
        &game.path("/changes"),
        &headers,
        &json!({ "action": "finish" }),
    );
    assert_eq!(again.json(), changed.json());
    let folder = server.folder.clone();
    drop(server);
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        #[expect(
            clippy::disallowed_methods,
            reason = "the database is looked at as it is"
        )]
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        let has_key = bytes.windows(KEY.len()).any(|part| part == KEY.as_bytes());
        assert!(!has_key);
    }
}
