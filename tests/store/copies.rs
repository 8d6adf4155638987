//! Copying a whole database into another: nothing is lost, nothing is doubled, wherever it is cut off.

use std::path::Path;

use overtrick::service::{
    Copied, Progress, Role, ServiceError, StoreSettings, Target, Verified, migrate,
};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, Row};

use crate::table::{assert_whole, change, document, hand, once, open, settings, story, system};
use overtrick::service::{Matches, Precondition, Showing, StoredAnswer};

/// Something in every table beside those that only matches write.
const BESIDE: &str = "\
    INSERT INTO expired VALUES ('gone-gone-gone-gone-go', '2026-11-01T00:00:00.000Z', 'd1'); \
    INSERT INTO webhooks VALUES (3, 'hook', NULL, 'https://club.example/é', '[]', '[\"x\"]', \
    'a \"club\"', 'active', '2026-11-01T00:00:00.000Z', 2, NULL, NULL, 4); \
    INSERT INTO deliveries VALUES (3, 4, 'gone-gone-gone-gone-go', 1, 'match.opened', 'waiting', 2, \
    '2026-11-01T00:00:00.000Z', NULL, 503, NULL); \
    INSERT INTO program_keys VALUES ('00ff00ff00ff00ff', 'Web', 'read', \
    '0000000000000000000000000000000000000000000000000000000000000000', \
    '2026-11-01T00:00:00.000Z', NULL, NULL, NULL)";

const TABLES: [&str; 10] = [
    "matches",
    "events",
    "names",
    "answers",
    "expired",
    "publications",
    "gone",
    "webhooks",
    "deliveries",
    "program_keys",
];

async fn execute(folder: &Path, statements: &'static str) {
    let file = folder.join("overtrick.db");
    let options = SqliteConnectOptions::new().filename(file);
    let mut connection = options.connect().await.unwrap();
    connection.execute(statements).await.unwrap();
    connection.close().await.unwrap();
}

/// Every row of every table, as SQL would write it.
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

/// A database with something in every table, of so many matches.
async fn lived_in(folder: &Path, count: usize) {
    let matches = open(folder).await;
    for number in 0..count {
        let created = matches.create(&document(), None).await.unwrap();
        let id = created.id.as_str();
        change(&matches, id, 1, Role::Score, hand(1)).await.unwrap();
        change(&matches, id, 2, Role::Score, hand(2)).await.unwrap();
        if number == 0 {
            let at = Precondition::version(3);
            let shown = matches.publish(id, &at, Some(Showing::Standings), Role::Direct);
            shown.await.unwrap();
        }
    }
    let deleted = matches.create(&document(), Some(&once("make", 1))).await;
    let deleted = deleted.unwrap().id.to_string();
    matches.delete(&deleted, &Precondition::Any).await.unwrap();
    matches
        .create(&document(), Some(&once("again", 2)))
        .await
        .unwrap();
    let answer = StoredAnswer {
        status: 200,
        headers: vec![("etag".to_owned(), "\"1\"".to_owned())],
        body: vec![0, 255, 10, 13],
    };
    matches
        .save_answer(&once("dice", 3), answer)
        .await
        .unwrap();
    matches.close().await.unwrap();
    execute(folder, BESIDE).await;
}

async fn copy(from: &Path, to: &StoreSettings) -> Result<Copied, ServiceError> {
    migrate(settings(from), to, system(), &Progress::silent()).await
}

fn whole(sound: usize, resumed: bool) -> Copied {
    let checked = Verified {
        sound,
        ..Verified::default()
    };
    Copied { checked, resumed }
}

#[test]
fn a_copy_has_every_row_of_every_table() {
    story(async {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        lived_in(from.path(), 3).await;
        let copied = copy(from.path(), &settings(to.path())).await;
        assert_eq!(copied, Ok(whole(4, false)));
        assert_eq!(rows(to.path()).await, rows(from.path()).await);
        let secret = |folder: &Path| folder.join("overtrick.secret");
        std::fs::copy(secret(from.path()), secret(to.path())).unwrap();
        let matches = open(to.path()).await;
        assert_whole(&matches, 4).await;
        matches.close().await.unwrap();
        let again = copy(from.path(), &settings(to.path())).await;
        assert_eq!(again, Err(ServiceError::NotEmpty));
    });
}

#[test]
fn a_copy_that_was_cut_off_goes_on_and_no_server_opens_it_before() {
    story(async {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        lived_in(from.path(), 400).await;
        let (mut failed, mut pages) = (0, 60);
        loop {
            let small = StoreSettings {
                most_pages: pages,
                ..settings(to.path())
            };
            match copy(from.path(), &small).await {
                Err(error) => assert_eq!(error, ServiceError::Full),
                Ok(copied) => {
                    assert_eq!(copied, whole(401, true));
                    break;
                }
            }
            failed += 1;
            pages += 60;
            let opened = Matches::open(settings(to.path()), system()).await;
            assert_eq!(opened.unwrap_err(), ServiceError::HalfCopied);
        }
        assert!(failed > 1, "it was cut off {failed} times");
        assert_eq!(rows(to.path()).await, rows(from.path()).await);
    });
}

#[test]
fn a_copy_begins_anew_where_the_source_has_changed_since() {
    story(async {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        lived_in(from.path(), 400).await;
        let small = StoreSettings {
            most_pages: 100,
            ..settings(to.path())
        };
        assert_eq!(copy(from.path(), &small).await, Err(ServiceError::Full));
        let matches = open(from.path()).await;
        let first = matches.list(None, 1).await.unwrap()[0].clone();
        let deleted = matches.delete(first.id.as_str(), &Precondition::Any).await;
        deleted.unwrap();
        matches.close().await.unwrap();
        let copied = copy(from.path(), &settings(to.path())).await;
        assert_eq!(copied, Ok(whole(400, false)));
        assert_eq!(rows(to.path()).await, rows(from.path()).await);
    });
}

#[test]
fn nobody_may_use_what_is_copied() {
    story(async {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        lived_in(from.path(), 1).await;
        for used in [from.path(), to.path()] {
            let server = StoreSettings {
                exclusive: true,
                ..settings(used)
            };
            let server = Matches::open(server, system()).await.unwrap();
            let copied = copy(from.path(), &settings(to.path())).await;
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
        let copied = copy(from.path(), &settings(to.path())).await.unwrap();
        assert_eq!((copied.checked.sound, copied.checked.damaged.len()), (2, 1));
        assert!(copied.checked.faults.is_empty());
        assert_eq!(rows(to.path()).await, rows(from.path()).await);
    });
}

#[test]
fn a_database_that_is_replaced_keeps_nothing_of_its_own() {
    story(async {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        lived_in(from.path(), 1).await;
        lived_in(to.path(), 3).await;
        let source = open(from.path()).await;
        let silent = Progress::silent();
        let there = settings(to.path());
        let replaced = source.copy_to(&there, Target::Replaced, &silent);
        assert_eq!(replaced.await, Ok(whole(2, false)));
        source.close().await.unwrap();
        assert_eq!(rows(to.path()).await, rows(from.path()).await);
    });
}
