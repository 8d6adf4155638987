//! Which changes are allowed for which roles, and the answers to retries.

use overtrick_server::{Caller, Change, ChangeRequest, Precondition, Role, ServiceError};
use overtrick_store::{self as store, StoreError};

use crate::store::table::{
    DIRECTOR, NOW, assert_whole, change, document, hand, once, open, settings, story,
};

#[test]
fn a_request_with_a_key_counts_once_whatever_version_it_is_for() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let make = once("make", 1);
        assert!(matches.replayed(Some(&make)).await.unwrap().is_none());
        let id = matches.create(&document(), Some(&make)).await.unwrap().id;
        let id = id.as_str();
        let asked = |body: u8| ChangeRequest {
            caller: Caller::Role(Role::Score),
            precondition: Precondition::Any,
            idempotency: Some(once("at-any-version", body)),
        };
        let first = matches.change(id, asked(1), hand(1)).await.unwrap();
        assert_eq!(first.version(), 2);
        // The same hand could also be a new request; only the key shows that it is a retry.
        let again = matches.change(id, asked(1), hand(1)).await.unwrap();
        assert_eq!((again.version(), again.document()), (2, first.document()));
        let reused = matches.change(id, asked(2), hand(2)).await;
        assert_eq!(reused.unwrap_err(), ServiceError::KeyReused);
        change(&matches, id, 2, Role::Score, Change::Undo {})
            .await
            .unwrap();
        let again = matches.change(id, asked(1), hand(1)).await.unwrap();
        assert_eq!(again.version(), 2);
        // A different request with the same key is refused, without the stored answer or its own faults.
        let faulty = matches.change(id, asked(3), hand(9)).await;
        assert_eq!(faulty.unwrap_err(), ServiceError::KeyReused);
        assert_eq!(matches.read(id).await.unwrap().version(), 3);
        // Keys belong to a match and are deleted with it.
        let other = matches.create(&document(), None).await.unwrap().id;
        let elsewhere = matches.change(other.as_str(), asked(1), hand(1)).await;
        assert_eq!(elsewhere.unwrap().version(), 2);
        matches
            .delete(other.as_str(), &DIRECTOR, &Precondition::version(2))
            .await
            .unwrap();
        assert_whole(&matches, 1).await;
        let tomorrow = "2026-11-22T00:00:00.000Z".parse().unwrap();
        assert_eq!(matches.store().forget_answers(tomorrow).await, Ok(2));
        assert!(matches.replayed(Some(&make)).await.unwrap().is_none());
    });
}

#[test]
fn a_deleted_match_is_gone_and_takes_no_more_hands() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let (matches, other) = (open(folder.path()).await, open(folder.path()).await);
        let created = matches
            .create(&document(), Some(&once("make", 1)))
            .await
            .unwrap();
        let id = created.id.as_str();
        other.read(id).await.unwrap();
        let watched = matches.watch(id);
        let late = matches
            .delete(id, &DIRECTOR, &Precondition::version(2))
            .await;
        assert_eq!(late, Err(ServiceError::Conflict { current: 1 }));
        matches
            .delete(id, &DIRECTOR, &Precondition::Any)
            .await
            .unwrap();
        assert!(
            watched.has_changed().is_err(),
            "watchers are notified of the end"
        );
        assert_eq!(matches.read(id).await.unwrap_err(), ServiceError::NotFound);
        assert_eq!(
            matches.delete(id, &DIRECTOR, &Precondition::Any).await,
            Err(ServiceError::NotFound)
        );
        // A store with an outdated cache cannot restore the match.
        let late = change(&other, id, 1, Role::Score, hand(1)).await;
        assert_eq!(late.unwrap_err(), ServiceError::NotFound);
        assert_eq!(other.read(id).await.unwrap_err(), ServiceError::NotFound);
        assert!(
            matches
                .replayed(Some(&once("make", 1)))
                .await
                .unwrap()
                .is_none()
        );
    });
}

#[test]
fn a_store_deletes_the_version_that_was_checked_and_no_other() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let id = matches.create(&document(), None).await.unwrap().id;
        change(&matches, id.as_str(), 1, Role::Score, hand(1))
            .await
            .unwrap();
        matches.close().await.unwrap();
        let store = store::open(&settings(folder.path())).await.unwrap();
        for version in [1, 3] {
            let deleted = store.delete(&id, version, NOW).await;
            assert_eq!(deleted, Err(StoreError::VersionConflict));
        }
        assert_eq!(store.delete(&id, 2, NOW).await, Ok(true));
        assert_eq!(store.delete(&id, 2, NOW).await, Ok(false));
        store.close().await.unwrap();
    });
}
