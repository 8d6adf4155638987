//! The command-line program as people use it: its output and its exit status.

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

use crate::support::command::{err, out, overtrick, overtrick_in, status, with_input};

const SAMPLE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/templates/games/brink_bid/sample.json"
);

/// The commands in all groups of the help.
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
