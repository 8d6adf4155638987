//! Databases that were changed outside the program. The damage is detected and named, and the rest works.

use std::path::Path;

use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection};

use overtrick_match::ledger::{MatchId, StoredEvent};
use overtrick_server::{
    Caller, Change, Created, Damage, DamagedMatch, Depth, MatchService, Role, ServiceError, restore,
};

use crate::served::database;
use crate::store::table::{
    assert_whole, change, document, file_story, hand, note, open, settings, system,
};
use crate::support::Chance;

/// Every stored text of a match: its table, column and row.
const STORED: [(&str, &str, i64); 12] = [
    ("matches", "id", 0),
    ("matches", "game", 0),
    ("matches", "created_at", 0),
    ("matches", "head", 0),
    ("events", "at", 1),
    ("events", "by", 2),
    ("events", "kind", 2),
    ("events", "outcome", 2),
    ("events", "commitments", 1),
    ("events", "digest", 2),
    ("names", "name", 1),
    ("names", "salt", 0),
];

async fn connect(folder: &Path) -> SqliteConnection {
    database::connect(&folder.join("overtrick.db")).await
}

async fn execute(folder: &Path, statement: &str) -> u64 {
    database::execute_in(&folder.join("overtrick.db"), statement).await
}

/// Creates a match with one hand and a renamed player.
async fn played(matches: &MatchService) -> Created {
    let created = matches.create(&document(), None).await.unwrap();
    let id = created.id.as_str();
    change(matches, id, 1, Role::Score, hand(1)).await.unwrap();
    let rename = Change::Rename {
        seat: 2,
        name: "Beatrix".to_owned(),
    };
    change(matches, id, 2, Role::Score, rename).await.unwrap();
    created
}

/// Replaces one byte of a text with another character.
fn with_another_byte(text: &str, chance: &mut Chance) -> String {
    let at = chance.below(text.len());
    let mut bytes = text.as_bytes().to_vec();
    bytes[at] = if bytes[at] == b'7' { b'8' } else { b'7' };
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_changed_byte_is_noticed_wherever_it_is() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = played(&matches).await;
        let other = played(&matches).await;
        matches.close().await.unwrap();
        let mut chance = Chance(41);
        for (table, column, row) in STORED.into_iter().cycle().take(20 * STORED.len()) {
            let key = if table == "matches" {
                "matches.number"
            } else {
                "match_number"
            };
            let chosen = format!(
                "SELECT {table}.rowid AS place, {column} AS text FROM {table} WHERE {key} = 1 \
                 LIMIT 1 OFFSET {row}"
            );
            let chosen = match table {
                // This table has no `rowid`.
                "names" => chosen.replace("names.rowid", "names.number"),
                _ => chosen.replace("FROM events", "FROM events NOT INDEXED"),
            };
            let mut connection = connect(folder.path()).await;
            let found = sqlx::query(AssertSqlSafe(chosen));
            let found = found.fetch_one(&mut connection).await.unwrap();
            let (place, text): (i64, String) = (found.get("place"), found.get("text"));
            let changed = with_another_byte(&text, &mut chance);
            let which = match table {
                "names" => format!("match_number = 1 AND number = {place}"),
                _ => format!("rowid = {place}"),
            };
            let update = format!("UPDATE {table} SET {column} = ?1 WHERE {which}");
            for (value, sound) in [(&changed, 1), (&text, 2)] {
                let update = sqlx::query(AssertSqlSafe(update.clone())).bind(value);
                update.execute(&mut connection).await.unwrap();
                let matches = open(folder.path()).await;
                let verified = matches.verify_all(Depth::Chain).await.unwrap();
                let place = format!("{table}.{column} {text} → {changed}");
                assert_eq!(verified.sound, sound, "{place}");
                assert_eq!(verified.damaged.len(), 2 - sound, "{place}");
                let read = matches.read(created.id.as_str()).await;
                match read {
                    Ok(_) => assert_eq!(sound, 2, "{place}"),
                    Err(ServiceError::Damaged { .. }) => assert_eq!(sound, 1, "{place}"),
                    // If the id was changed, the match is not found.
                    Err(ServiceError::NotFound) => assert_eq!(column, "id"),
                    Err(error) => panic!("{place}: {error}"),
                }
                matches.read(other.id.as_str()).await.unwrap();
                matches.close().await.unwrap();
            }
            connection.close().await.unwrap();
        }
    });
}

#[test]
fn damage_is_named_after_its_place() {
    file_story(async {
        for (statement, damage) in [
            (
                "UPDATE events SET kind = replace(kind, '\"s1\":4', '\"s1\":3') WHERE sequence = 2",
                Damage::Event(2),
            ),
            (
                "UPDATE events SET outcome = replace(outcome, '\"hands\":1', '\"hands\":2') WHERE sequence = 3",
                Damage::Event(3),
            ),
            (
                "UPDATE events SET kind = CAST(x'ff' AS TEXT) WHERE sequence = 1",
                Damage::Event(1),
            ),
            ("DELETE FROM events WHERE sequence = 2", Damage::Event(2)),
            ("DELETE FROM events WHERE sequence = 3", Damage::End),
            ("UPDATE matches SET count = 4", Damage::End),
            ("UPDATE matches SET head = ''", Damage::End),
            (
                "UPDATE names SET name = 'Bob' WHERE number = 2",
                Damage::Name(2),
            ),
            ("DELETE FROM names WHERE number = 3", Damage::Name(3)),
            ("UPDATE matches SET game = 'mariash'", Damage::Match),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let matches = open(folder.path()).await;
            let created = played(&matches).await;
            matches.close().await.unwrap();
            assert_eq!(execute(folder.path(), statement).await, 1, "{statement}");
            let matches = open(folder.path()).await;
            let id = created.id.as_str();
            let expected = ServiceError::Damaged {
                id: id.to_owned(),
                damage,
            };
            assert_eq!(matches.read(id).await.unwrap_err(), expected, "{statement}");
            assert_eq!(
                matches.verify(id).await.unwrap(),
                Err(damage),
                "{statement}"
            );
            matches.close().await.unwrap();
        }
    });
}

#[test]
fn a_log_with_recomputed_digests_is_detected_by_its_score() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = played(&matches).await;
        matches.close().await.unwrap();
        let id = created.id.to_string();
        let change =
            "UPDATE events SET kind = replace(kind, '\"s1\":4', '\"s1\":3') WHERE sequence = 2";
        assert_eq!(execute(folder.path(), change).await, 1);
        chain_again(folder.path(), &created.id).await;
        let matches = open(folder.path()).await;
        let damage = Damage::Outcome(3);
        assert_eq!(matches.verify(&id).await.unwrap(), Err(damage));
        let expected = ServiceError::Damaged {
            id: id.clone(),
            damage,
        };
        assert_eq!(matches.read(&id).await.unwrap_err(), expected);
    });
}

/// Recomputes the chain of the only match from its stored data, as a forger with write access could.
async fn chain_again(folder: &Path, id: &MatchId) {
    let mut connection = connect(folder).await;
    let events =
        "SELECT sequence, at, by, kind, outcome, commitments FROM events ORDER BY sequence";
    let events = sqlx::query(events).fetch_all(&mut connection).await;
    let mut previous = None;
    for row in events.unwrap() {
        let sequence: i64 = row.get("sequence");
        let event = StoredEvent {
            sequence: u64::try_from(sequence).unwrap(),
            at: row.get("at"),
            by: row.get("by"),
            kind: row.get("kind"),
            outcome: row.get("outcome"),
            commitments: row.get("commitments"),
            digest: None,
        };
        let digest = event.digest_after(previous.as_ref(), id);
        sqlx::query("UPDATE events SET digest = ?1 WHERE sequence = ?2")
            .bind(digest.to_string())
            .bind(sequence)
            .execute(&mut connection)
            .await
            .unwrap();
        sqlx::query("UPDATE matches SET head = ?1")
            .bind(digest.to_string())
            .execute(&mut connection)
            .await
            .unwrap();
        previous = Some(digest);
    }
    connection.close().await.unwrap();
}

#[test]
fn a_damaged_match_takes_no_writes_and_is_shown_to_the_administrator_alone() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let (damaged, sound) = (played(&matches).await, played(&matches).await);
        matches.close().await.unwrap();
        let statement = "UPDATE events SET at = '2026-11-21T19:00:00.001Z' \
                         WHERE sequence = 2 AND match_number = 1";
        execute(folder.path(), statement).await;
        let matches = open(folder.path()).await;
        let id = damaged.id.as_str();
        let is_damaged = |error: ServiceError| {
            let damage = Damage::Event(2);
            assert_eq!(
                error,
                ServiceError::Damaged {
                    id: id.to_owned(),
                    damage
                }
            );
        };
        is_damaged(
            change(&matches, id, 3, Role::Direct, hand(2))
                .await
                .unwrap_err(),
        );
        is_damaged(matches.role_of(id, &damaged.keys.direct).await.unwrap_err());
        let keyed = Caller::Key(damaged.keys.direct.clone());
        is_damaged(matches.enter(id, &keyed).await.unwrap_err());
        let (_, shown) = matches.enter(id, &Caller::Role(Role::Admin)).await.unwrap();
        assert_eq!(
            (shown.version(), shown.damage()),
            (3, Some(Damage::Event(2)))
        );
        let other = sound.id.as_str();
        change(&matches, other, 3, Role::Score, note("on"))
            .await
            .unwrap();

        let verified = matches.verify_all(Depth::Chain).await.unwrap();
        let id = id.to_owned();
        assert_eq!(
            verified.damaged,
            [DamagedMatch {
                id,
                damage: Damage::Event(2)
            }]
        );
        assert_eq!(verified.sound, 1);
        let backup = folder.path().join("backup.db");
        matches.backup(&backup).await.unwrap();
        matches.close().await.unwrap();
        let refused = restore(&settings(folder.path()), &backup, system()).await;
        assert_eq!(refused.unwrap().unwrap_err(), verified);
    });
}

#[test]
fn erasing_a_name_removes_the_name_and_its_salt() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = played(&matches).await;
        let salts = || async {
            let mut connection = connect(folder.path()).await;
            let salts = sqlx::query_scalar("SELECT salt FROM names ORDER BY number");
            let salts: Vec<String> = salts.fetch_all(&mut connection).await.unwrap();
            connection.close().await.unwrap();
            salts
        };
        let before = salts().await;
        let erase = Change::Erase {
            person: 2,
            name: "Player 2".to_owned(),
        };
        let id = created.id.as_str();
        change(&matches, id, 3, Role::Direct, erase).await.unwrap();
        let after = salts().await;
        let kept: Vec<bool> = before
            .iter()
            .zip(&after)
            .map(|(old, new)| old == new)
            .collect();
        // The salts of both names of the second person were overwritten.
        assert_eq!(kept, [true, false, false]);
        assert_whole(&matches, 1).await;
        matches.close().await.unwrap();
        assert_whole(&open(folder.path()).await, 1).await;
    });
}

#[test]
fn rows_that_belong_to_no_match_are_found() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        played(&matches).await;
        matches.close().await.unwrap();
        let statements =
            "PRAGMA foreign_keys = OFF; UPDATE names SET match_number = 9 WHERE number = 3";
        execute(folder.path(), statements).await;
        let verified = open(folder.path())
            .await
            .verify_all(Depth::Chain)
            .await
            .unwrap();
        assert_eq!(verified.damaged[0].damage, Damage::Name(3));
        assert_eq!(verified.faults.len(), 1, "{:?}", verified.faults);
    });
}

#[test]
fn a_thousand_damaged_matches_are_all_found() {
    const MATCHES: usize = 1_000;
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let mut ids = Vec::with_capacity(MATCHES);
        for _ in 0..MATCHES {
            ids.push(matches.create(&document(), None).await.unwrap().id);
        }
        matches.close().await.unwrap();
        let mut connection = connect(folder.path()).await;
        let mut chance = Chance(11);
        for number in 1..=MATCHES {
            let (table, column) =
                *chance.pick(&[("events", "kind"), ("events", "outcome"), ("names", "name")]);
            let (number, sequence) = (i64::try_from(number).unwrap(), 1);
            let row = match table {
                "names" => "match_number = ?1 AND number = ?2",
                _ => "match_number = ?1 AND sequence = ?2",
            };
            let text = format!("SELECT {column} FROM {table} WHERE {row}");
            let text = sqlx::query_scalar(AssertSqlSafe(text))
                .bind(number)
                .bind(sequence);
            let text: String = text.fetch_one(&mut connection).await.unwrap();
            let update = format!("UPDATE {table} SET {column} = ?3 WHERE {row}");
            let update = sqlx::query(AssertSqlSafe(update))
                .bind(number)
                .bind(sequence);
            let update = update.bind(with_another_byte(&text, &mut chance));
            let changed = update.execute(&mut connection).await.unwrap();
            assert_eq!(changed.rows_affected(), 1);
        }
        connection.close().await.unwrap();
        let matches = open(folder.path()).await;
        let verified = matches.verify_all(Depth::Chain).await.unwrap();
        assert_eq!((verified.sound, verified.damaged.len()), (0, MATCHES));
        for id in ids {
            let read = matches.read(id.as_str()).await;
            assert!(
                matches!(read, Err(ServiceError::Damaged { .. })),
                "{read:?}"
            );
        }
    });
}

/// Returns the totals and the document that a service returns for each match, if any.
async fn served(folder: &Path, ids: &[String]) -> Vec<Option<String>> {
    let Ok(matches) = MatchService::open(settings(folder), system()).await else {
        return vec![None; ids.len()];
    };
    let mut served = Vec::with_capacity(ids.len());
    for id in ids {
        let played = matches.read(id).await.ok();
        served.push(played.map(|played| {
            let totals = &played.scored().unwrap().totals;
            format!(
                "{totals:?} {}",
                serde_json::to_string(&played.document()).unwrap()
            )
        }));
    }
    drop(matches.close().await);
    served
}

#[test]
fn a_flipped_bit_never_changes_an_answer() {
    const TRIES: usize = 150;
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let mut ids = Vec::new();
        for _ in 0..12 {
            ids.push(played(&matches).await.id.to_string());
        }
        matches.close().await.unwrap();
        let file = folder.path().join("overtrick.db");
        let whole = std::fs::read(&file).unwrap();
        let truth = served(folder.path(), &ids).await;
        assert!(truth.iter().all(Option::is_some));
        let mut chance = Chance(77);
        let mut noticed = 0;
        for _ in 0..TRIES {
            for beside in ["overtrick.db-wal", "overtrick.db-shm"] {
                drop(std::fs::remove_file(folder.path().join(beside)));
            }
            let mut bytes = whole.clone();
            let at = chance.below(bytes.len());
            bytes[at] ^= 1 << chance.below(8);
            std::fs::write(&file, &bytes).unwrap();
            let now = served(folder.path(), &ids).await;
            for (now, then) in now.iter().zip(&truth) {
                assert!(now.is_none() || now == then, "byte {at}: {now:?}");
            }
            noticed += usize::from(now != truth);
        }
        assert!(noticed > TRIES / 20, "{noticed}");
    });
}
