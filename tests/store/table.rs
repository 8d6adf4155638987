//! Shared helpers for database tests.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::served::database::{on_postgres, url};
use overtrick_core::json::Json;
use overtrick_match::ledger::Match;
use overtrick_server::{
    Caller, Change, ChangeRequest, Clock, Depth, Description, Idempotency, MatchService, Random,
    Role, ServiceError, StoreSettings, Timestamp, Verified,
};

/// November 21, 2026, 19:00 UTC.
pub const NOW: Timestamp = Timestamp::from_millis(1_795_287_600_000);

/// Runs a test like [`story`], but only on a database file.
pub fn file_story(test: impl Future<Output = ()>) {
    if on_postgres() {
        return eprintln!("SKIPPED: the table of operations needs a database file");
    }
    story(test);
}

/// Runs a test with as many threads as a server has.
pub fn story(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(test);
}

pub fn settings(folder: &Path) -> StoreSettings {
    StoreSettings {
        secret: Some(folder.join("overtrick.secret")),
        // A PostgreSQL server may need some time on a busy machine.
        patience: Duration::from_millis(if on_postgres() { 20_000 } else { 200 }),
        ..StoreSettings::new(url(folder, "overtrick.db"))
    }
}

/// A match's director.
pub const DIRECTOR: Caller = Caller::Role(Role::Direct);

/// A fixed clock.
#[derive(Debug)]
struct StoppedClock;

impl Clock for StoppedClock {
    fn now(&self) -> Timestamp {
        NOW
    }
}

/// A generator that returns different bytes on each call, in all stores of a test.
#[derive(Debug)]
struct CountedRandom;

impl Random for CountedRandom {
    fn fill(&self, bytes: &mut [u8]) -> io::Result<()> {
        static DRAWN: AtomicU64 = AtomicU64::new(1);
        for part in bytes.chunks_mut(8) {
            let number = DRAWN.fetch_add(1, Ordering::Relaxed);
            let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_le_bytes();
            part.copy_from_slice(&mixed[..part.len()]);
        }
        Ok(())
    }
}

pub fn system() -> (Arc<dyn Clock>, Arc<dyn Random>) {
    (Arc::new(StoppedClock), Arc::new(CountedRandom))
}

pub async fn open(folder: &Path) -> MatchService {
    MatchService::open(settings(folder), system())
        .await
        .unwrap()
}

/// Changes a match at a version.
pub async fn change(
    matches: &MatchService,
    id: &str,
    version: u64,
    by: Role,
    change: Change,
) -> Result<Arc<Match>, ServiceError> {
    let request = ChangeRequest::at_version(version, by);
    matches.change(id, request, change).await
}

/// Changes a match at a version, with an idempotency key.
pub async fn change_once(
    matches: &MatchService,
    id: &str,
    version: u64,
    by: Role,
    change: Change,
    idempotency: &Idempotency,
) -> Result<Arc<Match>, ServiceError> {
    let request = ChangeRequest {
        idempotency: Some(idempotency.clone()),
        ..ChangeRequest::at_version(version, by)
    };
    matches.change(id, request, change).await
}

pub fn to_json(value: &Value) -> Json {
    serde_json::from_str(&value.to_string()).unwrap()
}

pub fn document() -> Json {
    to_json(&json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [] }))
}

/// Returns the hand with this number, in which Ann makes her bid and Bo does not.
pub fn hand(number: usize) -> Change {
    let cards = number + 3;
    let hand = json!({ "bids": { "Ann": cards, "Bo": 1 }, "tricks": { "Ann": cards, "Bo": 0 } });
    Change::Record {
        hand: to_json(&hand),
    }
}

pub fn note(text: &str) -> Change {
    Change::Describe(Description {
        notes: Some(text.to_owned()),
        ..Description::default()
    })
}

pub fn once(key: &str, body: u8) -> Idempotency {
    Idempotency {
        key: key.to_owned(),
        fingerprint: [body; 16],
        changes: None,
    }
}

/// Asserts that there are this many matches and that none is damaged.
pub async fn assert_whole(matches: &MatchService, sound: usize) {
    let verified = matches.verify_all(Depth::Events).await.unwrap();
    let whole = Verified {
        sound,
        ..Verified::default()
    };
    assert_eq!(verified, whole);
}
