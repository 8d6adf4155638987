//! List data is checked, and correct in a restored backup.

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};

use overtrick_match::ledger::{Match, MatchId, Opening, StoredLog};
use overtrick_server::{
    Caller, Change, Clock, Depth, ImportOptions, Labels, MatchQuery, MatchService, Precondition,
    Role, Timestamp, restore,
};

use crate::store::table::{
    DIRECTOR, NOW, assert_whole, change, document, file_story, hand, open, settings, story, system,
    to_json,
};

async fn execute(folder: &std::path::Path, sql: &str) {
    let options = SqliteConnectOptions::new().filename(folder.join("overtrick.db"));
    let mut connection = options.connect().await.unwrap();
    connection.execute(AssertSqlSafe(sql)).await.unwrap();
    connection.close().await.unwrap();
}

async fn found(matches: &MatchService, player: &str) -> usize {
    let query = MatchQuery {
        player: Some(player.to_owned()),
        limit: 10,
        ..MatchQuery::default()
    };
    matches.find(&query).await.unwrap().len()
}

#[test]
fn a_list_that_shows_something_else_than_the_log_is_noticed_and_a_restored_backup_is_right() {
    for wrong in [
        "UPDATE matches SET title = 'another'",
        "UPDATE matches SET day = '2020-01-01'",
        "UPDATE matches SET complete = 1",
        "UPDATE matches SET external_id = 'x'",
        "UPDATE matches SET metadata = '{}'",
        "UPDATE names SET seat = NULL WHERE number = 1",
        "UPDATE names SET folded = 'cy' WHERE number = 1",
    ] {
        file_story(async {
            let folder = tempfile::tempdir().unwrap();
            let matches = open(folder.path()).await;
            let created = matches.create(&document(), None).await.unwrap();
            let id = created.id.as_str();
            change(&matches, id, 1, Role::Score, hand(1)).await.unwrap();
            assert_whole(&matches, 1).await;
            execute(folder.path(), wrong).await;
            let verified = matches.verify_all(Depth::Chain).await.unwrap();
            assert_eq!((verified.sound, verified.faults.len()), (1, 1), "{wrong}");
            assert!(verified.faults[0].contains(id), "{wrong}");
            let backup = folder.path().join("backup.db");
            matches.backup(&backup).await.unwrap();
            matches.close().await.unwrap();
            let restored = restore(&settings(folder.path()), &backup, system()).await;
            assert_eq!(restored.unwrap(), Ok(1), "{wrong}");
            let matches = open(folder.path()).await;
            assert_whole(&matches, 1).await;
            assert_eq!(found(&matches, "ann").await, 1, "{wrong}");
            matches.close().await.unwrap();
        });
    }
}

#[test]
fn lists_go_with_their_matches_and_change_with_each_event() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let created = matches.create(&document(), None).await.unwrap();
        let id = created.id.as_str();
        let rename = |name: &str| Change::Rename {
            seat: 1,
            name: name.to_owned(),
        };
        change(&matches, id, 1, Role::Score, rename("Anna"))
            .await
            .unwrap();
        assert_eq!(
            (found(&matches, "ann").await, found(&matches, "ANNA").await),
            (0, 1)
        );
        change(&matches, id, 2, Role::Score, Change::Undo {})
            .await
            .unwrap();
        assert_eq!(
            (found(&matches, "ann").await, found(&matches, "anna").await),
            (1, 0)
        );
        assert_whole(&matches, 1).await;
        matches
            .delete(id, &DIRECTOR, &Precondition::Any)
            .await
            .unwrap();
        assert_eq!(found(&matches, "ann").await, 0);
        matches.close().await.unwrap();
    });
}

#[test]
fn the_digest_of_an_imported_document_is_forgotten_when_a_person_is_erased() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let import = async |dry_run: bool| {
            let judged = matches.judge_line(document(), &[], None).unwrap();
            let options = ImportOptions {
                dry_run,
                replace: None,
            };
            let lines = vec![(1.into(), Ok(judged))];
            let imported = matches.import(lines, options).await;
            imported.unwrap()
        };
        let report = import(false).await;
        let id = report.matches[0].id.clone().unwrap();
        assert!(!report.matches[0].is_already());
        assert_whole(&matches, 1).await;
        assert!(import(true).await.matches[0].is_already());
        let erase = Change::Erase {
            person: 1,
            name: "Player 1".to_owned(),
        };
        change(&matches, &id, 1, Role::Direct, erase).await.unwrap();
        assert!(!import(true).await.matches[0].is_already());
        assert_whole(&matches, 1).await;
        let labeled = to_json(&serde_json::json!({ "document": {}, "external_id": 7 }));
        assert!(matches.judge_line(labeled, &[], None).is_err());
        matches.close().await.unwrap();
    });
}

#[test]
fn a_log_that_somebody_brings_has_no_external_id_of_programs() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let line = |id: &str, external_id: &str| {
            let labels = Labels {
                external_id: Some(external_id.to_owned()),
                metadata: None,
            };
            let opening = Opening {
                labels,
                ..Opening::default()
            };
            let id = MatchId::read(id).unwrap();
            let begun = Match::begin(&id, &document(), opening, NOW, Role::Direct);
            let sealed = begun.unwrap().seal(None, |salts| {
                salts.fill(7);
                Ok::<(), ()>(())
            });
            StoredLog::from(sealed.unwrap())
        };
        let id = "aaaaaaaaaaaaaaaaaaaaaa";
        let faults = matches.judge_log(line(id, "league-7"), false).unwrap_err();
        assert_eq!(faults[0].code, "external-id-of-programs");
        assert_eq!(faults[0].pointer, "/log/external_id");
        let brought = matches.judge_log(line(id, "league-7"), true).unwrap();
        assert_eq!(brought.played.id().as_str(), id);
        assert_eq!(matches.take_over(brought).await, Ok(true));
        matches.close().await.unwrap();
    });
}

/// The clock of a server where it is already the next day.
#[derive(Debug)]
struct EasternClock;

impl Clock for EasternClock {
    fn now(&self) -> Timestamp {
        NOW
    }

    fn day(&self) -> String {
        "2026-11-22".to_owned()
    }
}

#[test]
fn a_match_without_a_day_is_played_on_that_of_the_table() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let clock = std::sync::Arc::new(EasternClock);
        let east = MatchService::open(settings(folder.path()), (clock, system().1));
        let east = east.await.unwrap();
        let opened = east.create(&document(), None).await.unwrap();
        assert_eq!(opened.played.listing().day, "2026-11-22");
        let caller = Caller::Role(Role::Score);
        let next = east.rematch(opened.id.as_str(), &caller, None, None).await;
        assert_eq!(next.unwrap().played.listing().day, "2026-11-22");
        let mut dated = document();
        if let overtrick_core::json::Json::Object(entries) = &mut dated {
            entries.push(("played_on".to_owned(), "2026-10-01".into()));
        }
        let dated = east.create(&dated, None).await.unwrap();
        assert_eq!(dated.played.listing().day, "2026-10-01");
        assert_whole(&east, 3).await;
        east.close().await.unwrap();
        // In UTC, a document stays as it is.
        let utc = open(folder.path()).await;
        let opened = utc.create(&document(), None).await.unwrap();
        assert_eq!(opened.played.document().get("played_on"), None);
        assert_eq!(opened.played.listing().day, "2026-11-21");
        utc.close().await.unwrap();
    });
}

#[test]
fn lists_are_filtered_by_what_programs_noted() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let noted = [
            serde_json::json!({ "round": 2, "table": "A", "final": true, "factor": 1.5 }),
            serde_json::json!({ "round": "2", "table": "B", "it's \"odd\"": "50 %_" }),
            serde_json::json!({ "round": 3, "note": null, "final": false, "a.b": "c" }),
            serde_json::Value::Null,
        ];
        for metadata in noted {
            let metadata = Some(to_json(&metadata)).filter(|_| !metadata.is_null());
            let labels = Labels::read(None, metadata.as_ref()).unwrap();
            let read = (0, || Ok(document()));
            let opening = Opening {
                labels,
                ..Opening::default()
            };
            let created = matches.create_read(read, opening, None, None).await;
            created.unwrap();
        }
        for (filters, expected) in [
            (&[][..], 4),
            (&[("round", "2")], 2),
            (&[("round", "3")], 1),
            (&[("round", "2"), ("table", "A")], 1),
            (&[("round", "2"), ("table", "C")], 0),
            (&[("final", "true")], 1),
            (&[("final", "false")], 1),
            (&[("factor", "1.5")], 1),
            (&[("it's \"odd\"", "50 %_")], 1),
            (&[("a.b", "c")], 1),
            // A note without a value counts as no note.
            (&[("note", "null")], 0),
            (&[("note", "")], 0),
            (&[("Round", "2")], 0),
            (&[("table", "a")], 0),
        ] {
            let filters = filters.iter();
            let filters = filters.map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
            let query = MatchQuery {
                metadata: filters.collect(),
                limit: 10,
                ..MatchQuery::default()
            };
            let found = matches.find(&query).await.unwrap();
            assert_eq!(found.len(), expected, "{query:?}");
        }
        matches.close().await.unwrap();
    });
}
