//! Cuts the power while changes are recorded. A cut loses some of the sectors that were not synced.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::faults::disk::{cut_power, overtrick, read_journal};
use crate::faults::stored::Stored;
use crate::served::{Client, Opened, Program};
use crate::support::Chance;

/// The number of power cuts.
const CUTS: usize = 200;
/// The number of matches, and the number of changes in each match.
const MATCHES: usize = 6;
const CHANGES: u64 = 12;

/// An acknowledged change: the match, its version, and the length of the journal at that time.
type Acknowledged = (String, u64, u64);

fn length(journal: &Path) -> u64 {
    std::fs::metadata(journal).unwrap().len()
}

/// Opens a match over HTTP and changes it.
fn play(client: &mut Client, journal: &Path) -> Vec<Acknowledged> {
    let game = Opened::new(client);
    let mut acknowledged = vec![(game.id.clone(), 1, length(journal))];
    for version in 2..2 + CHANGES {
        let answer = game.note(client, &version.to_string());
        assert_eq!(answer.status, 200, "{}", answer.text());
        acknowledged.push((game.id.clone(), version, length(journal)));
    }
    acknowledged
}

#[test]
fn acknowledged_changes_survive_a_power_cut() {
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
