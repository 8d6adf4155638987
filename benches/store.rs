//! Compares durably recorded hands per second of many simultaneous writers with single commits on
//! the same disk. `cargo bench --bench store`
//!
//! Both are measured alternately, on databases in one folder (`OVERTRICK_BENCH_FOLDER`, by default
//! the temporary folder), so the ratio is meaningful on any machine. If PostgreSQL is installed,
//! the same is measured on a temporary server.

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::path::Path;
use std::str::FromStr;
use std::time::{Duration, Instant};

use serde_json::json;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Executor};
use tokio::task::JoinSet;

#[path = "../tests/support/database.rs"]
mod database;

use overtrick_core::json::Json;
use overtrick_server::system::system;
use overtrick_server::{Change, ChangeRequest, MatchService, Role, StoreSettings};

/// The program's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const WRITERS: usize = 64;
/// The number of hands of a match of Brink Bid.
const HANDS: usize = 10;
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(2);
const OUTCOME: &str = r#"{"hands":5,"totals":[25,0],"complete":false}"#;
/// The goal for the ratio.
const AIM: f64 = 4.0;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(measure());
    if let Some(server) = database::postgres() {
        runtime.block_on(measure_postgres(server));
    }
}

async fn measure_postgres(server: &database::Server) {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = StoreSettings {
        secret: Some(folder.path().join("secret")),
        ..StoreSettings::new(server.empty())
    };
    let matches = MatchService::open(settings, system())
        .await
        .expect("a store");
    // A server does this too. Without it, the service would not use its matches in memory.
    matches.follow().await.expect("notices");
    let (mut commits, mut hands) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        commits.push(commits_to_postgres(&server.empty()).await);
        hands.push(hands_by_many(&matches).await);
    }
    println!("PostgreSQL:");
    report(&mut commits, &mut hands);
    matches.close().await.expect("closed");
}

/// Commits rows like those of hands durably, one at a time. Returns the commits per second.
async fn commits_to_postgres(url: &str) -> f64 {
    let mut connection = PgConnectOptions::from_str(url)
        .expect("a URL")
        .connect()
        .await
        .expect("a database");
    connection
        .execute("CREATE TABLE events (id bigserial PRIMARY KEY, kind text, outcome text)")
        .await
        .expect("a table");
    let kind = serde_json::to_string(&hand(5)).expect("JSON");
    let (start, mut count) = (Instant::now(), 0.0);
    while start.elapsed() < ROUND {
        sqlx::query("INSERT INTO events (kind, outcome) VALUES ($1, $2)")
            .bind(&kind)
            .bind(OUTCOME)
            .execute(&mut connection)
            .await
            .expect("a row");
        count += 1.0;
    }
    let rate = count / start.elapsed().as_secs_f64();
    connection.close().await.expect("closed");
    rate
}

fn report(commits: &mut [f64], hands: &mut [f64]) {
    let (commits, hands) = (median(commits), median(hands));
    println!("one commit at a time:        {commits:>8.0} per second");
    println!("hands by {WRITERS} simultaneous writers: {hands:>4.0} per second");
    println!("ratio: {:.1} (aim: at least {AIM})", hands / commits);
}

async fn measure() {
    let folder = match std::env::var_os("OVERTRICK_BENCH_FOLDER") {
        Some(folder) => tempfile::tempdir_in(folder),
        None => tempfile::tempdir(),
    }
    .expect("a folder");
    let url = format!("sqlite://{}/overtrick.db", folder.path().display());
    let matches = MatchService::open(StoreSettings::new(url), system())
        .await
        .expect("a store");
    let (mut commits, mut hands) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        commits.push(commits_one_at_a_time(folder.path(), round).await);
        hands.push(hands_by_many(&matches).await);
    }
    report(&mut commits, &mut hands);
    matches.close().await.expect("closed");
}

/// Commits rows like those of hands durably, one at a time. Returns the commits per second.
async fn commits_one_at_a_time(folder: &Path, round: usize) -> f64 {
    let url = format!("sqlite://{}/commits-{round}.db", folder.display());
    let mut connection = SqliteConnectOptions::from_str(&url)
        .expect("a URL")
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .connect()
        .await
        .expect("a database");
    connection
        .execute("CREATE TABLE events (id INTEGER PRIMARY KEY, kind TEXT, outcome TEXT)")
        .await
        .expect("a table");
    let kind = serde_json::to_string(&hand(5)).expect("JSON");
    let (start, mut count) = (Instant::now(), 0.0);
    while start.elapsed() < ROUND {
        sqlx::query("INSERT INTO events (kind, outcome) VALUES (?1, ?2)")
            .bind(&kind)
            .bind(OUTCOME)
            .execute(&mut connection)
            .await
            .expect("a row");
        count += 1.0;
    }
    let rate = count / start.elapsed().as_secs_f64();
    connection.close().await.expect("closed");
    rate
}

/// Records hands with the whole service, which checks, scores and stores them. Each writer waits
/// for each hand. Returns the hands per second.
async fn hands_by_many(matches: &MatchService) -> f64 {
    let mut writers = JoinSet::new();
    let start = Instant::now();
    for _ in 0..WRITERS {
        let matches = matches.clone();
        writers.spawn(async move {
            let mut count = 0.0;
            while start.elapsed() < ROUND {
                let created = matches.create(&document(), None).await.expect("a match");
                for (number, version) in (1..=HANDS).zip(1..) {
                    let id = created.id.as_str();
                    let request = ChangeRequest::at_version(version, Role::Score);
                    let recorded = matches.change(id, request, hand(number));
                    recorded.await.expect("a hand");
                    count += 1.0;
                }
            }
            count
        });
    }
    let count: f64 = writers.join_all().await.into_iter().sum();
    count / start.elapsed().as_secs_f64()
}

fn document() -> Json {
    let document = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [] });
    serde_json::from_value(document).expect("a document")
}

fn hand(number: usize) -> Change {
    let cards = number + 3;
    let hand = json!({ "bids": { "Ann": cards, "Bo": 1 }, "tricks": { "Ann": cards, "Bo": 0 } });
    Change::Record {
        hand: serde_json::from_value(hand).expect("a hand"),
    }
}

fn median(rates: &mut [f64]) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
