//! The command as people use it: its output and its exit status.

use std::io::Write;
use std::process::{Command, Output, Stdio};

mod alike;
mod batches;
mod completions;
mod deploy;
mod disputes;
mod documents;
mod drill;
mod examples;
mod faults;
mod forms;
mod health;
mod imports;
mod inputs;
mod interrupted;
mod own_games;
mod rules;
mod rulings;
mod scoring;
mod secrets;
mod settings;
mod statuses;
mod terminal;
mod verify;
mod width;

const SAMPLE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/templates/games/brink_bid/sample.json"
);

fn overtrick(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(arguments)
        .output()
        .unwrap()
}

fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A command that has read enough may close its input early.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// The commands listed by the help, in all groups.
fn commands() -> Vec<String> {
    let help = out(&overtrick(&["--help"]));
    let (_, listed) = help.split_once("Usage:").unwrap();
    let (listed, _) = listed.split_once("\nOptions:").unwrap();
    let lines = listed.lines().skip(1);
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .collect()
}
