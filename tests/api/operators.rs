//! What the operators of a service can see and configure.

use std::io::{BufReader, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::Instant;

use overtrick_server::bounds::LOG_LINES_PER_SECOND;
use serde_json::Value;
use tempfile::TempDir;

use crate::served::{self, ADMIN, METRICS, Program, Server, bearer, brink_bid, listening};

#[test]
fn metrics_count_answers_without_keys() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.get("");
    assert_eq!(server.get("/readyz", &[]).json()["status"], "ok");
    let text = server.metrics();
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
fn metrics_have_the_database_size_and_the_build() {
    let server = Server::start();
    server.create(&brink_bid());
    let figure = |name: &str| {
        let text = server.metrics();
        let line = text.lines().find(|line| line.starts_with(name));
        line.unwrap_or_else(|| panic!("{text}")).to_owned()
    };
    assert_eq!(figure("overtrick_matches "), "overtrick_matches 1");
    let build = format!(
        "overtrick_build_info{{version=\"{}\"",
        env!("CARGO_PKG_VERSION")
    );
    assert!(figure(&build).ends_with("} 1"));
    assert_eq!(figure("overtrick_write_queue "), "overtrick_write_queue 0");
    let bytes = figure("overtrick_database_bytes ");
    let bytes: u64 = bytes.split(' ').next_back().unwrap().parse().unwrap();
    assert!(bytes > 4096, "{bytes}");
    server.create(&brink_bid());
    assert_eq!(figure("overtrick_matches "), "overtrick_matches 2");
}

#[test]
fn metrics_require_their_token() {
    let server = Server::start();
    let with = |key: &str| server.get("/metrics", &[("authorization", &bearer(key))]);
    assert_eq!(server.get("/metrics", &[]).problem(), "unauthorized");
    for wrong in [ADMIN, &METRICS[1..], "x"] {
        assert_eq!(with(wrong).status, 401, "{wrong}");
    }
    assert_eq!(with(METRICS).status, 200);
    let without = Server::with(|settings| settings.metrics_token = None);
    for headers in [vec![], vec![("authorization", bearer(ADMIN))]] {
        let headers: Vec<(&str, &str)> = headers.iter().map(|(n, v)| (*n, &**v)).collect();
        assert_eq!(without.get("/metrics", &headers).problem(), "not-found");
    }
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
    let (address, before, _output) = listening(&mut child);
    assert_eq!(before, "", "nothing is logged before the program serves");
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
fn a_request_in_flight_is_finished_before_the_end() {
    let folder = TempDir::new().unwrap();
    let mut program = Program::serve(&folder.path().join("matches.db"));
    let body = brink_bid().to_string();
    let mut stream = TcpStream::connect(program.address).unwrap();
    let head = format!(
        "POST /api/v1/matches HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         expect: 100-continue\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    // The service sends status 100 only after the handler has started.
    assert_eq!(served::read_head(&mut reader).status, 100);
    let stopped = Command::new("kill")
        .arg(program.child.id().to_string())
        .status();
    assert!(stopped.unwrap().success());
    stream.write_all(body.as_bytes()).unwrap();
    assert_eq!(served::read_head(&mut reader).status, 201);
    drop(reader);
    assert_eq!(program.child.wait().unwrap().code(), Some(0));
}

#[test]
fn refused_requests_do_not_fill_the_log() {
    let folder = TempDir::new().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    command.env("OVERTRICK_LIMITS", "on");
    let mut program = Program::start_logging(&mut command, &folder.path().join("matches.db"));
    let mut client = program.client();
    let long = format!("/{}", "x".repeat(15_000));
    client.ask("GET", &long, &[], b"").unwrap();
    let method = "Y".repeat(5_000);
    client.ask(&method, "/healthz", &[], b"").unwrap();
    let mut refused = 0;
    let began = Instant::now();
    // A slow machine sends fewer requests per second, so fewer of them are refused.
    for _ in 0..5_000 {
        let answer = client.ask("GET", "/api/v1/version", &[], b"");
        refused += usize::from(answer.unwrap().status == 429);
        if refused > 200 {
            break;
        }
    }
    let seconds = began.elapsed().as_secs();
    assert!(refused > 200, "{refused}");
    let output = program.stop();
    let longest = output.lines().map(str::len).max().unwrap();
    assert!(longest < 1_500, "{longest}");
    let events: Vec<Value> = output
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let logged: Vec<&Value> = events
        .iter()
        .filter(|event| event["fields"]["status"] == 429)
        .collect();
    let most = usize::try_from((seconds + 2) * u64::from(LOG_LINES_PER_SECOND)).unwrap();
    assert!((1..=most).contains(&logged.len()), "{}", logged.len());
}

#[test]
fn logs_name_requests_and_never_a_key() {
    let folder = TempDir::new().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    command.env("OVERTRICK_ADMIN_TOKEN", ADMIN);
    let mut program = Program::start_logging(&mut command, &folder.path().join("matches.db"));
    let mut client = program.client();
    let opened = client.ask(
        "POST",
        "/api/v1/matches",
        &[],
        brink_bid().to_string().as_bytes(),
    );
    let opened = opened.unwrap();
    let request = opened.header("x-request-id").unwrap().to_owned();
    let state = opened.json();
    let key = |role: &str| state["keys"][role].as_str().unwrap().to_owned();
    let path = format!("/api/v1/matches/{}", state["id"].as_str().unwrap());
    let score = bearer(&key("score"));
    for (path, headers) in [
        (format!("{path}?key={}", key("view")), vec![]),
        (path.clone(), vec![("authorization", score.clone())]),
        (path.clone(), vec![("authorization", bearer(ADMIN))]),
        (
            path,
            vec![("cookie", format!("overtrick={}", key("direct")))],
        ),
    ] {
        let headers: Vec<(&str, &str)> = headers
            .iter()
            .map(|(name, value)| (*name, &**value))
            .collect();
        client.ask("GET", &path, &headers, b"").unwrap();
    }
    let logged = program.stop();
    let lines: Vec<Value> = logged
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    let of_request = |line: &&Value| line["span"]["id"] == *request;
    let line = lines
        .iter()
        .find(of_request)
        .unwrap_or_else(|| panic!("{logged}"));
    assert_eq!(line["fields"]["status"], 201);
    let answered = |line: &&Value| line["fields"]["message"] == "answered";
    assert_eq!(lines.iter().filter(answered).count(), 5, "{logged}");
    for secret in [key("view"), key("score"), key("direct"), ADMIN.to_owned()] {
        assert!(!logged.contains(&secret), "{logged}");
    }
}

#[test]
fn settings_come_from_file_environment_and_flags_and_secrets_are_hidden() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("overtrick.toml");
    std::fs::write(&file, "bind = \"127.0.0.1:1\"\nkeep_alive = 5\ntimeout = 7\nadmin_token = \"a-token-that-nobody-sees\"\n").unwrap();
    let shown = Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(["config", "--timeout", "9"])
        .env("OVERTRICK_KEEP_ALIVE", "6")
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = String::from_utf8(shown.stdout).unwrap();
    for line in ["bind = \"127.0.0.1:1\"", "keep_alive = 6", "timeout = 9"] {
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
    let output = program.stop();
    assert_eq!(output.matches("trusted_proxies").count(), 1, "{output}");
    assert!(output.contains("127.0.0.1"), "{output}");
}
