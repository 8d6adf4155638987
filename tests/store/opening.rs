//! Opening databases: exclusively, with their secrets, and in memory.

use overtrick_server::{MatchService, Role, ServiceError, StoreSettings};
use overtrick_store::StoreError;

use crate::store::table::{
    assert_whole, change, document, file_story, hand, open, settings, story, system,
};

#[test]
fn a_server_refuses_a_database_that_another_server_has() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let server = || StoreSettings {
            exclusive: true,
            ..settings(folder.path())
        };
        let one = MatchService::open(server(), system()).await.unwrap();
        let other = MatchService::open(server(), system()).await;
        assert_eq!(other.unwrap_err(), ServiceError::Store(StoreError::InUse));
        // Programs that do not ask for exclusive use can open the database.
        let id = one.create(&document(), None).await.unwrap().id;
        let looks_on = open(folder.path()).await;
        assert_eq!(looks_on.verify(id.as_str()).await.unwrap(), Ok(1));
        one.close().await.unwrap();
        MatchService::open(server(), system()).await.unwrap();
    });
}

#[cfg(unix)]
#[test]
fn a_second_server_is_refused_also_by_a_hard_link() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let server = || StoreSettings {
            exclusive: true,
            ..settings(folder.path())
        };
        let one = MatchService::open(server(), system()).await.unwrap();
        let (file, link) = (
            folder.path().join("overtrick.db"),
            folder.path().join("link.db"),
        );
        std::fs::hard_link(&file, &link).unwrap();
        let linked = StoreSettings {
            database: format!("sqlite://{}", link.display()).into(),
            ..server()
        };
        let other = MatchService::open(linked.clone(), system()).await;
        assert_eq!(
            other.unwrap_err(),
            ServiceError::Store(StoreError::InUse),
            "opened through a hard link"
        );
        std::fs::remove_file(folder.path().join("overtrick.db.lock")).unwrap();
        let other = MatchService::open(server(), system()).await;
        assert_eq!(
            other.unwrap_err(),
            ServiceError::Store(StoreError::InUse),
            "the lock file was deleted"
        );
        // The first server still has the database open, so other processes are refused too.
        one.create(&document(), None).await.unwrap();
        for file in [&file, &link] {
            let started = std::process::Command::new(env!("CARGO_BIN_EXE_overtrick"))
                .args(["serve", "--bind", "127.0.0.1:0", "--database"])
                .arg(format!("sqlite://{}", file.display()))
                .output()
                .unwrap();
            let text = String::from_utf8(started.stderr).unwrap();
            assert_eq!(started.status.code(), Some(3), "{text}");
            assert!(text.contains("another server uses this database"), "{text}");
        }
        one.close().await.unwrap();
        MatchService::open(server(), system()).await.unwrap();
    });
}

#[test]
fn a_database_without_its_secret_is_not_given_another() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = matches.create(&document(), None).await.unwrap();
        matches.close().await.unwrap();
        let secret = folder.path().join("overtrick.secret");
        std::fs::remove_file(&secret).unwrap();
        let lost = MatchService::open(settings(folder.path()), system())
            .await
            .unwrap_err();
        assert_eq!(lost, ServiceError::SecretLost(secret.display().to_string()));
        assert!(!secret.exists());
        let another = StoreSettings {
            new_secret: true,
            ..settings(folder.path())
        };
        let matches = MatchService::open(another, system()).await.unwrap();
        let id = created.id.as_str();
        assert_eq!(matches.role_of(id, &created.keys.direct).await, Ok(None));
        assert!(secret.exists());
    });
}

#[test]
fn matches_in_memory_need_no_file() {
    story(async {
        let matches = MatchService::open(StoreSettings::new("sqlite::memory:"), system())
            .await
            .unwrap();
        let created = matches.create(&document(), None).await.unwrap();
        change(&matches, created.id.as_str(), 1, Role::Score, hand(1))
            .await
            .unwrap();
        assert_whole(&matches, 1).await;
        assert_eq!(
            matches
                .role_of(created.id.as_str(), &created.keys.view)
                .await,
            Ok(Some(Role::View))
        );
    });
}
