//! Lists and the change feed of a database that was changed outside the program: they show what was recorded,
//! or report damage.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row};
use tempfile::TempDir;

use crate::served::database::{block_on, without_files};
use crate::served::{self, ADMIN, Server, bearer, brink_bid, first_hand};
use crate::support::Chance;

async fn connect(folder: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(folder.join("matches.db"));
    options.foreign_keys(false).connect().await.unwrap()
}

fn execute(folder: &Path, statement: &str) {
    block_on(async {
        let mut connection = connect(folder).await;
        let done = sqlx::query(AssertSqlSafe(statement.to_owned()));
        assert!(done.execute(&mut connection).await.unwrap().rows_affected() > 0);
        connection.close().await.unwrap();
    });
}

fn get(server: &Server, path: &str) -> Value {
    let answer = server.get(
        path,
        &[
            ("authorization", &bearer(ADMIN)),
            ("accept", "application/json"),
        ],
    );
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.json()
}

/// Starts a server with a public list on this database.
fn start(folder: &Arc<TempDir>) -> Server {
    Server::on(folder.clone(), |settings| settings.public_list = true)
}

fn changed(server: &Server) -> Value {
    get(server, "/api/v1/changes?limit=1000")
}

/// Opens three matches: two that programs continue, publish and label, and one that is deleted.
fn story(server: &Server) -> [String; 2] {
    let ids = [1, 2].map(|number| {
        let mut document = brink_bid();
        document["title"] = json!(format!("Table {number}"));
        document["played_on"] = json!(format!("2026-11-0{number}"));
        let game = server.create(&document);
        game.record(&first_hand(1));
        let labels =
            json!({ "action": "describe", "external_id": format!("league-{number}"), "metadata": { "round": number } });
        game.changed(ADMIN, &labels);
        game.publish("standings");
        game.changed(&game.direct, &json!({ "action": "finish" }));
        game.id.clone()
    });
    server.create(&brink_bid()).delete();
    ids
}

#[test]
fn the_feed_reports_a_damaged_match_and_continues() {
    if without_files("a row that is changed") {
        return;
    }
    for wrong in [
        "UPDATE matches SET game = 'mariash' WHERE number = 1",
        "UPDATE matches SET created_at = '2020-01-01T00:00:00.000Z' WHERE number = 1",
        "UPDATE matches SET created_at = 'yesterday' WHERE number = 1",
        "UPDATE events SET at = '2020-01-01T00:00:00.000Z' WHERE match_number = 1",
        "UPDATE events SET by = 'admin' WHERE match_number = 1 AND sequence = 2",
        "UPDATE events SET outcome = replace(outcome, '\"hands\"', '\"hand\"') WHERE match_number = 1",
        "UPDATE events SET outcome = 'x' WHERE match_number = 1 AND sequence = 3",
        "UPDATE events SET outcome = replace(outcome, 'true', 'false') WHERE match_number = 1",
        "UPDATE names SET name = 'Bob' WHERE match_number = 1 AND number = 2",
    ] {
        let folder = Arc::new(TempDir::new().unwrap());
        let server = start(&folder);
        let [one, _] = story(&server);
        let changes = changed(&server);
        drop(server);
        execute(folder.path(), wrong);
        let server = start(&folder);
        let after = changed(&server);
        assert_eq!(after["next"], changes["next"], "{wrong}");
        let pairs = after["changes"]
            .as_array()
            .unwrap()
            .iter()
            .zip(changes["changes"].as_array().unwrap());
        for (now, then) in pairs {
            assert_eq!(now["cursor"], then["cursor"], "{wrong}");
            if then["match"] == *one {
                assert_eq!(now["type"], "match.damaged", "{wrong}");
                let known = ["cursor", "match", "type", "version"];
                assert!(
                    now.as_object()
                        .unwrap()
                        .keys()
                        .all(|key| known.contains(&&**key)),
                    "{now}"
                );
            } else {
                assert_eq!(now, then, "{wrong}");
            }
        }
    }
}

/// All entries of the feed, of the list of published matches and of the sitemap.
fn shown(server: &Server) -> BTreeMap<String, Value> {
    let mut all = BTreeMap::new();
    for one in changed(server)["changes"].as_array().unwrap() {
        if one["type"] != "match.damaged" {
            all.insert(format!("change {}", one["cursor"]), one.clone());
        }
    }
    let published = get(server, "/matches.json");
    for one in published["matches"].as_array().unwrap() {
        // The port of the server is different each time.
        let message = one.to_string();
        let message = message.replace(&server.address.to_string(), "server.example");
        let message = serde_json::from_str(&message).unwrap();
        all.insert(format!("published {}", one["board"]["id"]), message);
    }
    let sitemap = server.get("/sitemap.xml", &[]).text();
    let message = sitemap.replace(&server.address.to_string(), "server.example");
    for entry in message.lines().filter(|line| line.contains("/matches/")) {
        all.insert(format!("sitemap {entry}"), json!(true));
    }
    all
}

#[test]
fn the_feed_and_lists_detect_every_changed_byte() {
    const TRIES: usize = 120;
    if without_files("a row that is changed") {
        return;
    }
    let folder = Arc::new(TempDir::new().unwrap());
    let server = start(&folder);
    story(&server);
    let truth = shown(&server);
    assert_eq!(truth.len(), 10 + 1 + 2 + 2, "{:?}", truth.keys());
    drop(server);
    let files = ["matches.db", "overtrick.secret"];
    let kept = files.map(|file| std::fs::read(folder.path().join(file)).unwrap());
    let mut chance = Chance(17);
    let places = [
        (
            "matches",
            vec![
                "id",
                "game",
                "created_at",
                "head",
                "title",
                "day",
                "external_id",
                "metadata",
            ],
        ),
        (
            "events",
            vec!["at", "by", "kind", "outcome", "commitments", "digest"],
        ),
        ("names", vec!["name", "salt", "folded"]),
        ("publications", vec!["id", "game", "showing", "at", "day"]),
        ("deleted_matches", vec!["id", "game", "at"]),
    ];
    let mut noticed = 0;
    for number in 0..TRIES {
        // A stopped service may still be closing its files, so each try has its own folder.
        let folder = Arc::new(TempDir::new().unwrap());
        for (file, bytes) in files.iter().zip(&kept) {
            std::fs::write(folder.path().join(file), bytes).unwrap();
        }
        let (table, columns) = &places[number % places.len()];
        let column = *chance.pick(columns);
        let place = block_on(async {
            let mut connection = connect(folder.path()).await;
            let found = format!("SELECT {column} AS text FROM {table} ORDER BY 1");
            let found = sqlx::query(AssertSqlSafe(found)).fetch_all(&mut connection);
            let found = found.await.unwrap();
            let text: String = chance.pick(&found).get("text");
            let mut bytes = text.clone().into_bytes();
            let at = chance.below(bytes.len());
            bytes[at] = b' ' + u8::try_from(chance.below(94)).unwrap();
            let Ok(other) = String::from_utf8(bytes) else {
                return String::new();
            };
            let update = format!("UPDATE {table} SET {column} = ?1 WHERE {column} = ?2");
            let update = sqlx::query(AssertSqlSafe(update)).bind(&other).bind(&text);
            // An update that would repeat a unique value fails.
            drop(update.execute(&mut connection).await);
            connection.close().await.unwrap();
            format!("{table}.{column} {text} → {other}")
        });
        let server = start(&folder);
        let now = shown(&server);
        for (what, value) in &now {
            // Nothing is shown that was not recorded; an entry with a changed id is missing.
            assert_eq!(truth.get(what), Some(value), "{place}: {what}");
        }
        noticed += usize::from(now.len() < truth.len());
    }
    assert!(noticed > TRIES / 10, "{noticed}");
}

#[test]
fn verify_reports_matches_whose_rows_differ_from_their_log() {
    if without_files("a row that is changed") {
        return;
    }
    for wrong in [
        "UPDATE matches SET title = 'Tables 1' WHERE number = 1",
        "UPDATE matches SET day = '2026-11-07' WHERE number = 1",
        "UPDATE matches SET complete = 0 WHERE number = 1",
        "UPDATE matches SET external_id = 'league-9' WHERE number = 1",
        "UPDATE matches SET metadata = '{\"round\":9}' WHERE number = 1",
        "UPDATE names SET seat = NULL WHERE match_number = 1 AND number = 1",
        "UPDATE names SET seat = 4 - seat WHERE match_number = 1",
        "UPDATE publications SET day = '2026-11-07' WHERE match_number = 1",
        "UPDATE publications SET location = 'elsewhere' WHERE match_number = 1",
        "UPDATE publications SET showing = 'sheet' WHERE match_number = 1",
        "UPDATE publications SET at = '2020-01-01T00:00:00.000Z' WHERE match_number = 1",
        "UPDATE publications SET game = 'mariash' WHERE match_number = 1",
        "UPDATE publications SET id = 'aaaaaaaaaaaaaaaaaaaaaa' WHERE match_number = 1",
        "DELETE FROM publications WHERE match_number = 1",
    ] {
        let folder = Arc::new(TempDir::new().unwrap());
        let server = start(&folder);
        let [one, _] = story(&server);
        drop(server);
        let verify = || {
            let verified = served::run(folder.path(), &["verify"]);
            let output = String::from_utf8_lossy(&verified.stderr).into_owned();
            (verified.status.success(), output)
        };
        assert!(verify().0);
        execute(folder.path(), wrong);
        let (is_whole, output) = verify();
        assert!(!is_whole && output.contains(&one), "{wrong}: {output}");
    }
}
