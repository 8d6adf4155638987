//! A custom game from a file, recorded in a terminal and with single commands.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::pty::start;
use super::{document, printed};

/// Returns a folder with a definition of Wizard in which the bids have a label.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let wizard = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/templates/own-games/wizard.toml"
    );
    let text = fs::read_to_string(wizard).unwrap();
    let labeled = text.replace("name = \"bids\"\n", "name = \"bids\"\nlabel = \"Wishes\"\n");
    assert_ne!(text, labeled);
    fs::write(folder.path().join("wizard.toml"), labeled).unwrap();
    folder
}

/// The arguments that start a match with the definition in `folder`.
const KEEP: [&str; 6] = [
    "keep",
    "a.json",
    "--game",
    "wizard.toml",
    "--players",
    "Ann,Bo,Cy",
];

fn verified(folder: &Path, file: &str) -> String {
    // The other folder contains only the match file and no definition.
    let elsewhere = TempDir::new().unwrap();
    fs::copy(folder.join(file), elsewhere.path().join(file)).unwrap();
    printed(elsewhere.path(), &["verify", file])
}

#[test]
fn a_custom_game_is_kept_in_a_terminal_field_by_field() {
    let folder = folder();
    let at = folder.path();
    let mut terminal = start(at, (40, 100), &[], &KEEP);
    terminal.wait_for_text("Wizard, 3 players");
    terminal.answer("Hand 1", "");
    terminal.answer("Trump", "yel");
    terminal.wait_for_question("Wishes, Bo");
    terminal.press("?\r");
    terminal.wait_for_text("bids: each player: 0 to 20; Wishes");
    terminal.answer("Wishes, Bo", "2");
    terminal.wait_for_text("out of range");
    terminal.answer("Wishes, Bo", "0 1 0");
    terminal.answer("Tricks, Bo", "0 1 1");
    // The program refused the last number that was typed ahead, and asks its question again.
    terminal.answer("Tricks, Ann", "0");
    terminal.wait_for_text("30");
    terminal.answer("Keep it?", "");
    terminal.answer("Hand 2", "? made");
    terminal.wait_for_text("A bid that was met scores 20");
    terminal.answer("Hand 2", "r");
    terminal.wait_for_text("There are no rulings for custom games");
    terminal.answer("Hand 2", ". 0 0 0 0 1 1");
    terminal.answer("Keep it?", "");
    terminal.answer("Hand 3", "u");
    terminal.wait_for_text("The last change is undone.");
    terminal.answer("Hand 2", "a");
    terminal.answer("Whose points?", "bo");
    terminal.answer("How many points does Bo get?", "-5");
    terminal.answer("The reason", "late");
    terminal.answer("Hand 2", "e 1");
    terminal.answer("Which field?", "tricks");
    terminal.answer("Tricks, Ann (0)", "1");
    terminal.answer("Tricks, Bo (0)", "");
    terminal.answer("Tricks, Cy (1)", "0");
    terminal.answer("Which field?", "");
    terminal.answer("The reason", "counted again");
    terminal.answer("Hand 2", "f");
    terminal.answer("Finish the match?", "y");
    terminal.answer("The match is over", "q");
    assert_eq!(terminal.wait_for_end(), Some(0));
    assert!(terminal.is_restored());
    let kept = document(at, "a.json");
    assert_eq!(kept["game"], "own");
    assert_eq!(kept["definition"]["name"], "Wizard");
    assert_eq!(
        kept["hands"],
        json!([{ "trump": "yellow", "bids": { "Bo": 0, "Cy": 1, "Ann": 0 },
            "tricks": { "Ann": 1, "Bo": 0, "Cy": 0 } }])
    );
    let scored: Value = serde_json::from_str(&printed(at, &["score", "a.json"])).unwrap();
    assert_eq!(scored["standings"][0]["player"], "Bo");
    assert_eq!(scored["standings"][0]["total"], 15);
    let report = verified(at, "a.json");
    assert!(report.contains("1 hand"), "{report}");
}
