//! Matches over HTTP, by what people at a table do.

#![cfg(feature = "server")]

mod served;

use std::io::BufRead;
use std::sync::Barrier;

use serde_json::{Value, json};
use served::{ADMIN, Server, bearer, brink_bid, first_hand, sample};

const GAMES: [&str; 5] = [
    "berzerka",
    "contract-sabacc",
    "brink-bid",
    "contractor",
    "mariash",
];

fn without(state: &Value, keys: &[&str]) -> Value {
    let mut state = state.clone();
    for key in keys {
        state.as_object_mut().unwrap().remove(*key);
    }
    state
}

#[test]
fn a_whole_match_of_each_game_is_recorded_hand_by_hand() {
    let server = Server::start();
    for game in GAMES {
        let (document, hands) = sample(game);
        let at_the_table = server.create(&document);
        let mut last = Value::Null;
        for hand in &hands {
            last = at_the_table.record(hand);
        }
        let mut whole = document.clone();
        whole["hands"] = hands.clone().into();
        let scored = server.post("/api/v1/scores", &[], &whole);
        assert_eq!(scored.status, 200, "{game}: {}", scored.text());
        assert_eq!(last["result"], scored.json(), "{game}");
        assert_eq!(last["version"], hands.len() + 1, "{game}");

        let csv = at_the_table.get("/result.csv").text();
        let players = document["players"].as_array().unwrap().len();
        assert_eq!(
            csv.lines().count(),
            1 + players * hands.len(),
            "{game}: {csv}"
        );

        let exported = at_the_table.get("/document").json();
        let again = server.create(&exported);
        let (one, other) = (at_the_table.state(), again.state());
        assert_eq!(one["result"], other["result"], "{game}");
        assert_eq!(
            one["document"]["options"], other["document"]["options"],
            "{game}"
        );
    }
}

#[test]
fn a_phone_shows_what_the_table_has_and_nothing_twice() {
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
fn of_two_phones_that_record_the_same_hand_one_wins_and_the_other_sees_it() {
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
fn many_clients_at_once_lose_nothing_and_count_nothing_twice() {
    let server = Server::start();
    let one = server.create(
        &json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [],
        "options": { "first_hand_cards": 1, "last_hand_cards": 26 } }),
    );
    std::thread::scope(|scope| {
        for _ in 0..16 {
            let one = &one;
            scope.spawn(move || {
                loop {
                    let state = one.state();
                    let number = state["document"]["hands"].as_array().unwrap().len() + 1;
                    let hand = json!({ "bids": { "Ann": number, "Bo": 0 }, "tricks": { "Ann": number, "Bo": 0 } });
                    let tag = format!("\"{}\"", state["version"]);
                    let change = json!({ "action": "record", "hand": hand });
                    let answer = one.change_at(&one.score, &tag, &change);
                    match answer.status {
                        200 => return,
                        412 => {}
                        other => panic!("{other}: {}", answer.text()),
                    }
                }
            });
        }
        for _ in 0..40 {
            let server = &server;
            scope.spawn(move || {
                let own = server.create(&brink_bid());
                own.record(&first_hand(1));
                assert_eq!(own.state()["version"], 2);
            });
        }
    });
    let state = one.state();
    assert_eq!(state["version"], 17);
    let whole = server.post("/api/v1/scores", &[], &one.get("/document").json());
    assert_eq!(state["result"], whole.json());
}

#[test]
fn a_scorer_records_and_takes_back_and_a_director_corrects() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let first = game.record(&first_hand(1));
    let wrong = json!({ "action": "correct", "reason": "the sheet says two",
        "edits": [{ "edit": "replace", "hand": 1, "with": first_hand(2) }] });
    let refused = game.change(&game.score, &wrong);
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (403, "forbidden")
    );
    let corrected = game.changed(&game.direct, &wrong);
    assert_ne!(
        corrected["result"]["standings"],
        first["result"]["standings"]
    );
    let told = corrected["document"]["history"].to_string();
    assert!(told.contains("the sheet says two"), "{told}");

    let undo = game.change(&game.score, &json!({ "action": "undo" }));
    assert_eq!(
        undo.status, 403,
        "a scorer does not take back what a director did"
    );
    let undone = game.changed(&game.direct, &json!({ "action": "undo" }));
    assert_eq!(undone["result"], first["result"]);
    assert_eq!(undone["can_redo"], true);
    let redone = game.changed(&game.direct, &json!({ "action": "redo" }));
    assert_eq!(redone["result"], corrected["result"]);

    let history = game.get("/history").json();
    let events = history["events"].as_array().unwrap();
    let actions: Vec<&str> = events
        .iter()
        .map(|event| event["change"]["action"].as_str().unwrap())
        .collect();
    assert_eq!(actions, ["opened", "record", "correct", "undo", "redo"]);
    assert!(
        events
            .iter()
            .all(|event| event["at"].as_str().unwrap().ends_with('Z'))
    );
}

#[test]
fn a_hand_that_cannot_be_is_refused_with_all_its_faults_and_nothing_is_kept() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let record =
        |hand: Value| game.change(&game.score, &json!({ "action": "record", "hand": hand }));
    let refused = record(json!({ "bids": { "Ann": 9, "Bo": 1 }, "tricks": { "Ann": 1, "Bo": 1 } }));
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (422, "refused"),
        "{}",
        refused.text()
    );
    assert_eq!(
        refused.pointers(),
        ["/hands/0/bids/Ann", "/hands/0/tricks"],
        "{}",
        refused.text()
    );
    let unread = record(json!({ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 1, "Cy": 1 } }));
    assert_eq!(
        (unread.status, unread.problem().as_str()),
        (400, "malformed"),
        "{}",
        unread.text()
    );
    assert_eq!(
        unread.pointers(),
        ["/hands/0/tricks/Cy", "/hands/0/tricks/Bo"],
        "{}",
        unread.text()
    );
    let checked = server.post(
        &game.path("/check"),
        &[("authorization", &bearer(&game.score))],
        &json!({ "action": "record", "hand": first_hand(1) }),
    );
    assert_eq!(checked.status, 200, "{}", checked.text());
    assert_eq!(
        checked.json()["result"]["hands"].as_array().unwrap().len(),
        1
    );
    assert_eq!(game.state()["version"], 1);
}

#[test]
fn the_hand_being_played_is_seen_and_then_recorded() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let bids = json!({ "bids": { "Ann": 1, "Bo": 1 } });
    let seen = game.changed(
        &game.score,
        &json!({ "action": "set_current", "hand": bids }),
    );
    assert_eq!(seen["result"]["current"]["number"], 1);
    assert!(
        !seen["result"]["current"]["missing"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    let recorded = game.record(&first_hand(1));
    assert_eq!(recorded["result"].get("current"), None);
}

#[test]
fn a_director_ends_adjusts_and_names_anew() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    let direct = |change: Value| game.changed(&game.direct, &change);
    let penalty = json!({ "after_hand": 1, "player": "Bo", "points": -2, "reason": "revoke" });
    let adjusted = direct(json!({ "action": "adjust", "adjustment": penalty }));
    assert_eq!(adjusted["result"]["adjustments"][0]["points"], -2);
    let retracted = direct(json!({ "action": "retract", "adjustment": 1, "reason": "it was not" }));
    assert_eq!(retracted["result"].get("adjustments"), None);
    let renamed = direct(json!({ "action": "rename", "seat": 2, "name": "Bob" }));
    assert_eq!(renamed["document"]["hands"][0]["bids"]["Bob"], 1);
    let substituted =
        direct(json!({ "action": "substitute", "seat": 1, "name": "Cy", "from_hand": 2 }));
    assert_eq!(
        substituted["seats"][0]["people"][1],
        json!({ "name": "Cy", "from_hand": 2 })
    );
    let described = direct(json!({ "action": "describe", "title": "Thursday" }));
    assert_eq!(described["document"]["title"], "Thursday");
    let finished = direct(json!({ "action": "finish" }));
    assert_eq!(finished["result"]["status"], "complete");
    let late = game.change(&game.score, &json!({ "action": "record", "hand": { "bids": { "Cy": 1, "Bob": 1 }, "tricks": { "Cy": 2, "Bob": 3 } } }));
    assert_eq!(late.status, 422, "{}", late.text());
    let reopened = direct(json!({ "action": "reopen" }));
    assert_eq!(reopened["result"]["status"], "in_progress");
    let voided = direct(json!({ "action": "void", "hand": 1, "reason": "misdeal" }));
    assert_eq!(voided["result"]["hands"], json!([]));
}

#[test]
fn a_rematch_has_the_same_players_and_the_next_dealer() {
    let server = Server::start();
    let (document, hands) = sample("contract-sabacc");
    let game = server.create(&document);
    for hand in &hands {
        game.record(hand);
    }
    let headers = [
        ("authorization", &*bearer(&game.score)),
        ("idempotency-key", "another-round-0001"),
    ];
    let again = server.post(&game.path("/rematch"), &headers, &json!({}));
    assert_eq!(again.status, 201, "{}", again.text());
    let body = again.json();
    assert_ne!(body["id"], game.id);
    assert_eq!(body["document"]["players"], document["players"]);
    assert_eq!(body["document"]["hands"], json!([]));
    assert_eq!(
        again.header("location"),
        Some(&*format!(
            "/api/v1/matches/{}",
            body["id"].as_str().unwrap()
        ))
    );
    let retried = server.post(&game.path("/rematch"), &headers, &json!({}));
    assert_eq!((retried.status, retried.json()), (201, body));
}

#[test]
fn a_request_that_comes_twice_counts_once_even_after_a_restart() {
    let server = Server::start();
    let key = [("idempotency-key", "a-key-that-nobody-guesses")];
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
    // The version that it names is an old one by now; a retry is no conflict.
    let retried = server.post(&path, &headers, &change);
    assert_eq!((retried.status, retried.json()), (200, recorded.json()));
    let other = server.post(
        "/api/v1/matches",
        &key,
        &json!({ "game": "brink-bid", "players": ["Cy", "Di"], "hands": [] }),
    );
    assert_eq!(
        (other.status, other.problem().as_str()),
        (422, "key-reused")
    );
}

#[test]
fn each_key_opens_what_it_should_and_can_be_taken_away() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let asked = |key: &str| {
        server
            .get(&game.path(""), &[("authorization", &*bearer(key))])
            .status
    };
    assert_eq!(
        [
            asked(&game.view),
            asked(&game.score),
            asked(&game.direct),
            asked(ADMIN)
        ],
        [200; 4]
    );
    assert_eq!(asked("no-key-at-all"), 401);
    assert_eq!(server.get(&game.path(""), &[]).status, 401);
    let in_query = server.get(&format!("{}?key={}", game.path(""), game.view), &[]);
    assert_eq!(in_query.status, 401);

    let change = json!({ "action": "record", "hand": first_hand(1) });
    assert_eq!(game.change(&game.view, &change).status, 403);
    let tag = game.get("").header("etag").unwrap().to_owned();
    let director = [
        ("authorization", &*bearer(&game.direct)),
        ("if-match", &*tag),
    ];
    let renewed = server.post(&game.path("/keys/score"), &director, &json!({}));
    assert_eq!(renewed.status, 200, "{}", renewed.text());
    let key = renewed.json()["key"].as_str().unwrap().to_owned();
    assert_eq!(
        (asked(&game.score), asked(&key), asked(&game.view)),
        (401, 200, 200)
    );
    let tag = renewed.header("etag").unwrap();
    let director = [("authorization", &*bearer(&game.direct)), ("if-match", tag)];
    let revoked = server.send("DELETE", &game.path("/keys/view"), &director, None);
    assert_eq!(revoked.status, 204, "{}", revoked.text());
    assert_eq!((asked(&game.view), asked(&key)), (401, 200));
}

#[test]
fn a_browser_exchanges_a_key_for_a_cookie_that_other_sites_cannot_use() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let own = format!("http://{}", server.address);
    let key = json!({ "key": game.score });
    let opened = server.post(&game.path("/session"), &[("origin", &own)], &key);
    assert_eq!(opened.status, 200, "{}", opened.text());
    assert_eq!(opened.json()["role"], "score");
    let set = opened.header("set-cookie").unwrap();
    for part in [
        "HttpOnly",
        "SameSite=Strict",
        &format!("Path={}", game.path("")),
    ] {
        assert!(set.contains(part), "{set}");
    }
    let cookie = set.split(';').next().unwrap();
    assert_eq!(
        server.get(&game.path(""), &[("cookie", cookie)]).status,
        200
    );

    let record = |site: &[(&str, &str)]| {
        let mut headers = vec![("cookie", cookie), ("if-match", "*")];
        headers.extend_from_slice(site);
        let change = json!({ "action": "set_current", "hand": { "bids": { "Ann": 1 } } });
        server.post(&game.path("/changes"), &headers, &change)
    };
    assert_eq!(record(&[]).problem(), "cross-site");
    assert_eq!(
        record(&[("origin", "https://evil.example")]).problem(),
        "cross-site"
    );
    assert_eq!(
        record(&[("sec-fetch-site", "cross-site"), ("origin", &own)]).status,
        403
    );
    assert_eq!(record(&[("sec-fetch-site", "same-origin")]).status, 200);
    assert_eq!(record(&[("origin", &own)]).status, 200);
    let stolen = server.post(
        &game.path("/session"),
        &[("origin", "https://evil.example")],
        &key,
    );
    assert_eq!(stolen.status, 403);
    let closed = server.send("DELETE", &game.path("/session"), &[("origin", &own)], None);
    assert_eq!(closed.status, 204);
    assert!(closed.header("set-cookie").unwrap().contains("Max-Age=0"));
}

#[test]
fn who_watches_sees_every_change_and_misses_none_in_between() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let authorization = bearer(&game.view);
    let headers = [
        ("authorization", &*authorization),
        ("accept", "text/event-stream"),
        ("last-event-id", "1"),
    ];
    let stream = served::open(server.address, "GET", &game.path("/events"), &headers, None);
    let mut reader = std::io::BufReader::new(stream);
    let head = served::read_head(&mut reader);
    assert_eq!(
        (head.status, head.header("content-type")),
        (200, Some("text/event-stream"))
    );
    game.record(&first_hand(1));
    let next = |reader: &mut std::io::BufReader<std::net::TcpStream>| loop {
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
    let stream = served::open(server.address, "GET", &game.path("/events"), &headers, None);
    let mut reader = std::io::BufReader::new(stream);
    let seen =
        [next(&mut reader), next(&mut reader)].map(|event| event["change"]["action"].clone());
    assert_eq!(seen, [json!("undo"), json!("redo")]);
    // A service that stops does not wait for those who watch.
}

#[test]
fn a_deleted_match_is_gone_and_only_the_administrator_sees_all() {
    let server = Server::start();
    let (one, other) = (server.create(&brink_bid()), server.create(&brink_bid()));
    let admin = bearer(ADMIN);
    let list = |query: &str| {
        server
            .get(
                &format!("/api/v1/matches{query}"),
                &[("authorization", &*admin)],
            )
            .json()
    };
    assert_eq!(list("")["matches"].as_array().unwrap().len(), 2);
    let part = list("?limit=1");
    let next = part["next"].as_str().unwrap();
    let rest = list(&format!("?limit=1&after={next}"));
    assert_ne!(part["matches"][0]["id"], rest["matches"][0]["id"]);
    let stranger = server.get(
        "/api/v1/matches",
        &[("authorization", &*bearer(&one.direct))],
    );
    assert_eq!(
        (stranger.status, stranger.problem().as_str()),
        (403, "forbidden")
    );

    let by = |key: &str| {
        let headers = [("authorization", &*bearer(key)), ("if-match", "*")];
        server.send("DELETE", &one.path(""), &headers, None).status
    };
    assert_eq!(
        (by(&one.score), by(&one.direct), by(&one.direct)),
        (403, 204, 404)
    );
    assert_eq!(one.get("").status, 404);
    assert_eq!(other.get("").status, 200);
}

#[test]
fn two_swapped_hands_are_mended_by_one_correction() {
    let server = Server::start();
    let (document, hands) = sample("berzerka");
    let game = server.create(&document);
    for hand in hands.iter().take(2) {
        game.record(hand);
    }
    let before = game.state();
    let swap = json!({ "action": "correct", "reason": "written in the wrong order",
        "edits": [{ "edit": "move", "hand": 1, "to": 2 }] });
    let checked = server.post(
        &game.path("/check"),
        &[("authorization", &*bearer(&game.direct))],
        &swap,
    );
    assert!([200, 422].contains(&checked.status), "{}", checked.text());
    let both = json!({ "action": "correct", "reason": "each has the other's place", "edits": [
        { "edit": "replace", "hand": 1, "with": hands[0] }, { "edit": "replace", "hand": 2, "with": hands[1] } ] });
    let mended = game.changed(&game.direct, &both);
    assert_eq!(mended["result"], before["result"]);
    assert_eq!(without(&mended, &["document"])["version"], 4);
}
