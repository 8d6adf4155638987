//! A commit on one server is visible in the answers and the streams of the other, even without notices.

use std::collections::HashMap;

use serde_json::json;

use crate::instances::pair::{Game, Instance, Pair};
use crate::served::{ADMIN, bearer, until};

#[test]
fn a_change_on_one_server_reaches_the_other_without_notifications() {
    let Some(pair) = Pair::start() else { return };
    let game = pair.a.create();
    // Both servers have the match in memory, and neither gets notices of later commits.
    assert_eq!(pair.b.version(&game), 1);
    pair.lose_notices();
    pair.end_listeners();
    let mut version = 1;
    for round in 0..10 {
        let (writer, reader) = if round % 2 == 0 {
            (&pair.a, &pair.b)
        } else {
            (&pair.b, &pair.a)
        };
        version = writer.note(&game, &round.to_string()).json()["version"]
            .as_u64()
            .unwrap();
        shown_at(reader, &game, version);
    }
    let tag = pair.a.note(&game, "x").header("etag").unwrap().to_owned();
    let key = bearer(&game.view);
    let headers = [("authorization", &*key), ("if-none-match", &*tag)];
    let path = format!("/matches/{}", game.id);
    shown_at(&pair.b, &game, version + 1);
    assert_eq!(pair.b.ask("GET", &path, &headers, None).status, 304);
    pair.a.note(&game, "y");
    // A watcher who switches servers gets the missed events.
    let seen = (version + 1).to_string();
    assert_eq!(
        pair.b.watch(&game, &seen).ids_to(version + 2),
        [version + 2]
    );
}

/// Asserts that every read returns the match at this version at once.
fn shown_at(reader: &Instance, game: &Game, version: u64) {
    for path in ["", "?detail=standings", "/history"] {
        assert_eq!(reader.read(game, path).json()["version"], version, "{path}");
    }
}

#[test]
fn a_watcher_of_one_server_sees_changes_of_the_other_and_resumes_anywhere() {
    let Some(pair) = Pair::start() else { return };
    let game = pair.a.create();
    let mut on_a = pair.a.watch(&game, "1");
    let mut on_b = pair.b.watch(&game, "1");
    for _ in 0..3 {
        pair.a.go_on(&game);
        pair.b.note(&game, "and on the other");
    }
    assert_eq!(on_a.ids_to(7), [2, 3, 4, 5, 6, 7]);
    assert_eq!(on_b.ids_to(7), [2, 3, 4, 5, 6, 7]);
    drop(on_a);
    pair.b.go_on(&game);
    // Watchers resume on either server.
    assert_eq!(pair.b.watch(&game, "5").ids_to(8), [6, 7, 8]);
    assert_eq!(pair.a.watch(&game, "7").ids_to(8), [8]);
    let key = bearer(&game.direct);
    let headers = [("authorization", &*key), ("if-match", "*")];
    let path = format!("/matches/{}", game.id);
    assert_eq!(pair.a.ask("DELETE", &path, &headers, None).status, 204);
    while on_b.next().is_some() {}
    until("the other server deletes it", || {
        pair.b.read(&game, "").status == 404
    });
}

#[test]
fn lost_notifications_lose_no_change() {
    let Some(pair) = Pair::start() else { return };
    let game = pair.a.create();
    let mut on_b = pair.b.watch(&game, "1");
    until("both servers listen", || pair.end_listeners() == 2);
    pair.a.go_on(&game);
    assert_eq!(on_b.ids_to(2), [2], "the connection was cut");
    pair.lose_notices();
    for _ in 0..3 {
        pair.a.go_on(&game);
    }
    assert_eq!(on_b.ids_to(5), [3, 4, 5], "the stream has every event");
    let admin = bearer(ADMIN);
    let mut all = pair
        .b
        .stream("/changes?cursor=now", &[("authorization", &admin)]);
    let other = pair.a.create();
    pair.a.go_on(&other);
    let (_, _, opened) = all.next().unwrap();
    let (_, _, recorded) = all.next().unwrap();
    assert_eq!(
        (&opened["match"], &opened["version"]),
        (&json!(other.id), &json!(1))
    );
    assert_eq!(
        (&recorded["match"], &recorded["version"]),
        (&json!(other.id), &json!(2))
    );
    // A request sees the change at once.
    pair.a.go_on(&game);
    assert_eq!(pair.b.version(&game), 6);
}

#[test]
fn a_feed_of_one_server_has_each_commit_of_both_once_in_order() {
    const WRITERS: usize = 6;
    const CHANGES: u64 = 40;
    let Some(pair) = Pair::start() else { return };
    let admin = bearer(ADMIN);
    let headers = [("authorization", &*admin)];
    let mut live = pair.b.stream("/changes", &headers);
    let mut followed: Vec<(u64, String, u64)> = Vec::new();
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let instance = if writer % 2 == 0 { &pair.a } else { &pair.b };
            scope.spawn(move || {
                let game = instance.create();
                for number in 1..CHANGES {
                    assert_eq!(instance.note(&game, &number.to_string()).status, 200);
                }
            });
        }
        let all = WRITERS * usize::try_from(CHANGES).unwrap();
        while followed.len() < all {
            let (_, id, change) = live.next().unwrap();
            let position = id.strip_prefix('c').unwrap().parse().unwrap();
            let of = change["match"].as_str().unwrap().to_owned();
            followed.push((position, of, change["version"].as_u64().unwrap()));
        }
    });
    assert!(followed.is_sorted_by(|one, other| one.0 < other.0));
    let mut last: HashMap<&str, u64> = HashMap::new();
    for (_, id, version) in &followed {
        let before = last.insert(id, *version).unwrap_or(0);
        assert_eq!(*version, before + 1, "{id}");
    }
    assert!(last.len() == WRITERS && last.values().all(|version| *version == CHANGES));
    // Reading the feed again in parts from either server gives the same changes.
    for instance in [&pair.a, &pair.b] {
        let (mut since, mut read) = (String::new(), Vec::new());
        loop {
            let path = format!("/changes?limit=7{since}");
            let accepts = [("authorization", &*admin), ("accept", "application/json")];
            let part = instance.ask("GET", &path, &accepts, None).json();
            let changes = part["changes"].as_array().unwrap();
            if changes.is_empty() {
                break;
            }
            read.extend(changes.iter().map(|one| one["version"].as_u64().unwrap()));
            since = format!("&cursor={}", part["next"].as_str().unwrap());
        }
        let versions: Vec<u64> = followed.iter().map(|one| one.2).collect();
        assert_eq!(read, versions);
    }
}
