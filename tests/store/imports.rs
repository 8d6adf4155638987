//! A failed or interrupted import stores either all of its matches or none, and readers never see a
//! part of them.

use std::path::Path;

use overtrick_core::json::Json;
use overtrick_match::ledger::{MatchId, Opening, SALT, Timestamp};
use overtrick_match::play::LocalMatch;
use overtrick_server::{
    ImportOptions, ImportOutcome, ImportReport, ImportedLine, JudgedLines, MatchService,
    Precondition, ServiceError, Unjudged,
};
use serde_json::json;

use crate::served::database::{self, on_postgres};
use crate::store::table::{DIRECTOR, assert_whole, open, story, to_json};

/// The number of imported matches; they need several SQL statements.
const COUNT: usize = 600;

fn line(number: usize) -> Json {
    to_json(&json!({
        "external_id": format!("club/{number}"),
        "document": { "game": "brink-bid", "title": format!("Table {number}"),
            "players": ["Ann", "Bo"], "hands": [] }
    }))
}

/// Returns a line of an import file.
fn unjudged(line: &Json) -> Unjudged {
    Unjudged::Text(serde_json::to_vec(line).unwrap())
}

async fn import(matches: &MatchService) -> Result<ImportReport, ServiceError> {
    let lines = (1..)
        .zip(0..COUNT)
        .map(|(at, number)| (at, unjudged(&line(number))));
    let judged = matches.judge_lines(lines.collect(), None).unwrap();
    store(matches, judged).await
}

/// Imports judged lines.
async fn store(matches: &MatchService, lines: JudgedLines) -> Result<ImportReport, ServiceError> {
    matches.import(lines, ImportOptions::default()).await
}

/// Runs SQL in the test database, with a version for each kind of database.
async fn execute(folder: &Path, of_sqlite: &str, of_postgres: &str) {
    let sql = if on_postgres() {
        of_postgres
    } else {
        of_sqlite
    };
    database::execute(folder, "overtrick.db", sql).await;
}

async fn fail(folder: &Path) {
    let of_sqlite = "CREATE TRIGGER fails AFTER UPDATE ON matches \
        WHEN (SELECT count(*) FROM matches) > 560 BEGIN SELECT RAISE(ABORT, 'a fault of the disk'); END";
    let of_postgres = "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS \
        $$ BEGIN IF (SELECT count(*) FROM matches) > 560 THEN RAISE 'a fault of the disk'; END IF; \
        RETURN NEW; END $$; \
        CREATE TRIGGER fails AFTER UPDATE ON matches FOR EACH ROW EXECUTE FUNCTION fail()";
    execute(folder, of_sqlite, of_postgres).await;
}

async fn repair(folder: &Path) {
    let of_sqlite = "DROP TRIGGER fails";
    execute(folder, of_sqlite, "DROP FUNCTION fail() CASCADE").await;
}

#[test]
fn a_failed_import_leaves_nothing() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        fail(folder.path()).await;
        let failed = import(&matches).await;
        assert!(matches!(failed, Err(ServiceError::Store(_))));
        assert_whole(&matches, 0).await;
        repair(folder.path()).await;
        let stored = import(&matches).await.unwrap();
        assert!(stored.matches.iter().all(|one| !one.is_already()));
        assert_whole(&matches, COUNT).await;
        let again = import(&matches).await.unwrap();
        assert!(again.matches.iter().all(ImportedLine::is_already));
        assert_whole(&matches, COUNT).await;
        matches.close().await.unwrap();
    });
}

#[test]
fn a_reader_sees_all_of_an_import_or_nothing() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let reader = open(folder.path()).await;
        let lines = judged(&matches, COUNT);
        let done = async { store(&matches, lines).await.unwrap() };
        let seen = async {
            let mut seen = vec![0];
            while seen.last() != Some(&COUNT) {
                seen.push(reader.store().list(None, COUNT + 1).await.unwrap().len());
            }
            seen
        };
        let (_, mut seen) = tokio::join!(done, seen);
        seen.dedup();
        assert_eq!(seen, [0, COUNT]);
        matches.close().await.unwrap();
        reader.close().await.unwrap();
    });
}

/// Returns this many judged documents, which are not stored.
fn judged(matches: &MatchService, count: usize) -> JudgedLines {
    let lines = (1..).zip(0..count).map(|(at, number)| {
        let document = json!({ "game": "brink-bid", "title": format!("Table {number}"),
            "players": ["Ann", "Bo"], "hands": [] });
        (at, unjudged(&to_json(&document)))
    });
    matches.judge_lines(lines.collect(), None).unwrap()
}

#[test]
fn matches_imported_meanwhile_by_others_are_recognized() {
    story(async {
        // The first count needs one SQL statement, the second several.
        for count in [2, 300] {
            let folder = tempfile::tempdir().unwrap();
            let (matches, other) = (open(folder.path()).await, open(folder.path()).await);
            let (first, second) = (judged(&matches, count), judged(&other, count));
            let first = store(&matches, first).await.unwrap();
            let second = store(&other, second).await.unwrap();
            assert!(first.matches.iter().all(|one| !one.is_already()));
            assert!(second.matches.iter().all(ImportedLine::is_already));
            let ids = |report: &ImportReport| -> Vec<Option<String>> {
                let matches = report.matches.iter();
                matches.map(|one| one.id.clone()).collect()
            };
            assert_eq!(ids(&first), ids(&second));
            assert_whole(&matches, count).await;
            matches.close().await.unwrap();
            other.close().await.unwrap();
        }
    });
}

#[test]
fn matches_deleted_meanwhile_are_stored_again() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let (matches, other) = (open(folder.path()).await, open(folder.path()).await);
        let stored = store(&matches, judged(&matches, 2)).await;
        let again = judged(&other, 2);
        stored.unwrap();
        for one in matches.store().list(None, 10).await.unwrap() {
            let deleted = matches.delete(one.id.as_str(), &DIRECTOR, &Precondition::Any);
            deleted.await.unwrap();
        }
        let stored = store(&other, again).await;
        assert!(stored.unwrap().matches.iter().all(|one| !one.is_already()));
        matches.close().await.unwrap();
        other.close().await.unwrap();
    });
}

/// Returns a log from each of [`COUNT`] phones.
fn logs() -> Vec<(u64, Unjudged)> {
    let document = to_json(&json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [] }));
    let log = |number: usize| {
        let id = MatchId::read(&format!("{number:022}")).unwrap();
        let at = Timestamp::from_millis(0);
        let kept =
            LocalMatch::begin(&id, &document, Opening::default(), at, &[7; 2 * SALT]).unwrap();
        unjudged(&to_json(&json!({ "log": kept.log })))
    };
    (1..).zip((0..COUNT).map(log)).collect()
}

async fn import_logs(matches: &MatchService) -> Result<ImportReport, ServiceError> {
    store(matches, matches.judge_lines(logs(), None).unwrap()).await
}

#[test]
fn logs_of_a_failed_import_are_imported_again_and_those_that_were_deleted_are_not() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        fail(folder.path()).await;
        import_logs(&matches).await.unwrap_err();
        repair(folder.path()).await;
        assert_whole(&matches, 0).await;
        let stored = import_logs(&matches).await.unwrap();
        assert_eq!((stored.refused, stored.matches.len()), (0, COUNT));
        assert_whole(&matches, COUNT).await;
        let id = format!("{:022}", 7);
        let deleted = matches.delete(&id, &DIRECTOR, &Precondition::Any).await;
        assert_eq!(deleted, Ok(()));
        let refused = import_logs(&matches).await.unwrap();
        assert_eq!(refused.refused, 1);
        assert_eq!(
            (refused.faults[0].0.line, &*refused.faults[0].1.code),
            (8, "deleted-match")
        );
        assert_whole(&matches, COUNT - 1).await;
        matches.close().await.unwrap();
    });
}

/// Returns a line with a match of one hand, in which Ann takes this many of the four tricks.
fn line_with_hand(number: usize, ann: i64) -> Json {
    let hand = json!({ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": ann, "Bo": 4 - ann } });
    to_json(&json!({
        "external_id": format!("club/{number}"),
        "document": { "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [hand] }
    }))
}

/// Imports matches with one hand, and corrects those that already exist.
async fn correct(matches: &MatchService, count: usize, ann: i64) -> ImportReport {
    let options = ImportOptions {
        replace: Some("misread".to_owned()),
        ..ImportOptions::default()
    };
    let lines = (1..).zip(0..count);
    let lines = lines.map(|(at, number)| (at, unjudged(&line_with_hand(number, ann))));
    let lines = matches.judge_lines(lines.collect(), None).unwrap();
    matches.import(lines, options).await.unwrap()
}

#[test]
fn new_matches_and_corrected_ones_are_written_together() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let first = correct(&matches, 300, 1).await;
        let id = first.matches[0].id.clone().unwrap();
        assert_eq!(matches.read(&id).await.unwrap().version(), 1);
        let mut watched = matches.watch(&id);
        watched.mark_unchanged();
        let report = correct(&matches, 310, 2).await;
        assert_eq!(
            [ImportOutcome::Updated, ImportOutcome::Created].map(|outcome| report.count(outcome)),
            [300, 10]
        );
        assert!(watched.has_changed().unwrap(), "watchers are notified");
        assert_whole(&matches, 310).await;
        let played = matches.read(&id).await.unwrap();
        assert_eq!(played.version(), 2);
        let document = played.document();
        let hand = &document.list("hands")[0];
        assert_eq!(hand.get("tricks").unwrap().int("Ann"), Some(2));
        matches.close().await.unwrap();
    });
}
