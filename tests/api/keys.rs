//! Access: keys, and the cookie of a browser.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::served::{
    self, ADMIN, Answer, PHONE, Program, Server, bearer, brink_bid, first_hand, log_of_a_phone,
};

#[test]
fn each_key_has_its_rights_and_can_be_revoked() {
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
    let is_of_old = |key: &str| {
        let refused = server.get(&game.path(""), &[("authorization", &*bearer(key))]);
        refused.status == 401 && refused.text().contains("was revoked or replaced")
    };
    assert!(!is_of_old("no-key-at-all"));
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
    assert!(is_of_old(&game.score), "renewed");
    let tag = renewed.header("etag").unwrap();
    let director = [("authorization", &*bearer(&game.direct)), ("if-match", tag)];
    let revoked = server.send("DELETE", &game.path("/keys/view"), &director, None);
    assert_eq!(revoked.status, 204, "{}", revoked.text());
    assert_eq!((asked(&game.view), asked(&key)), (401, 200));
    assert!(is_of_old(&game.view), "revoked");
    assert_eq!(
        game.change_at(&key, "*", &change).status,
        200,
        "the other key of the role"
    );
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

/// Asserts that a text has none of these keys.
fn assert_without(keys: &[String], what: &str, text: &[u8]) {
    assert!(!text.is_empty(), "{what} is empty");
    for key in keys {
        let is_there = text.windows(key.len()).any(|part| part == key.as_bytes());
        assert!(!is_there, "{what} contains a key");
    }
}

/// Keys of every kind: of a match (one renewed), of an adopted match, of a program, of a repeated request, and
/// the secrets of the phone and of the service.
fn keys_of(server: &Server) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    let director = [("authorization", &*bearer(&game.direct)), ("if-match", "*")];
    let renewed = server.post(&game.path("/keys/score"), &director, &json!({}));
    keys.push(renewed.json()["key"].as_str().unwrap().to_owned());
    keys.extend([game.view.clone(), game.score.clone(), game.direct.clone()]);
    let log = json!({ "log": log_of_a_phone(&brink_bid()).log });
    let taken = server.post("/api/v1/logs", &[PHONE], &log);
    keys.push(PHONE.1.to_owned());
    let given = taken.json()["keys"].as_object().unwrap().clone();
    keys.extend(given.values().map(|key| key.as_str().unwrap().to_owned()));
    keys.push(server.program_key("read").0[21..].to_owned());
    let once = ("idempotency-key", "a-key-that-was-drawn-by-lot");
    let opened = server.post("/api/v1/matches", &[once, PHONE], &brink_bid());
    assert_eq!(opened.status, 201, "{}", opened.text());
    let note = json!({ "action": "describe", "notes": "written once" });
    let headers = [director[0], director[1], once];
    let noted = server.post(&game.path("/changes"), &headers, &note);
    assert_eq!(noted.status, 200, "{}", noted.text());
    keys.push(once.1.to_owned());
    let secret = fs::read_to_string(server.folder.path().join("overtrick.secret")).unwrap();
    keys.push(secret.trim().to_owned());
    assert_eq!(keys.len(), 11);
    keys
}

#[test]
fn no_export_history_list_or_feed_has_a_key() {
    let server = Server::start();
    let keys = keys_of(&server);
    let admin = bearer(ADMIN);
    let get = |path: &str| -> Answer {
        let answer = server.get(path, &[("authorization", &admin)]);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer
    };
    let exported = get("/api/v1/exports?form=logs").text();
    let mut paths = vec![
        "/api/v1/exports".to_owned(),
        "/api/v1/exports?form=logs".to_owned(),
        "/api/v1/exports?form=csv&game=brink-bid".to_owned(),
        "/api/v1/matches".to_owned(),
        "/api/v1/changes".to_owned(),
    ];
    for line in exported.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let id = line["log"]["head"]["id"].as_str().unwrap();
        let parts = ["", "/history", "?detail=document", "/sheet.pdf"];
        paths.extend(parts.map(|part| format!("/api/v1/matches/{id}{part}")));
    }
    assert_eq!(paths.len(), 17);
    for path in paths {
        assert_without(&keys, &path, &get(&path).body);
    }
}

#[test]
fn no_backup_and_no_file_of_the_database_has_a_key() {
    let server = Server::start();
    let keys = keys_of(&server);
    let folder = server.folder.clone();
    let run = |command: &str, more: &[&str]| {
        let output = served::run(folder.path(), &[&[command], more].concat());
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{message}");
        [output.stdout, output.stderr].concat()
    };
    run("backup", &["backup.db"]);
    let texts = [
        run("export", &["--all"]),
        run("export", &["--all", "--logs"]),
    ];
    for text in texts {
        assert_without(&keys, "an export", &text);
    }
    drop(server);
    let mut files = 0;
    for entry in fs::read_dir(folder.path()).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let content = fs::read(&file).unwrap();
        // A lock file is empty.
        if name.contains(".db") && !content.is_empty() {
            files += 1;
            assert_without(&keys, &name, &content);
        }
    }
    assert!(files > 0, "no database file was checked");
}

#[test]
fn no_line_of_the_logs_of_the_service_has_a_key() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    command.env("OVERTRICK_LOG", "debug,sqlx=info");
    let mut program = Program::start_logging(&mut command, &folder.path().join("matches.db"));
    let mut client = program.client();
    let mut post = |path: &str, headers: &[(&str, &str)], body: &Value| {
        client
            .ask("POST", path, headers, body.to_string().as_bytes())
            .unwrap()
    };
    let opened = post("/api/v1/matches", &[], &brink_bid());
    assert_eq!(opened.status, 201, "{}", opened.text());
    let keys: Vec<String> = opened.json()["keys"]
        .as_object()
        .unwrap()
        .values()
        .map(|key| key.as_str().unwrap().to_owned())
        .collect();
    let path = format!("/api/v1/matches/{}", opened.json()["id"].as_str().unwrap());
    for key in &keys {
        let bearer = bearer(key);
        let headers = [("authorization", &*bearer), ("if-match", "*")];
        let change = json!({ "action": "record", "hand": first_hand(1) });
        post(&format!("{path}/changes"), &headers, &change);
        post(&format!("{path}/session"), &[], &json!({ "key": key }));
    }
    let log = json!({ "log": log_of_a_phone(&brink_bid()).log });
    let taken = post("/api/v1/logs", &[PHONE], &log);
    assert_eq!(taken.status, 201, "{}", taken.text());
    drop(client);
    assert_without(&keys, "the log", program.stop().as_bytes());
}
