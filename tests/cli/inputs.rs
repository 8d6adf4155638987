//! Files that commands read, and requests of a club to its service.

use std::fs::{self, File};

use serde_json::{Value, json};

use super::own_games::WIZARD;
use super::{err, out, overtrick, overtrick_in, status, with_input};
use crate::served::{ADMIN, Server, bearer};

/// More bytes than any file may have.
const TOO_MUCH: u64 = (256 << 20) + 1;

#[test]
fn a_game_file_may_have_the_name_of_a_game() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &["new", "--players", "Ann,Bo,Cy", "--game-file", "wizard"][..],
        &["schema", "--game-file", "wizard"],
        &[
            "keep",
            "a.json",
            "--players",
            "Ann,Bo,Cy",
            "--game-file",
            "wizard",
        ],
    ] {
        let output = overtrick_in(folder.path(), arguments);
        assert_eq!(status(&output), 3, "{arguments:?}: {}", out(&output));
        assert!(
            err(&output).contains("wizard cannot be read"),
            "{}",
            err(&output)
        );
    }
    let definition = overtrick_own::preset("hearts").unwrap();
    fs::write(folder.path().join("wizard"), definition).unwrap();
    let begun = overtrick_in(
        folder.path(),
        &["new", "--players", "Ann,Bo,Cy,Dee", "--game-file", "wizard"],
    );
    let begun: Value = serde_json::from_str(&out(&begun)).unwrap();
    assert_eq!(begun["definition"]["id"], "hearts");
}

#[test]
fn files_that_are_too_large_are_not_read_completely() {
    let folder = tempfile::tempdir().unwrap();
    let large = folder.path().join("large.toml");
    File::create(&large).unwrap().set_len(TOO_MUCH).unwrap();
    let large = large.to_str().unwrap();
    let club = folder.path().join("club.json");
    fs::write(&club, r#"{"club": 1, "name": "C", "members": []}"#).unwrap();
    let club = club.to_str().unwrap();
    let database = format!("sqlite://{}/a.db", folder.path().display());
    for arguments in [
        &["pad", "brink-bid", "--logo", large][..],
        &["pad", "brink-bid", "--font", large],
        &["pad", "brink-bid", "--template", large],
        &["club", "totals", large, "--club", club],
        &["club", "open", "1", large, "--key", "k"],
        &[
            "import",
            large,
            "--game",
            "brink-bid",
            "--database",
            &database,
        ],
    ] {
        let output = overtrick(arguments);
        assert_eq!(status(&output), 3, "{arguments:?}: {}", err(&output));
        assert!(
            err(&output).contains("large.toml cannot be read: file too large"),
            "{arguments:?}: {}",
            err(&output)
        );
    }
}

#[test]
fn text_that_is_not_utf8_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("old.txt");
    fs::write(&file, b"1 oh-hell Ji\xf8i").unwrap();
    let file = file.to_str().unwrap();
    for arguments in [
        &["pad", "brink-bid", "--template", file][..],
        &["club", "open", "1", file, "--key", "k"],
    ] {
        let output = overtrick(arguments);
        assert_eq!(status(&output), 1, "{arguments:?}: {}", err(&output));
        assert!(
            err(&output).contains("save this file as UTF-8"),
            "{}",
            err(&output)
        );
    }
    let output = with_input(
        &["club", "open", "1", "-", "--key", "k"],
        b"1 oh-hell Ji\xf8i",
    );
    let text = err(&output);
    assert!(text.contains("standard input cannot be read"), "{text}");
}

#[test]
fn a_definition_on_standard_input_is_read_once() {
    // The built-in fonts have no Thai letters, so the pad is drawn twice, but the definition is read once.
    let definition = fs::read(WIZARD).unwrap();
    let players = "ณัฐ,Bo,Cy";
    let printed = with_input(&["pad", "-", "--players", players], &definition);
    assert_eq!(status(&printed), 0, "{}", err(&printed));
}

#[test]
fn zero_points_are_not_an_adjustment() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.json");
    let path = file.to_str().unwrap();
    let arguments = ["keep", path, "--game", "brink-bid", "--players", "Ann,Bo"];
    let kept = with_input(&arguments, b"a\nAnn\n0.0\n-0,0\n5\na wager\n");
    assert_eq!(status(&kept), 0, "{}", err(&kept));
    let kept: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert_eq!(kept["adjustments"][0]["points"], 5, "{kept}");
}

#[test]
fn names_like_formulas_are_escaped_only_for_spreadsheets() {
    let folder = tempfile::tempdir().unwrap();
    let members = json!([{ "number": 1, "name": "=Ann" }, { "number": 2, "name": "Bo" }]);
    let club = json!({ "club": 1, "name": "C", "members": members });
    let sample = include_str!("../../templates/games/oh_hell/sample.json");
    let sample = sample.replace("\"Ann\"", "\"=Ann\"");
    let mut document: Value = serde_json::from_str(&sample).unwrap();
    document["finished"] = json!(true);
    let line = json!({ "document": document, "metadata": { "evening": "2026-09-03" } });
    fs::write(folder.path().join("club.json"), club.to_string()).unwrap();
    fs::write(folder.path().join("m.ndjson"), line.to_string()).unwrap();
    let most = |more: &[&str]| {
        let files = ["--club", "club.json", "--matches", "m.ndjson"];
        let arguments = [&["club", "most", "oh-hell"], &files[..], more].concat();
        let output = overtrick_in(folder.path(), &arguments);
        assert_eq!(status(&output), 0, "{}", err(&output));
        out(&output)
    };
    let text = most(&[]);
    assert!(text.contains(" =Ann") && !text.contains("'=Ann"), "{text}");
    let csv = most(&["--format", "csv"]);
    assert!(csv.contains("'=Ann"), "{csv}");
}

/// A service with a club of three members.
fn club_service() -> Server {
    let server = Server::start();
    let names = ["Ann", "Bo", "Cy"].iter().zip(1..);
    let members = names.map(|(name, number)| json!({ "number": number, "name": name }));
    let members: Vec<Value> = members.collect();
    let club = json!({ "club": 1, "name": "The Crown", "members": members }).to_string();
    let admin = bearer(ADMIN);
    let headers = [
        ("authorization", &*admin),
        ("content-type", "application/json"),
    ];
    let stored = server.send("PUT", "/api/v1/club", &headers, Some(club.as_bytes()));
    assert_eq!(stored.status, 204, "{}", stored.text());
    server
}

#[test]
fn refusals_of_the_service_are_reported_and_an_unwritable_kit_is_an_error() {
    let server = club_service();
    let url = format!("http://{}", server.address);
    let open = |tables: &str, more: &[&str]| {
        let arguments = [&["club", "open", "1", "-", "--server", &url], more].concat();
        with_input(&arguments, tables.as_bytes())
    };
    let key = ["--key", ADMIN];
    let refused = open("1 oh-hell 1 2 77", &key);
    assert_eq!(status(&refused), 1, "{}", err(&refused));
    let lines = err(&refused);
    let lines: Vec<&str> = lines.lines().collect();
    assert!(
        lines[0].starts_with("overtrick: ") && !lines[0].contains("ready"),
        "{lines:?}"
    );
    assert!(
        lines[1].starts_with("  /tables/1: ") && lines[1].contains("no member has the number 77"),
        "{lines:?}"
    );
    let foreign = open("1 oh-hell 1 2 3", &["--key", "none"]);
    assert_eq!(status(&foreign), 1, "{}", err(&foreign));
    let kit = [&key[..], &["--kit", "/no/such/kit.pdf"]].concat();
    let unwritten = open("1 oh-hell 1 2 3", &kit);
    assert_eq!(status(&unwritten), 3, "{}", err(&unwritten));
    assert!(
        err(&unwritten).contains("/no/such/kit.pdf cannot be written: "),
        "{}",
        err(&unwritten)
    );
    let nowhere = [
        "club",
        "end",
        "1",
        "--server",
        "http://127.0.0.1:1",
        "--key",
        "k",
    ];
    assert_eq!(status(&overtrick(&nowhere)), 3);
}
