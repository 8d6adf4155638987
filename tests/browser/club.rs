//! The website of a club, whose origin differs from the service's.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};

use serde_json::json;

use super::chromium::{Chromium, Wishes, there};
use crate::served::{Match, bearer};

/// A browser as wide as a desktop's; `None` without Chromium.
pub fn wide() -> Option<Chromium> {
    let wishes = Wishes {
        wide: true,
        ..Wishes::default()
    };
    there().then(|| Chromium::start(&wishes))
}

/// Publishes a match (`PUT`), or hides it (`DELETE`).
pub fn publication(game: &Match<'_>, method: &str) {
    let headers = [("authorization", &*bearer(&game.direct)), ("if-match", "*")];
    let path = game.path("/publication");
    let answer = game.server.send(method, &path, &headers, None);
    assert_eq!(answer.status, 200);
}

/// Opens a page with scripts disabled, and waits until it has this text.
pub fn see_without_scripts(browser: &Chromium, url: &str, wanted: &str) {
    let off = json!({ "value": true });
    browser.cdp("Emulation.setScriptExecutionDisabled", &off);
    browser.cdp("Page.navigate", &json!({ "url": url }));
    let message = || {
        let tree = browser.cdp("Accessibility.getFullAXTree", &json!({}));
        let nodes = tree["nodes"].as_array()?.iter();
        let text: Vec<&str> = nodes
            .filter(|node| node["role"]["value"] == "StaticText")
            .filter_map(|node| node["name"]["value"].as_str())
            .collect();
        text.join(" ").contains(wanted).then_some(())
    };
    browser.until(message, || format!("{wanted} is not at {url}"));
}

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
    // The host name differs from the service's, so this is another site too.
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
    // The browser may have disconnected.
    let _ = stream.write_all(answer.as_bytes());
}
