//! Several phones at one match: conflicts, retries, watching.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::sync::Barrier;

use serde_json::{Value, json};

use crate::served::{self, Match, PHONE, Server, bearer, brink_bid, first_hand};

#[test]
fn a_phone_shows_every_hand_of_the_table_once() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let state = game.get("");
    let tag = state.header("etag").unwrap().to_owned();
    let again = [
        ("authorization", &*bearer(&game.view)),
        ("if-none-match", &*tag),
    ];
    let unchanged = server.get(&game.path(""), &again);
    assert_eq!((unchanged.status, unchanged.body.len()), (304, 0));
    game.record(&first_hand(1));
    let changed = server.get(&game.path(""), &again);
    assert_eq!(changed.status, 200);
    assert_ne!(changed.header("etag"), Some(&*tag));
}

#[test]
fn when_two_phones_record_a_hand_the_second_sees_the_first() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let tag = game.get("").header("etag").unwrap().to_owned();
    let both = Barrier::new(2);
    let answers: Vec<served::Answer> = std::thread::scope(|scope| {
        let phones: Vec<_> = (0..2)
            .map(|phone| {
                let (game, tag, both) = (&game, &tag, &both);
                scope.spawn(move || {
                    both.wait();
                    let change = json!({ "action": "record", "hand": first_hand(phone) });
                    game.change_at(&game.score, tag, &change)
                })
            })
            .collect();
        phones
            .into_iter()
            .map(|phone| phone.join().unwrap())
            .collect()
    });
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 412]);
    let refused = answers.iter().find(|answer| answer.status == 412).unwrap();
    let taken = answers.iter().find(|answer| answer.status == 200).unwrap();
    assert_eq!(refused.problem(), "changed");
    assert_eq!(refused.json()["current"], taken.json());
    assert_eq!(
        game.state()["document"]["hands"].as_array().unwrap().len(),
        1
    );
}

#[test]
fn a_request_that_comes_twice_counts_once_even_after_a_restart() {
    let server = Server::start();
    let key = [("idempotency-key", "a-key-that-nobody-guesses"), PHONE];
    let first = server.post("/api/v1/matches", &key, &brink_bid());
    assert_eq!(first.status, 201, "{}", first.text());
    let opened = first.json();
    let (id, score) = (
        opened["id"].as_str().unwrap(),
        opened["keys"]["score"].as_str().unwrap(),
    );
    let path = format!("/api/v1/matches/{id}/changes");
    let change = json!({ "action": "record", "hand": first_hand(1) });
    let headers = [
        ("authorization", &*bearer(score)),
        ("if-match", first.header("etag").unwrap()),
        ("idempotency-key", "the-first-hand-of-all"),
    ];
    let recorded = server.post(&path, &headers, &change);
    assert_eq!(recorded.status, 200, "{}", recorded.text());

    let server = server.restarted();
    let again = server.post("/api/v1/matches", &key, &brink_bid());
    assert_eq!((again.status, again.json()), (201, opened.clone()));
    // The version in this request is outdated by now, but a repeated request is not a conflict.
    let retried = server.post(&path, &headers, &change);
    assert_eq!((retried.status, retried.json()), (200, recorded.json()));
}

#[test]
fn watchers_see_every_change() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let authorization = bearer(&game.view);
    let headers = [
        ("authorization", &*authorization),
        ("accept", "text/event-stream"),
        ("last-event-id", "1"),
    ];
    let stream = served::open(server.address, "GET", &game.path("/events"), &headers, None);
    let mut reader = BufReader::new(stream);
    let head = served::read_head(&mut reader);
    assert_eq!(
        (head.status, head.header("content-type")),
        (200, Some("text/event-stream"))
    );
    game.record(&first_hand(1));
    let next = |reader: &mut BufReader<TcpStream>| loop {
        let mut line = String::new();
        assert!(
            reader.read_line(&mut line).unwrap() > 0,
            "the stream has ended"
        );
        if let Some(data) = line.trim_end().strip_prefix("data: ") {
            return serde_json::from_str::<Value>(data).unwrap();
        }
    };
    let event = next(&mut reader);
    assert_eq!(
        (&event["version"], &event["change"]["action"]),
        (&json!(2), &json!("record"))
    );
    assert_eq!(event["standings"], game.state()["result"]["standings"]);
    drop(reader);

    game.changed(&game.score, &json!({ "action": "undo" }));
    game.changed(&game.score, &json!({ "action": "redo" }));
    let headers = [("authorization", &*authorization), ("last-event-id", "2")];
    let mut reader = follow(&game, &headers);
    let seen =
        [next(&mut reader), next(&mut reader)].map(|event| event["change"]["action"].clone());
    assert_eq!(seen, [json!("undo"), json!("redo")]);
    // The key that opened the stream is revoked, so nothing more is sent.
    let director = bearer(&game.direct);
    let headers = [("authorization", &*director), ("if-match", "*")];
    let revoked = server.send("DELETE", &game.path("/keys/view"), &headers, None);
    assert_eq!(revoked.status, 204);
    let undo = json!({ "action": "undo" });
    let undone = server.post(&game.path("/changes"), &headers, &undo);
    assert_eq!(undone.status, 200);
    let mut rest = String::new();
    reader.read_to_string(&mut rest).unwrap();
    assert!(!rest.contains("undo"), "{rest}");
}

/// Opens the event stream of a match with these headers.
fn follow(game: &Match<'_>, headers: &[(&str, &str)]) -> BufReader<TcpStream> {
    let address = game.server.address;
    let stream = served::open(address, "GET", &game.path("/events"), headers, None);
    let mut reader = BufReader::new(stream);
    assert_eq!(served::read_head(&mut reader).status, 200);
    reader
}

#[test]
fn watchers_follow_to_the_rematch() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let (authorization, scorer) = (bearer(&game.view), bearer(&game.score));
    let next = |reader: &mut BufReader<TcpStream>| {
        let mut lines = reader.lines().map(Result::unwrap);
        assert!(lines.any(|line| line == "event: rematch"));
        let data = lines.next().unwrap();
        serde_json::from_str::<Value>(data.strip_prefix("data: ").unwrap()).unwrap()
    };
    let headers = [("authorization", &*authorization), ("last-event-id", "1")];
    let mut before = follow(&game, &headers);
    let opened = server.post(
        &game.path("/rematch"),
        &[("authorization", &*scorer)],
        &json!({}),
    );
    assert_eq!(opened.status, 201);
    let opened = opened.json();
    let text = next(&mut before);
    assert_eq!(
        (&text["id"], &text["key"]),
        (&opened["id"], &opened["keys"]["view"])
    );
    // Watchers who connect later get the next match too.
    assert_eq!(next(&mut follow(&game, &headers)), text);
}

#[test]
fn watchers_do_not_follow_after_the_view_key_was_renewed() {
    for (method, status) in [("POST", 200), ("DELETE", 204)] {
        let server = Server::start();
        let game = server.create(&brink_bid());
        let scorer = bearer(&game.score);
        let headers = [("authorization", &*scorer)];
        let next = server.post(&game.path("/rematch"), &headers, &json!({}));
        let next = next.json();
        let path = format!("/api/v1/matches/{}/keys/view", next["id"].as_str().unwrap());
        let director = bearer(next["keys"]["direct"].as_str().unwrap());
        let headers = [("authorization", &*director), ("if-match", "*")];
        let changed = server.send(method, &path, &headers, None);
        assert_eq!(changed.status, status, "{}", changed.text());
        let watcher = bearer(&game.view);
        let headers = [("authorization", &*watcher), ("last-event-id", "1")];
        let events = follow(&game, &headers);
        game.record(&first_hand(1));
        let mut lines = events.lines().map(Result::unwrap);
        let first = lines.find(|line| line.starts_with("event: "));
        assert_eq!(first.as_deref(), Some("event: change"), "{method}");
    }
}
