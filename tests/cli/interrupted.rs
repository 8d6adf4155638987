//! Long commands that are killed and run again.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection};
use tempfile::TempDir;

use crate::cli::{err, out, overtrick_in, status};
use crate::support::command::command_in;

/// Enough matches for several batches.
const COUNT: usize = 700;

/// This query almost never ends, so writing a row that depends on it blocks.
const ENDLESS: &str = "CREATE VIEW endless AS WITH RECURSIVE numbers (number) AS \
    (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 1000000000000) \
    SELECT count(*) AS number FROM numbers; ";

fn block_on<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.unwrap().block_on(work)
}

async fn connect(file: &Path) -> SqliteConnection {
    SqliteConnectOptions::new()
        .filename(file)
        .connect()
        .await
        .unwrap()
}

fn execute(file: &Path, statements: &str) {
    block_on(async {
        let mut connection = connect(file).await;
        let statements = sqlx::AssertSqlSafe(statements.to_owned());
        connection.execute(statements).await.unwrap();
        connection.close().await.unwrap();
    });
}

fn count(file: &Path, of: &str) -> i64 {
    block_on(async {
        let mut connection = connect(file).await;
        let count = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {of}"));
        let count = sqlx::query_scalar(count).fetch_one(&mut connection).await;
        connection.close().await.unwrap();
        count.unwrap()
    })
}

/// A folder with an empty database, and with many matches in `many.ndjson`.
fn prepared() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let line = |number: usize| {
        let document = json!({
            "game": "brink-bid", "title": format!("Table {number}"), "players": ["Ann", "Bo"],
            "hands": [{ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 1, "Bo": 3 } }]
        });
        json!({ "external_id": format!("club/{number}"), "document": document }).to_string() + "\n"
    };
    let lines: String = (0..COUNT).map(line).collect();
    fs::write(folder.path().join("many.ndjson"), lines).unwrap();
    fs::write(folder.path().join("none.ndjson"), "").unwrap();
    let made = overtrick_in(folder.path(), &["import", "none.ndjson"]);
    assert_eq!(status(&made), 0, "{}", err(&made));
    folder
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = command_in(folder, arguments);
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    quiet.spawn().unwrap()
}

/// Whether another process is writing into a database.
fn is_locked(file: &Path) -> bool {
    block_on(async {
        let options = SqliteConnectOptions::new().filename(file);
        let mut connection = options
            .busy_timeout(Duration::ZERO)
            .connect()
            .await
            .unwrap();
        let began = connection.execute("BEGIN IMMEDIATE; ROLLBACK").await;
        connection.close().await.unwrap();
        began.is_err()
    })
}

fn ids(lines: &str) -> Vec<String> {
    let id = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(line.get("already"), None, "{line}");
        assert_eq!(line["keys"].as_object().unwrap().len(), 3, "{line}");
        line["id"].as_str().unwrap().to_owned()
    };
    lines.lines().map(id).collect()
}

#[test]
fn a_killed_import_leaves_nothing() {
    let folder = prepared();
    let file = folder.path().join("overtrick.db");
    let hold = "CREATE TRIGGER hold AFTER INSERT ON names WHEN NEW.match_number = 600 \
        BEGIN SELECT number FROM endless; END";
    execute(&file, &format!("{ENDLESS}{hold}"));
    let import = ["import", "many.ndjson"];
    let mut running = start(folder.path(), &import);
    // Opening the database also locks it, but only for a moment; the import must hold the lock for longer.
    let mut locked = 0;
    while locked < 10 {
        assert_eq!(
            running.try_wait().unwrap(),
            None,
            "the import ended too early"
        );
        locked = if is_locked(&file) { locked + 1 } else { 0 };
        std::thread::sleep(Duration::from_millis(20));
    }
    running.kill().unwrap();
    running.wait().unwrap();
    execute(&file, "DROP TRIGGER hold");
    assert_eq!(count(&file, "matches"), 0);
    let again = overtrick_in(folder.path(), &import);
    assert_eq!(status(&again), 0, "{}", err(&again));
    assert!(
        err(&again).contains("700 matches stored, 0 already stored before."),
        "{}",
        err(&again)
    );
    let mut stored = ids(&out(&again));
    stored.sort_unstable();
    stored.dedup();
    assert_eq!(stored.len(), COUNT);
    let verified = overtrick_in(folder.path(), &["verify"]);
    assert_eq!(status(&verified), 0, "{}", err(&verified));
    let known = overtrick_in(folder.path(), &import);
    assert!(
        err(&known).contains("0 matches stored, 700 already stored before."),
        "{}",
        err(&known)
    );
}
