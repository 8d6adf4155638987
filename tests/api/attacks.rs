//! What strangers, accidents and operators in a hurry must not achieve.

use std::io::BufRead;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::served::{
    self, ADMIN, Answer, PHONE, Program, Server, bearer, brink_bid, database, first_hand,
    log_of_a_phone,
};

const ONCE: (&str, &str) = ("idempotency-key", "a-key-that-was-drawn-by-lot");
const OTHER_CLIENT: (&str, &str) = ("overtrick-client", "a-secret-of-another-phone");

#[test]
fn a_renewed_view_key_does_not_go_to_the_watchers_of_the_match_before() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let scorer = bearer(&game.score);
    let next = server.post(
        &game.path("/rematch"),
        &[("authorization", &*scorer)],
        &json!({}),
    );
    let next = next.json();
    let path = format!("/api/v1/matches/{}/keys/view", next["id"].as_str().unwrap());
    let director = bearer(next["keys"]["direct"].as_str().unwrap());
    let headers = [("authorization", &*director), ("if-match", "*")];
    let renewed = server.post(&path, &headers, &json!({})).json();
    let key = renewed["key"].as_str().unwrap();
    let watcher = bearer(&game.view);
    let headers = [("authorization", &*watcher), ("last-event-id", "1")];
    let stream = served::open(server.address, "GET", &game.path("/events"), &headers, None);
    let mut reader = std::io::BufReader::new(stream);
    assert_eq!(served::read_head(&mut reader).status, 200);
    game.record(&first_hand(1));
    let mut lines = reader.lines().map(Result::unwrap);
    let told: Vec<String> = lines
        .by_ref()
        .take_while(|line| !line.starts_with("event: change"))
        .collect();
    assert!(
        !told
            .iter()
            .any(|line| line.contains("rematch") || line.contains(key)),
        "{told:?}"
    );
}

fn open(server: &Server, headers: &[(&str, &str)], document: &Value) -> Answer {
    server.post("/api/v1/matches", headers, document)
}

#[test]
fn a_repeated_opening_returns_keys_to_its_client_alone() {
    let server = Server::start();
    let first = open(&server, &[ONCE, PHONE], &brink_bid());
    assert_eq!(first.status, 201, "{}", first.text());
    let again = open(&server, &[ONCE, PHONE], &brink_bid());
    assert_eq!((again.status, again.json()), (201, first.json()));
    // A key of one client is a different key for another client.
    for headers in [&[ONCE, OTHER_CLIENT][..], &[ONCE]] {
        let other = open(&server, headers, &brink_bid());
        assert_eq!(other.status, 201, "{}", other.text());
        assert_ne!(other.json()["id"], first.json()["id"], "{headers:?}");
    }
    // A client without proof gets neither the keys again nor a second match.
    let anonymous = open(&server, &[ONCE], &brink_bid());
    let text = anonymous.text();
    assert_eq!(
        (anonymous.status, anonymous.problem()),
        (409, "already-here".to_owned()),
        "{text}"
    );
    assert!(text.contains("Overtrick-Client"), "{text}");
    let short = open(
        &server,
        &[ONCE, ("overtrick-client", "short")],
        &brink_bid(),
    );
    assert_eq!(short.status, 400, "{}", short.text());
    assert_eq!(short.pointers(), ["/Overtrick-Client"]);
    assert_eq!(short.json()["errors"][0]["code"], "client-form");
}

#[test]
fn a_log_gives_no_keys_to_who_did_not_open_its_match() {
    let server = Server::start();
    let log = json!({ "log": log_of_a_phone(&brink_bid()).log });
    for headers in [&[][..], &[ONCE], &[OTHER_CLIENT]] {
        let answer = server.post("/api/v1/logs", headers, &log);
        assert_eq!(answer.status, 422, "{}", answer.text());
        assert_eq!(answer.json()["errors"][0]["code"], "log-owner");
    }
    // The client that opened the match keeps its access even if others bring the log first.
    let admin = bearer(ADMIN);
    let first = server.post("/api/v1/logs", &[("authorization", &*admin)], &log);
    assert_eq!(first.status, 201, "{}", first.text());
    for headers in [&[][..], &[OTHER_CLIENT]] {
        let other = server.post("/api/v1/logs", headers, &log);
        assert_eq!(other.problem(), "already-here", "{}", other.text());
    }
    let own = server.post("/api/v1/logs", &[PHONE], &log);
    assert_eq!(own.status, 201, "{}", own.text());
    assert_eq!(own.json()["keys"], first.json()["keys"]);
}

/// A text that must not be displayed, and the name of its fault.
const HIDDEN: &[(&str, &str)] = &[
    ("A\u{202e}nn", "U+202E RIGHT-TO-LEFT OVERRIDE"),
    ("A\u{1b}[2Jnn", "U+001B ESCAPE"),
    ("A\u{200b}nn", "U+200B ZERO WIDTH SPACE"),
    ("A\u{200d}nn", "U+200D ZERO WIDTH JOINER"),
];

#[test]
fn a_text_with_a_character_that_nobody_sees_is_refused_wherever_it_comes_in() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let admin = bearer(ADMIN);
    let admin = [("authorization", &*admin), ("if-match", "*")];
    let own = |text: &str| {
        json!({ "game": "own", "players": ["Ann", "Bo"], "hands": [], "definition": {
        "language": 1, "id": "points", "players": [2, 4], "clauses": { "points": text },
        "field": [{ "name": "points", "each": true, "number": [0, 9] }],
        "score": [{ "points": "points", "clause": "points", "with": ["points"] }] } })
    };
    let with = |place: &str, value: Value| {
        let mut document = brink_bid();
        document[place] = value;
        document
    };
    let changes = game.path("/changes");
    let scores = "/api/v1/scores";
    let matches = "/api/v1/matches";
    let hand = |note: &str| {
        let mut hand = first_hand(1);
        hand["note"] = json!(note);
        hand
    };
    for (text, name) in HIDDEN {
        let adjust = json!({ "after_hand": 0, "player": "Ann", "points": 1, "reason": text });
        let bodies: Vec<(&str, Value)> = vec![
            (matches, with("players", json!([text, "Bo"]))),
            (matches, with("title", json!(text))),
            (scores, with("location", json!(text))),
            (scores, with("notes", json!(text))),
            (scores, with("hands", json!([hand(text)]))),
            (scores, with("adjustments", json!([adjust]))),
            (scores, own(text)),
            (matches, own(text)),
            (
                &changes,
                json!({ "action": "rename", "seat": 1, "name": text }),
            ),
            (&changes, json!({ "action": "describe", "title": text })),
            (
                &changes,
                json!({ "action": "adjust", "adjustment": adjust }),
            ),
            (&changes, json!({ "action": "record", "hand": hand(text) })),
            ("/api/v1/keys", json!({ "name": text, "scope": "read" })),
            ("/api/v1/imports", json!([with("title", json!(text))])),
            (
                "/api/v1/pads.pdf",
                json!({ "game": "brink-bid", "players": [text, "Bo"] }),
            ),
        ];
        for (path, body) in bodies {
            let answer = server.post(path, &admin, &body);
            let said = answer.text();
            assert!(
                [400, 422].contains(&answer.status),
                "{path}: {body}: {said}"
            );
            assert!(said.contains(name), "{path}: {body}: {said}");
            assert_eq!(
                answer.json()["errors"][0]["code"],
                "text-character",
                "{said}"
            );
        }
        let labels = json!({
            "action": "describe", "external_id": text, "metadata": { "round": text },
        });
        let labels = labels.to_string();
        let mut headers = vec![("content-type", "application/json")];
        headers.extend_from_slice(&admin);
        let labeled = server.send(
            "POST",
            &game.path("/changes"),
            &headers,
            Some(labels.as_bytes()),
        );
        assert!(labeled.text().contains(name), "{}", labeled.text());
        let escaped: Vec<String> = text.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let escaped = escaped.concat();
        for query in ["external_id", "metadata"] {
            let path = format!("{matches}?{query}={escaped}");
            let opened = server.post(&path, &admin, &brink_bid());
            assert!(opened.text().contains(name), "{query}: {}", opened.text());
        }
        let pad = format!("/api/v1/pads/brink-bid.pdf?players=Bo,{escaped}");
        assert!(server.get(&pad, &[]).text().contains(name), "{pad}");
    }
    let fine = json!(["نام\u{200c}ها", "👩\u{200d}🚀 ❤\u{fe0f}"]);
    let opened = server.post(matches, &[], &with("players", fine));
    assert_eq!(opened.status, 201, "{}", opened.text());
    let notes = with("notes", json!("one\ntwo"));
    assert_eq!(server.post(scores, &[], &notes).status, 200);
    let title = server.post(scores, &[], &with("title", json!("one\ntwo")));
    assert!(
        title.text().contains("U+000A LINE FEED"),
        "{}",
        title.text()
    );
}

#[test]
fn a_refusal_names_the_fault_and_what_is_accepted() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let director = bearer(&game.direct);
    let headers = [("authorization", &*director), ("if-match", "*")];
    let renewed = server.post(&game.path("/keys/view"), &headers, &json!({}));
    assert_eq!(renewed.status, 200);
    let gone = game.get("");
    assert_eq!(gone.status, 401);
    assert!(
        gone.text().contains("was revoked or replaced"),
        "{}",
        gone.text()
    );
    let revoked = server.send("DELETE", &game.path("/keys/score"), &headers, None);
    assert_eq!(revoked.status, 204);
    let scorer = bearer(&game.score);
    let gone = server.get(&game.path(""), &[("authorization", &*scorer)]);
    assert!(
        gone.text().contains("was revoked or replaced"),
        "{}",
        gone.text()
    );
    let unknown = server.get(&game.path(""), &[("authorization", "Bearer nothing")]);
    assert!(!unknown.text().contains("revoked"), "{}", unknown.text());
    let admin = bearer(ADMIN);
    let made = server.post(
        "/api/v1/keys",
        &[("authorization", &*admin)],
        &json!({ "name": "website", "scope": "read" }),
    );
    let (id, key) = (made.json()["id"].clone(), made.json()["key"].clone());
    let path = format!("/api/v1/keys/{}", id.as_str().unwrap());
    let deleted = server.send("DELETE", &path, &[("authorization", &*admin)], None);
    assert_eq!(deleted.status, 204, "{}", deleted.text());
    let program = bearer(key.as_str().unwrap());
    let gone = server.get("/api/v1/matches", &[("authorization", &*program)]);
    assert_eq!(gone.status, 401);
    assert!(
        gone.text().contains("This key is unknown"),
        "{}",
        gone.text()
    );

    let headers = [("content-type", "text/plain"), ("authorization", &*admin)];
    for (path, accepted) in [
        ("/api/v1/matches", &["application/json"][..]),
        (
            "/api/v1/imports",
            &["application/json", "application/x-ndjson", "text/csv"],
        ),
    ] {
        let refused = server.send("POST", path, &headers, Some(b"{}"));
        assert_eq!(refused.status, 415, "{}", refused.text());
        let detail = refused.json()["detail"].as_str().unwrap().to_owned();
        for media in accepted {
            assert!(detail.contains(media), "{path}: {detail}");
        }
    }
}

#[test]
fn a_player_named_twice_is_one_fault() {
    let server = Server::start();
    let twice = r#"{"game": "brink-bid", "players": ["Ann", "Ann"],
        "hands": [{"bids": {"Ann": 1, "Ann": 1}, "tricks": {"Ann": 1, "Ann": 3}}]}"#;
    let headers = [("content-type", "application/json")];
    let refused = server.send("POST", "/api/v1/scores", &headers, Some(twice.as_bytes()));
    assert_eq!(refused.pointers(), ["/players/1"], "{}", refused.text());
}

#[test]
fn erasing_a_name_lists_where_it_remains() {
    let server = Server::start();
    let mut document = brink_bid();
    document["title"] = json!("Ann at home");
    let game = server.create(&document);
    let mut hand = first_hand(1);
    hand["note"] = json!("ann dealt twice, and Anna watched");
    game.record(&hand);
    game.changed(
        &game.direct,
        &json!({ "action": "describe", "location": "at Ann's" }),
    );
    game.changed(
        &game.direct,
        &json!({ "action": "describe", "location": "the club" }),
    );
    let erased = game.changed(&game.direct, &json!({ "action": "erase", "person": 1 }));
    assert_eq!(
        erased["name_remains"],
        json!(["/document/title", "/document/hands/0/note", "/history"]),
        "{erased}"
    );
    let nowhere = game.changed(&game.direct, &json!({ "action": "erase", "person": 2 }));
    assert_eq!(nowhere["name_remains"], json!([]), "{nowhere}");
    assert!(game.state().get("name_remains").is_none());
}

#[test]
fn a_copy_of_the_file_of_an_idle_server_is_whole() {
    if database::without_files("a copy of a file") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("matches.db");
    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    let program = Program::start(&mut command, &file);
    let body = brink_bid().to_string();
    let opened = program
        .client()
        .ask("POST", "/api/v1/matches", &[], body.as_bytes());
    let id = opened.unwrap().json()["id"].as_str().unwrap().to_owned();
    std::thread::sleep(Duration::from_secs(4));
    let copy = folder.path().join("copy.db");
    std::fs::copy(&file, &copy).unwrap();
    let shown = Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(["export", "--all", "--database"])
        .arg(format!("sqlite://{}", copy.display()))
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains(&id), "{shown}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_is_deleted_on_a_full_disk_or_the_service_is_not_ready() {
    if database::without_files("a full disk") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let limited = "trap '' XFSZ; ulimit -S -f 12000; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", limited, env!("CARGO_BIN_EXE_overtrick")]);
    let program = Program::start(&mut command, &folder.path().join("matches.db"));
    let mut client = program.client();
    let mut opened = Vec::new();
    for number in 0..2000 {
        let mut document = brink_bid();
        document["notes"] = json!(format!("{number}{}", "x".repeat(9_000)));
        let body = document.to_string();
        let answer = client
            .ask("POST", "/api/v1/matches", &[], body.as_bytes())
            .unwrap();
        if answer.status != 201 {
            break;
        }
        opened.push(answer.json());
    }
    assert!((10..2000).contains(&opened.len()), "{}", opened.len());
    for state in opened.iter().take(5) {
        let path = format!("/api/v1/matches/{}", state["id"].as_str().unwrap());
        let director = bearer(state["keys"]["direct"].as_str().unwrap());
        let headers = [("authorization", &*director), ("if-match", "*")];
        let deleted = client.ask("DELETE", &path, &headers, b"").unwrap();
        let ready = client.ask("GET", "/readyz", &[], b"").unwrap();
        if deleted.status != 204 {
            assert_eq!(
                (deleted.status, deleted.problem()),
                (503, "full".to_owned())
            );
            assert_eq!(ready.status, 503, "{}", ready.text());
        }
    }
}

#[test]
fn a_forwarded_address_from_an_untrusted_peer_is_warned_of_once() {
    let folder = TempDir::new().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    let mut program = Program::start_logging(&mut command, &folder.path().join("matches.db"));
    let mut client = program.client();
    for header in ["x-forwarded-for", "x-forwarded-for", "forwarded"] {
        let headers = [(header, "for=203.0.113.9")];
        assert_eq!(
            client.ask("GET", "/healthz", &headers, b"").unwrap().status,
            200
        );
    }
    drop(client);
    let said = program.stop();
    assert_eq!(said.matches("trusted_proxies").count(), 1, "{said}");
    assert!(said.contains("127.0.0.1"), "{said}");
}
