//! The file of a match is complete at all times.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::{document, overtrick_in, printed, with_match};
use crate::support::{Chance, is_thorough};

/// A hand that can be recorded any number of times.
const HAND: &str = r#"{"declarer": "Bo", "game_type": "misere", "declarer_tricks": 0}"#;

fn hands(folder: &Path) -> usize {
    document(folder, "a.json")["hands"]
        .as_array()
        .unwrap()
        .len()
}

#[test]
fn a_match_is_recorded_corrected_and_undone_by_separate_commands() {
    let folder = with_match();
    let at = folder.path();
    let text = printed(at, &["record", "a.json", HAND]);
    assert!(text.contains("Hand 1, dealt by Ann"), "{text}");
    assert!(text.contains("Totals: Bo 30, Ann −15, Cy −15."), "{text}");
    printed(at, &["record", "a.json", HAND]);
    printed(
        at,
        &[
            "adjust",
            "a.json",
            "Cy",
            "-3",
            "--reason",
            "spoke in turn of another",
        ],
    );
    printed(at, &["rename", "a.json", "bo", "Beau"]);
    let hand = HAND.replace("Bo", "Beau").replace('0', "4");
    printed(
        at,
        &["correct", "a.json", "2", &hand, "--reason", "counted again"],
    );
    let whole = document(at, "a.json");
    assert_eq!(whole["players"], json!(["Ann", "Beau", "Cy"]));
    assert_eq!(whole["hands"][1]["declarer_tricks"], 4);
    assert_eq!(whole["adjustments"][0]["after_hand"], 2);
    assert_eq!(whole["history"][1]["reason"], "counted again");
    // Each command undoes one change, in a separate process.
    printed(at, &["undo", "a.json"]);
    assert_eq!(document(at, "a.json")["hands"][1]["declarer_tricks"], 0);
    printed(at, &["undo", "a.json", "--redo"]);
    assert_eq!(document(at, "a.json")["hands"][1]["declarer_tricks"], 4);
    for _ in 0..5 {
        printed(at, &["undo", "a.json"]);
    }
    let emptied = document(at, "a.json");
    assert_eq!(emptied["players"], json!(["Ann", "Bo", "Cy"]));
    assert_eq!(
        (&emptied["hands"], emptied.get("adjustments")),
        (&json!([]), None)
    );
    let none = overtrick_in(at, &["undo", "a.json"]);
    assert_eq!(none.status.code(), Some(1));
    printed(at, &["finish", "a.json"]);
    assert_eq!(document(at, "a.json")["finished"], true);
    assert_eq!(
        overtrick_in(at, &["record", "a.json", HAND]).status.code(),
        Some(1)
    );
    printed(at, &["finish", "a.json", "--reopen"]);
    let state: Value =
        serde_json::from_str(&printed(at, &["record", "a.json", HAND, "--json"])).unwrap();
    assert_eq!(state["result"]["standings"][0]["player"], "Bo");
    // Other commands can read the file too.
    printed(at, &["score", "a.json", "--format", "table"]);
    printed(at, &["sheet", "a.json", "-o", "a.pdf"]);
}

#[test]
fn a_refused_hand_leaves_the_file_unchanged_and_every_fault_is_named() {
    let folder = with_match();
    let before = fs::read(folder.path().join("a.json")).unwrap();
    let hand =
        r#"{"declarer": "Zoe", "game_type": "misere", "declarer_tricks": 11, "trmp": "clubs"}"#;
    let output = overtrick_in(folder.path(), &["record", "a.json", hand]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    for place in ["/hands/0/declarer: ", "/hands/0/trmp: "] {
        assert!(error.contains(place), "{error}");
    }
    let output = overtrick_in(folder.path(), &["record", "a.json", hand, "--json"]);
    let faults: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(faults["errors"].as_array().unwrap().len() >= 2, "{faults}");
    assert_eq!(fs::read(folder.path().join("a.json")).unwrap(), before);
}

#[test]
fn edits_of_the_document_are_kept_with_its_id() {
    let folder = with_match();
    let at = folder.path();
    let file = at.join("a.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen('{', "{\n  \"id\": \"club-7\",", 1)).unwrap();
    printed(at, &["record", "a.json", HAND]);
    printed(at, &["record", "a.json", HAND]);
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(document(at, "a.json")["id"], "club-7");
    let edited = text.replacen("\"declarer_tricks\": 0", "\"declarer_tricks\": 5", 1);
    assert_ne!(edited, text);
    fs::write(&file, edited).unwrap();
    printed(at, &["record", "a.json", HAND]);
    let whole = document(at, "a.json");
    assert_eq!(whole["hands"][0]["declarer_tricks"], 5);
    assert_eq!((hands(at), &whole["id"]), (3, &json!("club-7")));
    printed(at, &["undo", "a.json"]);
    assert_eq!(hands(at), 2);
    let none = overtrick_in(at, &["undo", "a.json"]);
    assert_eq!(
        none.status.code(),
        Some(1),
        "the edited part cannot be undone"
    );
}

#[test]
fn permissions_and_links_are_kept() {
    let folder = with_match();
    let at = folder.path();
    fs::create_dir(at.join("there")).unwrap();
    fs::rename(at.join("a.json"), at.join("there/b.json")).unwrap();
    fs::set_permissions(at.join("there/b.json"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("there/b.json", at.join("a.json")).unwrap();
    printed(at, &["record", "a.json", HAND]);
    let mode = fs::metadata(at.join("there/b.json"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o640);
    assert!(
        fs::symlink_metadata(at.join("a.json"))
            .unwrap()
            .is_symlink()
    );
    let names = fs::read_dir(at.join("there")).unwrap();
    assert_eq!(names.count(), 1, "no temporary file is left");
}

#[test]
fn hands_recorded_by_many_programs_at_once_are_all_kept() {
    let folder = with_match();
    let each = if is_thorough() { 50 } else { 4 };
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                for _ in 0..each {
                    printed(folder.path(), &["record", "a.json", HAND]);
                }
            });
        }
    });
    assert_eq!(hands(folder.path()), 6 * each);
}

#[test]
fn a_program_killed_while_writing_leaves_the_old_file_or_the_new_one() {
    let folder = with_match();
    let at = folder.path();
    let rounds = if is_thorough() { 3_000 } else { 40 };
    let mut chance = Chance(7);
    let (mut before, mut killed, mut written) = (0, 0, 0);
    for round in 0..rounds {
        // Starts a new match, because reading hundreds of hands would take longer than writing the file.
        if round % 100 == 99 {
            let text = printed(at, &["new", "mariash", "--players", "Ann,Bo,Cy"]);
            fs::write(at.join("a.json"), text).unwrap();
            before = 0;
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_overtrick"))
            .args(["record", "a.json", HAND])
            .current_dir(at)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // One command in five is not killed, so some hands are recorded even on a slow machine.
        if round % 5 > 0 {
            let microseconds = u64::try_from(chance.below(120_000)).unwrap();
            thread::sleep(Duration::from_micros(microseconds));
            drop(child.kill());
        }
        let status = child.wait().unwrap();
        let after = hands(at);
        let is_new = after == before + 1;
        assert!(
            is_new || (after == before && !status.success()),
            "round {round}: {before}, {after}"
        );
        killed += usize::from(!status.success());
        written += usize::from(is_new);
        before = after;
    }
    println!("{rounds} rounds: {killed} killed, {written} written");
    assert!(
        killed > 0 && written > 0,
        "{killed} killed, {written} written"
    );
    printed(at, &["record", "a.json", HAND]);
    let names: Vec<_> = fs::read_dir(at)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["a.json"], "no file of a killed program is left");
}
