//! The requests that the README shows, sent as they stand.

#![expect(clippy::disallowed_methods, reason = "a test reads files")]

use std::fs;
use std::path::Path;

use crate::served::{ADMIN, Server, bearer, brink_bid};

/// The words of a line as a shell reads them: in quotes, spaces belong to a word.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for letter in line.chars() {
        match (letter, quote) {
            (letter, Some(open)) if letter == open => quote = None,
            ('\'' | '"', None) => quote = Some(letter),
            (' ', None) => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            (letter, _) => word.push(letter),
        }
    }
    words.push(word);
    words
}

/// A request of curl: its path, its headers, and its body.
struct Request {
    path: String,
    headers: Vec<(String, String)>,
    body: Option<Vec<u8>>,
}

fn request(line: &str) -> Request {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut path, mut headers, mut body) = (None, Vec::new(), None);
    let mut words = words(line).into_iter().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap();
        match word.as_str() {
            "-o" => drop(value()),
            "-H" => {
                let header = value();
                let (name, value) = header.split_once(": ").unwrap();
                headers.push((name.to_owned(), value.to_owned()));
            }
            "-d" => body = Some(value().into_bytes()),
            "--data-binary" => {
                let file = value();
                body = Some(fs::read(root.join(file.strip_prefix('@').unwrap())).unwrap());
            }
            url => {
                let address = url.trim_start_matches("https://");
                let (_, rest) = address.split_once('/').unwrap();
                path = Some(format!("/{rest}"));
            }
        }
    }
    Request {
        path: path.unwrap(),
        headers,
        body,
    }
}

#[test]
fn every_request_of_the_readme_is_answered() {
    let readme = include_str!("../../README.md").replace("\\\n", " ");
    let server = Server::start();
    let shown = server.create(&brink_bid());
    let director = bearer(&shown.direct);
    let headers = [("authorization", &*director), ("if-match", "*")];
    let published = server.send("PUT", &shown.path("/embed"), &headers, None);
    assert!(published.status < 300);

    let (mut id, mut score, mut key) = (String::new(), String::new(), String::new());
    let mut sent = 0;
    for line in readme.lines().filter(|line| line.starts_with("curl ")) {
        let filled = line
            .replace("$ID", &id)
            .replace("$SCORE", &score)
            .replace("$KEY", &key)
            .replace("$OVERTRICK_ADMIN_TOKEN", ADMIN)
            .replace("/MATCH", &format!("/{}", shown.id));
        let Request {
            path,
            headers,
            body,
        } = request(&filled);
        let headers: Vec<(&str, &str)> = headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        let method = if body.is_some() { "POST" } else { "GET" };
        let answer = server.send(method, &path, &headers, body.as_deref());
        assert!(
            (200..300).contains(&answer.status),
            "{line}: {}",
            answer.text()
        );
        if path == "/api/v1/keys" {
            key = answer.json()["key"].as_str().unwrap().to_owned();
        }
        if path == "/api/v1/matches" && method == "POST" {
            let opened = answer.json();
            id = opened["id"].as_str().unwrap().to_owned();
            score = opened["keys"]["score"].as_str().unwrap().to_owned();
        }
        sent += 1;
    }
    assert!(sent >= 5, "{sent}");
}
