//! Many clients at once: nothing is lost or counted twice.

use std::sync::Barrier;

use serde_json::{Value, json};

use crate::served::{Answer, Client, Server, bearer, brink_bid, first_hand};

const CLIENTS: usize = 200;
/// The number of clients that record hands; after a conflict they read the match again.
const SCORERS: usize = 20;

/// A match of 22 hands.
fn long() -> Value {
    json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [],
        "options": { "first_hand_cards": 5, "last_hand_cards": 26 } })
}

/// The hand with this number, in which Ann makes her bid and Bo does not.
fn hand(number: usize) -> Value {
    let cards = number + 4;
    json!({ "bids": { "Ann": cards, "Bo": 2 }, "tricks": { "Ann": cards, "Bo": 0 } })
}

/// Records the next hand, and tries again after each conflict; returns the number of conflicts.
fn record_next(client: &mut Client, path: &str, key: &str, mut state: Value) -> usize {
    let mut late = 0;
    loop {
        let number = state["document"]["hands"].as_array().unwrap().len() + 1;
        let change = json!({ "action": "record", "hand": hand(number) }).to_string();
        let tag = format!("\"{}\"", state["version"]);
        let headers = [("authorization", key), ("if-match", &*tag)];
        let answer = client
            .ask("POST", path, &headers, change.as_bytes())
            .unwrap();
        match answer.status {
            200 => return late,
            412 => state = answer.json()["current"].clone(),
            other => panic!("{other}: {}", answer.text()),
        }
        late += 1;
    }
}

#[test]
fn two_hundred_clients_on_one_match_are_all_counted_once() {
    let server = Server::start();
    let game = server.create(&long());
    let (scorer, director) = (bearer(&game.score), bearer(&game.direct));
    let (path, start) = (game.path("/changes"), Barrier::new(CLIENTS));
    let opened = game.state();
    let late: usize = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|number| {
                let (path, start, opened) = (&path, &start, opened.clone());
                let (scorer, director, address) = (&scorer, &director, server.address);
                scope.spawn(move || {
                    let mut client = Client::new(address);
                    start.wait();
                    if number < SCORERS {
                        return record_next(&mut client, path, scorer, opened);
                    }
                    let adjustment = json!({ "after_hand": 0, "player": "Bo", "points": 1, "reason": number.to_string() });
                    let change = json!({ "action": "adjust", "adjustment": adjustment }).to_string();
                    let headers = [("authorization", &**director), ("if-match", "*")];
                    let answer = client.ask("POST", path, &headers, change.as_bytes()).unwrap();
                    assert_eq!(answer.status, 200, "{}", answer.text());
                    0
                })
            })
            .collect();
        clients
            .into_iter()
            .map(|client| client.join().unwrap())
            .sum()
    });
    assert!(
        late > 0,
        "some requests were refused because they came too late"
    );
    let state = game.state();
    assert_eq!(state["version"], CLIENTS + 1);
    let total = |player: &str| {
        let standings = state["result"]["standings"].as_array().unwrap();
        let place = standings.iter().find(|place| place["player"] == player);
        place.unwrap()["total"].as_u64().unwrap()
    };
    assert_eq!(total("Ann"), 5 * SCORERS as u64);
    assert_eq!(total("Bo"), (CLIENTS - SCORERS) as u64);
    let mut reasons: Vec<u64> = state["document"]["adjustments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|adjustment| adjustment["reason"].as_str().unwrap().parse().unwrap())
        .collect();
    reasons.sort_unstable();
    assert!(reasons.into_iter().eq(SCORERS as u64..CLIENTS as u64));
    let whole = server.post("/api/v1/scores", &[], &game.get("?detail=document").json());
    assert_eq!(state["result"], whole.json());
    let server = server.restarted();
    let read = server.get(&game_path(&state), &[("authorization", &*scorer)]);
    assert_eq!(read.json(), state);
}

fn game_path(state: &Value) -> String {
    format!("/api/v1/matches/{}", state["id"].as_str().unwrap())
}

#[test]
fn two_hundred_clients_on_separate_matches_are_kept_apart() {
    let server = Server::start();
    let start = Barrier::new(CLIENTS);
    let opened = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|number| {
                let (address, start) = (server.address, &start);
                scope.spawn(move || {
                    let mut client = Client::new(address);
                    start.wait();
                    play(&mut client, number)
                })
            })
            .collect();
        let ended = clients.into_iter().map(|client| client.join().unwrap());
        ended.collect::<Vec<Value>>()
    });
    let server = server.restarted();
    for (number, state) in opened.iter().enumerate() {
        let key = bearer(crate::served::ADMIN);
        let read = server
            .get(&game_path(state), &[("authorization", &*key)])
            .json();
        assert_eq!(&read, state);
        assert_eq!(read["version"], 4);
        assert_eq!(read["document"]["title"], number.to_string());
    }
}

/// Plays a match of three hands; the number determines how many tricks Ann takes in the last one.
fn play(client: &mut Client, number: usize) -> Value {
    let taken = |answer: Answer, status: u16| {
        assert_eq!(answer.status, status, "{}", answer.text());
        answer.json()
    };
    let mut document = brink_bid();
    document["title"] = number.to_string().into();
    let body = document.to_string();
    let made = client.ask("POST", "/api/v1/matches", &[], body.as_bytes());
    let mut state = taken(made.unwrap(), 201);
    let path = format!("{}/changes", game_path(&state));
    let key = bearer(state["keys"]["score"].as_str().unwrap());
    let ann = number % 7;
    let last = json!({ "bids": { "Ann": ann, "Bo": 0 }, "tricks": { "Ann": ann, "Bo": 6 - ann } });
    let second = json!({ "bids": { "Ann": 5, "Bo": 0 }, "tricks": { "Ann": 5, "Bo": 0 } });
    for hand in [first_hand(1), second, last] {
        let tag = format!("\"{}\"", state["version"]);
        let headers = [("authorization", &*key), ("if-match", &*tag)];
        let change = json!({ "action": "record", "hand": hand }).to_string();
        let made = client.ask("POST", &path, &headers, change.as_bytes());
        state = taken(made.unwrap(), 200);
    }
    // A made bid scores 5, a bid missed by one trick 2; the totals follow from this.
    let bo = match ann {
        6 => 5,
        5 => 2,
        _ => 0,
    };
    let standings = state["result"]["standings"].as_array().unwrap();
    for (player, total) in [("Ann", 15), ("Bo", 5 + bo)] {
        let place = standings.iter().find(|place| place["player"] == player);
        assert_eq!(place.unwrap()["total"], total, "{player} in {number}");
    }
    state
}

#[test]
fn one_change_sent_by_eight_connections_at_once_counts_once_and_never_fails() {
    const CONNECTIONS: usize = 8;
    let server = Server::start();
    let game = server.create(&long());
    let (path, scorer) = (game.path("/changes"), bearer(&game.score));
    for round in 1..=20 {
        let change = json!({ "action": "record", "hand": hand(round) }).to_string();
        let (key, tag) = (
            format!("the-same-key-of-round-{round}"),
            format!("\"{round}\""),
        );
        let start = Barrier::new(CONNECTIONS);
        let statuses: Vec<u16> = std::thread::scope(|scope| {
            let send = || {
                let mut client = Client::new(server.address);
                let headers = [
                    ("authorization", &*scorer),
                    ("if-match", &*tag),
                    ("idempotency-key", &*key),
                ];
                start.wait();
                let answer = client.ask("POST", &path, &headers, change.as_bytes());
                answer.unwrap().status
            };
            let clients: Vec<_> = (0..CONNECTIONS).map(|_| scope.spawn(send)).collect();
            let clients = clients.into_iter();
            clients.map(|client| client.join().unwrap()).collect()
        });
        assert!(statuses.contains(&200), "{statuses:?}");
        // A repetition that arrives before the first request is answered gets a conflict.
        assert!(
            statuses.iter().all(|status| [200, 409].contains(status)),
            "{statuses:?}"
        );
        assert_eq!(game.state()["version"], round + 1);
    }
}
