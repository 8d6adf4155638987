//! Matches on a real database: many writers at once, restarts, locks, a full disk.

#![cfg(feature = "store")]
#![expect(clippy::disallowed_methods, reason = "a test reads files")]

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use overtrick::rules::json::Json;
use overtrick::service::{
    Answer, Change, Idempotency, Matches, Replayed, Role, StoreSettings, Trouble, restore,
};

const NOW: &str = "2026-11-21T19:00:00.000Z";
const THREADS: usize = 2;

/// Runs a story on as many threads as a server would.
fn story(told: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(THREADS)
        .enable_time()
        .build()
        .unwrap();
    runtime.block_on(told);
}

fn settings(folder: &Path) -> StoreSettings {
    StoreSettings {
        patience: Duration::from_millis(200),
        ..StoreSettings::new(format!("sqlite://{}/overtrick.db", folder.display()))
    }
}

async fn open(folder: &Path) -> Matches {
    Matches::open(settings(folder)).await.unwrap()
}

fn to_json(value: &Value) -> Json {
    serde_json::from_str(&value.to_string()).unwrap()
}

fn document() -> Json {
    to_json(&json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [] }))
}

/// The hand of this number, in which Ann makes her bid.
fn hand(number: usize) -> Change {
    let cards = number + 3;
    let hand = json!({ "bids": { "Ann": cards, "Bo": 1 }, "tricks": { "Ann": cards, "Bo": 0 } });
    Change::Record {
        hand: to_json(&hand),
    }
}

fn note(text: &str) -> Change {
    Change::Describe {
        title: None,
        played_on: None,
        location: None,
        notes: Some(text.to_owned()),
    }
}

fn once(key: &str, body: u8) -> Idempotency {
    Idempotency {
        key: key.to_owned(),
        fingerprint: [body; 32],
    }
}

#[test]
fn of_many_writers_on_one_match_exactly_one_wins_each_number() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let id = matches
            .create(&document(), NOW, None)
            .await
            .unwrap()
            .id
            .to_string();
        for round in 1..=8 {
            let mut writers = JoinSet::new();
            for writer in 0..64 {
                let (matches, id) = (matches.clone(), id.clone());
                writers.spawn(async move {
                    let change = note(&format!("{round}: {writer}"));
                    matches
                        .change(&id, round, Role::Score, change, NOW, None)
                        .await
                });
            }
            let came = writers.join_all().await;
            let won: Vec<_> = came.iter().filter_map(|came| came.as_ref().ok()).collect();
            assert_eq!(won.len(), 1, "round {round}");
            assert_eq!(won[0].version(), round + 1);
            let lost = Trouble::Conflict { current: round + 1 };
            assert!(
                came.iter()
                    .filter_map(|came| came.as_ref().err())
                    .all(|came| *came == lost)
            );
            let told = serde_json::to_value(won[0].document()).unwrap();
            let stands = matches.read(&id).await.unwrap().document();
            assert_eq!(
                serde_json::to_value(stands).unwrap()["notes"],
                told["notes"]
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
        let created = one.create(&document(), NOW, None).await.unwrap();
        let id = created.id.as_str();
        assert_eq!(
            other.role_of(id, &created.keys.score).await,
            Ok(Some(Role::Score))
        );
        one.change(id, 1, Role::Score, hand(1), NOW, None)
            .await
            .unwrap();
        let late = other.change(id, 1, Role::Score, hand(1), NOW, None).await;
        assert_eq!(late.unwrap_err(), Trouble::Conflict { current: 2 });
        other
            .change(id, 2, Role::Score, hand(2), NOW, None)
            .await
            .unwrap();
        one.change(id, 3, Role::Score, hand(3), NOW, None)
            .await
            .unwrap();
        assert_eq!(one.verify(id).await.unwrap(), Ok(4));
    });
}

#[test]
fn a_server_refuses_a_database_that_another_server_has() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let server = || StoreSettings {
            alone: true,
            ..settings(folder.path())
        };
        let one = Matches::open(server()).await.unwrap();
        let other = Matches::open(server()).await;
        assert_eq!(other.unwrap_err(), Trouble::InUse);
        // Whoever only looks on, or adds matches, is let in.
        let id = one.create(&document(), NOW, None).await.unwrap().id;
        let looks_on = open(folder.path()).await;
        assert_eq!(looks_on.verify(id.as_str()).await.unwrap(), Ok(1));
        one.close().await.unwrap();
        Matches::open(server()).await.unwrap();
    });
}

#[test]
fn a_database_without_its_secret_is_not_given_another() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = matches.create(&document(), NOW, None).await.unwrap();
        matches.close().await.unwrap();
        let secret = folder.path().join("overtrick.secret");
        std::fs::remove_file(&secret).unwrap();
        let lost = Matches::open(settings(folder.path())).await.unwrap_err();
        assert_eq!(lost, Trouble::SecretLost(secret.display().to_string()));
        assert!(!secret.exists());
        let another = StoreSettings {
            new_secret: true,
            ..settings(folder.path())
        };
        let matches = Matches::open(another).await.unwrap();
        let id = created.id.as_str();
        assert_eq!(matches.role_of(id, &created.keys.direct).await, Ok(None));
        assert!(secret.exists());
    });
}

#[test]
fn what_many_writers_recorded_on_many_matches_is_all_there_after_a_restart() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let mut writers = JoinSet::new();
        for _ in 0..64 {
            let matches = matches.clone();
            writers.spawn(async move {
                let created = matches.create(&document(), NOW, None).await.unwrap();
                for number in 1..=6_u8 {
                    let version = u64::from(number);
                    let hand = hand(usize::from(number));
                    let id = created.id.as_str();
                    let once = once(&format!("{id} {number}"), number);
                    matches
                        .change(id, version, Role::Score, hand, NOW, Some(&once))
                        .await
                        .unwrap();
                }
                created
            });
        }
        let created = writers.join_all().await;
        matches.close().await.unwrap();

        let matches = open(folder.path()).await;
        let listed = matches.list(None, 1000).await.unwrap();
        assert_eq!(listed.len(), 64);
        assert!(
            listed
                .iter()
                .all(|listed| listed.version == 7 && listed.game == "brink-bid")
        );
        assert!(listed.is_sorted_by_key(|listed| listed.id.clone()));
        let second = matches
            .list(Some(listed[31].id.as_str()), 10)
            .await
            .unwrap();
        assert_eq!(second, listed[32..42]);
        for created in &created {
            let id = created.id.as_str();
            let scored = matches.read(id).await.unwrap().scored().unwrap();
            assert_eq!(scored.hands.len(), 6);
            assert_eq!(scored.totals[0].to_string(), "30", "six hands made");
            for (role, key) in [
                (Role::View, &created.keys.view),
                (Role::Direct, &created.keys.direct),
            ] {
                assert_eq!(
                    matches.role_of(id, key).await,
                    Ok(Some(role)),
                    "keys outlive a restart"
                );
            }
            assert_eq!(matches.role_of(id, "nonsense").await, Ok(None));
        }
        assert_eq!(matches.verify_all().await.unwrap(), (64, vec![]));
    });
}

#[test]
fn the_same_request_has_the_same_answer_also_after_a_restart() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let (make, record) = (once("make", 1), once("record", 2));
        assert!(matches.replayed(&make).await.unwrap().is_none());
        let first = matches.create(&document(), NOW, Some(&make)).await.unwrap();
        let id = first.id.to_string();
        let recorded = matches
            .change(&id, 1, Role::Score, hand(1), NOW, Some(&record))
            .await
            .unwrap();
        matches
            .change(&id, 2, Role::Score, hand(2), NOW, None)
            .await
            .unwrap();
        let answer = Answer {
            status: 200,
            headers: vec![("etag".to_owned(), "\"1\"".to_owned())],
            body: b"dice".to_vec(),
        };
        matches.keep(&once("dice", 3), &answer, NOW).await.unwrap();
        for restarted in [false, true] {
            let matches = if restarted {
                open(folder.path()).await
            } else {
                matches.clone()
            };
            let again = matches.create(&document(), NOW, Some(&make)).await.unwrap();
            assert_eq!(
                (again.id, &again.keys, again.version),
                (first.id.clone(), &first.keys, 1)
            );
            assert_eq!(again.ledger.document(), first.ledger.document());
            // The match has moved on since: the retry shows no false conflict.
            let again = matches
                .change(&id, 1, Role::Score, hand(1), NOW, Some(&record))
                .await
                .unwrap();
            assert_eq!(
                (again.version(), again.document()),
                (2, recorded.document())
            );
            let replayed = matches.replayed(&once("dice", 3)).await.unwrap();
            assert!(matches!(replayed, Some(Replayed::Answer(kept)) if kept == answer));
            let reused = matches
                .create(&document(), NOW, Some(&once("make", 9)))
                .await;
            assert_eq!(reused.unwrap_err(), Trouble::KeyReused);
            let reused = matches.create(&document(), NOW, Some(&record)).await;
            assert_eq!(reused.unwrap_err(), Trouble::KeyReused);
        }
        assert_eq!(matches.list(None, 9).await.unwrap().len(), 1);
        assert_eq!(matches.forget_answers("2026-11-22").await, Ok(3));
        assert!(matches.replayed(&make).await.unwrap().is_none());
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
            writers.spawn(async move {
                matches
                    .create(&document(), NOW, Some(&once("make", 1)))
                    .await
            });
        }
        let mut ids = HashSet::new();
        for came in writers.join_all().await {
            match came {
                Ok(created) => drop(ids.insert(created.id)),
                Err(trouble) => assert_eq!(trouble, Trouble::InProgress),
            }
        }
        assert_eq!(ids.len(), 1);
        assert_eq!(matches.list(None, 9).await.unwrap().len(), 1);
    });
}

#[test]
fn rights_are_asked_for_and_keys_are_renewed_one_by_one() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = matches.create(&document(), NOW, None).await.unwrap();
        let id = created.id.as_str();
        let record = matches.change(id, 1, Role::View, hand(1), NOW, None).await;
        assert_eq!(record.unwrap_err(), Trouble::Forbidden);
        let finish = matches
            .change(id, 1, Role::Score, Change::Finish {}, NOW, None)
            .await;
        assert_eq!(finish.unwrap_err(), Trouble::Forbidden);
        matches
            .change(id, 1, Role::Direct, Change::Finish {}, NOW, None)
            .await
            .unwrap();
        let undo = matches
            .change(id, 2, Role::Score, Change::Undo {}, NOW, None)
            .await;
        assert_eq!(
            undo.unwrap_err(),
            Trouble::Forbidden,
            "a scorer does not undo a director's end"
        );

        let (key, ledger) = matches
            .renew(id, 2, Role::Score, Role::Direct, NOW)
            .await
            .unwrap();
        assert_eq!(ledger.version(), 3);
        assert_eq!(matches.role_of(id, &created.keys.score).await, Ok(None));
        assert_eq!(matches.role_of(id, &key).await, Ok(Some(Role::Score)));
        matches
            .revoke(id, 3, Role::View, Role::Direct, NOW)
            .await
            .unwrap();
        assert_eq!(matches.role_of(id, &created.keys.view).await, Ok(None));
        assert_eq!(
            matches.role_of(id, &created.keys.direct).await,
            Ok(Some(Role::Direct))
        );
        assert_eq!(
            matches.role_of("nobody", &key).await,
            Err(Trouble::NotFound)
        );
    });
}

#[test]
fn checking_records_nothing_and_a_refused_change_stores_nothing() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = matches.create(&document(), NOW, None).await.unwrap();
        let id = created.id.as_str();
        let checked = matches.check(id, hand(1), NOW).await.unwrap();
        assert_eq!(checked.scored().unwrap().hands.len(), 1);
        assert_eq!(matches.read(id).await.unwrap().version(), 1);
        for refused in [
            matches.check(id, hand(2), NOW).await.unwrap_err(),
            matches
                .change(id, 1, Role::Score, hand(2), NOW, None)
                .await
                .unwrap_err(),
            matches
                .create(&to_json(&json!({ "game": "brink-bid" })), NOW, None)
                .await
                .unwrap_err(),
        ] {
            assert!(matches!(refused, Trouble::Refused(findings) if !findings.is_empty()));
        }
        let ahead = matches.change(id, 9, Role::Score, hand(1), NOW, None).await;
        assert_eq!(ahead.unwrap_err(), Trouble::Conflict { current: 1 });
        assert_eq!(matches.verify(id).await.unwrap(), Ok(1));
        assert_eq!(matches.list(None, 9).await.unwrap().len(), 1);
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
        let created = matches.create(&to_json(&sabacc), NOW, None).await.unwrap();
        let pot = created.ledger.scored().unwrap().detail.unwrap().to_string();
        let pot = serde_json::from_str::<Value>(&pot).unwrap()["pot"].clone();
        assert!(pot.as_i64() > Some(5), "{pot}");
        let once = once("again", 1);
        let rematch = matches
            .rematch(created.id.as_str(), NOW, Some(&once))
            .await
            .unwrap();
        let again = matches
            .rematch(created.id.as_str(), NOW, Some(&once))
            .await
            .unwrap();
        assert_eq!(again.id, rematch.id);
        assert_ne!(rematch.id, created.id);
        let document = serde_json::to_value(rematch.ledger.document()).unwrap();
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
            .create(&document(), NOW, Some(&once("make", 1)))
            .await
            .unwrap();
        let id = created.id.as_str();
        other.read(id).await.unwrap();
        let watched = matches.watch(id);
        matches.delete(id).await.unwrap();
        assert!(
            watched.has_changed().is_err(),
            "whoever watches is told of the end"
        );
        assert_eq!(matches.read(id).await.unwrap_err(), Trouble::NotFound);
        assert_eq!(matches.delete(id).await, Err(Trouble::NotFound));
        // One who remembers it cannot bring it back.
        let late = other.change(id, 1, Role::Score, hand(1), NOW, None).await;
        assert_eq!(late.unwrap_err(), Trouble::NotFound);
        assert_eq!(other.read(id).await.unwrap_err(), Trouble::NotFound);
        assert!(matches.replayed(&once("make", 1)).await.unwrap().is_none());
    });
}

#[test]
fn those_who_watch_a_match_see_its_versions() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = matches.create(&document(), NOW, None).await.unwrap();
        let mut watched = matches.watch(created.id.as_str());
        assert_eq!(*watched.borrow(), 1);
        matches
            .change(created.id.as_str(), 1, Role::Score, hand(1), NOW, None)
            .await
            .unwrap();
        watched.changed().await.unwrap();
        assert_eq!(*watched.borrow_and_update(), 2);
    });
}

#[test]
fn a_locked_database_is_busy_and_loses_nothing() {
    use sqlx::{ConnectOptions, Connection, Executor};
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = matches.create(&document(), NOW, None).await.unwrap();
        let id = created.id.as_str();
        let file = folder.path().join("overtrick.db");
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
        let mut locker = options.connect().await.unwrap();
        locker.execute("BEGIN IMMEDIATE").await.unwrap();
        let busy = matches.change(id, 1, Role::Score, hand(1), NOW, None).await;
        assert_eq!(busy.unwrap_err(), Trouble::Busy);
        assert_eq!(matches.health().await, Err(Trouble::Busy));
        assert_eq!(
            matches.read(id).await.unwrap().version(),
            1,
            "reading goes on"
        );
        locker.execute("ROLLBACK").await.unwrap();
        locker.close().await.unwrap();
        matches.health().await.unwrap();
        matches
            .change(id, 1, Role::Score, hand(1), NOW, None)
            .await
            .unwrap();
        assert_eq!(matches.verify(id).await.unwrap(), Ok(2));
    });
}

#[test]
fn a_full_database_says_so_and_keeps_what_it_has() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let small = StoreSettings {
            most_pages: 40,
            ..settings(folder.path())
        };
        let matches = Matches::open(small).await.unwrap();
        let created = matches.create(&document(), NOW, None).await.unwrap();
        let id = created.id.as_str();
        let mut version = 1;
        let long = "x".repeat(9_000);
        let full = loop {
            match matches
                .change(
                    id,
                    version,
                    Role::Score,
                    note(&format!("{version}{long}")),
                    NOW,
                    None,
                )
                .await
            {
                Ok(ledger) => version = ledger.version(),
                Err(trouble) => break trouble,
            }
            assert!(version < 1000, "it never fills");
        };
        assert_eq!(full, Trouble::Full);
        assert!(version > 1);
        assert_eq!(matches.read(id).await.unwrap().version(), version);
        matches.close().await.unwrap();
        let matches = open(folder.path()).await;
        assert_eq!(
            matches.verify(id).await.unwrap(),
            Ok(version),
            "with more room all is there"
        );
        matches
            .change(id, version, Role::Score, hand(1), NOW, None)
            .await
            .unwrap();
    });
}

#[test]
fn a_backup_under_way_is_consistent_and_is_restored() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = Arc::new(matches.create(&document(), NOW, None).await.unwrap());
        let writing = tokio::spawn({
            let (matches, created) = (matches.clone(), created.clone());
            async move {
                for version in 1..=100 {
                    let change = note(&version.to_string());
                    matches
                        .change(created.id.as_str(), version, Role::Score, change, NOW, None)
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
            restore(&all, &backup).await,
            Err(Trouble::Busy),
            "the database is in use"
        );
        assert_eq!(matches.verify(created.id.as_str()).await.unwrap(), Ok(101));
        matches.close().await.unwrap();

        assert_eq!(restore(&all, &backup).await, Ok(Ok(1)));
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
        assert!(restore(&all, Path::new("/no/such/backup")).await.is_err());
        let left: HashSet<_> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        let expected = ["overtrick.db", "overtrick.secret", "backup.db"];
        assert_eq!(left, expected.iter().map(Into::into).collect());
    });
}

#[test]
fn a_match_that_was_tampered_with_does_not_verify() {
    use sqlx::{ConnectOptions, Executor};
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = matches.create(&document(), NOW, None).await.unwrap();
        let id = created.id.as_str();
        matches
            .change(id, 1, Role::Score, hand(1), NOW, None)
            .await
            .unwrap();
        let options =
            sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("overtrick.db"));
        let mut hand = options.connect().await.unwrap();
        hand.execute(
            "UPDATE events SET deed = replace(deed, '\"s1\":4', '\"s1\":3') WHERE sequence = 2",
        )
        .await
        .unwrap();
        assert_eq!(matches.verify(id).await.unwrap().unwrap_err().sequence, 2);
        let (sound, unsound) = matches.verify_all().await.unwrap();
        assert_eq!((sound, unsound.len()), (0, 1));
    });
}

#[test]
fn whoever_is_erased_stands_nowhere_in_the_files_and_all_else_stands() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let document = to_json(
            &json!({ "game": "brink-bid", "players": ["Zebulon", "Bo"], "hands": [
            { "bids": { "Zebulon": 4, "Bo": 1 }, "tricks": { "Zebulon": 4, "Bo": 0 } }] }),
        );
        let created = matches
            .create(&document, NOW, Some(&once("make", 1)))
            .await
            .unwrap();
        let id = created.id.as_str();
        let rename = Change::Rename {
            seat: 1,
            name: "Zebulon the Great".to_owned(),
        };
        matches
            .change(id, 1, Role::Score, rename, NOW, None)
            .await
            .unwrap();
        let stands_in_files = || {
            let files = std::fs::read_dir(folder.path()).unwrap();
            files
                .map(|file| file.unwrap().path())
                .any(|file| contains(&std::fs::read(file).unwrap(), b"Zebulon"))
        };
        assert!(stands_in_files());
        let erase = || Change::Erase {
            person: 1,
            name: "Player 1".to_owned(),
        };
        let scorer = matches.change(id, 2, Role::Score, erase(), NOW, None).await;
        assert_eq!(scorer.unwrap_err(), Trouble::Forbidden);
        let erased = matches
            .change(id, 2, Role::Direct, erase(), NOW, None)
            .await
            .unwrap();
        assert_eq!(erased.scored().unwrap().totals[0].to_string(), "5");
        assert!(!stands_in_files());
        // Nor in the answer to a retry, nor after a restart.
        for restarted in [false, true] {
            let matches = if restarted {
                open(folder.path()).await
            } else {
                matches.clone()
            };
            let again = matches.create(&document, NOW, Some(&once("make", 1))).await;
            let again = serde_json::to_string(&again.unwrap().ledger.document()).unwrap();
            let now = matches.read(id).await.unwrap().document();
            let now = serde_json::to_string(&now).unwrap();
            for told in [again, now] {
                assert!(
                    told.contains("Player 1") && !told.contains("Zebulon"),
                    "{told}"
                );
            }
            assert_eq!(matches.verify_all().await.unwrap(), (1, vec![]));
        }
    });
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[test]
fn odd_names_are_kept_as_they_are() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let names = [
            "'); DROP TABLE events; --",
            "{\"a\": [\\u0000]}",
            "李雷\u{2028}♠",
        ];
        let made: Vec<Value> = names.iter().map(|_| json!(1)).collect();
        let each = |values: &[Value]| -> Value {
            names
                .map(str::to_owned)
                .into_iter()
                .zip(values.to_vec())
                .collect::<serde_json::Map<_, _>>()
                .into()
        };
        let document = json!({ "game": "brink-bid", "players": names, "title": "a\u{0}b",
            "hands": [{ "bids": each(&made), "tricks": each(&[json!(4), json!(0), json!(0)]), "note": "\u{1F0A1}" }] });
        let created = matches
            .create(&to_json(&document), NOW, None)
            .await
            .unwrap();
        matches.close().await.unwrap();
        let matches = open(folder.path()).await;
        let stored = matches.read(created.id.as_str()).await.unwrap().document();
        let stored = serde_json::to_value(stored).unwrap();
        for key in ["players", "title", "hands"] {
            assert_eq!(stored[key], document[key]);
        }
        assert_eq!(matches.verify_all().await.unwrap(), (1, vec![]));
    });
}

#[test]
fn matches_in_memory_need_no_file() {
    story(async {
        let matches = Matches::open(StoreSettings::new("sqlite::memory:"))
            .await
            .unwrap();
        let created = matches.create(&document(), NOW, None).await.unwrap();
        matches
            .change(created.id.as_str(), 1, Role::Score, hand(1), NOW, None)
            .await
            .unwrap();
        assert_eq!(matches.verify_all().await.unwrap(), (1, vec![]));
        assert_eq!(
            matches
                .role_of(created.id.as_str(), &created.keys.view)
                .await,
            Ok(Some(Role::View))
        );
    });
}
