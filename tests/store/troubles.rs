//! Backups, some of them changed by somebody else.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use overtrick_server::{Role, ServiceError, restore};
use overtrick_store::StoreError;

use crate::served::database::execute_in;
use crate::store::table::{change, document, file_story, note, open, settings, system};

#[test]
fn only_backups_are_restored() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = matches.create(&document(), None).await.unwrap();
        matches.close().await.unwrap();
        let all = settings(folder.path());
        let file = folder.path().join("no-backup.db");
        for bytes in [&b""[..], b"SQLite format 3", b"{}"] {
            std::fs::write(&file, bytes).unwrap();
            let refused = restore(&all, &file, system()).await;
            assert!(refused.is_err(), "{refused:?}");
        }
        std::fs::write(&file, b"").unwrap();
        let refused = restore(&all, &file, system()).await;
        let named = file.display().to_string();
        assert_eq!(
            refused,
            Err(ServiceError::Store(StoreError::NotOurs(named)))
        );
        let matches = open(folder.path()).await;
        assert!(matches.read(created.id.as_str()).await.is_ok());
        matches.close().await.unwrap();
    });
}

#[test]
fn a_backup_under_way_is_consistent_and_is_restored() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = Arc::new(matches.create(&document(), None).await.unwrap());
        let writing = tokio::spawn({
            let (matches, created) = (matches.clone(), created.clone());
            async move {
                for version in 1..=100 {
                    let note = note(&version.to_string());
                    change(&matches, created.id.as_str(), version, Role::Score, note)
                        .await
                        .unwrap();
                }
            }
        });
        let backup = folder.path().join("backup.db");
        matches.backup(&backup).await.unwrap();
        assert!(
            matches.backup(&backup).await.is_err(),
            "a backup is not overwritten"
        );
        writing.await.unwrap();
        let all = settings(folder.path());
        assert_eq!(
            restore(&all, &backup, system()).await,
            Err(ServiceError::Store(StoreError::Busy)),
            "the database is in use"
        );
        assert_eq!(matches.verify(created.id.as_str()).await.unwrap(), Ok(101));
        matches.close().await.unwrap();

        assert_eq!(restore(&all, &backup, system()).await, Ok(Ok(1)));
        let matches = open(folder.path()).await;
        let version = matches.read(created.id.as_str()).await.unwrap().version();
        assert!((1..=101).contains(&version));
        assert_eq!(
            matches
                .role_of(created.id.as_str(), &created.keys.direct)
                .await,
            Ok(Some(Role::Direct))
        );
        matches.close().await.unwrap();
        assert!(
            restore(&all, Path::new("/no/such/backup"), system())
                .await
                .is_err()
        );
        let left: HashSet<_> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        let expected = ["overtrick.db", "overtrick.secret", "backup.db"];
        assert_eq!(left, expected.iter().map(Into::into).collect());
    });
}

#[test]
fn a_backup_with_a_trigger_or_a_view_of_somebody_else_is_not_restored() {
    file_story(async {
        for (what, statement) in [
            (
                "trigger steal",
                "CREATE TRIGGER steal AFTER INSERT ON events BEGIN DELETE FROM names; END",
            ),
            (
                "table deleted_matches",
                "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET \
                 sql = replace(sql, 'version INTEGER NOT NULL', \
                 'version INTEGER NOT NULL DEFAULT 1') WHERE name = 'deleted_matches'",
            ),
            ("view known", "CREATE VIEW known AS SELECT * FROM names"),
            ("table other", "CREATE TABLE other (id INTEGER)"),
            ("index by_name", "CREATE INDEX by_name ON names (name)"),
        ] {
            let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
            let matches = open(from.path()).await;
            matches.create(&document(), None).await.unwrap();
            let backup = to.path().join("backup.db");
            matches.backup(&backup).await.unwrap();
            matches.close().await.unwrap();
            std::fs::rename(&backup, to.path().join("overtrick.db")).unwrap();
            execute_in(&to.path().join("overtrick.db"), statement).await;
            std::fs::rename(to.path().join("overtrick.db"), &backup).unwrap();
            let place = tempfile::tempdir().unwrap();
            let there = settings(place.path());
            let restored = restore(&there, &backup, system()).await;
            let refused = restored.unwrap_err();
            assert!(refused.to_string().contains(what), "{what}: {refused}");
            let left = std::fs::read_dir(place.path()).unwrap().count();
            assert_eq!(left, 0, "{what}: the attempt left files");
        }
    });
}
