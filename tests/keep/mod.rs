//! Commands that keep score in a file: `overtrick keep`, `ask`, `record` and others.

mod files;
mod matches;
mod own;
mod pty;
mod screens;
mod wrong;

use std::fs;
use std::path::Path;
use std::process::Output;

use tempfile::TempDir;

use crate::support::command::{command_in, overtrick_in};

/// Runs the command in a folder, with its input from a file instead of a terminal.
fn with_input(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let file = folder.join("typed.txt");
    fs::write(&file, input).unwrap();
    let mut command = command_in(folder, arguments);
    let command = command.stdin(fs::File::open(file).unwrap());
    command.output().unwrap()
}

/// Runs the command, asserts that it succeeds, and returns its output.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = overtrick_in(folder, arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns a folder with a new match of Mariash in `a.json`. Ann deals the first hand.
fn with_match() -> TempDir {
    let folder = TempDir::new().unwrap();
    let text = printed(folder.path(), &["new", "mariash", "--players", "Ann,Bo,Cy"]);
    fs::write(folder.path().join("a.json"), text).unwrap();
    folder
}

/// Reads a match from a file, as JSON.
fn document(folder: &Path, file: &str) -> serde_json::Value {
    let text = fs::read_to_string(folder.join(file)).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}
