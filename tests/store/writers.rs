//! Many simultaneous writers: each number has one event, nothing is lost, and no request counts twice.

use std::collections::HashSet;

use tokio::task::JoinSet;

use overtrick_server::{Role, ServiceError};

use crate::store::table::{
    assert_whole, change, change_once, document, hand, note, once, open, story,
};

#[test]
fn exactly_one_of_many_writers_gets_each_number() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let id = matches
            .create(&document(), None)
            .await
            .unwrap()
            .id
            .to_string();
        for round in 1..=8 {
            let mut writers = JoinSet::new();
            for writer in 0..64 {
                let (matches, id) = (matches.clone(), id.clone());
                writers.spawn(async move {
                    let note = note(&format!("{round}: {writer}"));
                    change(&matches, &id, round, Role::Score, note).await
                });
            }
            let came = writers.join_all().await;
            let won: Vec<_> = came.iter().filter_map(|came| came.as_ref().ok()).collect();
            assert_eq!(won.len(), 1, "round {round}");
            assert_eq!(won[0].version(), round + 1);
            let lost = ServiceError::Conflict { current: round + 1 };
            assert!(
                came.iter()
                    .filter_map(|came| came.as_ref().err())
                    .all(|came| *came == lost)
            );
            let report = serde_json::to_value(won[0].document()).unwrap();
            let stands = matches.read(&id).await.unwrap().document();
            assert_eq!(
                serde_json::to_value(stands).unwrap()["notes"],
                report["notes"]
            );
        }
        matches.close().await.unwrap();
    });
}

#[test]
fn two_servers_that_share_a_database_do_not_overwrite_each_other() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (open(folder.path()).await, open(folder.path()).await);
        let created = one.create(&document(), None).await.unwrap();
        let id = created.id.as_str();
        assert_eq!(
            other.role_of(id, &created.keys.score).await,
            Ok(Some(Role::Score))
        );
        change(&one, id, 1, Role::Score, hand(1)).await.unwrap();
        let late = change(&other, id, 1, Role::Score, hand(1)).await;
        assert_eq!(late.unwrap_err(), ServiceError::Conflict { current: 2 });
        change(&other, id, 2, Role::Score, hand(2)).await.unwrap();
        change(&one, id, 3, Role::Score, hand(3)).await.unwrap();
        assert_eq!(one.verify(id).await.unwrap(), Ok(4));
    });
}

#[test]
fn records_of_many_writers_survive_a_restart() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let mut writers = JoinSet::new();
        for _ in 0..64 {
            let matches = matches.clone();
            writers.spawn(async move {
                let created = matches.create(&document(), None).await.unwrap();
                for number in 1..=6_u8 {
                    let version = u64::from(number);
                    let hand = hand(usize::from(number));
                    let id = created.id.as_str();
                    let once = once(&format!("{id} {number}"), number);
                    change_once(&matches, id, version, Role::Score, hand, &once)
                        .await
                        .unwrap();
                }
                created
            });
        }
        let created = writers.join_all().await;
        matches.close().await.unwrap();

        let matches = open(folder.path()).await;
        let listed = matches.store().list(None, 1000).await.unwrap();
        assert_eq!(listed.len(), 64);
        assert!(
            listed
                .iter()
                .all(|listed| listed.version == 7 && listed.game == "brink-bid")
        );
        assert!(listed.is_sorted_by_key(|listed| listed.id.clone()));
        let second = matches
            .store()
            .list(Some(listed[31].id.as_str()), 10)
            .await
            .unwrap();
        assert_eq!(second, listed[32..42]);
        for created in &created {
            let id = created.id.as_str();
            let scored = matches.read(id).await.unwrap().scored().unwrap();
            assert_eq!(scored.hands.len(), 6);
            assert_eq!(scored.totals[0].to_string(), "30", "six made bids");
            for (role, key) in [
                (Role::View, &created.keys.view),
                (Role::Direct, &created.keys.direct),
            ] {
                assert_eq!(
                    matches.role_of(id, key).await,
                    Ok(Some(role)),
                    "keys are valid after a restart"
                );
            }
            assert_eq!(matches.role_of(id, "nonsense").await, Ok(None));
        }
        assert_whole(&matches, 64).await;
    });
}

#[test]
fn a_request_that_comes_many_times_at_once_counts_once() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let mut writers = JoinSet::new();
        for _ in 0..32 {
            let matches = matches.clone();
            writers.spawn(async move { matches.create(&document(), Some(&once("make", 1))).await });
        }
        let mut ids = HashSet::new();
        for came in writers.join_all().await {
            match came {
                Ok(created) => drop(ids.insert(created.id)),
                Err(trouble) => assert_eq!(trouble, ServiceError::InProgress),
            }
        }
        assert_eq!(ids.len(), 1);
        assert_eq!(matches.store().list(None, 9).await.unwrap().len(), 1);
    });
}
