//! Imports of many matches: all or none, wherever they fail or are cut off.

use std::path::Path;

use overtrick::rules::json::Json;
use overtrick::service::{ImportReport, Matches, Progress, ServiceError, StoreSettings, Unjudged};
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};

use crate::table::{assert_whole, open, settings, story, system, to_json};

/// Enough for three batches.
const COUNT: usize = 600;

fn line(number: usize) -> Json {
    to_json(&json!({
        "external_id": format!("club/{number}"),
        "document": { "game": "brink-bid", "title": format!("Table {number}"),
            "players": ["Ann", "Bo"], "hands": [] }
    }))
}

async fn import(matches: &Matches, name: &str) -> Result<ImportReport, ServiceError> {
    let mut import = matches.import(false).await;
    import.resume(name, &Progress::silent()).await?;
    let lines = (1..)
        .zip(0..COUNT)
        .map(|(at, number)| (at, Unjudged::Value(line(number))));
    let judged = matches.judge_lines(lines.collect()).unwrap();
    import.add(judged).await?;
    import.store(name, &Progress::silent()).await
}

async fn execute(folder: &Path, statements: &'static str) {
    let file = folder.join("overtrick.db");
    let options = SqliteConnectOptions::new().filename(file);
    let mut connection = options.connect().await.unwrap();
    connection.execute(statements).await.unwrap();
    connection.close().await.unwrap();
}

const FAIL: &str = "CREATE TRIGGER fails AFTER INSERT ON imported WHEN NEW.line = 560 \
    BEGIN SELECT RAISE(ABORT, 'a fault of the disk'); END";
/// As after a kill: neither goes on nor is taken back.
const CUT_OFF: &str = "CREATE TRIGGER stays BEFORE DELETE ON imported \
    BEGIN SELECT RAISE(ABORT, 'the process was killed'); END";
const MENDED: &str = "DROP TRIGGER IF EXISTS fails; DROP TRIGGER IF EXISTS stays";

#[test]
fn an_import_that_fails_in_the_middle_is_taken_back_whole() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        execute(folder.path(), FAIL).await;
        let failed = import(&matches, "a").await;
        assert!(matches!(failed, Err(ServiceError::Store(_))));
        assert_whole(&matches, 0).await;
        assert_eq!(matches.unfinished_import().await, Ok(None));
        execute(folder.path(), MENDED).await;
        let stored = import(&matches, "a").await.unwrap();
        assert!(stored.matches.iter().all(|one| !one.already));
        assert_whole(&matches, COUNT).await;
        let again = import(&matches, "a").await.unwrap();
        assert!(again.matches.iter().all(|one| one.already));
        assert_whole(&matches, COUNT).await;
        matches.close().await.unwrap();
    });
}

/// A database in which an import of this name was cut off after two of its three batches.
async fn cut_off(folder: &Path) {
    let matches = open(folder).await;
    execute(folder, FAIL).await;
    execute(folder, CUT_OFF).await;
    import(&matches, "a").await.unwrap_err();
    matches.close().await.unwrap();
    execute(folder, MENDED).await;
}

#[test]
fn the_same_import_goes_on_where_it_was_cut_off_as_if_it_had_not_been() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        cut_off(folder.path()).await;
        let matches = open(folder.path()).await;
        assert_eq!(matches.unfinished_import().await, Ok(Some("a".to_owned())));
        let left = matches.list(None, COUNT).await.unwrap();
        assert_eq!(left.len(), 512);
        let stored = import(&matches, "a").await.unwrap();
        assert_eq!(stored.matches.len(), COUNT);
        assert!(
            stored
                .matches
                .iter()
                .all(|one| !one.already && one.id.is_some())
        );
        for one in &left {
            let id = Some(one.id.to_string());
            assert!(stored.matches.iter().any(|stored| stored.id == id));
        }
        assert_whole(&matches, COUNT).await;
        assert_eq!(matches.unfinished_import().await, Ok(None));
        matches.close().await.unwrap();
    });
}

#[test]
fn another_import_takes_back_what_was_cut_off() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        cut_off(folder.path()).await;
        let matches = open(folder.path()).await;
        let stored = import(&matches, "b").await.unwrap();
        assert!(stored.matches.iter().all(|one| !one.already));
        assert_whole(&matches, COUNT).await;
        matches.close().await.unwrap();
    });
}

#[test]
fn the_next_server_takes_back_what_was_cut_off() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        cut_off(folder.path()).await;
        let server = StoreSettings {
            exclusive: true,
            ..settings(folder.path())
        };
        let matches = Matches::open(server, system()).await.unwrap();
        assert_whole(&matches, 0).await;
        assert_eq!(matches.unfinished_import().await, Ok(None));
        matches.close().await.unwrap();
    });
}
