//! Connections that would hold the service: heads and bodies that arrive byte by byte, answers that
//! are never read, and more connections from one address than there may be.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;

use crate::served::{Program, Server, connect_from};

/// How many times a byte is dripped, a fifth of a second apart: for far longer than a server with
/// [`impatient`] settings waits.
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
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    stream
}

/// Asks for something small, and whether there was an answer.
fn asks(stream: &mut TcpStream) -> bool {
    let request = b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
    let mut answer = [0; 12];
    stream.write_all(request).is_ok()
        && stream.read_exact(&mut answer).is_ok()
        && answer == *b"HTTP/1.1 200"
}

/// Sends a byte again and again; whether the connection was closed meanwhile.
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
    // The service sees that its buffer is full once the system's are.
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
    assert!((0..50).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        again()
    }));
}

#[test]
fn connections_that_drip_keep_nobody_out() {
    let folder = tempfile::tempdir().unwrap();
    // As many files as a system lets a process have by default.
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
