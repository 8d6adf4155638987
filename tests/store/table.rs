//! What the stories of databases share.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use overtrick::rules::json::Json;
use overtrick::service::{Change, Idempotency, Matches, StoreSettings};

pub const NOW: &str = "2026-11-21T19:00:00.000Z";

pub const THREADS: usize = 2;

/// Runs a story on as many threads as a server would.
pub fn story(told: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(THREADS)
        .enable_time()
        .build()
        .unwrap();
    runtime.block_on(told);
}

pub fn settings(folder: &Path) -> StoreSettings {
    StoreSettings {
        patience: Duration::from_millis(200),
        ..StoreSettings::new(format!("sqlite://{}/overtrick.db", folder.display()))
    }
}

pub async fn open(folder: &Path) -> Matches {
    Matches::open(settings(folder)).await.unwrap()
}

pub fn to_json(value: &Value) -> Json {
    serde_json::from_str(&value.to_string()).unwrap()
}

pub fn document() -> Json {
    to_json(&json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [] }))
}

/// The hand of this number, in which Ann makes her bid.
pub fn hand(number: usize) -> Change {
    hand_of("Ann", number)
}

/// The hand of this number, in which somebody makes a bid, and Bo does not.
pub fn hand_of(name: &str, number: usize) -> Change {
    let cards = number + 3;
    let hand = json!({ "bids": { name: cards, "Bo": 1 }, "tricks": { name: cards, "Bo": 0 } });
    Change::Record {
        hand: to_json(&hand),
    }
}

pub fn note(text: &str) -> Change {
    Change::Describe {
        title: None,
        played_on: None,
        location: None,
        notes: Some(text.to_owned()),
    }
}

pub fn once(key: &str, body: u8) -> Idempotency {
    Idempotency {
        key: key.to_owned(),
        fingerprint: [body; 32],
    }
}
