//! The guide's drill: a backup, damage, and a restore.

use std::path::Path;

use serde_json::Value;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};

use crate::cli::{err, out, overtrick_in, status};

/// Writes to a SQLite file as another program would.
fn write(file: &Path, statements: &'static str) {
    let options = SqliteConnectOptions::new().filename(file);
    let options = options.create_if_missing(true).foreign_keys(false);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    runtime.block_on(async {
        let mut connection = options.connect().await.unwrap();
        connection.execute(statements).await.unwrap();
        connection.close().await.unwrap();
    });
}

/// The commands of the guide's drill, without comments.
fn drill() -> Vec<Vec<String>> {
    let guide = include_str!("../../templates/docs/guide/server.md");
    let (_, drill) = guide
        .split_once("## Upgrade, and practice a restore\n")
        .unwrap();
    let (_, script) = drill.split_once("```sh\n").unwrap();
    let (script, _) = script.split_once("```").unwrap();
    let lines = script.lines().map(|line| line.split('#').next().unwrap());
    let words = lines.map(|line| line.split_whitespace().map(str::to_owned).collect());
    words.collect()
}

#[test]
fn a_damaged_database_is_restored_by_the_steps_of_the_guide() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let database = folder.join("overtrick.db");
    let mut ids = Vec::new();
    for game in ["brink_bid", "mariash"] {
        let root = env!("CARGO_MANIFEST_DIR");
        let sample = format!("{root}/templates/games/{game}/sample.json");
        let imported = overtrick_in(folder, &["import", &sample, "--json"]);
        assert_eq!(status(&imported), 0, "{}", err(&imported));
        let line = out(&imported);
        let line: Value = serde_json::from_str(line.lines().next().unwrap()).unwrap();
        ids.push(line["id"].as_str().unwrap().to_owned());
    }

    let mut exported = String::new();
    let mut done = Vec::new();
    for line in drill() {
        let words: Vec<&str> = line.iter().map(String::as_str).collect();
        let ["overtrick", arguments @ ..] = &words[..] else {
            panic!("{words:?} is not a command of overtrick");
        };
        if arguments[0] == "restore" {
            // Damages the database between the backup and the restore.
            exported = out(&overtrick_in(folder, &["export", "--all"]));
            write(
                &database,
                "UPDATE events SET outcome = replace(outcome, '\"hands\":', '\"hands\":1') \
                 WHERE match_number = 1",
            );
            let verified = overtrick_in(folder, &["verify"]);
            assert_eq!(status(&verified), 1, "{}", err(&verified));
            assert!(err(&verified).contains(&ids[0]), "{}", err(&verified));
        }
        let output = overtrick_in(folder, arguments);
        assert_eq!(status(&output), 0, "{words:?}: {}", err(&output));
        done.push(arguments[0].to_owned());
    }
    assert_eq!(done, ["verify", "backup", "restore", "verify"]);
    assert_eq!(exported.lines().count(), 2);
    assert_eq!(out(&overtrick_in(folder, &["export", "--all"])), exported);
}
