//! Cuts the power while changes are recorded: unsynced data is lost in part, sector by sector.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::faults::disk::{cut_power, overtrick, read_journal};
use crate::faults::stored::Stored;
use crate::served::{Client, Program, bearer, brink_bid};
use crate::support::Chance;

/// The number of power cuts.
const CUTS: usize = 200;
/// The number of matches, and of changes in each.
const MATCHES: usize = 6;
const CHANGES: u64 = 12;

/// An acknowledged change: the match, its version, and the length of the journal at that time.
type Acknowledged = (String, u64, u64);

fn length(journal: &Path) -> u64 {
    std::fs::metadata(journal).unwrap().len()
}

/// Opens a match over HTTP and changes it.
fn play(client: &mut Client, journal: &Path) -> Vec<Acknowledged> {
    let body = brink_bid().to_string();
    let created = client
        .ask("POST", "/api/v1/matches", &[], body.as_bytes())
        .unwrap();
    let created: Value = created.json();
    let id = created["id"].as_str().unwrap().to_owned();
    let key = bearer(created["keys"]["score"].as_str().unwrap());
    let mut acknowledged = vec![(id.clone(), 1, length(journal))];
    for version in 2..2 + CHANGES {
        let body = json!({ "action": "describe", "notes": version.to_string() }).to_string();
        let path = format!("/api/v1/matches/{id}/changes");
        let headers = [("authorization", &*key), ("if-match", "*")];
        let answer = client
            .ask("POST", &path, &headers, body.as_bytes())
            .unwrap();
        assert_eq!(answer.status, 200, "{}", answer.text());
        acknowledged.push((id.clone(), version, length(journal)));
    }
    acknowledged
}

#[test]
fn no_change_that_was_acknowledged_is_lost_when_the_power_is_cut() {
    let (folder, beside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let journal: PathBuf = beside.path().join("journal");
    let mut command = overtrick(folder.path());
    command.env("DISK_JOURNAL", &journal);
    let mut program = Program::start(&mut command, &folder.path().join("overtrick.db"));
    let acknowledged: Vec<Acknowledged> = std::thread::scope(|scope| {
        let players: Vec<_> = (0..MATCHES)
            .map(|_| scope.spawn(|| play(&mut program.client(), &journal)))
            .collect();
        players
            .into_iter()
            .flat_map(|player| player.join().unwrap())
            .collect()
    });
    program.stop();
    let steps = read_journal(&journal);
    assert!(steps.len() > 100, "{}", steps.len());
    let mut chance = Chance(20_261_122);
    for cut in 0..CUTS {
        let after = chance.below(steps.len());
        let steps = &steps[..after];
        let end = steps.last().map_or(0, |(_, _, end)| *end);
        let image = TempDir::new().unwrap();
        cut_power(steps, image.path(), &mut chance);
        let stored = Stored::in_folder(image.path());
        for (id, version, written) in &acknowledged {
            let is_there = stored
                .versions
                .get(id)
                .is_some_and(|stored| stored >= version);
            assert!(
                is_there || *written > end,
                "cut {cut}, after step {after}: {id} {version}"
            );
        }
    }
}
