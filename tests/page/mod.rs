//! The page and the frames as the service gives them out, asked over HTTP.

mod files;
mod frames;

use crate::served::Server;

/// The text of a file that is there.
fn text(server: &Server, path: &str) -> String {
    let answer = server.get(path, &[]);
    assert_eq!(answer.status, 200, "{path}");
    answer.text()
}

/// What stands between two marks, each time they come.
fn between<'a>(text: &'a str, from: &str, to: &str) -> Vec<&'a str> {
    let parts = text.split(from).skip(1);
    parts.map(|part| part.split(to).next().unwrap()).collect()
}
