//! Common behavior of all commands: exit statuses, closed streams.

use std::fs;
use std::process::{Command, Stdio};

use crate::cli::{SAMPLE, err, overtrick, status};

#[test]
fn exit_statuses_are_those_of_the_help() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.json");
    fs::write(&broken, "{").unwrap();
    let broken = broken.to_str().unwrap();
    for (arguments, expected) in [
        (vec!["score", broken], 1),
        (vec!["adjudicate", broken], 2),
        (vec!["score"], 2),
        (vec!["score", SAMPLE, "--format", "pdf"], 2),
        (vec!["rules", "whist"], 2),
        (vec!["new", "brink-bid", "--players", "Ann"], 2),
        (
            vec![
                "new",
                "brink-bid",
                "--players",
                "Ann,Bo",
                "--option",
                "made_points",
            ],
            2,
        ),
        (vec!["score", "/no/such/file"], 3),
        (vec!["adjudicate", "/no/such/file"], 3),
        (vec!["--version"], 0),
        (vec!["--help"], 0),
    ] {
        let output = overtrick(&arguments);
        assert_eq!(status(&output), expected, "{arguments:?}: {}", err(&output));
        assert_eq!(err(&output).is_empty(), expected == 0, "{arguments:?}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_trouble() {
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
