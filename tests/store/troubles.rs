//! Locked, full and tampered databases; backups.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use overtrick_server::{MatchService, Progress, Role, ServiceError, StoreSettings, restore};

use crate::store::table::{change, document, file_story, hand, note, open, settings, system};

#[test]
fn a_locked_database_is_busy_and_loses_nothing() {
    use sqlx::{ConnectOptions, Connection, Executor};
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = matches.create(&document(), None).await.unwrap();
        let id = created.id.as_str();
        let file = folder.path().join("overtrick.db");
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
        let mut locker = options.connect().await.unwrap();
        locker.execute("BEGIN IMMEDIATE").await.unwrap();
        let busy = change(&matches, id, 1, Role::Score, hand(1)).await;
        assert_eq!(busy.unwrap_err(), ServiceError::Busy);
        assert_eq!(matches.health().await, Err(ServiceError::Busy));
        assert_eq!(
            matches.read(id).await.unwrap().version(),
            1,
            "reading goes on"
        );
        locker.execute("ROLLBACK").await.unwrap();
        locker.close().await.unwrap();
        matches.health().await.unwrap();
        change(&matches, id, 1, Role::Score, hand(1)).await.unwrap();
        assert_eq!(matches.verify(id).await.unwrap(), Ok(2));
    });
}

#[test]
fn a_full_database_says_so_and_keeps_what_it_has() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let small = StoreSettings {
            most_pages: 60,
            ..settings(folder.path())
        };
        let matches = MatchService::open(small, system()).await.unwrap();
        let created = matches.create(&document(), None).await.unwrap();
        let id = created.id.as_str();
        let mut version = 1;
        let long = "x".repeat(9_000);
        let full = loop {
            let note = note(&format!("{version}{long}"));
            match change(&matches, id, version, Role::Score, note).await {
                Ok(played) => version = played.version(),
                Err(trouble) => break trouble,
            }
            assert!(version < 1000, "it never fills");
        };
        assert_eq!(full, ServiceError::Full);
        assert_eq!(matches.health().await, Err(ServiceError::Full));
        assert!(version > 1);
        assert_eq!(matches.read(id).await.unwrap().version(), version);
        matches.close().await.unwrap();
        let matches = open(folder.path()).await;
        assert_eq!(
            matches.verify(id).await.unwrap(),
            Ok(version),
            "with more room all is there"
        );
        change(&matches, id, version, Role::Score, hand(1))
            .await
            .unwrap();
    });
}

#[test]
fn what_is_no_backup_is_not_restored() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = matches.create(&document(), None).await.unwrap();
        matches.close().await.unwrap();
        let all = settings(folder.path());
        let file = folder.path().join("no-backup.db");
        for bytes in [&b""[..], b"SQLite format 3", b"{}"] {
            std::fs::write(&file, bytes).unwrap();
            let refused = restore(&all, &file, true, system(), &Progress::silent()).await;
            assert!(refused.is_err(), "{refused:?}");
        }
        std::fs::write(&file, b"").unwrap();
        let refused = restore(&all, &file, true, system(), &Progress::silent()).await;
        let named = file.display().to_string();
        assert_eq!(refused, Err(ServiceError::NotOurs(named)));
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
        matches.backup(&backup, &Progress::silent()).await.unwrap();
        assert!(
            matches.backup(&backup, &Progress::silent()).await.is_err(),
            "a backup is not overwritten"
        );
        writing.await.unwrap();
        let all = settings(folder.path());
        assert_eq!(
            restore(&all, &backup, true, system(), &Progress::silent()).await,
            Err(ServiceError::Busy),
            "the database is in use"
        );
        assert_eq!(matches.verify(created.id.as_str()).await.unwrap(), Ok(101));
        matches.close().await.unwrap();

        assert_eq!(
            restore(&all, &backup, true, system(), &Progress::silent()).await,
            Ok(Ok(1))
        );
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
            restore(
                &all,
                Path::new("/no/such/backup"),
                true,
                system(),
                &Progress::silent()
            )
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
