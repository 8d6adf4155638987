//! The guide's drill: upgrading the program, a backup, damage, and a restore.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};

use crate::cli::{err, out, status};
use crate::served::database::postgres;

/// A database of version 0.1.0 with a match of Brink Bid and one of Mariash, and its secret.
const FIRST: &str = include_str!("first_database.sql");
const SECRET: &str = "PcHUa1gCPHlkeA_F8oX9qSp2popS3KH6mtcXAQSIPRw\n";
const BRINK_BID: &str = "pA3X6xvhcglFfcbTOHqo6A";

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_overtrick"));
    command.args(arguments).current_dir(folder);
    command
}

fn overtrick(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

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
    let (_, drill) = guide.split_once("## Upgrade, and a drill\n").unwrap();
    let (_, script) = drill.split_once("```sh\n").unwrap();
    let (script, _) = script.split_once("```").unwrap();
    let lines = script.lines().map(|line| line.split('#').next().unwrap());
    let words = lines.map(|line| line.split_whitespace().map(str::to_owned).collect());
    words.collect()
}

#[test]
fn a_database_of_the_first_release_is_opened_damaged_and_restored_as_the_guide_says() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let database = folder.join("overtrick.db");
    write(&database, FIRST);
    fs::write(folder.join("overtrick.secret"), SECRET).unwrap();

    let mut exported = String::new();
    let mut done = Vec::new();
    for line in drill() {
        let words: Vec<&str> = line.iter().map(String::as_str).collect();
        let ["overtrick", arguments @ ..] = &words[..] else {
            panic!("{words:?} is no command of ours");
        };
        if arguments[0] == "restore" {
            // Between the backup and the restore, the disk fails.
            exported = out(&overtrick(folder, &["export", "--all"]));
            write(
                &database,
                "UPDATE events SET outcome = replace(outcome, '\"hands\":', '\"hands\":1') \
                 WHERE match_number = 1",
            );
            let verified = overtrick(folder, &["verify"]);
            assert_eq!(status(&verified), 1, "{}", err(&verified));
            assert!(err(&verified).contains(BRINK_BID), "{}", err(&verified));
        }
        let output = overtrick(folder, arguments);
        assert_eq!(status(&output), 0, "{words:?}: {}", err(&output));
        done.push(arguments[0].to_owned());
    }
    assert_eq!(done, ["verify", "backup", "restore", "verify"]);
    assert_eq!(exported.lines().count(), 2);
    assert_eq!(out(&overtrick(folder, &["export", "--all"])), exported);
}

#[test]
fn a_database_of_postgresql_is_checked_damaged_and_restored_by_the_same_lines() {
    let Some(server) = postgres() else { return };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let url = server.url_of(folder);
    write(&folder.join("first.db"), FIRST);
    fs::write(folder.join("overtrick.secret"), SECRET).unwrap();
    let migrate = ["migrate", "--from", "sqlite://first.db", "--to", &url];
    let migrated = overtrick(folder, &migrate);
    assert_eq!(status(&migrated), 0, "{}", err(&migrated));

    let overtrick = |arguments: &[&str]| {
        let mut command = command(folder, arguments);
        command.env("OVERTRICK_DATABASE", &url).output().unwrap()
    };
    let (mut exported, mut done) = (String::new(), 0);
    for line in drill() {
        let words: Vec<&str> = line.iter().map(String::as_str).collect();
        let arguments = &words[1..];
        if arguments[0] == "restore" {
            exported = out(&overtrick(&["export", "--all"]));
            let damage = "UPDATE events SET outcome = replace(outcome, '\"hands\":', '\"hands\":1') \
                WHERE match_number = (SELECT number FROM matches WHERE id = ";
            server.run(&url, &format!("{damage}'{BRINK_BID}')"));
            let verified = overtrick(&["verify"]);
            assert_eq!(status(&verified), 1, "{}", err(&verified));
            assert!(err(&verified).contains(BRINK_BID), "{}", err(&verified));
        }
        let output = overtrick(arguments);
        assert_eq!(status(&output), 0, "{words:?}: {}", err(&output));
        done += 1;
    }
    assert_eq!((done, exported.lines().count()), (4, 2));
    assert_eq!(out(&overtrick(&["export", "--all"])), exported);
}
