//! The limits of a match, and the answers beyond them.

use std::io::{BufReader, Write};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::served::{Match, Server, bearer, brink_bid, connect_from, read};

/// Remarks of this many bytes.
fn describe(bytes: usize) -> Value {
    json!({ "action": "describe", "notes": "n".repeat(bytes) })
}

/// The hand with this number; each has one card more than the one before.
fn hand(number: usize) -> Value {
    json!({ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 1, "Bo": number + 2 } })
}

/// A document with this many hands.
fn with_hands(count: usize) -> Value {
    let mut document = brink_bid();
    document["hands"] = (1..=count).map(hand).collect();
    document
}

fn detail(answer: &crate::served::Answer) -> String {
    answer.json()["errors"][0]["detail"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// Describes the match until its log is full; returns how often.
fn fill(game: &Match<'_>) -> usize {
    for round in 0..100 {
        let answer = game.change(&game.direct, &describe(9_000));
        if answer.status != 200 {
            assert_eq!(answer.problem(), "refused");
            return round;
        }
    }
    panic!("it is never full");
}

#[test]
fn a_match_that_is_full_is_read_undone_ended_and_deleted_and_nothing_else() {
    let server = Server::with(|settings| settings.match_size = 64);
    let game = server.create(&brink_bid());
    assert_eq!(
        fill(&game),
        7,
        "7 times 9,000 bytes and their rows are 64 KiB"
    );
    let refused = game.change(&game.direct, &describe(9_000));
    let said = detail(&refused);
    assert!(
        said.contains("64 KiB") && (60..80).any(|size| said.contains(&format!("{size} KiB"))),
        "{said}"
    );
    let czech = server.post(
        &game.path("/check"),
        &[
            ("authorization", &bearer(&game.direct)),
            ("accept-language", "cs"),
        ],
        &describe(9_000),
    );
    assert!(
        detail(&czech).contains("smí mít nejvýš 64 KiB"),
        "{}",
        czech.text()
    );
    assert_eq!(game.get("").status, 200);
    assert_eq!(game.get("/document").status, 200);
    for change in [
        json!({ "action": "undo" }),
        json!({ "action": "erase", "person": 2, "name": "Nobody" }),
        json!({ "action": "finish" }),
    ] {
        game.changed(&game.direct, &change);
    }
    let deleted = server.send(
        "DELETE",
        &game.path(""),
        &[("authorization", &bearer(&game.direct)), ("if-match", "*")],
        None,
    );
    assert_eq!(deleted.status, 204, "{}", deleted.text());
}

#[test]
fn a_match_that_was_larger_before_is_read_and_undone() {
    let server = Server::start();
    let game = server.create(&with_hands(8));
    game.changed(&game.direct, &describe(9_000));
    let kept = game.keep();
    let folder = server.folder.clone();
    drop(server);
    let server = Server::on(folder, |settings| {
        settings.match_size = 8;
        settings.match_hands = 5;
    });
    let game = kept.on(&server);
    assert_eq!(game.state()["version"], 2);
    let refused = game.change(
        &game.direct,
        &json!({ "action": "record", "hand": hand(9) }),
    );
    assert_eq!(refused.status, 422);
    game.changed(&game.direct, &json!({ "action": "undo" }));
}

#[test]
fn a_match_has_as_many_hands_as_it_may_and_no_more() {
    let server = Server::with(|settings| settings.match_hands = 3);
    let refused = server.post("/api/v1/matches", &[], &with_hands(4));
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (422, "refused")
    );
    assert_eq!(refused.pointers(), ["/hands"]);
    assert!(detail(&refused).starts_with("4 hands; 3 is the most"));
    let game = server.create(&with_hands(3));
    let more = json!({ "action": "record", "hand": hand(4) });
    let refused = game.change(&game.score, &more);
    assert_eq!(refused.pointers(), ["/hands"], "{}", refused.text());
    game.changed(
        &game.direct,
        &json!({ "action": "void", "hand": 3, "reason": "played twice" }),
    );
    let third = json!({ "action": "record", "hand": hand(3) });
    game.changed(&game.score, &third);
}

#[test]
fn a_document_that_is_too_large_opens_no_match_but_is_scored() {
    let server = Server::with(|settings| settings.match_size = 4);
    let mut document = with_hands(2);
    document["notes"] = "n".repeat(5_000).into();
    let refused = server.post("/api/v1/matches", &[], &document);
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (422, "refused")
    );
    assert_eq!(refused.json()["errors"][0]["code"], "match-too-large");
    assert!(
        detail(&refused).contains("4 KiB is the most"),
        "{}",
        refused.text()
    );
    assert_eq!(server.post("/api/v1/scores", &[], &document).status, 200);
}

#[test]
fn no_text_of_a_document_is_without_bounds() {
    let server = Server::start();
    let long = "n".repeat(10_001);
    let in_document = |pointer: &str| {
        let mut document = with_hands(1);
        document["adjustments"] = json!([
            { "after_hand": 1, "player": "Ann", "points": 1, "reason": "x" }
        ]);
        document["history"] = json!([{ "at": "x", "by": "x", "action": "x", "reason": "x" }]);
        for key in ["title", "location", "notes", "id"] {
            document[key] = "x".into();
        }
        document["hands"][0]["note"] = "x".into();
        *document.pointer_mut(pointer).unwrap() = long.clone().into();
        document
    };
    for pointer in [
        "/title",
        "/location",
        "/notes",
        "/id",
        "/hands/0/note",
        "/adjustments/0/reason",
        "/history/0/at",
        "/history/0/by",
        "/history/0/action",
        "/history/0/reason",
    ] {
        let answer = server.post("/api/v1/scores", &[], &in_document(pointer));
        assert_eq!(answer.status, 422, "{pointer}: {}", answer.text());
        assert_eq!(answer.pointers(), [pointer], "{}", answer.text());
    }
}

/// Reads a match that the client already has, from 127.0.0.2; returns the status.
fn ask_again(game: &Match<'_>) -> u16 {
    let mut stream = connect_from([127, 0, 0, 2], game.server.address);
    let (path, key) = (game.path(""), &game.view);
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer {key}\r\n\
         if-none-match: *\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    read(&mut BufReader::new(stream), "HEAD").unwrap().status
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "how long others wait is measured"
)]
fn a_match_that_is_expensive_to_load_holds_up_nobody() {
    let server = Server::with(|settings| {
        settings.workers = 1;
        // Every read goes to the database.
        settings.cache = 0;
    });
    let mut document = brink_bid();
    let adjustment = json!({ "after_hand": 0, "player": "Ann", "points": 1, "reason": "x" });
    document["adjustments"] = vec![adjustment; 3_000].into();
    let game = server.create(&document);
    let (median, took, statuses) = std::thread::scope(|scope| {
        let asking = scope.spawn(|| {
            let began = Instant::now();
            let statuses: Vec<u16> = (0..40).map(|_| ask_again(&game)).collect();
            (began.elapsed(), statuses)
        });
        let mut waits = Vec::new();
        while !asking.is_finished() {
            let began = Instant::now();
            assert_eq!(server.get("/healthz", &[]).status, 200);
            waits.push(began.elapsed());
            std::thread::sleep(Duration::from_millis(20));
        }
        let (took, statuses) = asking.join().unwrap();
        waits.sort_unstable();
        (waits[waits.len() / 2], took, statuses)
    });
    assert_eq!(statuses[0], 304, "{statuses:?}");
    let loaded = statuses.iter().filter(|status| **status == 304).count();
    let one = took / u32::try_from(loaded).unwrap();
    println!("loaded {loaded} times in {took:?}; half of the others were answered in {median:?}");
    // If they were blocked, half of them would wait for half of a match.
    assert!(median < one / 4, "{median:?} of {one:?}");
    assert_eq!(game.get("").status, 200, "another client");
}
