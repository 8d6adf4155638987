//! Connections that would occupy the service: heads and bodies that arrive byte by byte, answers that are
//! never read, and too many connections from one address.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use overtrick_server::settings::Settings;
use tempfile::TempDir;

use crate::served::{Program, Server, brink_bid, connect_from};

/// How many bytes are dripped, a fifth of a second apart: for far longer than a server with [`impatient`]
/// settings waits.
const DRIPS: usize = 60;
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

/// Sends a small request; returns whether it was answered.
fn asks(stream: &mut TcpStream) -> bool {
    let request = b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
    let mut answer = [0; 12];
    stream.write_all(request).is_ok()
        && stream.read_exact(&mut answer).is_ok()
        && answer == *b"HTTP/1.1 200"
}

/// Sends a byte again and again; returns whether the connection was closed meanwhile.
fn is_closed_while_dripping(stream: &mut TcpStream, drip: &[u8]) -> bool {
    stream.set_nonblocking(true).unwrap();
    let mut read = [0; 4096];
    for _ in 0..DRIPS {
        std::thread::sleep(PAUSE);
        if stream.write_all(drip).is_err() {
            return true;
        }
        loop {
            match stream.read(&mut read) {
                Ok(0) => return true,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(_) => return true,
            }
        }
    }
    false
}

#[test]
fn a_head_that_drips_after_an_answer_is_cut_off() {
    let server = impatient();
    let mut stream = connect(&server);
    assert!(asks(&mut stream));
    stream.write_all(b"GET /healthz HTTP/1.1\r\nx: ").unwrap();
    assert!(is_closed_while_dripping(&mut stream, b"a"));
    assert_eq!(server.get("/healthz", &[]).status, 200);
}

#[test]
fn chunks_that_drip_on_a_get_are_cut_off() {
    let server = impatient();
    let mut stream = connect(&server);
    let head = b"GET /healthz HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.write_all(head).unwrap();
    assert!(is_closed_while_dripping(&mut stream, b"1\r\na\r\n"));
}

#[test]
fn an_answer_that_is_never_read_is_cut_off() {
    let server = impatient();
    let mut stream = connect(&server);
    let request = b"GET /api/v1/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n";
    // More than the buffers of both systems hold.
    for _ in 0..200 {
        if stream.write_all(request).is_err() {
            break;
        }
    }
    // The service detects a full buffer once those of the system are full.
    let mut closed = false;
    for _ in 0..DRIPS {
        std::thread::sleep(PAUSE);
        if stream.write_all(b"\r\n").is_err() {
            closed = true;
            break;
        }
    }
    assert!(closed, "it waits for ever");
    let open = server.metrics();
    assert!(open.contains("\novertrick_connections 1\n"), "{open}");
}

#[test]
fn one_address_has_so_many_connections_and_another_its_own() {
    let server = Server::with(|settings| settings.connections = 5);
    let mut first: Vec<TcpStream> = (0..5)
        .map(|_| connect_from([127, 0, 0, 2], server.address))
        .collect();
    assert!(first.iter_mut().all(asks));
    assert!(!asks(&mut connect_from([127, 0, 0, 2], server.address)));
    assert!(asks(&mut connect(&server)));
    drop(first.pop());
    let again = || asks(&mut connect_from([127, 0, 0, 2], server.address));
    assert!((0..1_500).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        again()
    }));
}

/// A server with its own HTTPS.
fn secure(set: impl FnOnce(&mut Settings)) -> Server {
    let folder = Arc::new(TempDir::new().unwrap());
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let (certificate, key) = (
        folder.path().join("cert.pem"),
        folder.path().join("key.pem"),
    );
    std::fs::write(&certificate, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    Server::on(folder, |settings| {
        settings.tls_cert = Some(certificate);
        settings.tls_key = Some(key);
        set(settings);
    })
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
fn a_connection_counts_before_its_handshake() {
    let server = secure(|settings| settings.connections = 5);
    let mut silent: Vec<TcpStream> = (0..7)
        .map(|_| connect_from([127, 0, 0, 2], server.address))
        .collect();
    let mut another = connect_from([127, 0, 0, 3], server.address);
    // Less than the handshake timeout.
    std::thread::sleep(Duration::from_secs(3));
    let is_closed = |stream: &mut TcpStream| {
        stream.set_nonblocking(true).unwrap();
        match stream.read(&mut [0; 16]) {
            Ok(read) => read == 0,
            Err(error) => error.kind() != ErrorKind::WouldBlock,
        }
    };
    let closed: Vec<bool> = silent.iter_mut().map(is_closed).collect();
    let closed = closed.into_iter().filter(|closed| *closed);
    assert_eq!(closed.count(), 2, "there may be five");
    assert!(!is_closed(&mut another));
}

#[test]
fn a_handshake_ends_after_a_few_seconds() {
    // No test waits for a request that long.
    let server = secure(|settings| settings.timeout = 3600);
    let mut half = connect_from([127, 0, 0, 2], server.address);
    // The header of a record without its contents.
    half.write_all(&[22, 3, 1, 2, 0, 1]).unwrap();
    assert!(is_closed_within(&mut half, 10));
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "how long others wait is measured"
)]
fn half_handshakes_hold_up_nobody() {
    let server = secure(|settings| {
        settings.connections = 0;
        settings.workers = 1;
    });
    let half: Vec<TcpStream> = (0..300)
        .map(|_| connect_from([127, 0, 0, 2], server.address))
        .collect();
    std::thread::sleep(PAUSE);
    let mut stream = connect(&server);
    let asked = Instant::now();
    // Anything but a handshake is answered with an alert at once.
    stream.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    assert!(stream.read(&mut [0; 16]).is_ok());
    let took = asked.elapsed();
    assert!(took < Duration::from_secs(2), "{took:?}");
    drop(half);
}

#[test]
fn all_together_leave_files_to_the_process() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n 256 && exec \"$0\" \"$@\""]);
    command.arg(env!("CARGO_BIN_EXE_overtrick"));
    let program = Program::start(&mut command, &folder.path().join("overtrick.db"));
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
    assert!(after - before < 15, "{before} MB became {after} MB");
}

#[test]
fn half_bodies_on_all_connections_of_a_client_take_less_than_a_hundred_megabytes() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::serve(&folder.path().join("overtrick.db"));
    let document = brink_bid().to_string();
    let opened = { program.client() }.ask("POST", "/api/v1/scores", &[], document.as_bytes());
    assert_eq!(opened.unwrap().status, 200);
    let before = most_memory(&program);
    let half = " ".repeat(900_000);
    let head = "POST /api/v1/scores HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         content-length: 1000000\r\n\r\n";
    let send = |_| {
        let mut stream = connect_from([127, 0, 0, 2], program.address);
        stream
            .set_write_timeout(Some(Duration::from_secs(2)))
            .unwrap();
        drop(stream.write_all(head.as_bytes()));
        drop(stream.write_all(half.as_bytes()));
        stream
    };
    let streams: Vec<TcpStream> = (0..256).map(send).collect();
    let after = most_memory(&program);
    assert!(after - before < 100, "{before} MB became {after} MB");
    drop(streams);
}

#[test]
fn half_bodies_and_unread_answers_of_a_client_take_less_than_a_hundred_megabytes() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::serve(&folder.path().join("overtrick.db"));
    // The program's code is in memory once it was executed.
    let document = format!("{{\"game\": \"brink-bid\"{}}}", " ".repeat(900_000));
    let headers = [("content-type", "application/json")];
    let ask = |method: &str, path: &str| {
        let mut client = program.client();
        client
            .ask(method, path, &headers, document.as_bytes())
            .unwrap()
    };
    ask("POST", "/api/v1/matches");
    assert_eq!(ask("GET", "/openapi.json").status, 200);
    let before = most_memory(&program);
    let half = "x".repeat(3_900_000);
    let head = format!(
        "POST /api/v1/matches HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n",
        half.len() + 1
    );
    let connect = || {
        let stream = connect_from([127, 0, 0, 2], program.address);
        let patience = Some(Duration::from_secs(2));
        stream.set_write_timeout(patience).unwrap();
        stream
    };
    let mut streams = Vec::new();
    for _ in 0..100 {
        let mut stream = connect();
        drop(stream.write_all(head.as_bytes()));
        drop(stream.write_all(half.as_bytes()));
        streams.push(stream);
    }
    let request = b"GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(20);
    for _ in 0..100 {
        let mut stream = connect();
        drop(stream.write_all(&request));
        streams.push(stream);
    }
    std::thread::sleep(Duration::from_secs(2));
    let after = most_memory(&program);
    println!("{before} MB became {after} MB");
    assert!(after - before < 100, "{before} MB became {after} MB");
    // Other clients are answered, even with large bodies.
    let asked = ask("POST", "/api/v1/scores");
    drop(streams);
    // From the same machine, but another address.
    assert_ne!(asked.status, 429);
}

#[test]
fn connections_that_drip_keep_nobody_out() {
    let folder = tempfile::tempdir().unwrap();
    // The usual default limit of open files.
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n 1024 && exec \"$0\" \"$@\""]);
    command.arg(env!("CARGO_BIN_EXE_overtrick"));
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
