//! A database of an earlier version: all that is in it is there after it has been opened.

use std::path::Path;

use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, SqliteConnection};

use overtrick::ledger::Ledger;
use overtrick::service::{Change, Created, Replayed, Role};

use crate::table::{NOW, document, hand_of, once, open, story};

/// The tables as they were at first, with the rows of a database as it is now.
async fn as_at_first(now: &Path, then: &Path) {
    let first = then.join("first");
    std::fs::create_dir(&first).unwrap();
    let file = "0001_matches.sql";
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/migrations");
    std::fs::copy(migrations.join(file), first.join(file)).unwrap();
    let mut old = SqliteConnectOptions::new()
        .filename(then.join("overtrick.db"))
        .create_if_missing(true)
        .connect()
        .await
        .unwrap();
    Migrator::new(first)
        .await
        .unwrap()
        .run(&mut old)
        .await
        .unwrap();
    let attach = format!("ATTACH '{}' AS now", now.join("overtrick.db").display());
    old.execute(AssertSqlSafe(attach)).await.unwrap();
    for copy in [
        "INSERT INTO matches SELECT id, game, created_at FROM now.matches",
        "INSERT INTO events SELECT position, id, sequence, at, by, deed, outcome \
         FROM now.events JOIN now.matches ON match_number = matches.number",
        "INSERT INTO names SELECT id, names.number, name \
         FROM now.names JOIN now.matches ON match_number = matches.number",
        "INSERT INTO answers SELECT key, fingerprint, at, id, version, status, headers, body \
         FROM now.answers LEFT JOIN now.matches ON match_number = matches.number",
    ] {
        old.execute(copy).await.unwrap();
    }
    old.close().await.unwrap();
    let secret = "overtrick.secret";
    std::fs::copy(now.join(secret), then.join(secret)).unwrap();
}

async fn tables(folder: &Path) -> Vec<String> {
    let options = SqliteConnectOptions::new().filename(folder.join("overtrick.db"));
    let mut connection: SqliteConnection = options.connect().await.unwrap();
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%sqlx%'";
    let mut names: Vec<String> = sqlx::query_scalar(names)
        .fetch_all(&mut connection)
        .await
        .unwrap();
    names.sort_unstable();
    names
}

#[test]
fn every_migration_is_run() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        open(folder.path()).await.close().await.unwrap();
        let options = SqliteConnectOptions::new().filename(folder.path().join("overtrick.db"));
        let mut connection: SqliteConnection = options.connect().await.unwrap();
        let run = "SELECT count(*) FROM _sqlx_migrations";
        let run: i64 = sqlx::query_scalar(run)
            .fetch_one(&mut connection)
            .await
            .unwrap();
        let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/migrations");
        let files = std::fs::read_dir(files).unwrap().count();
        assert_eq!(usize::try_from(run), Ok(files));
    });
}

#[test]
fn a_database_of_the_first_version_is_brought_up_to_date_whole() {
    story(async {
        let (now, then) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let matches = open(now.path()).await;
        let key = once("opened-by-a-phone", 1);
        let mut made: Vec<(Created, Ledger)> = Vec::new();
        for number in 0..4_u64 {
            let marked = (number == 0).then_some(&key);
            let created = matches.create(&document(), NOW, marked).await.unwrap();
            let id = created.id.as_str();
            let rename = Change::Rename {
                seat: 1,
                name: format!("Ann {number}"),
            };
            let renamed = matches.change(id, 1, Role::Score, rename, NOW, None).await;
            let mut ledger = renamed.unwrap();
            for (hand, version) in (1..=number).zip(2..) {
                let hand = hand_of(&format!("Ann {number}"), usize::try_from(hand).unwrap());
                let change = matches.change(id, version, Role::Score, hand, NOW, None);
                ledger = change.await.unwrap();
            }
            made.push((created, Ledger::clone(&ledger)));
        }
        matches.close().await.unwrap();
        as_at_first(now.path(), then.path()).await;

        let matches = open(then.path()).await;
        for (created, ledger) in &made {
            let id = created.id.as_str();
            let kept = matches.read(id).await.unwrap();
            assert_eq!(kept.document(), ledger.document());
            assert_eq!(kept.log(), ledger.log());
            assert_eq!(matches.verify(id).await.unwrap(), Ok(ledger.version()));
            let role = matches.role_of(id, &created.keys.score).await;
            assert_eq!(role.unwrap(), Some(Role::Score));
        }
        let replayed = matches.replayed(&key).await.unwrap();
        assert!(matches!(replayed, Some(Replayed::Created(again)) if again.id == made[0].0.id));
        assert_eq!(matches.list(None, 10).await.unwrap().len(), made.len());
        // It goes on, and what is deleted is deleted with all that belongs to it.
        let (id, next) = (made[1].0.id.as_str(), made[1].1.version());
        let going_on = matches.change(id, next, Role::Score, hand_of("Ann 1", 2), NOW, None);
        going_on.await.unwrap();
        matches.delete(made[0].0.id.as_str(), None).await.unwrap();
        assert!(matches.replayed(&key).await.unwrap().is_none());
        matches.close().await.unwrap();
        let known = ["answers", "events", "matches", "names"];
        assert_eq!(tables(then.path()).await, known);
    });
}
