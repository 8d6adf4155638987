//! The data for lists is checked, and is correct in a restored backup.

use overtrick_match::ledger::{Match, MatchId, Opening, StoredLog};
use overtrick_server::{
    Caller, Change, Clock, Depth, ImportOptions, Labels, MatchQuery, MatchService, Role, Timestamp,
    restore,
};

use crate::served::database::execute_in;
use crate::store::table::{
    NOW, assert_whole, change, document, file_story, hand, open, settings, story, system, to_json,
};

async fn found(matches: &MatchService, player: &str) -> usize {
    let query = MatchQuery {
        player: Some(player.to_owned()),
        limit: 10,
        ..MatchQuery::default()
    };
    matches.find(&query).await.unwrap().len()
}

#[test]
fn a_list_that_differs_from_the_log_is_noticed() {
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
            execute_in(&folder.path().join("overtrick.db"), wrong).await;
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
fn an_uploaded_log_has_no_external_id() {
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

/// The clock of a server in a time zone where it is already the next day.
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
        // A server in UTC does not add the day to the document.
        let utc = open(folder.path()).await;
        let opened = utc.create(&document(), None).await.unwrap();
        assert_eq!(opened.played.document().get("played_on"), None);
        assert_eq!(opened.played.listing().day, "2026-11-21");
        utc.close().await.unwrap();
    });
}
