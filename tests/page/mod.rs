//! The page and the frames, fetched over HTTP.

mod files;
mod frames;

use crate::served::Server;

/// The text of an existing file.
fn text(server: &Server, path: &str) -> String {
    let answer = server.get(path, &[]);
    assert_eq!(answer.status, 200, "{path}");
    answer.text()
}

/// The texts between each pair of marks.
fn between<'a>(text: &'a str, from: &str, to: &str) -> Vec<&'a str> {
    let parts = text.split(from).skip(1);
    parts.map(|part| part.split(to).next().unwrap()).collect()
}
