//! Connections that tie up the service: answers that are never read, half-sent bodies, unfinished handshakes,
//! and too many connections from one address.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use overtrick_server::bounds::{MAX_BODY, MAX_CONNECTIONS_OF_ADDRESS, MAX_LOG_BODY};
use serde_json::Value;

use crate::served::{Program, Server, brink_bid, connect_from, limited_to, until};

/// How many times to check whether a connection is closed, with a pause after each: together far longer than an
/// [`impatient`] server waits.
const TRIES: usize = 60;
const PAUSE: Duration = Duration::from_millis(200);

fn impatient() -> Server {
    Server::with(|settings| {
        settings.timeout = 1;
        settings.keep_alive = 1;
    })
}

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(server.address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_mins(2)))
        .unwrap();
    stream
}

#[test]
fn an_unread_answer_is_aborted() {
    let server = impatient();
    let mut stream = connect(&server);
    let request = b"GET /api/v1/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n";
    // The answers do not fit in the socket buffers of both sides.
    for _ in 0..1000 {
        if stream.write_all(request).is_err() {
            break;
        }
    }
    // Once those buffers are full, the service cannot write its answers, and closes the connection.
    let mut closed = false;
    for _ in 0..TRIES {
        std::thread::sleep(PAUSE);
        if stream.write_all(b"\r\n").is_err() {
            closed = true;
            break;
        }
    }
    assert!(closed, "the service waits forever");
    until("only one connection is open", || {
        let metrics = server.metrics();
        metrics.contains("\novertrick_connections 1\n")
    });
}

/// Whether the other side closes a connection within this many seconds.
fn is_closed_within(stream: &mut TcpStream, seconds: u64) -> bool {
    let patience = Duration::from_secs(seconds);
    stream.set_read_timeout(Some(patience)).unwrap();
    match stream.read(&mut [0; 16]) {
        Ok(read) => read == 0,
        Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
    }
}

#[test]
fn a_handshake_ends_after_a_few_seconds() {
    // The timeout for requests is an hour, so another limit must end the handshake.
    let server = Server::secure(|settings| settings.timeout = 3600);
    let mut half = connect_from([127, 0, 0, 2], server.address);
    // The header of a TLS record without its contents.
    half.write_all(&[22, 3, 1, 2, 0, 1]).unwrap();
    assert!(is_closed_within(&mut half, 10));
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "how long others wait is measured"
)]
fn incomplete_handshakes_do_not_block_others() {
    let server = Server::secure(|settings| settings.workers = 1);
    let half: Vec<TcpStream> = (0..300)
        .map(|_| connect_from([127, 0, 0, 2], server.address))
        .collect();
    std::thread::sleep(PAUSE);
    let mut stream = connect(&server);
    let asked = Instant::now();
    // The server answers anything but a handshake at once, with an alert.
    stream.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    assert!(stream.read(&mut [0; 16]).is_ok());
    let took = asked.elapsed();
    // The incomplete handshakes end after five seconds.
    assert!(took < Duration::from_secs(4), "{took:?}");
    drop(half);
}

#[test]
fn connections_do_not_use_all_open_files() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(
        &mut limited_to("-n 256"),
        &folder.path().join("overtrick.db"),
    );
    let mut client = program.client();
    let health = |client: &mut crate::served::Client| {
        client
            .ask("GET", "/readyz", &[], b"")
            .map(|answer| answer.status)
    };
    assert_eq!(health(&mut client).unwrap(), 200);
    let many: Vec<TcpStream> = (2..5)
        .flat_map(|last| (0..100).map(move |_| [127, 0, 0, last]))
        .map(|local| connect_from(local, program.address))
        .collect();
    std::thread::sleep(PAUSE);
    let files = std::fs::read_dir(format!("/proc/{}/fd", program.child.id()));
    let files = files.unwrap().count();
    assert!(files < 250, "{files} files are open");
    let document = brink_bid().to_string();
    let opened = client.ask("POST", "/api/v1/matches", &[], document.as_bytes());
    assert_eq!(opened.unwrap().status, 201);
    assert_eq!(health(&mut client).unwrap(), 200);
    drop(many);
}

/// The peak memory of a program, in megabytes.
#[expect(clippy::disallowed_methods, reason = "the system tells it in a file")]
fn most_memory(program: &Program) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.unwrap().trim().trim_end_matches(" kB");
    kilobytes.parse::<u64>().unwrap() / 1000
}

#[test]
fn a_file_of_the_page_is_packed_in_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::serve(&folder.path().join("overtrick.db"));
    let ask = |path: &str, encoding: &str| {
        let headers = [("accept-encoding", encoding)];
        let answer = program.client().ask("GET", path, &headers, b"").unwrap();
        assert_eq!(answer.status, 200, "{path}");
    };
    let files = [
        "/style.css",
        "/sw.js",
        "/css/record.css",
        "/css/screens.css",
    ];
    for path in files {
        ask(path, "identity");
    }
    let before = most_memory(&program);
    for path in files {
        ask(path, "br");
    }
    let after = most_memory(&program);
    assert!(after - before < 15, "{before} MB, then {after} MB");
}

/// Waits until the server has compressed the files of the page, because this takes memory too.
fn wait_for_compression(program: &Program) {
    let get = |path: &str, encoding: &str| {
        let headers = [("accept-encoding", encoding)];
        program.client().ask("GET", path, &headers, b"").unwrap()
    };
    let shell = get("/shell.js", "identity").text();
    let shell = shell.trim().trim_start_matches("self.SHELL = ");
    let shell: Value = serde_json::from_str(shell.trim_end_matches(';')).unwrap();
    for file in shell["files"].as_array().unwrap() {
        for encoding in ["gzip", "br"] {
            let path = format!("/{}", file.as_str().unwrap().trim_start_matches("./"));
            assert_eq!(get(&path, encoding).status, 200, "{path}");
        }
    }
}

/// Sends a request without reading its answer; returns the connection.
fn begin(program: &Program, request: &[u8]) -> TcpStream {
    let mut stream = connect_from([127, 0, 0, 2], program.address);
    let timeout = Some(Duration::from_millis(500));
    stream.set_write_timeout(timeout).unwrap();
    drop(stream.write_all(request));
    stream
}

/// The head of a request and its body without the last byte.
fn half(path: &str, bytes: usize) -> Vec<u8> {
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         content-length: {bytes}\r\n\r\n"
    );
    (head + &" ".repeat(bytes - 1)).into_bytes()
}

#[test]
fn half_bodies_and_unread_answers_of_a_client_take_less_than_a_hundred_megabytes() {
    let unread = |path: &str| format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n").repeat(20);
    for (what, request) in [
        ("bodies", half("/api/v1/scores", MAX_BODY)),
        ("logs", half("/api/v1/logs", MAX_LOG_BODY)),
        ("answers", unread("/openapi.json").into_bytes()),
        // The largest file does not fit in the socket buffers.
        ("files", unread("/overtrick-pdf.wasm").into_bytes()),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
        command.env("OVERTRICK_LIMITS", "on");
        let program = Program::start(&mut command, &folder.path().join("overtrick.db"));
        // Files read for the first request stay in memory, so they are requested before the first measurement.
        for path in ["/openapi.json", "/overtrick-pdf.wasm"] {
            drop(program.client().ask("GET", path, &[], b"").unwrap());
        }
        wait_for_compression(&program);
        let before = most_memory(&program);
        let streams: Vec<TcpStream> = (0..MAX_CONNECTIONS_OF_ADDRESS + 20)
            .map(|_| begin(&program, &request))
            .collect();
        std::thread::sleep(Duration::from_secs(1));
        let after = most_memory(&program);
        println!("{what}: {before} MB became {after} MB");
        assert!(
            after - before < 100,
            "{what}: {before} MB before, {after} MB after"
        );
        let health = program.client().ask("GET", "/healthz", &[], b"").unwrap();
        assert_eq!(health.status, 200, "another address is served");
        drop(streams);
    }
}

#[test]
fn connections_are_limited_per_address() {
    let server = Server::limited();
    let ask = |last: u8| {
        let mut stream = connect_from([127, 0, 0, last], server.address);
        let answer = ask_on(&mut stream);
        (stream, answer)
    };
    let mut open: Vec<TcpStream> = Vec::new();
    for _ in 0..MAX_CONNECTIONS_OF_ADDRESS {
        open.push(connect_from([127, 0, 0, 2], server.address));
    }
    let counted = || server.metrics().contains("\novertrick_connections 129\n");
    assert!((0..TRIES).any(|_| {
        std::thread::sleep(PAUSE);
        counted()
    }));
    let (refused, answer) = ask(2);
    assert_eq!(answer.as_deref(), Some("HTTP/1.1 429"));
    assert_eq!(ask(3).1.as_deref(), Some("HTTP/1.1 200"));
    drop(refused);
    drop(open.pop());
    assert!((0..TRIES).any(|_| {
        std::thread::sleep(PAUSE);
        ask(2).1.as_deref() == Some("HTTP/1.1 200")
    }));
}

/// The beginning of the answer to a small request; `None` if the connection is closed.
fn ask_on(stream: &mut TcpStream) -> Option<String> {
    let mut answer = [0; 12];
    stream
        .write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
        .ok()?;
    stream.read_exact(&mut answer).ok()?;
    Some(String::from_utf8_lossy(&answer).into_owned())
}

#[test]
fn slow_connections_do_not_block_others() {
    let folder = tempfile::tempdir().unwrap();
    // The usual default limit of open files.
    let mut command = limited_to("-n 1024");
    command.env("OVERTRICK_LIMITS", "on");
    command.env("OVERTRICK_TIMEOUT", "3600");
    let program = Program::start(&mut command, &folder.path().join("overtrick.db"));
    let dripping: Vec<TcpStream> = (0..1100)
        .map(|_| {
            let mut stream = connect_from([127, 0, 0, 2], program.address);
            drop(stream.write_all(b"GET / HTTP/1.1\r\nx: "));
            stream
        })
        .collect();
    let health = program.client().ask("GET", "/healthz", &[], b"").unwrap();
    assert_eq!(health.status, 200);
    drop(dripping);
}
