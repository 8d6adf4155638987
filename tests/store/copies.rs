//! Copying a whole database into another: nothing is lost or doubled, wherever it is interrupted. Copies from
//! SQLite into the tests' database, and back if that is PostgreSQL.

use std::path::Path;
use std::sync::Once;

use overtrick_server::{
    Copied, MatchService, Precondition, Progress, Role, ServiceError, Showing, StoreSettings,
    StoredAnswer, Target, Verified, migrate, restore,
};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, Row};

use crate::served::database::{on_postgres, postgres, url};
use crate::store::table::{
    DIRECTOR, assert_whole, change, change_once, document, hand, once, open, settings, story,
    system,
};

/// Rows for every table that is not only written by matches.
const BESIDE: &str = "\
    INSERT INTO expired VALUES ('gone-gone-gone-gone-go', '2026-11-01T00:00:00.000Z', 'd1'); \
    INSERT INTO program_keys VALUES ('00ff00ff00ff00ff', 'Web', 'read', \
    '0000000000000000000000000000000000000000000000000000000000000000', \
    '2026-11-01T00:00:00.000Z', NULL, NULL, NULL); \
    INSERT INTO join_codes SELECT 'c0de', number, 'score', 1, '2026-11-01T00:00:00.000Z' \
    FROM matches ORDER BY number LIMIT 1; \
    INSERT INTO next_matches SELECT number, 'next' FROM matches ORDER BY number LIMIT 1";

const TABLES: [&str; 11] = [
    "matches",
    "events",
    "names",
    "idempotency",
    "idempotent_changes",
    "expired",
    "publications",
    "deleted_matches",
    "join_codes",
    "next_matches",
    "program_keys",
];

/// A SQLite database in a folder, whatever database the other tests use.
fn source(folder: &Path) -> StoreSettings {
    let file = folder.join("overtrick.db");
    StoreSettings {
        database: format!("sqlite://{}", file.display()).into(),
        secret: None,
        ..settings(folder)
    }
}

async fn execute(folder: &Path, statements: &'static str) {
    let file = folder.join("overtrick.db");
    let options = SqliteConnectOptions::new().filename(file);
    let mut connection = options.connect().await.unwrap();
    connection.execute(statements).await.unwrap();
    connection.close().await.unwrap();
}

/// Makes the tests' database fail when this event is written.
async fn fail_at(folder: &Path, position: u32) {
    if on_postgres() {
        let trigger = format!(
            "CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN RAISE 'a fault of the disk'; END $$; \
             DROP TRIGGER IF EXISTS fails ON events; \
             CREATE TRIGGER fails AFTER INSERT ON events FOR EACH ROW \
             WHEN (NEW.position = {position}) EXECUTE FUNCTION fail()"
        );
        postgres().unwrap().run(&url(folder, ""), &trigger);
        return;
    }
    let file = folder.join("overtrick.db");
    let mut connection = SqliteConnectOptions::new()
        .filename(file)
        .connect()
        .await
        .unwrap();
    let trigger = format!(
        "DROP TRIGGER IF EXISTS fails; CREATE TRIGGER fails AFTER INSERT ON events \
         WHEN NEW.position = {position} BEGIN SELECT RAISE(ABORT, 'a fault of the disk'); END"
    );
    connection.execute(AssertSqlSafe(trigger)).await.unwrap();
    connection.close().await.unwrap();
}

/// Every row of the tests' database.
async fn copied_rows(folder: &Path) -> Vec<String> {
    if !on_postgres() {
        return rows(folder).await;
    }
    let back = tempfile::tempdir().unwrap();
    let silent = Progress::silent();
    let there = source(back.path());
    let copied = migrate(settings(folder), &there, system(), &silent);
    assert!(copied.await.unwrap().checked.faults.is_empty());
    rows(back.path()).await
}

/// Every row of every table, in SQL notation.
async fn rows(folder: &Path) -> Vec<String> {
    let file = folder.join("overtrick.db");
    let mut connection = SqliteConnectOptions::new()
        .filename(file)
        .connect()
        .await
        .unwrap();
    let mut all = Vec::new();
    for table in TABLES {
        let columns = format!("SELECT name FROM pragma_table_info('{table}')");
        let columns: Vec<String> = sqlx::query_scalar(AssertSqlSafe(columns))
            .fetch_all(&mut connection)
            .await
            .unwrap();
        let quoted: Vec<String> = columns
            .iter()
            .map(|name| format!("quote(\"{name}\")"))
            .collect();
        let text = quoted.join(" || ', ' || ");
        let select = format!("SELECT {text} FROM {table} ORDER BY 1");
        let found = connection.fetch_all(AssertSqlSafe(select)).await.unwrap();
        assert!(!found.is_empty(), "the story leaves something in {table}");
        all.extend(
            found
                .iter()
                .map(|row| format!("{table}: {}", row.get::<String, _>(0))),
        );
    }
    connection.close().await.unwrap();
    all
}

/// A database of this many matches with rows in every table.
async fn lived_in(folder: &Path, count: usize) {
    let matches = MatchService::open(source(folder), system()).await.unwrap();
    for number in 0..count {
        let created = matches.create(&document(), None).await.unwrap();
        let id = created.id.as_str();
        change(&matches, id, 1, Role::Score, hand(1)).await.unwrap();
        let mark = once("second-hand", 4);
        change_once(&matches, id, 2, Role::Score, hand(2), &mark)
            .await
            .unwrap();
        if number == 0 {
            let at = Precondition::version(3);
            let shown = matches.publish(id, &at, Some(Showing::Standings), &DIRECTOR);
            shown.await.unwrap();
        }
    }
    let deleted = matches.create(&document(), Some(&once("make", 1))).await;
    let deleted = deleted.unwrap().id.to_string();
    matches
        .delete(&deleted, &DIRECTOR, &Precondition::Any)
        .await
        .unwrap();
    matches
        .create(&document(), Some(&once("again", 2)))
        .await
        .unwrap();
    let answer = StoredAnswer {
        status: 200,
        headers: vec![("etag".to_owned(), "\"1\"".to_owned())],
        body: vec![0, 255, 10, 13],
    };
    matches.save_answer(&once("dice", 3), answer).await.unwrap();
    matches.close().await.unwrap();
    execute(folder, BESIDE).await;
}

async fn copy(from: &Path, to: &Path) -> Result<Copied, ServiceError> {
    let silent = Progress::silent();
    migrate(source(from), &settings(to), system(), &silent).await
}

fn whole(sound: usize, resumed: bool) -> Copied {
    let checked = Verified {
        sound,
        ..Verified::default()
    };
    Copied { checked, resumed }
}

#[test]
fn a_copy_has_every_row_of_every_table_and_what_follows_has_later_numbers() {
    story(async {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        lived_in(from.path(), 3).await;
        let copied = copy(from.path(), to.path()).await;
        assert_eq!(copied, Ok(whole(4, false)));
        assert_eq!(copied_rows(to.path()).await, rows(from.path()).await);
        let secret = StoreSettings {
            secret: Some(from.path().join("overtrick.secret")),
            ..settings(to.path())
        };
        let matches = MatchService::open(secret, system()).await.unwrap();
        assert_whole(&matches, 4).await;
        let created = matches.create(&document(), None).await.unwrap();
        let id = created.id.as_str();
        change(&matches, id, 1, Role::Score, hand(1)).await.unwrap();
        assert_whole(&matches, 5).await;
        matches.close().await.unwrap();
        let again = copy(from.path(), to.path()).await;
        assert_eq!(again, Err(ServiceError::NotEmpty));
    });
}

#[test]
fn a_copy_that_was_cut_off_goes_on_and_no_server_opens_it_before() {
    story(async {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        lived_in(from.path(), 800).await;
        open(to.path()).await.close().await.unwrap();
        for position in [1500, 2300, 1500, 2300] {
            fail_at(to.path(), position).await;
            let failed = copy(from.path(), to.path()).await.unwrap_err();
            assert!(matches!(failed, ServiceError::Store(_)), "{failed}");
            let opened = MatchService::open(settings(to.path()), system()).await;
            assert_eq!(opened.unwrap_err(), ServiceError::HalfCopied);
            if position == 2300 {
                break;
            }
        }
        fail_at(to.path(), 0).await;
        assert_eq!(copy(from.path(), to.path()).await, Ok(whole(801, true)));
        assert_eq!(copied_rows(to.path()).await, rows(from.path()).await);
    });
}

#[test]
fn a_copy_begins_anew_where_somebody_wrote_into_the_source() {
    story(async {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        lived_in(from.path(), 2).await;
        // While the copy is running.
        let (once, folder) = (Once::new(), from.path().to_owned());
        let write = move || {
            story(async {
                let matches = MatchService::open(source(&folder), system()).await.unwrap();
                matches.create(&document(), None).await.unwrap();
                matches.close().await.unwrap();
            });
        };
        let progress = Progress::to(move |_, _, _| {
            once.call_once(|| std::thread::scope(|scope| scope.spawn(&write).join().unwrap()));
        });
        let there = settings(to.path());
        let copied = migrate(source(from.path()), &there, system(), &progress).await;
        assert_eq!(copied, Err(ServiceError::SourceChanged));
        let opened = MatchService::open(settings(to.path()), system()).await;
        assert_eq!(opened.unwrap_err(), ServiceError::HalfCopied);
        let again = copy(from.path(), to.path()).await;
        assert_eq!(again, Ok(whole(4, false)));
        assert_eq!(copied_rows(to.path()).await, rows(from.path()).await);
    });
}

#[test]
fn no_server_may_be_using_a_file_that_is_copied() {
    story(async {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        lived_in(from.path(), 1).await;
        for used in [from.path(), to.path()] {
            let server = StoreSettings {
                exclusive: true,
                ..source(used)
            };
            let server = MatchService::open(server, system()).await.unwrap();
            let (there, silent) = (source(to.path()), Progress::silent());
            let copied = migrate(source(from.path()), &there, system(), &silent).await;
            assert_eq!(copied, Err(ServiceError::InUse));
            server.close().await.unwrap();
        }
    });
}

#[test]
fn a_damaged_match_is_copied_as_it_is_and_named() {
    story(async {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        lived_in(from.path(), 2).await;
        let damage = "UPDATE events SET outcome = '{}' WHERE match_number = 1 AND sequence = 2";
        execute(from.path(), damage).await;
        let copied = copy(from.path(), to.path()).await.unwrap();
        assert_eq!((copied.checked.sound, copied.checked.damaged.len()), (2, 1));
        assert!(copied.checked.faults.is_empty());
        assert_eq!(copied_rows(to.path()).await, rows(from.path()).await);
    });
}

#[test]
fn a_database_that_is_replaced_keeps_nothing_of_its_own() {
    story(async {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        lived_in(from.path(), 1).await;
        let matches = open(to.path()).await;
        for _ in 0..3 {
            matches.create(&document(), None).await.unwrap();
        }
        matches.close().await.unwrap();
        let source = MatchService::open(source(from.path()), system())
            .await
            .unwrap();
        let (there, silent) = (settings(to.path()), Progress::silent());
        let replaced = source.copy_to(&there, Target::Replaced, &silent);
        assert_eq!(replaced.await, Ok(whole(2, false)));
        source.close().await.unwrap();
        assert_eq!(copied_rows(to.path()).await, rows(from.path()).await);
    });
}

#[test]
fn a_backup_is_a_file_from_which_either_database_is_restored() {
    story(async {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        lived_in(from.path(), 2).await;
        assert_eq!(copy(from.path(), to.path()).await, Ok(whole(3, false)));
        let without_secret = StoreSettings {
            create: false,
            ..settings(to.path())
        };
        let matches = MatchService::open(without_secret.clone(), system())
            .await
            .unwrap();
        let (backup, silent) = (to.path().join("backup.db"), Progress::silent());
        assert_eq!(matches.backup(&backup, &silent).await, Ok(3));
        assert!(
            matches.backup(&backup, &silent).await.is_err(),
            "not overwritten"
        );
        matches.close().await.unwrap();
        let restored = tempfile::tempdir().unwrap();
        for into in [source(restored.path()), without_secret] {
            let there = restore(&into, &backup, true, system(), &silent).await;
            assert_eq!(there, Ok(Ok(3)));
        }
        assert_eq!(rows(restored.path()).await, rows(from.path()).await);
        assert_eq!(copied_rows(to.path()).await, rows(from.path()).await);
        let again = settings(to.path());
        let refused = restore(&again, &backup, false, system(), &silent);
        if on_postgres() {
            assert_eq!(refused.await, Err(ServiceError::NotEmpty));
        }
    });
}

#[test]
fn a_backup_with_a_trigger_or_a_view_of_somebody_else_is_not_restored() {
    story(async {
        let silent = Progress::silent();
        for (what, statement) in [
            (
                "trigger steal",
                "CREATE TRIGGER steal AFTER INSERT ON events BEGIN DELETE FROM names; END",
            ),
            (
                "trigger opened_again",
                "DROP TRIGGER opened_again; \
                 CREATE TRIGGER opened_again AFTER INSERT ON matches BEGIN DELETE FROM names; END",
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
            lived_in(from.path(), 1).await;
            let matches = MatchService::open(source(from.path()), system())
                .await
                .unwrap();
            let backup = to.path().join("backup.db");
            matches.backup(&backup, &silent).await.unwrap();
            matches.close().await.unwrap();
            std::fs::rename(&backup, to.path().join("overtrick.db")).unwrap();
            execute(to.path(), statement).await;
            std::fs::rename(to.path().join("overtrick.db"), &backup).unwrap();
            let place = tempfile::tempdir().unwrap();
            let there = settings(place.path());
            let restored = restore(&there, &backup, true, system(), &silent).await;
            let refused = restored.unwrap_err();
            assert!(refused.to_string().contains(what), "{what}: {refused}");
            let left = std::fs::read_dir(place.path()).unwrap().count();
            assert_eq!(left, 0, "{what}: nothing is left of the attempt");
        }
    });
}
