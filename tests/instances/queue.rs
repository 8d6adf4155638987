//! Simultaneous writes to both servers that are based on the same state. The database decides the order.

use std::thread::{Scope, ScopedJoinHandle, scope};

use serde_json::{Value, json};

use crate::instances::pair::{Game, HeldCommits, Instance, Pair};
use crate::served::{ADMIN, Answer, PHONE, bearer, brink_bid, send};

/// Sends a request, and waits until `place` commits are in the queue.
fn queue<'s>(
    asking: &'s Scope<'s, '_>,
    held: &HeldCommits<'_>,
    place: usize,
    ask: impl FnOnce() -> Answer + Send + 's,
) -> ScopedJoinHandle<'s, Answer> {
    let asked = asking.spawn(ask);
    held.queued(place);
    asked
}

/// Returns the answers to two requests whose commits are queued in this order.
fn in_order<'s>(
    pair: &'s Pair,
    first: impl FnOnce() -> Answer + Send + 's,
    second: impl FnOnce() -> Answer + Send + 's,
) -> [Answer; 2] {
    scope(|asking| {
        let held = pair.hold_commits();
        let first = queue(asking, &held, 1, first);
        let second = queue(asking, &held, 2, second);
        held.let_go();
        [first.join().unwrap(), second.join().unwrap()]
    })
}

fn delete(instance: &Instance, game: &Game, tag: &str) -> Answer {
    let headers = [("authorization", &*bearer(&game.direct)), ("if-match", tag)];
    instance.ask("DELETE", &format!("/matches/{}", game.id), &headers, None)
}

#[test]
fn a_deletion_at_an_old_version_is_refused_after_a_change() {
    let Some(pair) = Pair::start() else { return };
    let game = pair.a.create();
    let [changed, deleted] = in_order(
        &pair,
        || pair.b.note(&game, "nobody has seen this"),
        || delete(&pair.a, &game, "\"1.en\""),
    );
    assert_eq!(changed.status, 200, "{}", changed.text());
    assert_eq!(deleted.status, 412, "{}", deleted.text());
    assert_eq!(deleted.header("etag"), Some("\"2.en\""));
    assert_eq!(deleted.json()["current"]["version"], 2);
    assert_eq!(pair.a.version(&game), 2);
}

#[test]
fn an_unconditional_deletion_includes_what_was_written_meanwhile() {
    let Some(pair) = Pair::start() else { return };
    let game = pair.a.create();
    let [changed, deleted] = in_order(
        &pair,
        || pair.b.note(&game, "it goes with the rest"),
        || delete(&pair.a, &game, "*"),
    );
    assert_eq!((changed.status, deleted.status), (200, 204));
    assert_eq!(pair.a.read(&game, "").status, 404);
    assert_eq!(pair.b.read(&game, "").status, 404);
}

#[test]
fn a_key_that_is_renewed_in_the_same_moment_deletes_nothing() {
    let Some(pair) = Pair::start() else { return };
    let game = pair.a.create();
    let [renewed, deleted] = in_order(
        &pair,
        || {
            let headers = [("authorization", &*bearer(&game.direct)), ("if-match", "*")];
            let path = format!("/matches/{}/keys/direct", game.id);
            pair.b.ask("POST", &path, &headers, None)
        },
        || delete(&pair.a, &game, "*"),
    );
    assert_eq!(renewed.status, 200, "{}", renewed.text());
    assert_eq!(deleted.status, 401, "{}", deleted.text());
    assert_eq!(pair.a.read(&game, "").status, 200);
}

#[test]
fn one_request_that_comes_from_two_addresses_opens_one_match() {
    let Some(pair) = Pair::start() else { return };
    let other_phone = ("overtrick-client", "the-secret-of-another-phone");
    let open = |instance: &Instance, local: [u8; 4], phone, once: &str, document: &Value| {
        let headers = [("idempotency-key", once), phone];
        instance.ask_from(local, "/matches", &headers, document)
    };
    let once = "a-phone-that-changes-its-network";
    let document = brink_bid();
    let opened = in_order(
        &pair,
        || open(&pair.a, [127, 0, 0, 2], PHONE, once, &document),
        || open(&pair.b, [127, 0, 0, 3], PHONE, once, &document),
    );
    assert!(opened.iter().all(|one| one.status == 201), "{opened:?}");
    assert_eq!(opened[0].json(), opened[1].json());
    assert_eq!(pair.sql("SELECT count(*) FROM matches"), "1");
    // An idempotency key belongs to one client, so another client can use the same key.
    let once = "a-key-that-two-clients-drew-alike";
    let mut other = brink_bid();
    other["title"] = json!("Another table");
    let opened = in_order(
        &pair,
        || open(&pair.a, [127, 0, 0, 2], PHONE, once, &document),
        || open(&pair.b, [127, 0, 0, 3], other_phone, once, &other),
    );
    assert!(opened.iter().all(|one| one.status == 201), "{opened:?}");
    assert_ne!(opened[0].json()["id"], opened[1].json()["id"]);
    assert_eq!(pair.sql("SELECT count(*) FROM matches"), "3");
}

/// Returns an import file with this many documents.
fn file(count: usize) -> String {
    let mut lines = String::new();
    for number in 0..count {
        let mut document = brink_bid();
        document["title"] = json!(format!("Table {number}"));
        lines += &format!("{document}\n");
    }
    lines
}

fn import(instance: &Instance, file: &str) -> Answer {
    let headers = [
        ("content-type", "application/x-ndjson"),
        ("authorization", &*bearer(ADMIN)),
    ];
    let body = Some(file.as_bytes());
    send(instance.address, "POST", "/api/v1/imports", &headers, body)
}

#[test]
fn a_file_that_both_import_at_once_is_there_once() {
    let Some(pair) = Pair::start() else { return };
    // The first import needs one transaction, the second one several.
    for (count, all) in [(3, 3), (300, 300)] {
        let file = file(count);
        let [first, second] = in_order(&pair, || import(&pair.a, &file), || import(&pair.b, &file));
        assert_eq!(first.status, 200, "{}", first.text());
        assert_eq!(second.status, 200, "{}", second.text());
        let (first, second) = (first.json(), second.json());
        assert_eq!(second["created"], 0);
        assert_eq!(second["already"], count);
        let ids = |report: &Value| -> Vec<Value> {
            let matches = report["matches"].as_array().unwrap().iter();
            matches.map(|one| one["id"].clone()).collect()
        };
        assert_eq!(ids(&first), ids(&second));
        assert_eq!(pair.sql("SELECT count(*) FROM matches"), all.to_string());
    }
}
