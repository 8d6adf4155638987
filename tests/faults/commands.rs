//! Each step of a command fails in turn: only this step, or also all later ones, as on a full disk.

use std::collections::HashSet;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use overtrick_games as games;

use crate::faults::disk::overtrick;
use crate::faults::stored::Stored;
use crate::served::{Client, Opened, Program};
use crate::support::is_thorough;

/// The kinds of disk failure: error number, and whether later steps fail too.
const FAULTS: [(&str, &str); 2] = [("5", "0"), ("28", "1")];

/// The steps that fail, each with a kind of failure: with `OVERTRICK_THOROUGH` all combinations, otherwise every
/// fourth step of each kind, with different offsets.
fn faults(
    steps: RangeInclusive<usize>,
) -> impl Iterator<Item = (usize, (&'static str, &'static str))> {
    let stride = if is_thorough() { 1 } else { 4 };
    FAULTS
        .into_iter()
        .enumerate()
        .flat_map(move |(way, fault)| {
            let chosen = steps.clone().skip(2 * way % stride).step_by(stride);
            chosen.map(move |step| (step, fault))
        })
}

/// Documents of three matches, one after another.
fn documents() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/games");
    let samples = games::all().iter().take(3);
    let samples = samples.map(|entry| root.join(entry.folder).join("sample.json"));
    samples
        .map(|file| fs::read_to_string(file).unwrap())
        .collect()
}

fn run(folder: &Path, arguments: &[&str], fault: Option<(usize, &str, &str)>) -> Output {
    let mut command = overtrick(folder);
    command.args(arguments);
    if let Some((step, error, lasting)) = fault {
        command.env("DISK_FAIL_AT", step.to_string());
        command
            .env("DISK_ERROR", error)
            .env("DISK_LASTING", lasting);
    }
    command.output().unwrap()
}

/// The number of steps that a program has counted in this file.
fn counted(file: &Path) -> usize {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.trim().parse().unwrap_or(0)
}

fn copied(from: &Path) -> TempDir {
    let folder = TempDir::new().unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    folder
}

/// Runs a command on copies of a folder; each time the next step fails. Checks each result.
fn fail_every_step(from: &Path, arguments: &[&str], look: impl Fn(&Path, &Output)) {
    let whole = copied(from);
    let count = TempDir::new().unwrap();
    let count = count.path().join("count");
    let mut counting = overtrick(whole.path());
    let output = counting
        .args(arguments)
        .env("DISK_COUNT", &count)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    look(whole.path(), &output);
    let steps = counted(&count);
    assert!(steps > 20, "{steps}");
    let (mut tried, mut failed) = (0, 0);
    for (step, (error, lasting)) in faults(1..=steps) {
        let folder = copied(from);
        let output = run(folder.path(), arguments, Some((step, error, lasting)));
        let text = String::from_utf8_lossy(&output.stderr);
        let place = format!("step {step} of {steps}, error {error}: {text}");
        tried += 1;
        match output.status.code() {
            Some(0) => {}
            Some(1 | 3) => {
                failed += 1;
                assert!(text.contains("overtrick: "), "{place}");
            }
            other => panic!("{other:?} at {place}"),
        }
        assert!(!text.contains("panicked"), "{place}");
        let shown = ShownIfItFails(place);
        look(folder.path(), &output);
        drop(shown);
    }
    assert!(
        failed > tried / 4,
        "{failed} of {tried} faults made the command fail"
    );
}

/// Prints the place that a test has reached, if the test fails.
struct ShownIfItFails(String);

impl Drop for ShownIfItFails {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.0);
        }
    }
}

/// The ids that an import printed.
fn printed(output: &Output) -> HashSet<String> {
    let printed = String::from_utf8_lossy(&output.stdout);
    let lines = printed
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines
        .map(|line| line["id"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn printed_results_of_an_import_are_stored_despite_failures() {
    let empty = TempDir::new().unwrap();
    fs::write(empty.path().join("documents.json"), documents()).unwrap();
    fail_every_step(
        empty.path(),
        &["import", "documents.json"],
        |folder, output| {
            let printed = printed(output);
            if output.status.success() {
                assert_eq!(printed.len(), 3);
            }
            if folder.join("overtrick.db").exists() {
                let stored = Stored::in_folder(folder);
                assert!(printed.is_subset(&stored.ids()), "{printed:?}");
            } else {
                assert!(printed.is_empty());
            }
        },
    );
}

/// A database with three matches, and their ids.
fn database() -> (TempDir, HashSet<String>) {
    database_in(TempDir::new().unwrap())
}

/// Creates such a database in a folder, with the folder's secret if it has one.
fn database_in(folder: TempDir) -> (TempDir, HashSet<String>) {
    fs::write(folder.path().join("documents.json"), documents()).unwrap();
    let output = run(folder.path(), &["import", "documents.json"], None);
    fs::remove_file(folder.path().join("documents.json")).unwrap();
    let ids = printed(&output);
    assert_eq!(ids.len(), 3);
    (folder, ids)
}

#[test]
fn a_restore_that_fails_anywhere_leaves_the_old_database_or_the_new_one() {
    let (folder, before) = database();
    // A backup is restored beside its own secret.
    let other = TempDir::new().unwrap();
    let secret = "overtrick.secret";
    fs::copy(folder.path().join(secret), other.path().join(secret)).unwrap();
    let (other, restored) = database_in(other);
    fs::copy(
        other.path().join("overtrick.db"),
        folder.path().join("backup.db"),
    )
    .unwrap();
    let command = ["restore", "backup.db", "--replace"];
    fail_every_step(folder.path(), &command, |folder, output| {
        let ids = Stored::in_folder(folder).ids();
        if output.status.success() {
            assert_eq!(ids, restored);
        } else {
            assert!(ids == before || ids == restored);
        }
    });
}

#[test]
fn a_failed_backup_is_not_restored() {
    let (folder, ids) = database();
    fail_every_step(folder.path(), &["backup", "backup.db"], |folder, output| {
        assert_eq!(Stored::in_folder(folder).ids(), ids);
        let backup = folder.join("backup.db");
        assert_eq!(output.status.success(), backup.exists());
        if backup.exists() {
            fs::rename(backup, folder.join("overtrick.db")).unwrap();
            assert_eq!(Stored::in_folder(folder).ids(), ids);
        }
    });
}

/// Tries this many changes to a match; returns the number of acknowledged ones.
fn record(client: &mut Client, game: &Opened, tries: usize) -> u64 {
    let mut acknowledged = 0;
    for note in 0..tries {
        let answer = game.note(client, &note.to_string());
        match answer.status {
            200 => acknowledged += 1,
            500..=599 => assert!(!answer.problem().is_empty()),
            _ => panic!("{}", answer.text()),
        }
    }
    acknowledged
}

#[test]
fn acknowledged_changes_survive_every_failure() {
    const CHANGES: usize = 4;
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("overtrick.db");
    let game = {
        let mut program = Program::start(&mut overtrick(folder.path()), &file);
        let game = Opened::new(&mut program.client());
        program.stop();
        game
    };
    let serve = |folder: &Path, environment: &[(&str, &str)]| {
        let mut command = overtrick(folder);
        command.envs(environment.iter().copied());
        Program::start(&mut command, &folder.join("overtrick.db"))
    };
    // This run counts the steps of recording.
    let count = TempDir::new().unwrap();
    let count = count.path().join("count");
    let (first, last) = {
        let folder = copied(folder.path());
        let program = serve(folder.path(), &[("DISK_COUNT", count.to_str().unwrap())]);
        let first = counted(&count) + 1;
        assert_eq!(record(&mut program.client(), &game, CHANGES), 4);
        (first, counted(&count))
    };
    assert!(last > first + 2 * CHANGES, "{first} to {last}");
    let mut refused = 0;
    for (step, (error, lasting)) in faults(first..=last) {
        let folder = copied(folder.path());
        let step = step.to_string();
        let fault = [
            ("DISK_FAIL_AT", &*step),
            ("DISK_ERROR", error),
            ("DISK_LASTING", lasting),
        ];
        let program = serve(folder.path(), &fault);
        let acknowledged = record(&mut program.client(), &game, CHANGES);
        drop(program);
        let version = Stored::in_folder(folder.path()).versions[&game.id];
        assert!(
            version > acknowledged,
            "step {step}: version {version}, {acknowledged} acknowledged"
        );
        refused += usize::from(acknowledged < 4);
    }
    assert!(refused > CHANGES, "{refused} runs had refused changes");
}
