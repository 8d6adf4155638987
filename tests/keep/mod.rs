//! Keeping score in a file: `overtrick keep`, `ask`, `record` and similar commands.

mod files;
mod matches;
mod own;
mod pty;
mod screens;
mod wrong;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Runs the command in a folder.
fn overtrick(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    command
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// Runs the command in a folder with this input, which is not a terminal.
fn with_input(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let file = folder.join("typed.txt");
    fs::write(&file, input).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    let command = command.args(arguments).current_dir(folder);
    command
        .stdin(fs::File::open(file).unwrap())
        .output()
        .unwrap()
}

/// The text on standard output; the command must succeed.
fn said(folder: &Path, arguments: &[&str]) -> String {
    let output = overtrick(folder, arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// A match in a file, as JSON.
fn document(folder: &Path, file: &str) -> serde_json::Value {
    let text = fs::read_to_string(folder.join(file)).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}
