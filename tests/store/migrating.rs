//! A database of an earlier version: all that is in it is there after it has been opened.

use std::path::Path;

use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, Row, SqliteConnection};

use overtrick_match::ledger::Ledger;
use overtrick_server::service::{
    Change, Created, Damage, DamagedMatch, Depth, MatchQuery, Matches, Precondition, Replayed,
    Role, ServiceError,
};

use crate::store::table::{
    DIRECTOR, assert_whole, change, document, file_story, hand_of, once, open, settings, system,
};

/// The tables as they were at first, with the rows of a database as it is now.
async fn as_at_first(now: &Path, then: &Path) {
    let first = then.join("first");
    std::fs::create_dir(&first).unwrap();
    let file = "0001_matches.sql";
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/migrations");
    std::fs::copy(migrations.join(file), first.join(file)).unwrap();
    let mut old = SqliteConnectOptions::new()
        .filename(then.join("overtrick.db"))
        .create_if_missing(true)
        .connect()
        .await
        .unwrap();
    Migrator::new(first)
        .await
        .unwrap()
        .run(&mut old)
        .await
        .unwrap();
    let attach = format!("ATTACH '{}' AS now", now.join("overtrick.db").display());
    old.execute(AssertSqlSafe(attach)).await.unwrap();
    for copy in [
        "INSERT INTO matches SELECT id, game, created_at FROM now.matches",
        "INSERT INTO events SELECT position, id, sequence, at, by, deed, outcome \
         FROM now.events JOIN now.matches ON match_number = matches.number",
        "INSERT INTO names SELECT id, names.number, name \
         FROM now.names JOIN now.matches ON match_number = matches.number",
        "INSERT INTO answers SELECT key, fingerprint, at, id, version, status, headers, body \
         FROM now.answers LEFT JOIN now.matches ON match_number = matches.number",
    ] {
        old.execute(copy).await.unwrap();
    }
    old.close().await.unwrap();
    let secret = "overtrick.secret";
    std::fs::copy(now.join(secret), then.join(secret)).unwrap();
}

async fn connect(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file);
    options.connect().await.unwrap()
}

/// When each event and each match came about, as the text that is stored.
async fn times(file: &Path) -> Vec<String> {
    let mut connection = connect(file).await;
    let times = "SELECT at FROM events UNION ALL SELECT created_at FROM matches";
    let rows = sqlx::query(times).fetch_all(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

async fn tables(file: &Path) -> Vec<String> {
    let mut connection = connect(file).await;
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%sqlx%'";
    let mut names: Vec<String> = sqlx::query_scalar(names)
        .fetch_all(&mut connection)
        .await
        .unwrap();
    names.sort_unstable();
    names
}

/// The names of the files in a folder.
fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name != "first").collect();
    names.sort_unstable();
    names
}

/// A database of the first version with a match.
async fn old_database(folder: &Path) -> Created {
    let now = tempfile::tempdir().unwrap();
    let matches = open(now.path()).await;
    let created = matches.create(&document(), None).await.unwrap();
    matches.close().await.unwrap();
    as_at_first(now.path(), folder).await;
    created
}

#[test]
fn a_copy_is_kept_before_a_migration_and_at_no_other_time() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let created = old_database(folder.path()).await;
        let database = folder.path().join("overtrick.db");
        #[cfg(unix)]
        let mode = {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::Permissions::from_mode(0o640);
            std::fs::set_permissions(&database, mode.clone()).unwrap();
            mode
        };
        for _ in 0..2 {
            let matches = open(folder.path()).await;
            matches.read(created.id.as_str()).await.unwrap();
            matches.close().await.unwrap();
            let kept = [
                "overtrick.db",
                "overtrick.db.before-0002",
                "overtrick.secret",
            ];
            assert_eq!(files(folder.path()), kept);
        }
        let copy = folder.path().join("overtrick.db.before-0002");
        #[cfg(unix)]
        assert_eq!(std::fs::metadata(&copy).unwrap().permissions(), {
            use std::os::unix::fs::PermissionsExt;
            std::fs::Permissions::from_mode(0o100_000 | mode.mode())
        });
        // The copy is a database of the first version, and can be put back.
        std::fs::rename(&copy, &database).unwrap();
        let matches = open(folder.path()).await;
        assert_eq!(matches.verify(created.id.as_str()).await.unwrap(), Ok(1));
        matches.close().await.unwrap();
        assert!(copy.exists());
    });
}

#[test]
fn nothing_is_migrated_if_no_copy_can_be_kept() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let created = old_database(folder.path()).await;
        let in_the_way = folder.path().join("overtrick.db.before-0002");
        std::fs::create_dir(&in_the_way).unwrap();
        let refused = Matches::open(settings(folder.path()), system()).await;
        assert!(
            matches!(refused, Err(ServiceError::Store(_))),
            "{refused:?}"
        );
        let mut connection = connect(&folder.path().join("overtrick.db")).await;
        connection
            .execute("SELECT match_id FROM events")
            .await
            .unwrap();
        connection.close().await.unwrap();
        std::fs::remove_dir(&in_the_way).unwrap();
        let matches = open(folder.path()).await;
        assert_eq!(matches.verify(created.id.as_str()).await.unwrap(), Ok(1));
        matches.close().await.unwrap();
        assert!(
            !files(folder.path())
                .iter()
                .any(|name| Path::new(name).extension() == Some("new".as_ref()))
        );
    });
}

#[test]
fn every_migration_is_run() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        open(folder.path()).await.close().await.unwrap();
        let options = SqliteConnectOptions::new().filename(folder.path().join("overtrick.db"));
        let mut connection: SqliteConnection = options.connect().await.unwrap();
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

#[test]
fn a_database_of_the_first_version_is_brought_up_to_date_whole() {
    file_story(async {
        let (now, then) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let matches = open(now.path()).await;
        let key = once("opened-by-a-phone", 1);
        let mut made: Vec<(Created, Ledger)> = Vec::new();
        for number in 0..4_u64 {
            let marked = (number == 0).then_some(&key);
            let created = matches.create(&document(), marked).await.unwrap();
            let id = created.id.as_str();
            let rename = Change::Rename {
                seat: 1,
                name: format!("Ann {number}"),
            };
            let renamed = change(&matches, id, 1, Role::Score, rename).await;
            let mut ledger = renamed.unwrap();
            for (hand, version) in (1..=number).zip(2..) {
                let hand = hand_of(&format!("Ann {number}"), usize::try_from(hand).unwrap());
                let changed = change(&matches, id, version, Role::Score, hand);
                ledger = changed.await.unwrap();
            }
            made.push((created, Ledger::clone(&ledger)));
        }
        matches.close().await.unwrap();
        as_at_first(now.path(), then.path()).await;
        let database = then.path().join("overtrick.db");
        let times_before = times(&database).await;

        let matches = open(then.path()).await;
        assert_eq!(times(&database).await, times_before);
        for (created, ledger) in &made {
            let id = created.id.as_str();
            let kept = matches.read(id).await.unwrap();
            assert_eq!(kept.document(), ledger.document());
            assert_eq!(kept.log(), ledger.log());
            assert_eq!(matches.verify(id).await.unwrap(), Ok(ledger.version()));
            let role = matches.role_of(id, &created.keys.score).await;
            assert_eq!(role.unwrap(), Some(Role::Score));
        }
        let replayed = matches.replayed(&key).await.unwrap();
        assert!(matches!(replayed, Some(Replayed::Created(again)) if again.id == made[0].0.id));
        assert_eq!(matches.list(None, 10).await.unwrap().len(), made.len());
        let of_player = MatchQuery {
            player: Some("ann 2".to_owned()),
            limit: 10,
            ..MatchQuery::default()
        };
        let found = matches.find(&of_player).await.unwrap();
        assert_eq!(found.len(), 1);
        let found = found[0].listed.as_ref().unwrap();
        assert_eq!(found.summary.id, made[2].0.id);
        assert_eq!(found.players, ["Ann 2", "Bo"]);
        assert_eq!((&*found.day, found.complete), ("2026-11-21", false));
        assert_whole(&matches, made.len()).await;
        // It goes on, and what is deleted is deleted with all that belongs to it.
        let (id, next) = (made[1].0.id.as_str(), made[1].1.version());
        let going_on = change(&matches, id, next, Role::Score, hand_of("Ann 1", 2));
        going_on.await.unwrap();
        matches
            .delete(made[0].0.id.as_str(), &DIRECTOR, &Precondition::Any)
            .await
            .unwrap();
        assert!(matches.replayed(&key).await.unwrap().is_none());
        matches.close().await.unwrap();
        let known = [
            "answers",
            "copying",
            "deliveries",
            "events",
            "expired",
            "gone",
            "imported",
            "imports",
            "join_codes",
            "matches",
            "names",
            "next_matches",
            "program_keys",
            "publications",
            "shared",
            "webhooks",
        ];
        assert_eq!(tables(&database).await, known);
    });
}

#[test]
fn damage_in_an_earlier_database_is_listed_and_the_other_matches_go_on() {
    file_story(async {
        let (now, then) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let matches = open(now.path()).await;
        let mut ids = Vec::new();
        for _ in 0..3 {
            ids.push(matches.create(&document(), None).await.unwrap().id);
        }
        matches.close().await.unwrap();
        as_at_first(now.path(), then.path()).await;
        let mut old = connect(&then.path().join("overtrick.db")).await;
        let damage = "UPDATE events SET outcome = replace(outcome, '\"hands\":0', '\"hands\":1') \
                      WHERE match_id = ?1";
        let damage = sqlx::query(damage).bind(ids[1].as_str());
        assert_eq!(damage.execute(&mut old).await.unwrap().rows_affected(), 1);
        old.close().await.unwrap();

        let matches = open(then.path()).await;
        let found = DamagedMatch {
            id: ids[1].to_string(),
            damage: Damage::Outcome(1),
        };
        assert_eq!(matches.found_damaged(), [found]);
        for sound in [&ids[0], &ids[2]] {
            assert!(matches.read(sound.as_str()).await.unwrap().head().is_some());
        }
        matches.close().await.unwrap();
        // It stays damaged, and is not looked at again whenever the database is opened.
        let matches = open(then.path()).await;
        assert_eq!(matches.found_damaged(), []);
        let read = matches.read(ids[1].as_str()).await;
        assert!(
            matches!(read, Err(ServiceError::Damaged { .. })),
            "{read:?}"
        );
        let verified = matches.verify_all(Depth::Events).await.unwrap();
        assert_eq!((verified.sound, verified.damaged.len()), (2, 1));
    });
}

#[test]
fn chaining_goes_on_where_it_was_stopped() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        // More than are chained in one transaction.
        for _ in 0..150 {
            matches.create(&document(), None).await.unwrap();
        }
        matches.close().await.unwrap();
        let mut connection = connect(&folder.path().join("overtrick.db")).await;
        for unchained in [
            "UPDATE matches SET head = NULL, count = 0 WHERE number > 10",
            "UPDATE events SET digest = NULL, commitments = '[]' WHERE match_number > 10",
            "UPDATE names SET salt = '' WHERE match_number > 10",
        ] {
            connection.execute(unchained).await.unwrap();
        }
        let heads = "SELECT head FROM matches WHERE number <= 10 ORDER BY number";
        let before: Vec<String> = sqlx::query_scalar(heads)
            .fetch_all(&mut connection)
            .await
            .unwrap();
        let matches = open(folder.path()).await;
        assert_whole(&matches, 150).await;
        let after: Vec<String> = sqlx::query_scalar(heads)
            .fetch_all(&mut connection)
            .await
            .unwrap();
        assert_eq!(before, after);
        connection.close().await.unwrap();
    });
}

#[test]
fn a_request_is_answered_again_whose_key_an_earlier_version_stored_as_it_was() {
    file_story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let lot = once("a-key-that-was-drawn-by-lot", 1);
        let creation = lot.clone().of_creation("10.1.1.1");
        let opened = matches.create(&document(), Some(&creation)).await.unwrap();
        matches.close().await.unwrap();
        let mut connection = connect(&folder.path().join("overtrick.db")).await;
        let keys: Vec<String> = sqlx::query_scalar("SELECT key FROM answers")
            .fetch_all(&mut connection)
            .await
            .unwrap();
        assert!(keys.len() == 1 && !keys[0].contains(&lot.key), "{keys:?}");
        connection
            .execute("UPDATE answers SET key = 'create/a-key-that-was-drawn-by-lot'")
            .await
            .unwrap();
        connection.close().await.unwrap();
        let matches = open(folder.path()).await;
        for client in ["10.1.1.1", "10.2.2.2"] {
            let again = lot.clone().of_creation(client);
            let again = matches.create(&document(), Some(&again)).await.unwrap();
            assert_eq!(again.id, opened.id);
        }
        let other = once("a-key-that-was-drawn-by-lot", 2).of_creation("10.1.1.1");
        let refused = matches.create(&document(), Some(&other)).await;
        assert!(matches!(refused, Err(ServiceError::KeyReused)));
        matches.close().await.unwrap();
    });
}
