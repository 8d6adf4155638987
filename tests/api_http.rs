//! HTTP as the standards say: every error a problem, limits, headers, documentation.

#![cfg(feature = "server")]

mod served;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::sync::Arc;

use serde_json::{Value, json};
use served::{ADMIN, Server, bearer, brink_bid, first_hand};
use tempfile::TempDir;

#[test]
fn the_committed_openapi_document_is_the_served_one() {
    let server = Server::start();
    let answer = server.get("/openapi.json", &[]);
    let committed = include_str!("../openapi/openapi.json");
    assert_eq!(
        answer.text(),
        committed,
        "overtrick openapi > openapi/openapi.json writes it anew"
    );
    assert!(
        answer.json()["openapi"]
            .as_str()
            .unwrap()
            .starts_with("3.1")
    );
}

#[test]
fn every_reference_of_the_openapi_document_leads_somewhere() {
    let document: Value = serde_json::from_str(include_str!("../openapi/openapi.json")).unwrap();
    let mut found = 0;
    walk(&document, &mut |value| {
        if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{reference}");
            found += 1;
        }
    });
    assert!(found > 100);
}

fn walk(value: &Value, see: &mut impl FnMut(&Value)) {
    see(value);
    match value {
        Value::Object(entries) => entries.values().for_each(|value| walk(value, see)),
        Value::Array(items) => items.iter().for_each(|value| walk(value, see)),
        _ => {}
    }
}

#[test]
fn the_documentation_needs_nothing_from_elsewhere() {
    let server = Server::start();
    let page = server.get("/docs/index.html", &[]);
    assert_eq!(page.status, 200);
    let text = page.text();
    let mut parts: Vec<&str> = text.split(['"', '\'']).collect();
    parts.retain(|part| part.contains("//") && part.starts_with("http"));
    assert!(parts.is_empty(), "{parts:?}");
    let scripts = text
        .split("src=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap());
    let mut count = 0;
    for script in scripts {
        let script = server.get(&format!("/docs/{}", script.trim_start_matches("./")), &[]);
        assert_eq!(script.status, 200);
        count += 1;
    }
    assert!(count > 0, "{text}");
    assert!(
        page.header("content-security-policy")
            .unwrap()
            .contains("script-src 'self'")
    );
    assert_eq!(server.get("/docs", &[]).header("location"), Some("docs/"));
    assert!(server.get("/problems", &[]).text().contains("## refused"));
}

#[test]
fn every_error_is_a_problem() {
    let server = Server::start();
    let json = [("content-type", "application/json")];
    let post = |path: &str, headers: &[(&str, &str)], body: &[u8]| {
        server.send("POST", path, headers, Some(body))
    };
    let cases = [
        (server.get("/nowhere", &[]), 404, "not-found"),
        (server.get("/api/v1/games/chess", &[]), 404, "not-found"),
        (
            server.get("/api/v1/../../etc/passwd", &[]),
            404,
            "not-found",
        ),
        (
            server.get("/api/v1/games/%2e%2e%2fetc", &[]),
            404,
            "not-found",
        ),
        (server.get("/api/v1/games/%ff", &[]), 404, "not-found"),
        (
            server.send("DELETE", "/api/v1/games", &[], None),
            405,
            "method-not-allowed",
        ),
        (
            server.send("BREW", "/api/v1/scores", &[], None),
            405,
            "method-not-allowed",
        ),
        (
            server.get("/api/v1/games", &[("accept", "text/html")]),
            406,
            "not-acceptable",
        ),
        (
            post("/api/v1/scores", &json, b"{\"game\": "),
            400,
            "malformed",
        ),
        (post("/api/v1/scores", &json, b"\xff\xfe"), 400, "malformed"),
        (
            post("/api/v1/scores", &json, "[".repeat(100_000).as_bytes()),
            400,
            "malformed",
        ),
        (post("/api/v1/scores", &json, b"[]"), 400, "malformed"),
        (post("/api/v1/scores", &[], b"{}"), 415, "unsupported-type"),
        (
            post("/api/v1/scores", &[("content-type", "text/plain")], b"{}"),
            415,
            "unsupported-type",
        ),
        (
            post(
                "/api/v1/scores",
                &[json[0], ("content-encoding", "gzip")],
                b"{}",
            ),
            415,
            "unsupported-type",
        ),
        (
            post(
                "/api/v1/scores",
                &[json[0], ("content-length", "10000000")],
                b"",
            ),
            413,
            "too-large",
        ),
        (
            post(
                "/api/v1/matches",
                &[json[0], ("idempotency-key", "1")],
                b"{}",
            ),
            400,
            "bad-request",
        ),
        (
            server.get("/api/v1/matches/short", &[("authorization", "Bearer x")]),
            404,
            "not-found",
        ),
        (
            server.get("/api/v1/matches/short", &[("authorization", "Basic x")]),
            401,
            "unauthorized",
        ),
        (
            server.get(
                "/api/v1/matches?limit=0",
                &[("authorization", &bearer(ADMIN))],
            ),
            400,
            "bad-request",
        ),
        (
            server.get(
                "/api/v1/matches?limit=x",
                &[("authorization", &bearer(ADMIN))],
            ),
            400,
            "bad-request",
        ),
        (
            server.get("/api/v1/matches?x=1", &[("authorization", &bearer(ADMIN))]),
            400,
            "bad-request",
        ),
    ];
    for (answer, status, kind) in cases {
        assert_eq!(
            (answer.status, &*answer.problem()),
            (status, kind),
            "{}",
            answer.text()
        );
    }
    let refused = server.send("PUT", "/api/v1/matches", &[], None);
    assert_eq!(refused.header("allow"), Some("GET, HEAD, POST"));
    let unknown = server.get("/api/v1/matches", &[]);
    assert!(
        unknown
            .header("www-authenticate")
            .unwrap()
            .starts_with("Bearer")
    );
}

#[test]
fn a_chunked_body_that_grows_too_large_is_refused() {
    let server = Server::start();
    let chunk = vec![b' '; 1024 * 1024];
    let mut body = Vec::new();
    for _ in 0..9 {
        body.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
        body.extend_from_slice(&chunk);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"0\r\n\r\n");
    let headers = [
        ("content-type", "application/json"),
        ("transfer-encoding", "chunked"),
    ];
    let answer = server.send("POST", "/api/v1/scores", &headers, Some(&body));
    assert_eq!(answer.problem(), "too-large");
}

#[test]
fn a_client_that_sends_too_slowly_is_told() {
    let server = Server::with(|settings| settings.timeout = 1);
    let headers = [
        ("content-type", "application/json"),
        ("content-length", "100"),
    ];
    let answer = server.send("POST", "/api/v1/scores", &headers, Some(b"{"));
    assert_eq!((answer.status, &*answer.problem()), (408, "too-slow"));
}

#[test]
fn faults_of_a_document_have_places_and_sentences() {
    let server = Server::start();
    let document = json!({ "game": "brink-bid", "players": ["Ann", "Bo"],
        "hands": [{ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 1, "Bo": 1 } }] });
    let refused = server.post(
        "/api/v1/scores",
        &[("accept-language", "xx, en")],
        &document,
    );
    assert_eq!((refused.status, &*refused.problem()), (422, "refused"));
    assert_eq!(refused.pointers(), ["/hands/0/tricks"]);
    assert_eq!(refused.header("content-language"), Some("en"));
    let compared = server.post(
        "/api/v1/comparisons",
        &[],
        &json!({ "document": document, "options": {} }),
    );
    assert_eq!(compared.pointers(), ["/document/hands/0/tricks"]);
    let unread = server.post("/api/v1/comparisons", &[], &json!({ "options": 3, "x": 1 }));
    assert_eq!(unread.pointers(), ["/x", "/document"]);
    let drawn = server.post("/api/v1/draws", &[], &json!({ "players": ["Ann", "ann"] }));
    assert_eq!(drawn.status, 422, "{}", drawn.text());
}

#[test]
fn words_of_sql_are_only_names() {
    let server = Server::start();
    let name = "Robert'); DROP TABLE events;--";
    let game = server.create(&json!({ "game": "brink-bid", "players": [name, "Bo"], "hands": [] }));
    game.record(&json!({ "bids": { name: 1, "Bo": 1 }, "tricks": { name: 1, "Bo": 3 } }));
    assert_eq!(game.state()["document"]["players"][0], name);
    let listed = server.get(
        "/api/v1/matches?after=%27%20OR%201%3D1--",
        &[("authorization", &bearer(ADMIN))],
    );
    assert_eq!(listed.status, 200);
}

#[test]
fn games_tell_their_rules_and_what_they_take() {
    let server = Server::start();
    let games = server.get("/api/v1/games", &[]).json();
    let games = games["games"].as_array().unwrap();
    assert_eq!(games.len(), 5);
    for game in games {
        let id = game["id"].as_str().unwrap();
        let whole = server.get(&format!("/api/v1/games/{id}"), &[]).json();
        assert!(!whole["clauses"].as_array().unwrap().is_empty());
        let fields = whole["form"].as_array().unwrap();
        let schema = &whole["schemas"]["record"]["properties"];
        assert!(
            fields
                .iter()
                .all(|field| schema.get(field["name"].as_str().unwrap()).is_some()),
            "{id}"
        );
        let options = whole["options"].as_array().unwrap();
        assert_eq!(
            options.len(),
            whole["schemas"]["options"]["properties"]
                .as_object()
                .unwrap()
                .len()
        );
    }
}

#[test]
fn the_dealer_and_the_dice_are_chosen_at_random_and_said_to_be() {
    let server = Server::start();
    let drawn = server
        .post(
            "/api/v1/draws",
            &[],
            &json!({ "players": ["Ann", "Bo", "Cy"] }),
        )
        .json();
    let mut order: Vec<&str> = drawn["order"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    assert_eq!(
        (&drawn["dealer"], &drawn["random"]),
        (&json!(order[0]), &json!(true))
    );
    order.sort_unstable();
    assert_eq!(order, ["Ann", "Bo", "Cy"]);

    let rolled = server.send("POST", "/api/v1/rolls", &[], None).json();
    let game = server.create(&brink_bid());
    let dice = game.changed(
        &game.score,
        &json!({ "action": "set_current", "hand": { "dice": rolled["dice"] } }),
    );
    assert_eq!(dice["document"]["current"]["dice"], rolled["dice"]);
    let once = [("idempotency-key", "the-dice-of-hand-one")];
    let first = server.send("POST", "/api/v1/rolls", &once, None);
    for _ in 0..10 {
        let retried = server.send("POST", "/api/v1/rolls", &once, None);
        assert_eq!((retried.status, retried.json()), (200, first.json()));
    }
    let again: Vec<String> = (0..40)
        .map(|_| server.send("POST", "/api/v1/rolls", &[], None).json()["dice"].to_string())
        .collect();
    assert!(
        again.iter().any(|dice| *dice != again[0]),
        "forty rolls of three dice are not all the same"
    );
}

#[test]
fn one_client_may_not_ask_without_end() {
    let server = Server::with(|settings| settings.rate = 2);
    let answers: Vec<served::Answer> = (0..40).map(|_| server.get("/api/v1/games", &[])).collect();
    let good = &answers[0];
    assert_eq!(
        good.header("ratelimit-policy"),
        Some("\"requests\";q=2;w=1")
    );
    assert!(
        good.header("ratelimit")
            .unwrap()
            .starts_with("\"requests\";r=")
    );
    let stopped = answers.iter().find(|answer| answer.status == 429).unwrap();
    assert_eq!(stopped.problem(), "too-many");
    assert_eq!(stopped.header("retry-after"), Some("1"));

    let server = Server::with(|settings| settings.creations = 1);
    assert_eq!(
        server.post("/api/v1/matches", &[], &brink_bid()).status,
        201
    );
    assert_eq!(
        server.post("/api/v1/matches", &[], &brink_bid()).problem(),
        "too-many"
    );
    let admin = server.post(
        "/api/v1/matches",
        &[("authorization", &bearer(ADMIN))],
        &brink_bid(),
    );
    assert_eq!(admin.status, 201);
}

#[test]
fn answers_are_compressed_for_those_who_take_it_and_have_a_tag_of_their_own() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    let headers = [
        ("authorization", &*bearer(&game.view)),
        ("accept-encoding", "gzip"),
    ];
    let answer = server.get(&game.path(""), &headers);
    assert_eq!(answer.header("content-encoding"), Some("gzip"));
    let tag = answer.header("etag").unwrap();
    assert_ne!(Some(tag), game.get("").header("etag"));
    let change = json!({ "action": "undo" });
    assert_eq!(game.change_at(&game.score, tag, &change).status, 200);
}

#[test]
fn every_answer_has_the_headers_that_keep_it_safe() {
    let server = Server::start();
    for path in ["/healthz", "/nowhere", "/api/v1/games"] {
        let answer = server.get(path, &[]);
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert!(answer.header("content-security-policy").is_some());
        assert_eq!(answer.header("x-request-id").unwrap().len(), 16);
    }
    let head = server.send("HEAD", "/api/v1/games", &[], None);
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[test]
fn only_origins_that_are_allowed_may_read_answers() {
    let server =
        Server::with(|settings| settings.allowed_origins = vec!["https://club.example".into()]);
    let asked = |origin: &str| {
        let answer = server.get("/api/v1/games", &[("origin", origin)]);
        answer
            .header("access-control-allow-origin")
            .map(str::to_owned)
    };
    assert_eq!(
        asked("https://club.example").as_deref(),
        Some("https://club.example")
    );
    assert_eq!(asked("https://evil.example"), None);
    let headers = [
        ("origin", "https://club.example"),
        ("access-control-request-method", "POST"),
        (
            "access-control-request-headers",
            "if-match,idempotency-key,authorization,content-type",
        ),
    ];
    let asked = server.send("OPTIONS", "/api/v1/matches", &headers, None);
    assert_eq!(asked.status, 200, "{}", asked.text());
}

#[test]
fn a_base_path_stands_before_every_path() {
    let server = Server::with(|settings| settings.base_path = "/cards".into());
    assert_eq!(server.get("/healthz", &[]).status, 404);
    assert_eq!(server.get("/cards/healthz", &[]).status, 200);
    assert_eq!(server.get("/cards/docs/index.html", &[]).status, 200);
    let made = server.post("/cards/api/v1/matches", &[], &brink_bid());
    let place = made.header("location").unwrap();
    let key = made.json()["keys"]["view"].as_str().unwrap().to_owned();
    assert_eq!(
        server
            .get(place, &[("authorization", &bearer(&key))])
            .status,
        200
    );
    assert!(
        server.get("/cards/x", &[]).json()["type"]
            .as_str()
            .unwrap()
            .starts_with("/cards/problems#")
    );
}

#[test]
fn operators_see_what_was_answered_and_never_a_key() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.get("");
    assert_eq!(server.get("/readyz", &[]).json()["status"], "ok");
    let text = server.get("/metrics", &[]).text();
    assert!(
        text.contains("route=\"/api/v1/matches/{id}\",status=\"200\"} 1"),
        "{text}"
    );
    assert!(
        !text.contains(&game.id) && !text.contains(&game.view),
        "{text}"
    );
}

#[test]
fn https_is_served_without_a_proxy() {
    let folder = Arc::new(TempDir::new().unwrap());
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let (certificate, key) = (
        folder.path().join("cert.pem"),
        folder.path().join("key.pem"),
    );
    std::fs::write(&certificate, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    let server = Server::on(folder, |settings| {
        settings.tls_cert = Some(certificate);
        settings.tls_key = Some(key);
    });
    let mut roots = rustls::RootCertStore::empty();
    roots.add(made.cert.der().clone()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = "localhost".try_into().unwrap();
    let mut session = rustls::ClientConnection::new(Arc::new(config), name).unwrap();
    let mut socket = TcpStream::connect(server.address).unwrap();
    let mut stream = rustls::Stream::new(&mut session, &mut socket);
    stream
        .write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    // The end of the connection may come without a farewell of TLS.
    let _ = stream.read_to_string(&mut answer);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(
        answer.to_lowercase().contains("strict-transport-security"),
        "{answer}"
    );
}

#[test]
fn the_command_serves_at_once_and_stops_cleanly() {
    let folder = TempDir::new().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(["serve", "--bind", "127.0.0.1:0", "--log", "error"])
        .current_dir(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let said = lines.next().unwrap().unwrap();
    let address = said
        .rsplit("http://")
        .next()
        .unwrap()
        .trim()
        .parse()
        .unwrap();
    assert_eq!(
        served::send(address, "GET", "/readyz", &[], None).status,
        200
    );
    let stopped = Command::new("kill")
        .arg(child.id().to_string())
        .status()
        .unwrap();
    assert!(stopped.success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(folder.path().join("overtrick.db").exists());
    assert!(folder.path().join("overtrick.secret").exists());
}

#[test]
fn settings_come_from_file_environment_and_flags_and_secrets_are_hidden() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("overtrick.toml");
    std::fs::write(&file, "bind = \"127.0.0.1:1\"\nrate = 5\ntimeout = 7\nadmin_token = \"a-token-that-nobody-sees\"\n").unwrap();
    let shown = Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(["config", "--timeout", "9"])
        .env("OVERTRICK_RATE", "6")
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = String::from_utf8(shown.stdout).unwrap();
    for line in ["bind = \"127.0.0.1:1\"", "rate = 6", "timeout = 9"] {
        assert!(text.contains(line), "{text}");
    }
    assert!(
        !text.contains("nobody-sees") && text.contains("admin_token"),
        "{text}"
    );
    std::fs::write(&file, "bnid = \"127.0.0.1:1\"\n").unwrap();
    let refused = Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .arg("config")
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("bnid"));
}
