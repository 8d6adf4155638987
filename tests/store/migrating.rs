//! The tables of a database, and databases from other versions of the program.

use overtrick_server::{MatchService, ServiceError, restore};
use overtrick_store::StoreError;

use crate::served::database::{connect, execute_in};
use crate::store::table::{document, file_story, open, settings, story, system};

#[test]
fn the_tables_are_made_once() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        open(folder.path()).await.close().await.unwrap();
        let mut connection = connect(&folder.path().join("overtrick.db")).await;
        let run = "SELECT count(*) FROM _sqlx_migrations";
        let run: i64 = sqlx::query_scalar(run)
            .fetch_one(&mut connection)
            .await
            .unwrap();
        assert_eq!(run, 1);
    });
}

#[test]
fn a_file_of_another_version_is_left_alone() {
    file_story(async {
        for statement in [
            "UPDATE _sqlx_migrations SET checksum = x'5e95'",
            "INSERT INTO _sqlx_migrations SELECT 1000, 'next', installed_on, success, checksum, \
             execution_time FROM _sqlx_migrations LIMIT 1",
        ] {
            let expected = ServiceError::Store(StoreError::OtherVersion);
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("overtrick.db");
            let matches = open(folder.path()).await;
            matches.create(&document(), None).await.unwrap();
            matches.close().await.unwrap();
            execute_in(&file, statement).await;
            let before = std::fs::read(&file).unwrap();
            let opened = MatchService::open(settings(folder.path()), system()).await;
            assert_eq!(opened.unwrap_err(), expected);
            assert_eq!(std::fs::read(&file).unwrap(), before);
            // The file is not accepted as a backup either.
            let place = tempfile::tempdir().unwrap();
            let there = settings(place.path());
            let restored = restore(&there, &file, system()).await;
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
        for statement in [
            "INSERT INTO _sqlx_migrations SELECT 1000, 'next', installed_on, success, checksum, \
             execution_time FROM _sqlx_migrations LIMIT 1",
            "UPDATE _sqlx_migrations SET checksum = '\x5e95'",
        ] {
            server.run(&url, statement);
            let opened = MatchService::open(settings.clone(), system()).await;
            assert_eq!(
                opened.unwrap_err(),
                ServiceError::Store(StoreError::OtherVersion)
            );
        }
    });
}
