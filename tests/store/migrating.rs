//! Migrating databases of this and other versions of the program.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection};

use overtrick_server::{
    MatchService, Progress, Replayed, Role, ServiceError, StoredAnswer, restore,
};

use crate::store::table::{
    change_once, document, file_story, hand, once, open, settings, story, system,
};

async fn connect(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file);
    options.connect().await.unwrap()
}

#[test]
fn every_migration_is_run() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        open(folder.path()).await.close().await.unwrap();
        let mut connection = connect(&folder.path().join("overtrick.db")).await;
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

/// What the first tables had instead of the second ones, and longer digests.
const BACK: &str = "\
    INSERT INTO idempotency (key, fingerprint, at, match_number, version) \
    SELECT key, fingerprint, at, match_number, version FROM idempotent_changes; \
    DROP TABLE idempotent_changes; \
    UPDATE idempotency SET fingerprint = fingerprint || fingerprint, \
    key = CASE WHEN version = 1 \
    THEN substr(key, 1, 32) || substr(key, 1, 32) || '/' || substr(key, 34) || substr(key, 34) \
    ELSE key || key END; \
    DELETE FROM _sqlx_migrations WHERE version = 2";

#[test]
fn requests_that_were_answered_before_a_migration_are_known_after_it() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let (make, record) = (once("make", 1).of_creation("10.0.0.1"), once("record", 2));
        let created = matches.create(&document(), Some(&make)).await.unwrap();
        let id = created.id.as_str();
        let recorded = change_once(&matches, id, 1, Role::Score, hand(1), &record);
        recorded.await.unwrap();
        let answer = StoredAnswer {
            status: 200,
            headers: Vec::new(),
            body: b"dice".to_vec(),
        };
        let saved = matches.save_answer(&once("dice", 3), answer.clone()).await;
        saved.unwrap();
        matches.close().await.unwrap();
        let mut connection = connect(&folder.path().join("overtrick.db")).await;
        connection.execute(BACK).await.unwrap();
        connection.close().await.unwrap();

        let matches = open(folder.path()).await;
        let again = matches.create(&document(), Some(&make)).await.unwrap();
        assert_eq!(again.id, created.id);
        let again = change_once(&matches, id, 1, Role::Score, hand(1), &record);
        assert_eq!(again.await.unwrap().version(), 2);
        let again = matches.replayed(&once("dice", 3)).await.unwrap();
        assert!(matches!(again, Some(Replayed::StoredAnswer(kept)) if kept == answer));
        let copy = folder.path().join("overtrick.db.before-0002");
        assert!(copy.exists());
    });
}

#[test]
fn a_database_of_before_the_first_release_and_one_of_a_newer_version_are_left_alone() {
    file_story(async {
        for (statement, expected) in [
            (
                "UPDATE _sqlx_migrations SET checksum = x'5e95'",
                ServiceError::Unreleased,
            ),
            (
                "INSERT INTO _sqlx_migrations SELECT 1000, 'next', installed_on, success, checksum, \
                 execution_time FROM _sqlx_migrations LIMIT 1",
                ServiceError::Newer,
            ),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("overtrick.db");
            let matches = open(folder.path()).await;
            matches.create(&document(), None).await.unwrap();
            matches.close().await.unwrap();
            let mut connection = connect(&file).await;
            sqlx::query(statement)
                .execute(&mut connection)
                .await
                .unwrap();
            connection.close().await.unwrap();
            let before = std::fs::read(&file).unwrap();
            let opened = MatchService::open(settings(folder.path()), system()).await;
            assert_eq!(opened.unwrap_err(), expected);
            let mut files: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
            files.retain(|entry| {
                let name = entry.as_ref().unwrap().file_name();
                name.to_string_lossy().contains("before")
            });
            assert!(files.is_empty(), "{files:?}");
            assert_eq!(std::fs::read(&file).unwrap(), before);
            // Nor is it accepted as a backup.
            let place = tempfile::tempdir().unwrap();
            let silent = Progress::silent();
            let there = settings(place.path());
            let restored = restore(&there, &file, false, system(), &silent).await;
            assert_eq!(restored.unwrap_err(), expected);
        }
    });
}

#[test]
fn a_database_of_postgresql_of_another_version_is_left_alone() {
    let Some(server) = crate::served::database::postgres() else {
        return;
    };
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = settings(folder.path());
        let url = server.empty();
        settings.database = url.clone().into();
        MatchService::open(settings.clone(), system())
            .await
            .unwrap()
            .close()
            .await
            .unwrap();
        for (statement, expected) in [
            (
                "INSERT INTO _sqlx_migrations SELECT 1000, 'next', installed_on, success, checksum, \
                 execution_time FROM _sqlx_migrations LIMIT 1",
                ServiceError::Newer,
            ),
            (
                "UPDATE _sqlx_migrations SET checksum = '\\x5e95'",
                ServiceError::Unreleased,
            ),
        ] {
            server.run(&url, statement);
            let opened = MatchService::open(settings.clone(), system()).await;
            assert_eq!(opened.unwrap_err(), expected);
        }
    });
}
