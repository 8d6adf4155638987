//! `overtrick health`.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread::{JoinHandle, spawn};

use crate::cli::{err, out, overtrick, status};

/// Starts a server that sends this answer to one request; returns its address, and a thread that returns the request.
fn answering(answer: &'static str) -> (String, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let server = spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = Vec::new();
        while !request.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            request.push(byte[0]);
        }
        stream.write_all(answer.as_bytes()).unwrap();
        String::from_utf8(request).unwrap()
    });
    (address, server)
}

#[test]
fn a_service_that_is_ready_is_healthy() {
    let (address, server) = answering("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    let url = format!("http://{address}/cards/");
    let output = overtrick(&["health", &url]);
    assert_eq!(status(&output), 0, "{}", err(&output));
    assert_eq!(out(&output), format!("{url} is ready.\n"));
    let request = server.join().unwrap();
    assert!(
        request.starts_with("GET /cards/readyz HTTP/1.1\r\n"),
        "{request}"
    );
    assert!(
        request.contains(&format!("\r\nHost: {address}\r\n")),
        "{request}"
    );
}

#[test]
fn health_uses_the_address_of_the_settings() {
    let (address, server) = answering("HTTP/1.1 200 OK\r\n\r\n");
    let (_, port) = address.split_once(':').unwrap();
    let everywhere = format!("0.0.0.0:{port}");
    let output = overtrick(&["health", "--bind", &everywhere, "--base-path", "cards"]);
    assert_eq!(status(&output), 0, "{}", err(&output));
    let request = server.join().unwrap();
    assert!(request.starts_with("GET /cards/readyz "), "{request}");
}

#[test]
fn a_service_that_is_not_ready_gives_the_reason() {
    let (address, server) =
        answering("HTTP/1.1 503 Service Unavailable\r\n\r\n{\"detail\": \"the disk is full\"}");
    let output = overtrick(&["health", &format!("http://{address}")]);
    assert_eq!(status(&output), 3);
    assert!(
        err(&output).contains("the disk is full"),
        "{}",
        err(&output)
    );
    server.join().unwrap();
}

#[test]
fn an_answer_without_a_reason_shows_its_status_and_no_answer_is_an_error() {
    let (address, server) = answering("HTTP/1.1 502 Bad Gateway\r\n\r\n<html>");
    let output = overtrick(&["health", &format!("http://{address}")]);
    assert_eq!(status(&output), 3);
    assert!(err(&output).contains("502"), "{}", err(&output));
    server.join().unwrap();
    let (address, server) = answering("SSH-2.0");
    let output = overtrick(&["health", &format!("http://{address}")]);
    assert_ne!(status(&output), 0);
    assert!(err(&output).contains(&address), "{}", err(&output));
    server.join().unwrap();
}

#[test]
fn an_address_of_another_scheme_is_refused() {
    for address in ["https://127.0.0.1:1", "127.0.0.1:8080", "file:///etc"] {
        let output = overtrick(&["health", address]);
        assert_eq!(status(&output), 2, "{address}");
        assert!(err(&output).contains(address), "{}", err(&output));
    }
}

#[test]
fn an_endless_answer_is_not_read_to_the_end() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let sent = spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").unwrap();
        let part = vec![b' '; 1 << 16];
        (0..1024)
            .take_while(|_| stream.write_all(&part).is_ok())
            .count()
            << 16
    });
    let output = overtrick(&["health", &format!("http://{address}")]);
    assert_eq!(status(&output), 0, "{}", err(&output));
    // The system's buffers take some megabytes that the command does not read.
    let sent = sent.join().unwrap();
    assert!(sent < 32 << 20, "{sent} bytes");
}

#[test]
fn an_answer_of_another_server_is_not_a_refusal() {
    let (address, server) = answering("HTTP/1.1 404 Not Found\r\n\r\n<html>");
    let url = format!("http://{address}");
    let output = overtrick(&["club", "end", "1", "--server", &url, "--key", "k"]);
    assert_eq!(status(&output), 3, "{}", err(&output));
    assert!(err(&output).contains(&address), "{}", err(&output));
    server.join().unwrap();
}
