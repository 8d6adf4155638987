//! Changes: what is allowed, for whom, and the answers to retries.

use serde_json::{Value, json};

use overtrick_match::ledger::EventKind;
use overtrick_server::{Caller, Change, ChangeRequest, Precondition, Role, ServiceError};
use overtrick_store::{self as store, StoreError};

use crate::store::table::{
    DIRECTOR, NOW, assert_whole, change, change_once, document, hand, once, open, settings, story,
    to_json,
};

#[test]
fn the_same_request_has_the_same_answer_also_after_a_restart() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let (make, record) = (once("make", 1), once("record", 2));
        assert!(matches.replayed(Some(&make)).await.unwrap().is_none());
        let first = matches.create(&document(), Some(&make)).await.unwrap();
        let id = first.id.to_string();
        let recorded = change_once(&matches, &id, 1, Role::Score, hand(1), &record)
            .await
            .unwrap();
        change(&matches, &id, 2, Role::Score, hand(2))
            .await
            .unwrap();
        for restarted in [false, true] {
            let matches = if restarted {
                open(folder.path()).await
            } else {
                matches.clone()
            };
            let again = matches.create(&document(), Some(&make)).await.unwrap();
            assert_eq!(
                (again.id, &again.keys, again.played.version()),
                (first.id.clone(), &first.keys, 1)
            );
            assert_eq!(again.played.document(), first.played.document());
            // The match has changed since then, but the retry is not a conflict.
            let again = change_once(&matches, &id, 1, Role::Score, hand(1), &record)
                .await
                .unwrap();
            assert_eq!(
                (again.version(), again.document()),
                (2, recorded.document())
            );
            let reused = matches.create(&document(), Some(&once("make", 9))).await;
            assert_eq!(reused.unwrap_err(), ServiceError::KeyReused);
        }
        assert_eq!(matches.store().list(None, 9).await.unwrap().len(), 1);
        let tomorrow = "2026-11-22T00:00:00.000Z".parse().unwrap();
        assert_eq!(matches.store().forget_answers(tomorrow).await, Ok(2));
        assert!(matches.replayed(Some(&make)).await.unwrap().is_none());
    });
}

#[test]
fn a_request_with_a_key_counts_once_whatever_version_it_is_for() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let id = matches.create(&document(), None).await.unwrap().id;
        let id = id.as_str();
        let asked = |body: u8| ChangeRequest {
            caller: Caller::Role(Role::Score),
            precondition: Precondition::Any,
            idempotency: Some(once("at-any-version", body)),
        };
        let first = matches.change(id, asked(1), hand(1)).await.unwrap();
        assert_eq!(first.version(), 2);
        // The same hand could be recorded twice, and so could the next one: the key identifies the request.
        let again = matches.change(id, asked(1), hand(1)).await.unwrap();
        assert_eq!((again.version(), again.document()), (2, first.document()));
        let reused = matches.change(id, asked(2), hand(2)).await;
        assert_eq!(reused.unwrap_err(), ServiceError::KeyReused);
        change(&matches, id, 2, Role::Score, Change::Undo {})
            .await
            .unwrap();
        let again = matches.change(id, asked(1), hand(1)).await.unwrap();
        assert_eq!(again.version(), 2);
        // A different request with the same key gets neither the answer nor its own faults.
        let faulty = matches.change(id, asked(3), hand(9)).await;
        assert_eq!(faulty.unwrap_err(), ServiceError::KeyReused);
        assert_eq!(matches.read(id).await.unwrap().version(), 3);
        // The keys of another match are separate, and deleted with it.
        let other = matches.create(&document(), None).await.unwrap().id;
        let elsewhere = matches.change(other.as_str(), asked(1), hand(1)).await;
        assert_eq!(elsewhere.unwrap().version(), 2);
        matches
            .delete(other.as_str(), &DIRECTOR, &Precondition::version(2))
            .await
            .unwrap();
        assert_whole(&matches, 1).await;
        let tomorrow = "2026-11-22T00:00:00.000Z".parse().unwrap();
        assert_eq!(matches.store().forget_answers(tomorrow).await, Ok(1));
    });
}

#[test]
fn rights_are_checked_and_keys_are_renewed_one_by_one() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = matches.create(&document(), None).await.unwrap();
        let id = created.id.as_str();
        let record = change(&matches, id, 1, Role::View, hand(1)).await;
        assert_eq!(record.unwrap_err(), ServiceError::Forbidden);
        let finish = change(&matches, id, 1, Role::Score, Change::Finish {}).await;
        assert_eq!(finish.unwrap_err(), ServiceError::Forbidden);
        change(&matches, id, 1, Role::Direct, Change::Finish {})
            .await
            .unwrap();
        let undo = change(&matches, id, 2, Role::Score, Change::Undo {}).await;
        assert_eq!(
            undo.unwrap_err(),
            ServiceError::Forbidden,
            "a scorer does not undo a director's end"
        );

        let at = Precondition::version(2);
        let kind = |role| EventKind::KeyRenewed { role };
        let renewed = matches.change_key(id, &at, Role::Score, &DIRECTOR, kind);
        let played = renewed.await.unwrap();
        let key = matches.valid_keys(&played).unwrap().score;
        assert_eq!(played.version(), 3);
        assert_eq!(matches.role_of(id, &created.keys.score).await, Ok(None));
        assert_eq!(matches.role_of(id, &key).await, Ok(Some(Role::Score)));
        let at = Precondition::version(3);
        let kind = |role| EventKind::KeyRevoked { role };
        let revoked = matches.change_key(id, &at, Role::View, &DIRECTOR, kind);
        revoked.await.unwrap();
        assert_eq!(matches.role_of(id, &created.keys.view).await, Ok(None));
        assert_eq!(
            matches.role_of(id, &created.keys.direct).await,
            Ok(Some(Role::Direct))
        );
        assert_eq!(
            matches.role_of("nobody", &key).await,
            Err(ServiceError::NotFound)
        );
    });
}

#[test]
fn checking_records_nothing_and_a_refused_change_stores_nothing() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = matches.create(&document(), None).await.unwrap();
        let id = created.id.as_str();
        let scorer = Caller::Role(Role::Score);
        let checked = matches.check(id, &scorer, hand(1).into()).await.unwrap();
        assert_eq!(checked.scored().unwrap().hands.len(), 1);
        assert_eq!(matches.read(id).await.unwrap().version(), 1);
        for refused in [
            matches
                .check(id, &scorer, hand(2).into())
                .await
                .unwrap_err(),
            change(&matches, id, 1, Role::Score, hand(2))
                .await
                .unwrap_err(),
            matches
                .create(&to_json(&json!({ "game": "brink-bid" })), None)
                .await
                .unwrap_err(),
        ] {
            assert!(matches!(refused, ServiceError::Refused(findings) if !findings.is_empty()));
        }
        let ahead = change(&matches, id, 9, Role::Score, hand(1)).await;
        assert_eq!(ahead.unwrap_err(), ServiceError::Conflict { current: 1 });
        assert_eq!(matches.verify(id).await.unwrap(), Ok(1));
        assert_eq!(matches.store().list(None, 9).await.unwrap().len(), 1);
    });
}

#[test]
fn a_rematch_has_the_same_rules_the_next_dealer_and_the_pot() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let sabacc = json!({ "game": "contract-sabacc", "players": ["Ann", "Bo", "Cy"],
            "options": { "ante": 2, "pot_at_start": 5 },
            "hands": [{ "void": true }] });
        let created = matches.create(&to_json(&sabacc), None).await.unwrap();
        let pot = created
            .played
            .scored()
            .unwrap()
            .detail()
            .unwrap()
            .to_string();
        let pot = serde_json::from_str::<Value>(&pot).unwrap()["pot"].clone();
        assert!(pot.as_i64() > Some(5), "{pot}");
        let once = once("again", 1);
        let rematch = matches
            .rematch(created.id.as_str(), &DIRECTOR, None, Some(&once))
            .await
            .unwrap();
        let again = matches
            .rematch(created.id.as_str(), &DIRECTOR, None, Some(&once))
            .await
            .unwrap();
        assert_eq!(again.id, rematch.id);
        assert_ne!(rematch.id, created.id);
        let document = serde_json::to_value(rematch.played.document()).unwrap();
        assert_eq!(document["players"], sabacc["players"]);
        assert_eq!(document["first_dealer"], "Bo");
        assert_eq!(document["options"]["pot_at_start"], pot);
        assert_eq!(document["options"]["ante"], 2);
        assert_eq!(document["hands"], json!([]));
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
            "whoever watches is told of the end"
        );
        assert_eq!(matches.read(id).await.unwrap_err(), ServiceError::NotFound);
        assert_eq!(
            matches.delete(id, &DIRECTOR, &Precondition::Any).await,
            Err(ServiceError::NotFound)
        );
        // A store with an outdated cache cannot restore it.
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
