//! Webhooks: receivers that accept, fail, hang, go away and come back get every change at least once, in the
//! order of its match.

use std::collections::{HashMap, HashSet};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use tempfile::TempDir;

use crate::served::{
    ADMIN, Client, HandClock, Program, Received, Receiver, Reply, Server, bearer, brink_bid,
    first_hand,
};

fn server() -> Server {
    Server::with(|settings| {
        settings.webhook_private = true;
        settings.webhook_timeout = 1;
    })
}

fn server_with_clock(clock: &Arc<HandClock>) -> Server {
    Server::with_clock(Arc::new(TempDir::new().unwrap()), clock, |settings| {
        settings.webhook_private = true;
        settings.webhook_timeout = 1;
    })
}

/// A webhook of the administrator with these fields besides the address.
fn webhook(server: &Server, receiver: &Receiver, more: &Value) -> Value {
    let mut order = json!({ "url": receiver.url() });
    order
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    let made = ask(server, "POST", "", Some(&order));
    assert_eq!(made.0, 201, "{}", made.1);
    made.1
}

/// Sends a request as the administrator.
fn ask(server: &Server, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
    let admin = bearer(ADMIN);
    let headers = [
        ("authorization", &*admin),
        ("content-type", "application/json"),
    ];
    let path = format!("/api/v1/webhooks{path}");
    let body = body.map(|body| body.to_string().into_bytes());
    let answer = server.send(method, &path, &headers, body.as_deref());
    let json = serde_json::from_slice(&answer.body).unwrap_or_default();
    (answer.status, json)
}

fn state(server: &Server, webhook: &Value) -> Value {
    ask(
        server,
        "GET",
        &format!("/{}", webhook["id"].as_str().unwrap()),
        None,
    )
    .1
}

fn deliveries(server: &Server, webhook: &Value) -> Vec<Value> {
    let path = format!("/{}/deliveries", webhook["id"].as_str().unwrap());
    let listed = ask(server, "GET", &path, None).1;
    listed["deliveries"].as_array().unwrap().clone()
}

/// Waits until a condition holds.
pub fn until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..3_000 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("{what}");
}

/// Whether a signature of the message was made with this secret.
pub fn is_signed(received: &Received, secret: &str) -> bool {
    let secret = STANDARD
        .decode(secret.strip_prefix("whsec_").unwrap())
        .unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&secret).unwrap();
    let (id, at) = (
        received.header("webhook-id"),
        received.header("webhook-timestamp"),
    );
    assert!(!id.is_empty() && !id.contains('.'));
    mac.update(format!("{id}.{at}.").as_bytes());
    mac.update(&received.body);
    let expected = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
    received
        .header("webhook-signature")
        .split(' ')
        .any(|one| one == expected)
}

#[track_caller]
fn assert_in_order(taken: &[Received]) {
    let mut last: HashMap<String, u64> = HashMap::new();
    let mut seen = HashSet::new();
    for one in taken {
        let (id, version) = one.change();
        if seen.insert((id.clone(), version)) {
            let before = last.insert(id.clone(), version).unwrap_or(0);
            assert_eq!(version, before + 1, "{id}");
        }
    }
}

#[test]
fn every_change_is_sent_signed_and_in_order() {
    let server = server();
    let receiver = Receiver::start();
    let hook = webhook(&server, &receiver, &json!({}));
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    for notes in ["a", "b", "c"] {
        game.changed(
            &game.score,
            &json!({ "action": "describe", "notes": notes }),
        );
    }
    game.changed(&game.direct, &json!({ "action": "finish" }));
    let messages = receiver.wait_for(6);
    assert_in_order(&messages);
    let secret = hook["secret"].as_str().unwrap();
    let types: Vec<String> = messages
        .iter()
        .map(|one| one.json()["type"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        (&*types[0], &*types[1], &*types[5]),
        ("match.opened", "match.changed", "match.finished")
    );
    for one in &messages {
        assert!(is_signed(one, secret));
        assert_eq!(one.header("content-type"), "application/json");
        let message = one.json();
        assert_eq!(message["timestamp"], message["data"]["at"]);
        assert_eq!(message["type"], message["data"]["type"]);
        assert_eq!(message["data"]["standings"].as_array().unwrap().len(), 2);
    }
    until("all are delivered", || {
        state(&server, &hook)["waiting"] == 0
    });
    assert!(state(&server, &hook).get("secret").is_none());
    let listed = deliveries(&server, &hook);
    assert_eq!(listed.len(), 6);
    assert!(
        listed
            .iter()
            .all(|one| one["state"] == "delivered" && one["attempts"] == 1)
    );
    assert_eq!(listed[0]["version"], 6);
    assert_eq!(listed[0]["id"], messages[5].header("webhook-id"));
    let metrics = server.metrics();
    let counted = "overtrick_webhook_attempts_total{outcome=\"delivered\"} 6\n";
    assert!(metrics.contains(counted), "{metrics}");
    assert!(
        metrics.contains("overtrick_webhook_waiting 0\n"),
        "{metrics}"
    );
}

#[test]
fn a_receiver_that_fails_and_comes_back_gets_everything_in_order() {
    let clock = HandClock::new();
    let server = server_with_clock(&clock);
    let receiver = Receiver::answering(|_| Reply::Status(500));
    let hook = webhook(&server, &receiver, &json!({}));
    let (one, other) = (server.create(&brink_bid()), server.create(&brink_bid()));
    for number in 0..3 {
        let remark = json!({ "action": "describe", "notes": format!("{number}") });
        one.changed(&one.score, &remark);
        other.changed(&other.score, &remark);
    }
    // One attempt per match; later deliveries wait.
    receiver.wait_for(2);
    until("failures are noted", || {
        let failed = deliveries(&server, &hook);
        failed.iter().filter(|one| one["status"] == 500).count() == 2
    });
    until("all are queued", || state(&server, &hook)["waiting"] == 8);
    assert!(state(&server, &hook)["failing_since"].is_string());
    assert_eq!(receiver.received().len(), 2);
    clock.forward(Duration::from_secs(7));
    receiver.wait_for(4);
    receiver.answer(|_| Reply::Status(200));
    clock.forward(Duration::from_mins(7));
    receiver.wait_until(|messages| messages.len() >= 4 + 8);
    let taken = receiver.taken();
    assert_in_order(&taken);
    let changes: HashSet<(String, u64)> = taken.iter().map(Received::change).collect();
    assert_eq!(changes.len(), 8);
    until("it fails no longer", || {
        state(&server, &hook).get("failing_since").is_none()
    });
    // The id of a message is the same for every attempt.
    let messages = receiver.received();
    let ids: HashSet<&str> = messages
        .iter()
        .map(|one| one.header("webhook-id"))
        .collect();
    assert_eq!(ids.len(), 8);
}

#[test]
fn one_that_hangs_or_closes_keeps_no_other_waiting() {
    let server = server();
    let good = Receiver::start();
    let hanging = Receiver::answering(|_| Reply::Hang);
    let closing = Receiver::answering(|_| Reply::Close);
    let hanging_hook = webhook(&server, &hanging, &json!({}));
    let closing_hook = webhook(&server, &closing, &json!({}));
    webhook(&server, &good, &json!({}));
    let games: Vec<_> = (0..10).map(|_| server.create(&brink_bid())).collect();
    good.wait_for(games.len());
    let error = |hook: &Value, error: &str| {
        deliveries(&server, hook)
            .iter()
            .any(|one| one["error"] == error)
    };
    until("it was too slow", || error(&hanging_hook, "too-slow"));
    until("it closed", || error(&closing_hook, "closed"));
}

#[test]
fn one_that_answers_410_is_turned_off_and_goes_on_when_it_is_turned_on() {
    let server = server();
    let receiver = Receiver::answering(|_| Reply::Status(410));
    let hook = webhook(&server, &receiver, &json!({}));
    let game = server.create(&brink_bid());
    until("it is off", || state(&server, &hook)["state"] == "gone");
    assert_eq!(state(&server, &hook)["active"], false);
    game.record(&first_hand(1));
    receiver.answer(|_| Reply::Status(200));
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(receiver.received().len(), 1);
    let path = format!("/{}", hook["id"].as_str().unwrap());
    let on = json!({ "url": receiver.url(), "active": true });
    let (status, replaced) = ask(&server, "PUT", &path, Some(&on));
    assert_eq!((status, &replaced["state"]), (200, &json!("active")));
    receiver.wait_for(3);
    let versions: Vec<u64> = receiver.taken().iter().map(|one| one.change().1).collect();
    assert_eq!(versions, [1, 2]);
}

#[test]
fn one_that_takes_nothing_for_days_is_turned_off_and_loses_nothing() {
    let clock = HandClock::new();
    let server = server_with_clock(&clock);
    let receiver = Receiver::answering(|_| Reply::Status(503));
    let hook = webhook(&server, &receiver, &json!({}));
    server.create(&brink_bid());
    for attempt in 1..=13 {
        receiver.wait_for(attempt);
        until("the attempt is noted", || {
            deliveries(&server, &hook)[0]["attempts"] == attempt
        });
        clock.forward(Duration::from_hours(30));
    }
    until("it is off", || state(&server, &hook)["state"] == "failing");
    receiver.answer(|_| Reply::Status(200));
    let path = format!("/{}", hook["id"].as_str().unwrap());
    ask(
        &server,
        "PUT",
        &path,
        Some(&json!({ "url": receiver.url() })),
    );
    receiver.wait_for(14);
    until("it was taken", || {
        deliveries(&server, &hook)[0]["state"] == "delivered"
    });
}

#[test]
fn what_is_never_taken_holds_up_its_match_for_days_and_no_other() {
    let clock = HandClock::new();
    let server = server_with_clock(&clock);
    let receiver = Receiver::answering(|one| match one.json()["data"]["action"].as_str() {
        Some("finish") => Reply::Status(500),
        _ => Reply::Status(200),
    });
    let hook = webhook(&server, &receiver, &json!({}));
    let (one, other) = (server.create(&brink_bid()), server.create(&brink_bid()));
    one.changed(&one.direct, &json!({ "action": "finish" }));
    one.changed(&one.direct, &json!({ "action": "reopen" }));
    let attempts = || {
        let listed = deliveries(&server, &hook);
        let finish = listed.iter().find(|one| one["type"] == "match.finished");
        finish.map_or(json!(0), |finish| finish["attempts"].clone())
    };
    for attempt in 1..=13 {
        until("the attempt is noted", || {
            attempts().as_u64() >= Some(attempt)
        });
        other.changed(
            &other.score,
            &json!({ "action": "describe", "notes": format!("{attempt}") }),
        );
        until("the other match goes on", || {
            deliveries(&server, &hook)[0]["state"] == "delivered"
        });
        clock.forward(Duration::from_hours(30));
    }
    until("the match goes on", || {
        receiver
            .taken()
            .iter()
            .any(|taken| taken.json()["data"]["action"] == "reopen")
    });
    assert_eq!(state(&server, &hook)["state"], "active");
    let failed = deliveries(&server, &hook);
    assert_eq!(
        failed.iter().filter(|one| one["state"] == "failed").count(),
        1
    );
}

#[test]
fn a_new_secret_signs_beside_the_one_before_for_a_day() {
    let clock = HandClock::new();
    let server = server_with_clock(&clock);
    let receiver = Receiver::start();
    let hook = webhook(&server, &receiver, &json!({}));
    let path = format!("/{}/secret", hook["id"].as_str().unwrap());
    let (status, rotated) = ask(&server, "POST", &path, None);
    assert_eq!(status, 200);
    let (before, after) = (
        hook["secret"].as_str().unwrap(),
        rotated["secret"].as_str().unwrap(),
    );
    assert_ne!(before, after);
    assert!(rotated["previous_secret_until"].is_string());
    let game = server.create(&brink_bid());
    let both = receiver.wait_for(1);
    assert!(is_signed(&both[0], before) && is_signed(&both[0], after));
    assert_eq!(both[0].header("webhook-signature").split(' ').count(), 2);
    clock.forward(Duration::from_hours(24));
    game.record(&first_hand(1));
    let one = receiver.wait_for(2);
    assert!(!is_signed(&one[1], before) && is_signed(&one[1], after));
}

#[test]
fn a_delivery_is_sent_again_under_the_same_id() {
    let server = server();
    let receiver = Receiver::start();
    let hook = webhook(&server, &receiver, &json!({}));
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    let messages = receiver.wait_for(2);
    until("both are delivered", || {
        state(&server, &hook)["waiting"] == 0
    });
    let first = messages[0].header("webhook-id");
    let path = format!(
        "/{}/deliveries/{first}/replay",
        hook["id"].as_str().unwrap()
    );
    assert_eq!(ask(&server, "POST", &path, None).0, 204);
    let again = receiver.wait_for(3);
    assert_eq!(again[2].header("webhook-id"), first);
    assert_eq!(again[2].json(), messages[0].json());
    let tested = ask(
        &server,
        "POST",
        &format!("/{}/test", hook["id"].as_str().unwrap()),
        None,
    );
    assert_eq!(tested.1, json!({ "delivered": true, "status": 204 }));
    let test = receiver.wait_for(4);
    assert_eq!(test[3].json()["type"], "webhook.test");
    assert!(is_signed(&test[3], hook["secret"].as_str().unwrap()));
}

#[test]
fn only_what_is_wanted_is_sent_and_a_deletion_is_told_last() {
    let server = server();
    let (finished, of_match) = (Receiver::start(), Receiver::start());
    webhook(
        &server,
        &finished,
        &json!({ "types": ["match.finished"], "games": ["brink-bid"] }),
    );
    let (one, other) = (server.create(&brink_bid()), server.create(&brink_bid()));
    let order = json!({ "url": of_match.url(), "match": one.id });
    let director = bearer(&one.direct);
    let made = server.post("/api/v1/webhooks", &[("authorization", &director)], &order);
    assert_eq!(made.status, 201, "{}", made.text());
    other.changed(&other.direct, &json!({ "action": "finish" }));
    one.record(&first_hand(1));
    let headers = [("authorization", &*director), ("if-match", "*")];
    of_match.wait_for(1);
    assert_eq!(
        server.send("DELETE", &one.path(""), &headers, None).status,
        204
    );
    let of_match = of_match.wait_until(|received| {
        received
            .iter()
            .any(|one| one.json()["type"] == "match.deleted")
    });
    assert!(
        of_match
            .iter()
            .all(|received| received.change().0 == one.id)
    );
    let last = of_match.last().unwrap().json();
    assert_eq!(
        (&last["type"], last["data"].get("standings")),
        (&json!("match.deleted"), None)
    );
    let finished = finished.wait_for(1);
    assert_eq!(
        (finished.len(), finished[0].change().0),
        (1, other.id.clone())
    );
}

#[test]
fn a_message_includes_the_hand_where_its_webhook_asks_for_it() {
    let server = server();
    let (plain, full) = (Receiver::start(), Receiver::start());
    webhook(&server, &plain, &json!({}));
    let include = json!({ "include": ["standings", "hand", "hand"] });
    let hook = webhook(&server, &full, &include);
    assert_eq!(hook["include"], json!(["hand", "standings"]));
    let admin = bearer(ADMIN);
    let path = "/api/v1/matches?external_id=league-7";
    let made = server.post(path, &[("authorization", &*admin)], &brink_bid());
    let made = made.json();
    let id = made["id"].as_str().unwrap();
    let path = format!("/api/v1/matches/{id}/changes");
    let headers = [("authorization", &*admin), ("if-match", "*")];
    let record = json!({ "action": "record", "hand": first_hand(1) });
    assert_eq!(server.post(&path, &headers, &record).status, 200);
    let plain = plain.wait_for(2);
    let full = full.wait_for(2);
    assert!(plain[1].json()["data"].get("changed_hands").is_none());
    let mut data = full[1].json()["data"].clone();
    assert_eq!(data["external_id"], "league-7");
    let hands = data
        .as_object_mut()
        .unwrap()
        .remove("changed_hands")
        .unwrap();
    let expected = json!([{ "number": 1, "dealer": "Ann",
        "record": { "game": "brink-bid", "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 1, "Bo": 3 } },
        "scores": { "Ann": 5, "Bo": 0 }, "totals": { "Ann": 5, "Bo": 0 } }]);
    assert_eq!(hands, expected);
    assert_eq!(data, plain[1].json()["data"]);

    // It can be changed, and what is unknown is refused.
    let path = format!("/{}", hook["id"].as_str().unwrap());
    let without = json!({ "url": hook["url"] });
    assert_eq!(
        ask(&server, "PUT", &path, Some(&without)).1["include"],
        json!([])
    );
    let wrong = json!({ "url": hook["url"], "include": ["hands"] });
    let (status, refused) = ask(&server, "PUT", &path, Some(&wrong));
    assert_eq!(
        (status, &refused["errors"][0]["pointer"]),
        (400, &json!("/include/0"))
    );
}

#[test]
fn deliveries_of_a_deleted_match_end_as_deleted_and_its_deletion_is_sent() {
    let clock = HandClock::new();
    let server = server_with_clock(&clock);
    let receiver = Receiver::answering(|_| Reply::Status(500));
    let hook = webhook(&server, &receiver, &json!({}));
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    game.record(&json!({ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 2, "Bo": 3 } }));
    receiver.wait_for(1);
    until("all are queued and the failure is noted", || {
        let listed = deliveries(&server, &hook);
        listed.len() == 3 && listed[2]["status"] == 500
    });
    receiver.answer(|_| Reply::Status(200));
    let director = bearer(&game.direct);
    let headers = [("authorization", &*director), ("if-match", "*")];
    let deleted = server.send("DELETE", &game.path(""), &headers, None);
    assert_eq!(deleted.status, 204);
    receiver.wait_for(2);
    until("the deletion is delivered", || {
        deliveries(&server, &hook)[0]["state"] == "delivered"
    });
    let listed = deliveries(&server, &hook);
    let ended: Vec<(&str, u64, &str)> = listed
        .iter()
        .map(|one| {
            let text = |key: &str| one[key].as_str().unwrap();
            (
                text("type"),
                one["version"].as_u64().unwrap(),
                text("state"),
            )
        })
        .collect();
    // Each with a version of its own.
    assert_eq!(
        ended,
        [
            ("match.deleted", 4, "delivered"),
            ("match.changed", 3, "deleted"),
            ("match.changed", 2, "deleted"),
            ("match.opened", 1, "deleted"),
        ]
    );
    assert_eq!(receiver.received().len(), 2);
    let path = format!("/{}/deliveries?state=deleted", hook["id"].as_str().unwrap());
    let filtered = ask(&server, "GET", &path, None).1;
    assert_eq!(filtered["deliveries"].as_array().unwrap().len(), 3);
    assert_eq!(state(&server, &hook)["waiting"], 0);
    // Sent again, one of them ends in the same way, and the receiver is not to blame.
    let again = listed[1]["id"].as_str().unwrap();
    let path = format!(
        "/{}/deliveries/{again}/replay",
        hook["id"].as_str().unwrap()
    );
    assert_eq!(ask(&server, "POST", &path, None).0, 204);
    until("it ended", || {
        deliveries(&server, &hook)[1]["state"] == "deleted"
    });
    assert!(state(&server, &hook).get("failing_since").is_none());
    assert_eq!(receiver.received().len(), 2);
}

/// The program is killed repeatedly while sending; the receiver refuses some messages at the first attempt.
#[test]
fn no_change_is_lost_over_kills_and_each_match_stays_in_order() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("matches.db");
    let mut refused = HashSet::new();
    let receiver = Receiver::answering(move |one| {
        let id = one.header("webhook-id").to_owned();
        let place: usize = id.rsplit('_').next().unwrap().parse().unwrap();
        if place % 41 == 7 && refused.insert(id) {
            return Reply::Status(503);
        }
        Reply::Status(200)
    });
    let mut games: Vec<(String, String, u64)> = Vec::new();
    for round in 0..5 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
        command.env("OVERTRICK_WEBHOOK_PRIVATE", "true");
        command.env("OVERTRICK_ADMIN_TOKEN", ADMIN);
        let mut program = Program::start(&mut command, &database);
        let mut client = program.client();
        if round == 0 {
            let order = json!({ "url": receiver.url() });
            let made = post(&mut client, "/api/v1/webhooks", &bearer(ADMIN), &order);
            assert_eq!(made.status, 201, "{}", made.text());
            for _ in 0..5 {
                let opened = post(&mut client, "/api/v1/matches", "Bearer x", &brink_bid()).json();
                let key = bearer(opened["keys"]["direct"].as_str().unwrap());
                games.push((opened["id"].as_str().unwrap().to_owned(), key, 1));
            }
        }
        let before = receiver.received().len();
        for number in 0..10 {
            for (id, key, version) in &mut games {
                let remark = json!({ "action": "describe", "notes": format!("{round} {number}") });
                let path = format!("/api/v1/matches/{id}/changes");
                assert_eq!(post(&mut client, &path, key, &remark).status, 200);
                *version += 1;
            }
        }
        if round < 4 {
            receiver.wait_for(before + 10);
            program.child.kill().unwrap();
            program.child.wait().unwrap();
            continue;
        }
        let all: u64 = games.iter().map(|(.., version)| version).sum();
        let all = usize::try_from(all).unwrap();
        receiver.wait_until(|received| {
            let taken = received
                .iter()
                .filter(|one| one.reply == Reply::Status(200));
            taken.map(Received::change).collect::<HashSet<_>>().len() == all
        });
    }
    assert_in_order(&receiver.taken());
}

pub fn post(client: &mut Client, path: &str, key: &str, body: &Value) -> crate::served::Answer {
    let headers = [("authorization", key), ("if-match", "*")];
    let body = body.to_string();
    client.ask("POST", path, &headers, body.as_bytes()).unwrap()
}
