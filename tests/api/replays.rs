//! Repeated requests to open a match: from the same or another client, soon or later.

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

/// Opens a match from this address, with this client secret and this key.
fn open(
    server: &Server,
    address: &str,
    (secret, key): (&str, Option<&str>),
    document: &Value,
) -> Answer {
    let key = key.map(bearer).unwrap_or_default();
    let mut headers = vec![("idempotency-key", KEY), ("x-forwarded-for", address)];
    if !secret.is_empty() {
        headers.push(("overtrick-client", secret));
    }
    if !key.is_empty() {
        headers.push(("authorization", &key));
    }
    server.post("/api/v1/matches", &headers, document)
}

const ANN: &str = "a-secret-of-the-phone-of-ann";
const BO: &str = "a-secret-of-the-phone-of-bo";

#[test]
fn a_key_belongs_to_its_client() {
    let (server, _) = server();
    let ann = open(&server, "10.1.1.1", (ANN, None), &brink_bid());
    let other = json!({ "game": "brink-bid", "players": ["Cy", "Di"], "hands": [] });
    let bo = open(&server, "10.1.1.1", (BO, None), &other);
    assert_eq!((ann.status, bo.status), (201, 201), "{}", bo.text());
    assert_ne!(ann.json()["id"], bo.json()["id"]);
    let reused = open(&server, "10.1.1.2", (ANN, None), &other);
    assert_eq!((reused.status, &*reused.problem()), (422, "key-reused"));
    let operator = open(&server, "10.1.1.1", (ANN, Some(ADMIN)), &other);
    assert_eq!(operator.status, 201, "{}", operator.text());
    let short = open(&server, "10.1.1.1", ("short", None), &brink_bid());
    assert_eq!(
        (short.status, short.pointers()),
        (400, vec!["/Overtrick-Client".to_owned()])
    );
    assert_eq!(short.json()["errors"][0]["code"], "client-form");
}

#[test]
fn a_retry_gets_its_keys_from_any_address() {
    let (server, clock) = server();
    let first = open(&server, "10.1.1.1", (ANN, None), &brink_bid()).json();
    clock.forward(Duration::from_hours(9));
    for address in ["10.1.1.1", "10.9.9.9"] {
        let again = open(&server, address, (ANN, None), &brink_bid());
        assert_eq!(
            (again.status, again.json()),
            (201, first.clone()),
            "{address}"
        );
    }
    // A key of the match makes no difference: another client's request opens another match.
    let direct = first["keys"]["direct"].as_str();
    let director = open(&server, "10.1.1.1", (BO, direct), &brink_bid());
    assert_ne!(director.json()["id"], first["id"]);
}

#[test]
fn a_retry_without_proof_gets_no_match_and_no_keys() {
    let (server, _) = server();
    let of_ann = open(&server, "10.1.1.1", (ANN, None), &brink_bid()).json();
    let first = open(&server, "10.1.1.1", ("", None), &brink_bid());
    assert_eq!(first.status, 201, "{}", first.text());
    assert_ne!(first.json()["id"], of_ann["id"]);
    for address in ["10.1.1.1", "10.9.9.9"] {
        let again = open(&server, address, ("", None), &brink_bid());
        assert_eq!(
            (again.status, again.problem()),
            (409, "already-here".to_owned())
        );
        let id = first.json()["id"].as_str().unwrap().to_owned();
        assert!(!again.text().contains(&id), "{}", again.text());
        assert!(
            again.text().contains("Overtrick-Client"),
            "{}",
            again.text()
        );
    }
    let program = server.program_key("score").0;
    let opened = open(&server, "10.1.1.1", ("", Some(&program)), &brink_bid());
    let again = open(&server, "10.9.9.9", ("", Some(&program)), &brink_bid());
    assert_eq!((again.status, again.json()), (201, opened.json()));
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
