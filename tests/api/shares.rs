//! Fair shares: receivers that hang or were unavailable do not delay others.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::api::webhooks::until;
use crate::served::{
    ADMIN, HandClock, Match, Receiver, Reply, Server, bearer, brink_bid, first_hand,
};

fn server() -> Server {
    Server::with(|settings| settings.webhook_private = true)
}

fn server_with_clock(clock: &Arc<HandClock>) -> Server {
    Server::with_clock(Arc::new(TempDir::new().unwrap()), clock, |settings| {
        settings.webhook_private = true;
    })
}

fn webhook(server: &Server, key: &str, url: &str, of: Option<&str>) -> Value {
    let mut order = json!({ "url": url });
    if let Some(id) = of {
        order["match"] = id.into();
    }
    let made = server.post(
        "/api/v1/webhooks",
        &[("authorization", &bearer(key))],
        &order,
    );
    assert_eq!(made.status, 201, "{}", made.text());
    made.json()
}

fn waiting(server: &Server, webhook: &Value) -> u64 {
    let path = format!("/api/v1/webhooks/{}", webhook["id"].as_str().unwrap());
    let read = server.get(&path, &[("authorization", &bearer(ADMIN))]);
    read.json()["waiting"].as_u64().unwrap()
}

/// Five receivers for each of this many matches, none of which answers; each has its own address and port, or
/// all have the same.
fn hanging_matches<'a>(
    server: &'a Server,
    count: u32,
    at: &TcpListener,
    one: bool,
) -> Vec<Match<'a>> {
    let port = at.local_addr().unwrap().port();
    let mut games = Vec::new();
    for number in 0..count {
        let game = server.create(&brink_bid());
        for of_match in 0..5 {
            let last = if one { 2 } else { number * 5 + of_match + 2 };
            let url = format!("http://127.0.{}.{}:{port}/", last / 256, last % 256);
            webhook(server, &game.direct, &url, Some(&game.id));
        }
        games.push(game);
    }
    games
}

/// How long a delivery to another receiver takes while those of 120 matches hang.
fn delay_of_a_stranger(at_one: bool) -> Duration {
    let server = server();
    let (silent, good) = (TcpListener::bind("0.0.0.0:0").unwrap(), Receiver::start());
    let stranger = server.create(&brink_bid());
    webhook(&server, &stranger.direct, &good.url(), Some(&stranger.id));
    let games = hanging_matches(&server, 120, &silent, at_one);
    std::thread::scope(|scope| {
        for part in games.chunks(30) {
            scope.spawn(move || {
                for game in part {
                    game.record(&first_hand(1));
                }
            });
        }
    });
    let began = Instant::now();
    stranger.record(&first_hand(1));
    good.wait_for(1);
    began.elapsed()
}

#[test]
fn receivers_of_120_matches_that_hang_do_not_delay_a_stranger() {
    for at_one in [true, false] {
        let delay = delay_of_a_stranger(at_one);
        // A receiver may take 20 seconds, so waiting for a hanging one would take that long.
        assert!(delay < Duration::from_secs(12), "{at_one}: {delay:?}");
    }
}

#[test]
fn tests_of_receivers_that_hang_leave_room_for_those_of_others() {
    let server = server();
    let (silent, good) = (TcpListener::bind("0.0.0.0:0").unwrap(), Receiver::start());
    let port = silent.local_addr().unwrap().port();
    let (hanging, stranger) = (server.create(&brink_bid()), server.create(&brink_bid()));
    let url = format!("http://127.0.0.2:{port}/");
    let bad = webhook(&server, &hanging.direct, &url, Some(&hanging.id));
    let fine = webhook(&server, &stranger.direct, &good.url(), Some(&stranger.id));
    let test = |hook: &Value, key: &str| {
        let path = format!("/api/v1/webhooks/{}/test", hook["id"].as_str().unwrap());
        let tested = server.send("POST", &path, &[("authorization", &bearer(key))], None);
        assert_eq!(tested.status, 200, "{}", tested.text());
        tested.json()
    };
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| test(&bad, &hanging.direct));
        }
        std::thread::sleep(Duration::from_millis(500));
        assert_eq!(test(&fine, &stranger.direct)["delivered"], true);
    });
}

/// Lets deliveries of this many matches fail twice within 14 seconds, after which the receiver is back.
fn outage(server: &Server, clock: &HandClock, receiver: &Receiver, matches: usize) -> Value {
    let hook = webhook(server, ADMIN, &receiver.url(), None);
    for _ in 0..matches {
        server.create(&brink_bid());
    }
    // At most 256 deliveries are in a webhook's queue.
    let tried = matches.min(256);
    receiver.wait_for(tried);
    let settled = |attempts: u64| {
        let path = format!(
            "/api/v1/webhooks/{}/deliveries?limit=100",
            hook["id"].as_str().unwrap()
        );
        let listed = server.get(&path, &[("authorization", &bearer(ADMIN))]);
        let listed = listed.json()["deliveries"].as_array().unwrap().clone();
        listed
            .iter()
            .all(|one| one["attempts"].as_u64().unwrap() >= attempts)
    };
    until("the first attempts are noted", || settled(1));
    clock.forward(Duration::from_secs(7));
    receiver.wait_for(2 * tried);
    until("the second attempts are noted", || settled(2));
    clock.forward(Duration::from_secs(7));
    receiver.answer(|_| Reply::Status(204));
    hook
}

#[test]
fn after_an_outage_what_was_blocked_is_tried_soon_though_nothing_new_comes() {
    let clock = HandClock::new();
    let server = server_with_clock(&clock);
    let receiver = Receiver::answering(|_| Reply::Status(503));
    let hook = outage(&server, &clock, &receiver, 270);
    // Slightly longer than the outage: by then no delivery waits for the clock.
    clock.forward(Duration::from_secs(15));
    until("all are delivered", || {
        waiting(&server, &hook) == 0 && receiver.taken().len() >= 270
    });
    assert_eq!(receiver.taken().len(), 270);
}

#[test]
fn a_delivery_that_works_releases_what_waits_for_the_same_receiver() {
    let clock = HandClock::new();
    let server = server_with_clock(&clock);
    let receiver = Receiver::answering(|_| Reply::Status(503));
    let hook = outage(&server, &clock, &receiver, 20);
    server.create(&brink_bid());
    until("all are delivered", || waiting(&server, &hook) == 0);
    assert_eq!(receiver.taken().len(), 21);
}
