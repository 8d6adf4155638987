//! API keys: the rights of each scope, and how keys expire.

use std::sync::Arc;
use std::thread::scope;
use std::time::Duration;

use overtrick_server::bounds::NEW_MATCHES_PER_HOUR;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::served::{
    self, ADMIN, Answer, HandClock, Server, bearer, brink_bid, database, first_hand,
};

const KEYS: &str = "/api/v1/keys";

fn make(server: &Server, order: &Value) -> Answer {
    server.post(KEYS, &[("authorization", &bearer(ADMIN))], order)
}

fn get(server: &Server, path: &str, key: &str) -> Answer {
    server.get(path, &[("authorization", &bearer(key))])
}

fn revoke(server: &Server, id: &str) {
    let admin = bearer(ADMIN);
    let path = format!("{KEYS}/{id}");
    let revoked = server.send("DELETE", &path, &[("authorization", &admin)], None);
    assert_eq!(revoked.status, 204, "{}", revoked.text());
}

#[test]
fn a_scope_is_that_role_in_every_match() {
    let server = Server::start();
    let games = [server.create(&brink_bid()), server.create(&brink_bid())];
    let scopes = ["read", "score", "direct", "admin"];
    let keys = scopes.map(|scope| server.program_key(scope).0);
    for game in &games {
        for (rank, program) in keys.iter().enumerate() {
            assert_eq!(get(&server, &game.path(""), program).status, 200);
            let hand = json!({ "action": "record", "hand": first_hand(1) });
            let recorded = game.change(program, &hand).status;
            assert_eq!(recorded, if rank >= 1 { 200 } else { 403 });
            let headers = [("authorization", &*bearer(program)), ("if-match", "*")];
            let published = server.send("PUT", &game.path("/publication"), &headers, None);
            assert_eq!(published.status, if rank >= 2 { 200 } else { 403 });
            assert_eq!(get(&server, "/api/v1/matches", program).status, 200);
            assert_eq!(
                get(&server, KEYS, program).status,
                if rank >= 3 { 200 } else { 403 }
            );
            if rank >= 1 {
                game.changed(&game.direct, &json!({ "action": "undo" }));
            }
        }
        let history = game.get("/history").json();
        let by: Vec<&str> = history["events"]
            .as_array()
            .unwrap()
            .iter()
            .map(|event| event["by"].as_str().unwrap())
            .collect();
        assert!(by.contains(&"score") && by.contains(&"admin"), "{by:?}");
    }
    let by_admin_key = [("authorization", &*bearer(&keys[3]))];
    let made = server.post(
        KEYS,
        &by_admin_key,
        &json!({ "name": "x", "scope": "read" }),
    );
    assert_eq!(made.status, 201);
    for game in &games {
        let headers = [("authorization", &*bearer(&game.direct))];
        assert_eq!(server.get(KEYS, &headers).status, 403);
    }
}

#[test]
fn an_expired_key_is_refused_with_the_reason() {
    let folder = Arc::new(TempDir::new().unwrap());
    let clock = HandClock::new();
    let server = Server::with_clock(folder, &clock, |_| {});
    let game = server.create(&brink_bid());
    let (revoked, id) = server.program_key("read");
    let order = json!({ "name": "for a day", "scope": "direct", "expires_at": "2026-11-22" });
    let expiring = make(&server, &order).json()["key"]
        .as_str()
        .unwrap()
        .to_owned();
    for open in [&revoked, &expiring] {
        assert_eq!(get(&server, &game.path(""), open).status, 200);
    }
    revoke(&server, &id);
    clock.forward(Duration::from_hours(13));
    let challenge = |key: &str| {
        let answer = get(&server, &game.path(""), key);
        assert_eq!((answer.status, &*answer.problem()), (401, "unauthorized"));
        let listed = get(&server, "/api/v1/matches", key);
        assert_eq!(
            listed.header("www-authenticate"),
            answer.header("www-authenticate")
        );
        answer.header("www-authenticate").unwrap().to_owned()
    };
    assert!(challenge(&expiring).contains("the key has expired"));
    let guessed = format!(
        "{}{}",
        &revoked[..revoked.len() - 1],
        if revoked.ends_with('A') { 'B' } else { 'A' }
    );
    let other = format!("otk_{}_{}", "0".repeat(16), "A".repeat(43));
    assert_eq!(challenge(&guessed), challenge(&other));
    assert_eq!(challenge(&revoked), challenge(&other));
    let unknown = get(&server, "/api/v1/matches", &revoked).text();
    assert!(unknown.contains("This key is unknown"), "{unknown}");
    let past = make(
        &server,
        &json!({ "name": "x", "scope": "read", "expires_at": "2026-11-01" }),
    );
    assert_eq!(
        (past.status, past.pointers()),
        (422, vec!["/expires_at".to_owned()])
    );
}

#[test]
fn keys_are_listed_without_their_secrets_and_outlive_a_restart() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let path = game.path("");
    let (good, _) = server.program_key("read");
    let (bad, other) = server.program_key("admin");
    revoke(&server, &other);
    assert_eq!(get(&server, &path, &good).status, 200);
    let server = server.restarted();
    assert_eq!(get(&server, &path, &good).status, 200);
    assert_eq!(get(&server, &path, &bad).status, 401);
    let listed = get(&server, KEYS, ADMIN).json();
    let listed = listed["keys"].as_array().unwrap();
    assert_eq!(listed.len(), 1);
    let text = serde_json::to_string(listed).unwrap();
    for secret in [&good, &bad] {
        assert!(!text.contains(&secret[21..]), "{text}");
    }
    let one = &listed[0];
    assert_eq!(
        (&one["name"], &one["scope"]),
        (&json!("read"), &json!("read"))
    );
}

#[test]
fn a_key_has_limits_of_its_own() {
    let server = Server::limited();
    let keys = [server.program_key("score").0, server.program_key("score").0];
    let open =
        |headers: &[(&str, &str)]| server.post("/api/v1/matches", headers, &brink_bid()).status;
    let opened = |headers: &[(&str, &str)]| {
        let statuses = (0..NEW_MATCHES_PER_HOUR + 10).map(|_| open(headers));
        statuses.filter(|status| *status == 201).count()
    };
    assert!(opened(&[]) <= NEW_MATCHES_PER_HOUR as usize);
    assert_eq!(open(&[]), 429, "the address has used up its own allowance");
    for program in &keys {
        let program = bearer(program);
        let many = NEW_MATCHES_PER_HOUR as usize + 10;
        assert_eq!(opened(&[("authorization", &program)]), many);
    }
    let operator = bearer(&server.program_key("admin").0);
    assert_eq!(open(&[("authorization", &operator)]), 201);
}

#[test]
fn a_stream_ends_when_its_key_is_revoked() {
    use std::io::Read;
    let server = Server::start();
    let game = server.create(&brink_bid());
    let (program, id) = server.program_key("read");
    let headers = [("authorization", &*bearer(&program))];
    let mut stream = served::open(server.address, "GET", &game.path("/events"), &headers, None);
    let mut first = [0; 64];
    assert!(stream.read(&mut first).unwrap() > 0);
    revoke(&server, &id);
    game.record(&first_hand(1));
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).unwrap();
    assert!(!String::from_utf8_lossy(&rest).contains("\"version\":2"));
}

#[test]
fn two_programs_cannot_revoke_each_other_at_once() {
    let server = Server::start();
    for place in 0..50 {
        let [one, other] = [(); 2].map(|()| server.program_key("admin"));
        let revoke = |(own, _): &(String, String), (_, id): &(String, String)| {
            let headers = [("authorization", &*bearer(own))];
            server
                .send("DELETE", &format!("{KEYS}/{id}"), &headers, None)
                .status
        };
        let statuses = scope(|asking| {
            let first = asking.spawn(|| revoke(&one, &other));
            let second = revoke(&other, &one);
            let mut both = [first.join().unwrap(), second];
            both.sort_unstable();
            both
        });
        assert_eq!(statuses, [204, 401], "try {place}");
    }
}

#[test]
fn a_program_key_is_not_a_cookie_and_needs_a_name() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let (program, _) = server.program_key("admin");
    let cookie = [("cookie", &*format!("overtrick={program}"))];
    assert_eq!(server.get(&game.path(""), &cookie).status, 401);
    let named = |name: &str| json!({ "name": name, "scope": "read" });
    let until = |day: &str| json!({ "name": "x", "scope": "read", "expires_at": day });
    // A line break is refused in the name; the other characters are refused in any text of a body.
    for (order, status, place, code) in [
        (named(" "), 422, "/name", None),
        (named(&"x".repeat(101)), 422, "/name", None),
        (named("two\nlines"), 422, "/name", Some("text-character")),
        (named("a\0b"), 400, "/name", Some("text-character")),
        (named("\0"), 400, "/name", Some("text-character")),
        (until("soon"), 422, "/expires_at", Some("no-moment")),
        (
            until("2020-01-01"),
            422,
            "/expires_at",
            Some("moment-passed"),
        ),
    ] {
        let refused = make(&server, &order);
        assert_eq!(
            (refused.status, refused.pointers()),
            (status, vec![place.to_owned()]),
            "{order}: {}",
            refused.text()
        );
        let found = &refused.json()["errors"][0]["code"];
        assert!(code.is_none_or(|code| found == code), "{order}: {found}");
    }
    let refused = make(&server, &json!({ "name": "x", "scope": "king" }));
    assert_eq!(
        (refused.status, refused.pointers()),
        (400, vec!["/scope".to_owned()])
    );
}

#[test]
fn keys_can_be_made_in_the_database_while_no_server_runs() {
    let server = Server::start();
    let game = server.create(&brink_bid()).keep();
    let place = server.folder.path().to_owned();
    let run = |arguments: &[&str]| {
        let output = served::run(&place, &[&["keys"], arguments].concat());
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (
            output.status.code().unwrap(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    // Several servers and commands may use a PostgreSQL database at the same time.
    if !database::on_postgres() {
        let (status, _, message) = run(&["make", "website", "--scope", "read"]);
        assert_eq!(status, 3, "a server uses the database: {message}");
    }
    let folder = server.folder.clone();
    drop(server);
    let (status, made, message) = run(&["make", "website", "--scope", "read", "--days", "30"]);
    assert_eq!(status, 0, "{message}");
    let (status, listed, _) = run(&["list"]);
    let words = |row: &str| row.split_whitespace().collect::<Vec<_>>().join(" ");
    let (row, program) = (words(listed.lines().nth(1).unwrap()), made.trim());
    let id = &row[..16];
    assert_eq!(status, 0);
    assert!(
        row.contains("read until") && row.ends_with("website"),
        "{listed}"
    );
    let server = Server::on(folder, |_| {});
    assert_eq!(
        get(&server, &game.on(&server).path(""), program).status,
        200
    );
    let (folder, path) = (server.folder.clone(), game.on(&server).path(""));
    drop(server);
    assert_eq!(run(&["revoke", id]).0, 0);
    assert_eq!(run(&["revoke", "0000000000000000"]).0, 3);
    assert!(!run(&["list"]).1.contains(id));
    let server = Server::on(folder, |_| {});
    assert_eq!(get(&server, &path, program).status, 401);
}

#[test]
fn keys_for_programs_are_limited_in_number() {
    let server = Server::start();
    let order = json!({ "name": "x", "scope": "read" });
    let mut made = (0..2000).map(|_| make(&server, &order));
    let refused = made.find(|answer| answer.status != 201).unwrap();
    assert_eq!(refused.json()["errors"][0]["code"], "too-many-keys");
}
