//! The page and the frames, fetched over HTTP.

mod files;
mod frames;
mod own_games;

use std::io::{Write, stderr};
use std::process::Command;

use crate::served::Server;

/// Fetches a file as text, and asserts that it exists.
fn text(server: &Server, path: &str) -> String {
    let answer = server.get(path, &[]);
    assert_eq!(answer.status, 200, "{path}");
    answer.text()
}

/// Returns each text between `from` and `to`.
pub fn between<'a>(text: &'a str, from: &str, to: &str) -> Vec<&'a str> {
    let parts = text.split(from).skip(1);
    parts.map(|part| part.split(to).next().unwrap()).collect()
}

/// Returns Node 20.19 or newer, which can load the page's modules directly. Without it, prints a
/// message and returns `None`.
fn node() -> Option<Command> {
    let known = node_version().is_some_and(|version| version >= (20, 19));
    if !known {
        let skipped =
            "skipped: the modules of the page need Node 20.19 or newer: apt-get install nodejs\n";
        stderr().write_all(skipped.as_bytes()).unwrap();
    }
    known.then(|| Command::new("node"))
}

fn node_version() -> Option<(u32, u32)> {
    let version = Command::new("node").arg("--version").output().ok()?;
    let version = String::from_utf8(version.stdout).ok()?;
    let mut parts = version.trim().trim_start_matches('v').split('.');
    let mut next = || parts.next()?.parse::<u32>().ok();
    Some((next()?, next()?))
}
