//! Properties that all commands share: JSON, formats, files, players, databases.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{SAMPLE, commands, err, out, overtrick, overtrick_in, status};

/// Every command that writes a file. The folder has `friday.json`, whose match is also in the database.
const WRITERS: [&[&str]; 4] = [
    &["pad", "brink-bid"],
    &["sheet", "friday.json"],
    &["rules", "brink-bid"],
    &["export", "--all"],
];

/// A folder with the sample in `friday.json` and in a database.
fn stored() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(SAMPLE, folder.path().join("friday.json")).unwrap();
    let imported = overtrick_in(folder.path(), &["import", "friday.json"]);
    assert_eq!(status(&imported), 0, "{}", err(&imported));
    folder
}

/// The JSON that a command prints.
fn json_of(folder: &Path, arguments: &[&str]) -> Value {
    let output = overtrick_in(folder, arguments);
    assert_eq!(status(&output), 0, "{arguments:?}: {}", err(&output));
    serde_json::from_str(&out(&output)).unwrap_or_else(|error| panic!("{arguments:?}: {error}"))
}

#[test]
fn every_command_with_output_can_print_json() {
    // Commands without this option: a server, dialogs, PDFs, commands that always print JSON, output for programs.
    let others = [
        "serve",
        "keep",
        "ask",
        "pad",
        "sheet",
        "schema",
        "openapi",
        "export",
        "completions",
        "help",
    ];
    for command in commands() {
        if others.contains(&command.as_str()) {
            continue;
        }
        let help = match command.as_str() {
            "keys" => out(&overtrick(&["keys", "list", "--help"])),
            "club" => out(&overtrick(&["club", "table", "--help"])),
            command => out(&overtrick(&[command, "--help"])),
        };
        assert!(help.contains("--json"), "{command}: {help}");
    }
}

#[test]
fn stored_matches_are_listed_as_json() {
    let folder = stored();
    let folder = folder.path();
    let backup = json_of(folder, &["backup", "friday.db", "--json"]);
    assert_eq!(backup, json!({ "file": "friday.db", "matches": 1 }));
    let verified = json_of(folder, &["verify", "--json"]);
    assert_eq!(verified, json!({ "sound": 1, "damaged": [], "faults": [] }));
    let restored = json_of(folder, &["restore", "friday.db", "--replace", "--json"]);
    assert_eq!(restored, json!({ "matches": 1 }));
    let made = json_of(
        folder,
        &["keys", "make", "site", "--scope", "read", "--json"],
    );
    let keys = json_of(folder, &["keys", "list", "--json"]);
    assert_eq!(
        (&keys[0]["id"], &keys[0]["name"]),
        (&made["id"], &json!("site"))
    );
    assert_eq!(
        json_of(folder, &["prune", "--days", "0", "--dry-run", "--json"]),
        json!([])
    );
    assert_eq!(json_of(folder, &["config", "--json"])["limits"], "on");
}

#[test]
fn a_named_pipe_is_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;

    let folder = stored();
    let folder = folder.path();
    let pipe = folder.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    for command in WRITERS {
        let from = pipe.clone();
        let reading = std::thread::spawn(move || fs::read(from).unwrap());
        let written = overtrick_in(folder, &[command, &["-o", "pipe"]].concat());
        assert_eq!(status(&written), 0, "{command:?}: {}", err(&written));
        let kind = fs::metadata(&pipe).unwrap().file_type();
        assert!(kind.is_fifo(), "{command:?}");
        assert!(reading.join().unwrap().len() > 100, "{command:?}");
    }
}

#[test]
fn files_are_overwritten_only_if_forced() {
    let folder = stored();
    let folder = folder.path();
    for command in WRITERS {
        let kept = folder.join("kept");
        fs::write(&kept, "kept").unwrap();
        let command = [command, &["-o", "kept"]].concat();
        let refused = overtrick_in(folder, &command);
        assert_eq!(status(&refused), 3, "{command:?}: {}", err(&refused));
        assert!(
            err(&refused).contains("kept already exists; --force"),
            "{}",
            err(&refused)
        );
        assert_eq!(fs::read(&kept).unwrap(), b"kept", "{command:?}");
        let forced = overtrick_in(folder, &[&command[..], &["--force"]].concat());
        assert_eq!(status(&forced), 0, "{command:?}: {}", err(&forced));
        assert_ne!(fs::read(&kept).unwrap(), b"kept", "{command:?}");
    }
    let left = fs::read_dir(folder).unwrap().flatten();
    let parts = left.filter(|file| file.file_name().to_string_lossy().ends_with(".part"));
    assert_eq!(parts.count(), 0);
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(["rules", "brink-bid"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((status(&output), err(&output)), (0, String::new()));
}

#[test]
fn players_are_names_or_a_number() {
    let document = out(&overtrick(&["new", "brink-bid", "--players", "3"]));
    let document: Value = serde_json::from_str(&document).unwrap();
    assert_eq!(
        document["players"],
        json!(["Player 1", "Player 2", "Player 3"])
    );
    assert_eq!(
        status(&overtrick(&["new", "brink-bid", "--players", "99"])),
        2
    );
}

#[test]
fn errors_name_the_unusable_database_and_its_flag() {
    let folder = tempfile::tempdir().unwrap();
    let text = "This is a text, and no database at all.".repeat(200);
    fs::write(folder.path().join("text.db"), text).unwrap();
    for (arguments, message) in [
        (
            &["export", "--all"][..],
            "there is no database overtrick.db; --database",
        ),
        (&["verify"], "there is no database overtrick.db; --database"),
        (&["keys", "list", "--database", "club.db"], "club.db"),
        (&["verify", "--database", "."], "is not a file; --database"),
        (
            &["import", SAMPLE, "--database", "no/where.db"],
            "the folder of the database",
        ),
        (
            &["backup", "backup.db"],
            "there is no database overtrick.db; --database",
        ),
        (&["restore", "none.db"], "none.db does not exist"),
        (&["restore", "text.db"], "file is not a database"),
        (&["verify", "--database", "sqlite://text.db"], "text.db"),
        (
            &["verify", "--database", "postgres://x@127.0.0.1:1/x"],
            "127.0.0.1:1",
        ),
    ] {
        let output = overtrick_in(folder.path(), arguments);
        assert_eq!(status(&output), 3, "{arguments:?}: {}", err(&output));
        assert!(
            err(&output).contains(message),
            "{arguments:?}: {}",
            err(&output)
        );
        for raw in ["(code:", "error returned", "error communicating"] {
            assert!(
                !err(&output).contains(raw),
                "{arguments:?}: {}",
                err(&output)
            );
        }
    }
    let left = fs::read_dir(folder.path()).unwrap();
    assert_eq!(left.count(), 1, "nothing is created");
}

#[test]
fn the_help_groups_the_commands() {
    let [help, version] = ["--help", "--version"].map(|flag| {
        let output = overtrick(&[flag]);
        assert_eq!(
            (status(&output), err(&output)),
            (0, String::new()),
            "{flag}"
        );
        out(&output)
    });
    assert!(version.starts_with("overtrick "), "{version}");
    for group in ["\nTable:\n", "\nPaper:\n", "\nServer:\n", "\nDatabase:\n"] {
        assert!(help.contains(group), "{group}: {help}");
    }
    assert!(
        help.lines().all(|line| line.chars().count() <= 80),
        "{help}"
    );
}
