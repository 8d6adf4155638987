//! Programs that are killed while they write: what they said is stored is there, once.

#![cfg(feature = "cli")]
#![cfg(feature = "store")]

mod support;

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use overtrick::rules::json::Json;
use overtrick::service::{Change, Matches, Role, StoreSettings};
use support::Chance;

const NOW: &str = "2026-11-21T19:00:00.000Z";
/// Set in the process that writes until it is killed.
const WRITER: &str = "OVERTRICK_TEST_WRITER";
const WRITERS: usize = 64;

fn settings(folder: &Path) -> StoreSettings {
    StoreSettings::new(format!("sqlite://{}/overtrick.db", folder.display()))
}

fn to_json(value: &Value) -> Json {
    serde_json::from_str(&value.to_string()).unwrap()
}

fn wait_for<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_time()
        .build()
        .unwrap();
    runtime.block_on(work)
}

/// What the killed process was: many writers, each with a match of its own, who say of every change
/// that it is made once it is durable. It never ends by itself.
#[test]
fn a_writer_that_writes_until_it_is_killed() {
    let Some(folder) = std::env::var_os(WRITER) else {
        // Run as a test of its own it only shows that it would write at all.
        let folder = tempfile::tempdir().unwrap();
        let acknowledged = wait_for(write(folder.path(), 3, false));
        assert_eq!(acknowledged, WRITERS * 3);
        return;
    };
    wait_for(write(Path::new(&folder), usize::MAX, true));
}

async fn write(folder: &Path, changes: usize, aloud: bool) -> usize {
    let matches = Matches::open(settings(folder)).await.unwrap();
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        let matches = matches.clone();
        writers.spawn(async move {
            let document = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [] });
            let created = matches
                .create(&to_json(&document), NOW, None)
                .await
                .unwrap();
            let id = created.id.to_string();
            let mut version = 1;
            for change in 0..changes {
                let said = format!("{writer}-{change}");
                let notes = Change::Describe {
                    title: None,
                    played_on: None,
                    location: None,
                    notes: Some(said.clone()),
                };
                let ledger = matches
                    .change(&id, version, Role::Score, notes, NOW, None)
                    .await;
                version = ledger.unwrap().version();
                if aloud {
                    // One write a line, so that no line is half another's.
                    let line = format!("acknowledged {id} {version} {said}\n");
                    std::io::stdout().write_all(line.as_bytes()).unwrap();
                }
            }
            changes
        });
    }
    writers.join_all().await.into_iter().sum()
}

#[test]
fn what_was_acknowledged_before_a_kill_is_there_and_nothing_is_there_twice() {
    let folder = tempfile::tempdir().unwrap();
    let mut chance = Chance(20_261_121);
    let mut acknowledged: HashMap<String, Vec<(usize, String)>> = HashMap::new();
    for _ in 0..6 {
        let killed = write_and_kill(folder.path(), 100 + chance.below(1500));
        for line in killed {
            let mut words = line.split(' ').skip(1).map(str::to_owned);
            let (id, version, said) = (
                words.next().unwrap(),
                words.next().unwrap(),
                words.next().unwrap(),
            );
            acknowledged
                .entry(id)
                .or_default()
                .push((version.parse().unwrap(), said));
        }
    }
    wait_for(async {
        let matches = Matches::open(settings(folder.path())).await.unwrap();
        for (id, said) in &acknowledged {
            let ledger = matches.read(id).await.unwrap();
            let stored: Vec<String> = ledger
                .events()
                .iter()
                .skip(1)
                .map(|event| match &event.change {
                    overtrick::ledger::Deed::Changed(Change::Describe { notes, .. }) => {
                        notes.clone().unwrap()
                    }
                    other => panic!("{other:?}"),
                })
                .collect();
            for (version, said) in said {
                assert_eq!(stored.get(version - 2), Some(said), "{id} at {version}");
            }
            let once: HashSet<&String> = stored.iter().collect();
            assert_eq!(once.len(), stored.len(), "{id}: something is there twice");
            // At most the one change that was on its way when the process was killed, and the one
            // whose acknowledgment was the last line.
            assert!(stored.len() <= said.len() + 2, "{id}");
        }
        matches.close().await.unwrap();
    });
    let verified = overtrick(folder.path(), &["verify"]);
    assert!(
        verified.status.success(),
        "{}",
        String::from_utf8_lossy(&verified.stderr)
    );
}

/// Starts a writer, kills it after so many acknowledgments, and gives all that it acknowledged.
fn write_and_kill(folder: &Path, after: usize) -> Vec<String> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "--nocapture",
            "a_writer_that_writes_until_it_is_killed",
        ])
        .env(WRITER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut acknowledged = Vec::new();
    let mut killed = false;
    // After the kill, what it had said before is still in the pipe.
    while let Some(Ok(line)) = lines.next() {
        // The test harness writes the name of its test before the first of our lines.
        if let Some(start) = line.find("acknowledged ") {
            acknowledged.push(line[start..].to_owned());
        }
        if acknowledged.len() >= after && !killed {
            child.kill().unwrap();
            killed = true;
        }
    }
    assert!(
        killed,
        "the writer ended by itself after {}",
        acknowledged.len()
    );
    assert!(!child.wait().unwrap().success());
    // A last line that was cut short is no acknowledgment.
    acknowledged.retain(|line| line.split(' ').count() == 4);
    acknowledged.pop();
    acknowledged
}

fn overtrick(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(arguments)
        .env(
            "OVERTRICK_DATABASE",
            format!("sqlite://{}/overtrick.db", folder.display()),
        )
        .output()
        .unwrap()
}

#[test]
fn an_import_that_is_killed_has_stored_what_it_printed() {
    let folder = tempfile::tempdir().unwrap();
    let document = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [
        { "bids": { "Ann": 4, "Bo": 1 }, "tricks": { "Ann": 4, "Bo": 0 } }] });
    let mut child = Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(["import", "-"])
        .env(
            "OVERTRICK_DATABASE",
            format!("sqlite://{}/overtrick.db", folder.path().display()),
        )
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feeding = std::thread::spawn(move || while writeln!(stdin, "{document}").is_ok() {});
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut printed = Vec::new();
    while let Some(Ok(line)) = lines.next() {
        printed.push(line);
        if printed.len() == 500 {
            child.kill().unwrap();
        }
    }
    child.wait().unwrap();
    feeding.join().unwrap();
    let ids: HashSet<String> = printed
        .iter()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .map(|line| line["id"].as_str().unwrap().to_owned())
        .collect();
    assert!(ids.len() >= 499);
    let exported = overtrick(folder.path(), &["export", "--all"]);
    let exported = String::from_utf8(exported.stdout).unwrap();
    let stored: Vec<Value> = exported
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let there: HashSet<String> = stored
        .iter()
        .map(|document| document["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(there.len(), stored.len(), "none twice");
    assert!(ids.is_subset(&there));
    assert!(overtrick(folder.path(), &["verify"]).status.success());
}
