//! The changes of all matches, in the order of their commits.

use std::io::{BufRead, BufReader};

use serde_json::{Value, json};

use crate::served::{ADMIN, Match, Server, bearer, brink_bid, first_hand, open, read_head};

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
    format!("?since={}", change["cursor"].as_str().unwrap())
}

/// The type, match and version of each change.
fn told(changes: &[Value]) -> Vec<(&str, &str, u64)> {
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

/// Two matches changed alternately; the second is finished.
fn story(server: &Server) -> (Match<'_>, Match<'_>) {
    let (one, other) = (server.create(&brink_bid()), server.create(&brink_bid()));
    one.record(&first_hand(1));
    other.record(&first_hand(3));
    other.changed(&other.direct, &json!({ "action": "finish" }));
    (one, other)
}

#[test]
fn all_changes_come_in_the_order_of_their_commits_and_none_twice() {
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
    assert_eq!(told(&all), expected);
    let mut parts = Vec::new();
    let mut query = "?limit=2".to_owned();
    loop {
        let part = asked(&server, &query, ADMIN);
        let Some(last) = part.last() else { break };
        assert!(part.len() <= 2);
        query = format!("{}&limit=2", since(last));
        parts.extend(part);
    }
    assert_eq!(told(&parts), expected);

    // Only the last change of a match has its standings; each names its action.
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
fn a_deletion_is_told_and_gives_its_place_to_nobody() {
    let server = Server::start();
    let (one, other) = story(&server);
    let seen = asked(&server, "", ADMIN);
    let director = bearer(&other.direct);
    let headers = [("authorization", &*director), ("if-match", "*")];
    assert_eq!(
        server
            .send("DELETE", &other.path(""), &headers, None)
            .status,
        204
    );
    let third = server.create(&brink_bid());
    let rest = asked(&server, &since(seen.last().unwrap()), ADMIN);
    let expected = [
        ("match.deleted", &*other.id, 3),
        ("match.opened", &*third.id, 1),
    ];
    assert_eq!(told(&rest), expected);
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
        told(&own),
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
fn as_json_a_page_says_where_the_next_one_begins() {
    let server = Server::start();
    story(&server);
    let admin = bearer(ADMIN);
    let page = |query: &str| {
        let headers = [("authorization", &*admin), ("accept", "application/json")];
        server.get(&format!("/api/v1/changes{query}"), &headers)
    };
    let first = page("?limit=3").json();
    assert_eq!(first["changes"].as_array().unwrap().len(), 3);
    let query = format!("?since={}", first["next"].as_str().unwrap());
    let second = page(&query).json();
    assert_eq!(second["changes"].as_array().unwrap().len(), 2);
    let query = format!("?since={}", second["next"].as_str().unwrap());
    let last = page(&query).json();
    assert_eq!(last["changes"], json!([]));
    assert_eq!(last["next"], second["next"]);
    assert_eq!(page("?since=now").json()["next"], last["next"]);
    // A cursor ahead of the last change belongs to another database.
    for bad in [
        "?since=c999",
        "?since=7",
        "?since=",
        "?limit=0",
        "?limit=1001",
        "?from=c1",
    ] {
        let refused = page(bad);
        assert_eq!(
            (refused.status, &*refused.problem()),
            (400, "bad-request"),
            "{bad}"
        );
    }
}

#[test]
fn a_stream_goes_on_live_and_begins_again_where_it_was_cut() {
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
