//! A game that is a file, kept in a terminal and by single commands.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::pty::{Terminal, start};
use super::{document, overtrick, said};

/// A folder with the definition of Wizard, in which the bids have a label.
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

/// Begins a match by the definition that `folder` has.
const KEEP: [&str; 6] = [
    "keep",
    "a.json",
    "--game-file",
    "wizard.toml",
    "--players",
    "Ann,Bo,Cy",
];

fn verified(folder: &Path, file: &str) -> String {
    // Only the file is there: nothing else knows the game.
    let elsewhere = TempDir::new().unwrap();
    fs::copy(folder.join(file), elsewhere.path().join(file)).unwrap();
    said(elsewhere.path(), &["verify", file])
}

#[test]
fn an_own_game_is_kept_in_a_terminal_field_by_field() {
    let folder = folder();
    let at = folder.path();
    let mut terminal = start(at, (40, 100), &[], &KEEP);
    terminal.shows("Wizard, 3 players");
    terminal.answer("Hand 1", "");
    terminal.answer("Trump", "yel");
    terminal.asked("Wishes, Bo");
    terminal.press("?\r");
    terminal.shows("bids: each player: 0 to 20; Wishes");
    terminal.answer("Wishes, Bo", "2");
    terminal.shows("out of range");
    terminal.answer("Wishes, Bo", "0 1 0");
    terminal.answer("Tricks, Bo", "0 1 1");
    // The number that was refused ends what was typed ahead; the question comes again, empty.
    terminal.answer("Tricks, Ann", "0");
    terminal.shows("30");
    terminal.answer("Keep it?", "");
    terminal.answer("Hand 2", "? made");
    terminal.shows("A bid that was met scores 20");
    terminal.answer("Hand 2", "r");
    terminal.shows("no rulings for a game of your own");
    terminal.answer("Hand 2", ". 0 0 0 0 1 1");
    terminal.answer("Keep it?", "");
    terminal.answer("Hand 3", "u");
    terminal.shows("The last change is undone.");
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
    assert_eq!(terminal.ended(), Some(0));
    assert!(terminal.is_restored());
    let kept = document(at, "a.json");
    assert_eq!(kept["game"], "own");
    assert_eq!(kept["definition"]["name"], "Wizard");
    assert_eq!(
        kept["hands"],
        json!([{ "trump": "yellow", "bids": { "Bo": 0, "Cy": 1, "Ann": 0 },
            "tricks": { "Ann": 1, "Bo": 0, "Cy": 0 } }])
    );
    let scored: Value = serde_json::from_str(&said(at, &["score", "a.json"])).unwrap();
    assert_eq!(scored["standings"][0]["player"], "Bo");
    assert_eq!(scored["standings"][0]["total"], 15);
    let said = verified(at, "a.json");
    assert!(said.contains("1 hand"), "{said}");
}

/// Writes a changed definition into the folder.
fn change(folder: &Path, name: &str, from: &str, to: &str) {
    let text = fs::read_to_string(folder.join("wizard.toml")).unwrap();
    let changed = text.replace(from, to);
    assert_ne!(text, changed);
    fs::write(folder.join(name), changed).unwrap();
}

#[test]
fn a_definition_that_was_wrong_is_replaced_by_a_file_with_a_reason() {
    let folder = folder();
    let at = folder.path();
    let points = "made_points + trick_points * tricks";
    change(
        at,
        "right.toml",
        points,
        "made_points + (trick_points + 5) * tricks",
    );
    change(at, "broken.toml", "tricks == bids", "tricks == bidz");
    change(
        at,
        "breaking.toml",
        "sum = \"cards\"",
        "sum = \"cards + 1\"",
    );
    let right = fs::read_to_string(at.join("right.toml")).unwrap();
    fs::write(
        at.join("right.toml"),
        right.replace("\"Wishes\"", "\"Calls\""),
    )
    .unwrap();
    let mut terminal = start(at, (40, 100), &[], &KEEP);
    terminal.answer("Hand 1", "yel 0 0 1 0 0 1");
    terminal.answer("Keep it?", "");
    terminal.answer("Hand 2", "?");
    terminal.shows("replaces the definition of the game by that in a file");
    terminal.answer("Hand 2", "g none.toml");
    terminal.shows("there is no file none.toml");
    terminal.answer("The file with the definition", "<");
    terminal.answer("Hand 2", "g broken.toml");
    terminal.shows("nothing is called bidz");
    terminal.answer("Hand 2", "g");
    terminal.asked("The file with the definition");
    terminal.press("none.toml\r");
    terminal.shows("! there is no file none.toml");
    terminal.answer("The file with the definition", "breaking.toml");
    terminal.answer("The reason", "a test");
    terminal.shows("! hand 1: ");
    terminal.answer("Hand 2", "g right.toml");
    terminal.answer("The reason", "fifteen a trick");
    terminal.shows("The definition is replaced, and the whole match judged anew.");
    terminal.shows("Totals: Ann 35, Bo 20, Cy 20.");
    // The next hand is asked for as the definition says that counts.
    let hand = |terminal: &mut Terminal, first: &str| {
        terminal.answer("Hand 2", "");
        terminal.answer("Trump", "red");
        terminal.answer(first, "0 0 0");
        terminal.answer("Tricks, Cy", "1 1 0");
        terminal.answer("Keep it?", "");
    };
    hand(&mut terminal, "Calls, Cy");
    terminal.answer("Hand 3", "u");
    terminal.answer("Hand 2", "u");
    terminal.shows("Totals: Ann 30, Bo 20, Cy 20.");
    hand(&mut terminal, "Wishes, Cy");
    terminal.answer("Hand 3", "q");
    assert_eq!(terminal.ended(), Some(0));
    let kept = document(at, "a.json");
    let history = kept["history"].as_array().unwrap();
    let mut replaced = history.iter().filter(|entry| entry["action"] == "redefine");
    let reasons = |entry: Option<&Value>| entry.map(|entry| entry["reason"].clone());
    assert_eq!(reasons(replaced.next()), Some(json!("fifteen a trick")));
    assert_eq!(reasons(replaced.next()), None, "{history:?}");
    assert_eq!(kept["definition"]["field"][1]["label"], "Wishes");
    let said = verified(at, "a.json");
    assert!(said.contains("2 hands"), "{said}");
}

#[test]
fn an_own_game_is_recorded_corrected_and_undone_by_separate_commands() {
    let folder = folder();
    let at = folder.path();
    let begun = said(
        at,
        &[
            "new",
            "--game-file",
            "wizard.toml",
            "--players",
            "Ann,Bo,Cy",
        ],
    );
    fs::write(at.join("a.json"), begun).unwrap();
    fs::remove_file(at.join("wizard.toml")).unwrap();
    let hand = |ann: i64, bo: i64, cy: i64| {
        json!({ "bids": { "Ann": 1, "Bo": 0, "Cy": 0 }, "tricks": { "Ann": ann, "Bo": bo, "Cy": cy } })
            .to_string()
    };
    let text = said(at, &["record", "a.json", &hand(1, 0, 0)]);
    assert!(text.contains("A bid that was met scores 20"), "{text}");
    assert!(text.contains("Totals: Ann 30, Bo 20, Cy 20."), "{text}");
    let refused = overtrick(at, &["record", "a.json", &hand(1, 0, 0)]);
    assert_eq!(refused.status.code(), Some(1));
    let fault = String::from_utf8(refused.stderr).unwrap();
    assert!(fault.contains("/hands/1/tricks"), "{fault}");
    said(at, &["record", "a.json", &hand(1, 1, 0)]);
    let text = said(at, &["undo", "a.json"]);
    assert!(text.contains("Totals: Ann 30, Bo 20, Cy 20."), "{text}");
    let text = said(at, &["undo", "a.json", "--redo"]);
    assert!(text.contains("Totals: Ann 60, Cy 40, Bo 10."), "{text}");
    said(at, &["adjust", "a.json", "Cy", "-3", "--reason", "late"]);
    said(at, &["rename", "a.json", "bo", "Beau"]);
    let corrected = hand(0, 1, 0).replace("Bo", "Beau");
    let text = said(
        at,
        &[
            "correct",
            "a.json",
            "1",
            &corrected,
            "--reason",
            "counted again",
        ],
    );
    assert!(text.contains("Totals: Cy 37, Ann 20, Beau −20."), "{text}");
    said(at, &["finish", "a.json"]);
    let table = said(at, &["score", "a.json", "--format", "table"]);
    assert!(table.contains("Wizard, 3 players"), "{table}");
    let report = said(at, &["verify", "--json", "a.json"]);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["match"]["name"], "Wizard");
    let kept = document(at, "a.json");
    let history = kept["history"].as_array().unwrap().iter();
    let actions: Vec<&str> = history
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    for action in ["undo", "redo", "replace", "rename", "finish"] {
        assert!(actions.contains(&action), "{actions:?}");
    }
}
