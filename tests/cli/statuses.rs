//! Exit statuses: the same fault has the same status in every command.

use std::fs;
use std::path::Path;

use crate::cli::{SAMPLE, commands, err, out, overtrick, status};

/// A command and its exit statuses: 1 for a refused record, 2 for a wrong question or command, 3 for a file.
struct Row {
    /// The command, in which FILE stands for its input.
    command: &'static [&'static str],
    /// The status for a record that the rules refuse.
    refused: i32,
    /// The status for input that is not JSON, or not an object.
    unreadable: i32,
    /// The status for a missing file, or a folder.
    missing: i32,
}

const fn row(command: &'static [&'static str], refused: i32, unreadable: i32) -> Row {
    Row {
        command,
        refused,
        unreadable,
        missing: 3,
    }
}

/// Every command that reads a match document or a question.
const ROWS: [Row; 7] = [
    row(&["score", "FILE"], 1, 1),
    row(&["score", "FILE", "--format", "json"], 1, 1),
    row(&["score", "FILE", "--batch"], 1, 1),
    row(&["compare", "FILE", "--option", "made_points=6"], 1, 1),
    row(&["sheet", "FILE", "-o", "sheet.pdf"], 1, 1),
    row(&["import", "FILE", "--database", "club.db"], 1, 1),
    row(&["adjudicate", "FILE"], 1, 2),
];

/// The other commands.
const WITHOUT: [&str; 27] = [
    "new", "game", "games", "rules", "form", "schema", "pad", "page", "serve", "config", "openapi",
    "backup", "restore", "verify", "prune", "keys", "export", "health", "keep", "ask", "record",
    "undo", "correct", "adjust", "finish", "rename", "club",
];

/// Impossible bids in the first hand, with the other fields that a question needs.
const REFUSED: &str = r#"{"game": "brink-bid", "players": ["Ann", "Bo"], "hands": [{"bids": {"Ann": 9, "Bo": 1}, "tricks": {"Ann": 2, "Bo": 1}}]}"#;
/// Tricks that contradict each other.
const ILLEGAL: &str = r#"{"game": "brink-bid", "players": ["Ann", "Bo"], "question": "finish", "hand": {"tricks": {"Ann": 4, "Bo": 4}}}"#;

/// Runs a command in a folder.
fn run(folder: &Path, command: &[&str], file: &str) -> (i32, String) {
    let arguments = command.iter().map(|part| match *part {
        "FILE" => file.to_owned(),
        "sheet.pdf" | "club.db" => folder.join(part).display().to_string(),
        part => part.to_owned(),
    });
    let arguments: Vec<String> = arguments.collect();
    let output = overtrick(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    (
        status(&output),
        format!("{arguments:?}: {}{}", out(&output), err(&output)),
    )
}

#[test]
fn the_same_fault_has_the_same_status_in_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let write = |name: &str, content: &[u8]| {
        let file = folder.join(name);
        fs::write(&file, content).unwrap();
        file.display().to_string()
    };
    let unreadable = [
        write("broken.json", b"{\"game\""),
        write("list.json", b"[]"),
        write("binary.json", b"\xff\xfe{}"),
        write("other.json", br#"{"game": "whist", "players": []}"#),
    ];
    let refused = write("refused.json", REFUSED.as_bytes());
    let illegal = write("illegal.json", ILLEGAL.as_bytes());
    let nowhere = folder.join("nowhere.json").display().to_string();
    let within = folder.display().to_string();
    for Row {
        command,
        refused: of_refused,
        unreadable: of_unreadable,
        missing,
    } in ROWS
    {
        let refused = if command[0] == "adjudicate" {
            &illegal
        } else {
            &refused
        };
        let (status, output) = run(folder, command, refused);
        assert_eq!(status, of_refused, "{output}");
        for file in &unreadable {
            let (status, output) = run(folder, command, file);
            assert_eq!(status, of_unreadable, "{output}");
        }
        for file in [&nowhere, &within] {
            let (status, output) = run(folder, command, file);
            assert_eq!(status, missing, "{output}");
        }
        for wrong in [vec![command[0]], [command, &["--nonsense"]].concat()] {
            let (status, output) = run(folder, &wrong, SAMPLE);
            assert_eq!(status, 2, "{output}");
        }
    }
}

#[test]
fn wrong_arguments_are_usage_errors_in_every_command() {
    for setup in [
        &["--players", "Ann"][..],
        &["--players", "Ann,ann"],
        &["--players", "Ann,Bo", "--option", "made_points"],
        &["--players", "Ann,Bo", "--option", "made_points=-1"],
        &["--players", "Ann,Bo", "--option", "made_point=5"],
    ] {
        for command in ["new", "pad"] {
            let output = overtrick(&[&[command, "brink-bid"], setup].concat());
            assert_eq!(status(&output), 2, "{command} {setup:?}: {}", err(&output));
        }
    }
    for wrong in [
        &[
            "new",
            "brink-bid",
            "--players",
            "Ann,Bo",
            "--first-dealer",
            "Cy",
        ][..],
        &["compare", SAMPLE, "--option", "made_points"],
        &["compare", SAMPLE, "--option", "made_points=-1"],
        &["compare", SAMPLE, "--option", "made_point=5"],
        &["export"],
        &["sheet", SAMPLE, "--paper", "b5"],
        &["score", SAMPLE, "--format", "pdf"],
    ] {
        let output = overtrick(wrong);
        assert_eq!(status(&output), 2, "{wrong:?}: {}", err(&output));
        assert!(!err(&output).is_empty(), "{wrong:?}");
    }
    for command in ["rules", "form", "schema", "pad"] {
        let output = overtrick(&[command, "chess"]);
        assert_eq!(status(&output), 2, "{command}: {}", err(&output));
        assert!(err(&output).contains("brink-bid"), "{command}");
    }
}

#[test]
fn missing_files_have_the_same_status_in_every_command() {
    let nowhere = "/no/such/file";
    for command in [
        &["sheet", SAMPLE, "--font", nowhere][..],
        &["pad", nowhere],
        &["pad", "wizard", "--font", nowhere],
        &["config", "--config", nowhere],
        &["serve", "--config", nowhere],
        &["export", "--all", "--database", "/dev/null/none.db"],
        &["verify", "--database", "/dev/null/none.db"],
        &["page", "/dev/null/none"],
    ] {
        let output = overtrick(command);
        assert_eq!(status(&output), 3, "{command:?}: {}", err(&output));
    }
}

#[test]
fn guide_and_help_list_the_same_exit_statuses() {
    let help = out(&overtrick(&["--help"]));
    let (_, statuses) = help.split_once("Exit status:\n").unwrap();
    let guide = include_str!("../../templates/docs/guide/command-line.md").split_whitespace();
    let guide = guide.collect::<Vec<_>>().join(" ");
    assert_eq!(statuses.trim().lines().count(), 4, "{statuses}");
    for line in statuses.trim().lines() {
        let text = line.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(guide.contains(&text), "{text}");
    }
}

#[test]
fn every_command_is_listed_here() {
    let names = commands();
    assert!(names.len() > 20, "{names:?}");
    for name in &names {
        let has_row = ROWS.iter().any(|row| row.command[0] == name);
        let is_known = has_row || WITHOUT.contains(&name.as_str());
        assert!(
            is_known || ["completions", "help"].contains(&name.as_str()),
            "{name} has no row"
        );
    }
}
