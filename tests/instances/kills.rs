//! Kills servers, PostgreSQL and connections to the database while clients write to both servers.
//! Every acknowledged change is stored once and in order, and webhooks send each change.

use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{scope, sleep};
use std::time::Duration;

use serde_json::json;

use crate::instances::pair::{Game, Instance, Pair};
use crate::served::{Client, Receiver, bearer};
use crate::support::{Chance, is_thorough};

const WRITERS: usize = 6;
/// The number of kills in a thorough run, and in the gate.
const ROUNDS: (usize, usize) = (40, 8);

/// Writes notes to a match until `ends` is set, and returns the acknowledged notes. Repeats a
/// request without an answer on the other server.
fn write_on(game: &Game, addresses: &Mutex<[SocketAddr; 2]>, ends: &AtomicBool) -> Vec<String> {
    let mut acknowledged = Vec::new();
    let (path, key) = (
        format!("/api/v1/matches/{}/changes", game.id),
        bearer(&game.direct),
    );
    let mut tries = 0;
    while !ends.load(Ordering::SeqCst) {
        let version = acknowledged.len() + 1;
        let (notes, tag) = (format!("note {version}"), format!("\"{version}\""));
        let once = format!("note-{version}-of-{}", game.id);
        let headers = [
            ("authorization", &*key),
            ("if-match", &*tag),
            ("idempotency-key", &*once),
        ];
        let change = json!({ "action": "describe", "notes": notes }).to_string();
        let address = addresses.lock().unwrap()[tries % 2];
        tries += 1;
        let answer = Client::new(address).ask("POST", &path, &headers, change.as_bytes());
        match answer {
            Ok(answer) if answer.status == 503 => {}
            Ok(answer) => {
                // A note that was stored twice would give a conflict.
                assert_eq!(answer.status, 200, "{}", answer.text());
                let state = answer.json();
                assert_eq!(state["version"], version + 1);
                assert_eq!(state["document"]["notes"], notes);
                acknowledged.push(notes);
            }
            Err(_) => sleep(Duration::from_millis(20)),
        }
    }
    acknowledged
}

#[test]
fn acknowledged_changes_are_stored_and_sent_once_despite_kills() {
    // A PostgreSQL crash would end the connections of other tests, so this test has its own server.
    let Some(mut pair) = Pair::start_alone() else {
        return;
    };
    let receiver = Receiver::start();
    pair.send_webhooks_to(&receiver);
    let games: Vec<Game> = (0..WRITERS).map(|_| pair.a.create()).collect();
    let addresses = Mutex::new([pair.a.address, pair.b.address]);
    let (secret, url) = (pair.folder.path().join("secret"), pair.url.clone());
    let mut chance = Chance(20_261_128);
    let ends = AtomicBool::new(false);
    let written: Vec<Vec<String>> = scope(|scope| {
        let (addresses, ends) = (&addresses, &ends);
        let writers = games.iter();
        let writers = writers.map(|game| scope.spawn(move || write_on(game, addresses, ends)));
        let writers: Vec<_> = writers.collect();
        for round in 0..if is_thorough() { ROUNDS.0 } else { ROUNDS.1 } {
            sleep(Duration::from_millis(
                u64::try_from(chance.below(800)).unwrap(),
            ));
            let killed = match round % 4 {
                0 => &mut pair.a,
                1 => &mut pair.b,
                2 => {
                    pair.sql(
                        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                         WHERE datname = current_database() AND pid <> pg_backend_pid()",
                    );
                    continue;
                }
                _ => {
                    pair.postgres.crash();
                    continue;
                }
            };
            killed.child.kill().unwrap();
            killed.child.wait().unwrap();
            *killed = Instance::start(&url, &secret);
            addresses.lock().unwrap()[round % 4] = killed.address;
        }
        sleep(Duration::from_millis(500));
        ends.store(true, Ordering::SeqCst);
        let written = writers.into_iter().map(|writer| writer.join().unwrap());
        written.collect()
    });
    for (game, acknowledged) in games.iter().zip(&written) {
        assert!(!acknowledged.is_empty());
        for instance in [&pair.a, &pair.b] {
            let history = instance.read(game, "/history").json();
            let events = history["events"].as_array().unwrap()[1..].iter();
            let stored: Vec<&str> = events
                .map(|event| event["change"]["notes"].as_str().unwrap())
                .collect();
            assert_eq!(stored, *acknowledged);
        }
    }
    let changes = games.iter().zip(&written).flat_map(|(game, acknowledged)| {
        let last = u64::try_from(acknowledged.len()).unwrap() + 1;
        (1..=last).map(|version| (game.id.clone(), version))
    });
    let changes: HashSet<(String, u64)> = changes.collect();
    receiver.wait_until(|received| {
        let sent: HashSet<_> = received
            .iter()
            .map(crate::served::Received::change)
            .collect();
        changes.is_subset(&sent)
    });
}
