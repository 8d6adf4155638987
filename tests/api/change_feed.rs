//! The changes of all matches, in the order of their commits.

use std::collections::{BTreeMap, HashSet};
use std::io::{BufRead, BufReader};

use serde_json::{Value, json};

use crate::served::{ADMIN, Game, Match, Server, bearer, brink_bid, first_hand, open, read_head};

fn asked(server: &Server, query: &str, key: &str) -> Vec<Value> {
    let key = bearer(key);
    let path = format!("/api/v1/changes{query}");
    let answer = server.get(&path, &[("authorization", &key)]);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    let text = answer.text();
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn since(change: &Value) -> String {
    format!("?cursor={}", change["cursor"].as_str().unwrap())
}

/// The type, match and version of each change.
fn summary(changes: &[Value]) -> Vec<(&str, &str, u64)> {
    changes
        .iter()
        .map(|change| {
            let text = |key: &str| change[key].as_str().unwrap();
            (
                text("type"),
                text("match"),
                change["version"].as_u64().unwrap(),
            )
        })
        .collect()
}

/// Changes two matches alternately, and finishes the second.
fn story(server: &Server) -> (Match<'_>, Match<'_>) {
    let (one, other) = (server.create(&brink_bid()), server.create(&brink_bid()));
    one.record(&first_hand(1));
    other.record(&first_hand(3));
    other.changed(&other.direct, &json!({ "action": "finish" }));
    (one, other)
}

#[test]
fn changes_are_delivered_once_in_commit_order() {
    let server = Server::start();
    let (one, other) = story(&server);
    let all = asked(&server, "", ADMIN);
    let expected = [
        ("match.opened", &*one.id, 1),
        ("match.opened", &*other.id, 1),
        ("match.changed", &*one.id, 2),
        ("match.changed", &*other.id, 2),
        ("match.finished", &*other.id, 3),
    ];
    assert_eq!(summary(&all), expected);
    let mut parts = Vec::new();
    let mut query = "?limit=2".to_owned();
    loop {
        let part = asked(&server, &query, ADMIN);
        let Some(last) = part.last() else { break };
        assert!(part.len() <= 2);
        query = format!("{}&limit=2", since(last));
        parts.extend(part);
    }
    assert_eq!(summary(&parts), expected);

    // Only the last change of each match has standings; every change names its action.
    assert!(all[1].get("standings").is_none());
    let record = &all[2];
    assert_eq!(
        (&record["action"], &record["by"]),
        (&json!("record"), &json!("score"))
    );
    assert_eq!(
        (&record["hands"], &record["status"]),
        (&json!(1), &json!("in_progress"))
    );
    assert_eq!(record["standings"][0]["rank"], 1);
    assert_eq!(record["game"], "brink-bid");
    assert_eq!(all[4]["status"], "complete");
    assert_eq!(all[4]["winners"], json!([all[4]["standings"][0]["player"]]));
}

#[test]
fn a_deletion_is_in_the_feed_and_its_sequence_is_not_reused() {
    let server = Server::start();
    let (one, other) = story(&server);
    let seen = asked(&server, "", ADMIN);
    other.delete();
    let third = server.create(&brink_bid());
    let rest = asked(&server, &since(seen.last().unwrap()), ADMIN);
    let expected = [
        ("match.deleted", &*other.id, 4),
        ("match.opened", &*third.id, 1),
    ];
    assert_eq!(summary(&rest), expected);
    assert!(rest[0].get("by").is_none() && rest[0].get("standings").is_none());
    let all = asked(&server, "", ADMIN);
    let of_other = |change: &&Value| change["match"] == *other.id;
    assert_eq!(all.iter().filter(of_other).count(), 1);
    assert_eq!(all[0]["match"], *one.id);
}

#[test]
fn a_key_of_a_match_sees_the_changes_of_that_match_only() {
    let server = Server::start();
    let (one, other) = story(&server);
    let own = asked(&server, &format!("?match={}", one.id), &one.view);
    assert_eq!(
        summary(&own),
        [
            ("match.opened", &*one.id, 1),
            ("match.changed", &*one.id, 2)
        ]
    );
    let ask = |query: &str, key: &str| {
        let path = format!("/api/v1/changes{query}");
        server.get(&path, &[("authorization", &bearer(key))]).status
    };
    assert_eq!(ask("", &one.direct), 403);
    assert_eq!(ask(&format!("?match={}", other.id), &one.direct), 401);
    assert_eq!(server.get("/api/v1/changes", &[]).status, 401);
    assert_eq!(ask(&format!("?match={}", other.id), ADMIN), 200);
}

#[test]
fn a_json_page_has_the_cursor_of_the_next_page() {
    let server = Server::start();
    story(&server);
    let admin = bearer(ADMIN);
    let page = |query: &str| {
        let headers = [("authorization", &*admin), ("accept", "application/json")];
        server.get(&format!("/api/v1/changes{query}"), &headers)
    };
    let first = page("?limit=3").json();
    assert_eq!(first["changes"].as_array().unwrap().len(), 3);
    let query = format!("?cursor={}", first["next"].as_str().unwrap());
    let second = page(&query).json();
    assert_eq!(second["changes"].as_array().unwrap().len(), 2);
    let query = format!("?cursor={}", second["next"].as_str().unwrap());
    let last = page(&query).json();
    assert_eq!(last["changes"], json!([]));
    assert_eq!(last["next"], second["next"]);
    assert_eq!(page("?cursor=now").json()["next"], last["next"]);
}

#[test]
fn a_stream_resumes_where_it_was_interrupted() {
    let server = Server::start();
    let (one, _) = story(&server);
    let admin = bearer(ADMIN);
    let headers = |last: Option<String>| {
        let mut headers = vec![
            ("authorization".to_owned(), admin.clone()),
            ("accept".to_owned(), "text/event-stream".to_owned()),
        ];
        headers.extend(last.map(|last| ("last-event-id".to_owned(), last)));
        headers
    };
    let stream = |last: Option<String>| {
        let headers = headers(last);
        let headers: Vec<(&str, &str)> = headers
            .iter()
            .map(|(name, value)| (&**name, &**value))
            .collect();
        let stream = open(server.address, "GET", "/api/v1/changes", &headers, None);
        let mut reader = BufReader::new(stream);
        assert_eq!(read_head(&mut reader).status, 200);
        reader
    };
    let ids = |reader: &mut BufReader<_>, count: usize| -> Vec<String> {
        let lines = reader.lines().map(Result::unwrap);
        let ids = lines.filter_map(|line| line.strip_prefix("id: ").map(str::to_owned));
        ids.take(count).collect()
    };
    let mut reader = stream(None);
    let seen = ids(&mut reader, 5);
    one.changed(&one.score, &json!({ "action": "describe", "notes": "x" }));
    let live = ids(&mut reader, 1);
    drop(reader);
    one.changed(&one.score, &json!({ "action": "describe", "notes": "y" }));
    let mut again = stream(Some(seen[4].clone()));
    let rest = ids(&mut again, 2);
    assert_eq!(rest[0], live[0]);
    assert!(!seen.contains(&rest[1]));
}

/// A copy of a match: its hands by number, and its standings.
#[derive(Debug, Default, PartialEq)]
struct Mirror {
    hands: BTreeMap<u64, Value>,
    standings: Value,
}

impl Mirror {
    /// Builds the copy from the whole match.
    fn new(state: &Value) -> Mirror {
        let documented = state["document"]["hands"].as_array().unwrap().iter();
        let scored = state["result"]["hands"].as_array().unwrap().iter();
        let hands = documented.zip(scored).map(|(record, scored)| {
            let mut record = record.clone();
            record["game"] = state["document"]["game"].clone();
            let mut hand = json!({ "record": record });
            for key in ["number", "dealer", "scores", "totals"] {
                hand[key] = scored[key].clone();
            }
            (scored["number"].as_u64().unwrap(), hand)
        });
        Mirror {
            hands: hands.collect(),
            standings: state["result"]["standings"].clone(),
        }
    }

    fn follow(&mut self, change: &Value) {
        for hand in change["changed_hands"].as_array().unwrap() {
            let number = hand["number"].as_u64().unwrap();
            self.hands.insert(number, hand.clone());
        }
        let hands = change["hands"].as_u64().unwrap();
        self.hands.retain(|number, _| *number <= hands);
        self.standings = change["standings"].clone();
    }
}

/// The hand after this many hands, with this many tricks for Ann: each hand has one card more than the last.
fn hand_after(hands: i64, ann: i64, other: &str) -> Value {
    json!({ "bids": { "Ann": 1, other: 1 },
        "tricks": { "Ann": ann, other: hands + 4 - ann } })
}

/// One change of every kind that affects hands, players or points, for a match with one hand.
fn changes() -> Vec<Value> {
    let correct = |edits: Value| json!({ "action": "correct", "edits": edits, "reason": "x" });
    let replace = |hand: i64, ann: i64| {
        let with = hand_after(hand - 1, ann, "Bo");
        json!({ "edit": "replace", "hand": hand, "with": with })
    };
    let forgotten = json!({ "edit": "insert", "before": 2, "with": hand_after(1, 2, "Bo") });
    let penalty = json!({ "after_hand": 1, "player": "Ann", "points": -3, "reason": "x" });
    vec![
        json!({ "action": "record", "hand": hand_after(1, 1, "Bo") }),
        json!({ "action": "set_current", "hand": { "note": "x" } }),
        json!({ "action": "undo" }),
        correct(json!([replace(1, 3)])),
        correct(json!([{ "edit": "remove", "hand": 2 }, forgotten])),
        json!({ "action": "undo" }),
        json!({ "action": "redo" }),
        correct(json!([replace(2, 5), replace(1, 1)])),
        json!({ "action": "undo" }),
        json!({ "action": "adjust", "adjustment": penalty }),
        json!({ "action": "rename", "seat": 1, "name": "Anna" }),
        json!({ "action": "undo" }),
        json!({ "action": "substitute", "seat": 2, "name": "Dee", "from_hand": 2 }),
        json!({ "action": "void", "hand": 2, "reason": "x" }),
        json!({ "action": "retract", "adjustment": 1, "reason": "x" }),
        json!({ "action": "describe", "title": "Thursday" }),
        json!({ "action": "record", "hand": hand_after(1, 2, "Dee") }),
        json!({ "action": "undo" }),
        json!({ "action": "finish" }),
        json!({ "action": "reopen" }),
    ]
}

#[test]
fn with_include_a_copy_of_a_match_is_kept_from_the_changes_alone() {
    let server = Server::start();
    let admin = bearer(ADMIN);
    let mut document = brink_bid();
    document["hands"] = json!([first_hand(2)]);
    let path = "/api/v1/matches?external_id=league-7";
    let made = server.post(path, &[("authorization", &*admin)], &document);
    assert_eq!(made.status, 201, "{}", made.text());
    let game = Game::of(&made.json()).on(&server);
    let state = || Mirror::new(&game.state());
    let mut states = vec![state()];
    for change in changes() {
        game.changed(&game.direct, &change);
        states.push(state());
    }
    for limit in [1, 4, 1000] {
        let mut mirror = Mirror::default();
        let (mut query, mut seen) = (String::new(), 0);
        loop {
            let page = format!("?include=hand,standings&limit={limit}{query}");
            let page = asked(&server, &page, ADMIN);
            let Some(last) = page.last() else { break };
            query = format!("&cursor={}", last["cursor"].as_str().unwrap());
            for change in &page {
                mirror.follow(change);
                assert_eq!(mirror, states[seen], "{change}");
                assert_eq!(change["external_id"], "league-7");
                seen += 1;
            }
        }
        assert_eq!(seen, states.len());
    }
    // A `record` change comes with the recorded hand only.
    let record = &asked(&server, "?include=hand", ADMIN)[1];
    assert_eq!(record["changed_hands"].as_array().unwrap().len(), 1);
    assert!(record.get("standings").is_none());
    let standings = &asked(&server, "?include=standings", ADMIN)[1];
    assert!(standings["standings"].is_array() && standings.get("changed_hands").is_none());
}

#[test]
fn include_hides_matches_that_the_caller_may_not_see() {
    let server = Server::start();
    let (one, other) = story(&server);
    let own = format!("?match={}&include=hand,standings", one.id);
    let seen = asked(&server, &own, &one.view);
    assert!(seen.iter().all(|change| change["match"] == *one.id));
    assert_eq!(seen[1]["changed_hands"][0]["record"]["tricks"]["Ann"], 1);
    let ask = |query: &str, key: &str| {
        let path = format!("/api/v1/changes{query}");
        server.get(&path, &[("authorization", &bearer(key))])
    };
    assert_eq!(ask("?include=hand", &one.direct).status, 403);
    assert_eq!(ask(&own, &other.direct).status, 401);
    for bad in ["hands", "hand,", "", "hand%20standings"] {
        let refused = ask(&format!("?include={bad}"), ADMIN);
        assert_eq!(refused.status, 400, "{bad}");
        assert_eq!(refused.pointers(), ["/include"], "{bad}");
    }
    one.delete();
    let left = asked(&server, "?include=hand,standings", ADMIN);
    let of_one: Vec<&Value> = left
        .iter()
        .filter(|change| change["match"] == *one.id)
        .collect();
    assert_eq!(of_one.len(), 1);
    for key in ["changed_hands", "standings", "external_id"] {
        assert!(of_one[0].get(key).is_none(), "{key}");
    }
}

/// Returns every change with its included data, and the number of pages.
fn included(server: &Server) -> (Vec<Value>, usize) {
    let mut all = Vec::new();
    let (mut query, mut pages) = (String::new(), 0);
    loop {
        let page = format!("?include=hand,standings&limit=1000{query}");
        let page = asked(server, &page, ADMIN);
        let Some(last) = page.last() else {
            return (all, pages);
        };
        query = format!("&cursor={}", last["cursor"].as_str().unwrap());
        let size: usize = page.iter().map(|change| change.to_string().len()).sum();
        assert!(size < 5 * 1024 * 1024, "{size}");
        all.extend(page);
        pages += 1;
    }
}

/// A match of six hands with long notes.
fn long(server: &Server) -> Match<'_> {
    let game = server.create(&brink_bid());
    for hands in 0..6 {
        let mut hand = hand_after(hands, 1, "Bo");
        hand["note"] = "x".repeat(9_000).into();
        game.record(&hand);
    }
    game
}

/// A rename changes every hand, so each rename on a page would repeat all hands.
#[test]
fn a_page_with_long_hands_ends_early_and_the_next_continues() {
    let server = Server::start();
    let game = long(&server);
    let more = server.create(&brink_bid());
    for number in 0..60 {
        let name = format!("Ann {number}");
        game.changed(
            &game.score,
            &json!({ "action": "rename", "seat": 1, "name": name }),
        );
        more.changed(&more.score, &json!({ "action": "describe", "notes": name }));
    }
    let plain = asked(&server, "?limit=1000", ADMIN);
    let (all, pages) = included(&server);
    assert!((2..20).contains(&pages), "{pages}");
    assert_eq!(summary(&all), summary(&plain));
    let live = all.iter().map(|change| change["cursor"].as_str().unwrap());
    assert_eq!(live.collect::<HashSet<_>>().len(), all.len());
}

/// To find the affected hands, the service judges all hands before and after each change.
#[test]
fn judging_unchanged_hands_also_ends_a_page_early() {
    let server = Server::start();
    let game = long(&server);
    for _ in 0..25 {
        for action in ["finish", "reopen"] {
            game.changed(&game.direct, &json!({ "action": action }));
        }
    }
    let (all, pages) = included(&server);
    assert!((2..20).contains(&pages), "{pages}");
    assert_eq!(
        summary(&all),
        summary(&asked(&server, "?limit=1000", ADMIN))
    );
}

#[test]
fn a_stream_supports_include() {
    let server = Server::start();
    let (one, _) = story(&server);
    let admin = bearer(ADMIN);
    let headers = [("authorization", &*admin), ("accept", "text/event-stream")];
    let path = "/api/v1/changes?include=hand,standings";
    let stream = open(server.address, "GET", path, &headers, None);
    let mut reader = BufReader::new(stream);
    assert_eq!(read_head(&mut reader).status, 200);
    one.record(&hand_after(1, 2, "Bo"));
    let lines = reader.lines().map(Result::unwrap);
    let data = lines.filter_map(|line| line.strip_prefix("data: ").map(str::to_owned));
    let streamed: Vec<Value> = data
        .take(6)
        .map(|data| serde_json::from_str(&data).unwrap())
        .collect();
    assert_eq!(streamed, asked(&server, "?include=hand,standings", ADMIN));
    assert_eq!(streamed[5]["changed_hands"][0]["number"], 2);
}
