//! A club's website, with another origin than the service.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};

/// Serves a page at every path until the test ends; returns its address.
pub fn club(page: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let SocketAddr::V4(address) = listener.local_addr().unwrap() else {
        unreachable!("bound to IPv4")
    };
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            answer(stream, &page);
        }
    });
    // With another host name than the service, so that it is also another site.
    format!("http://localhost:{}/", address.port())
}

fn answer(mut stream: TcpStream, page: &str) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    while lines
        .next()
        .is_some_and(|line| line.is_ok_and(|line| !line.is_empty()))
    {}
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\nconnection: close";
    let answer = format!("{head}\r\ncontent-length: {}\r\n\r\n{page}", page.len());
    // A disconnected browser does not matter.
    let _ = stream.write_all(answer.as_bytes());
}
