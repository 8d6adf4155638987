//! `overtrick import`: everything is judged before anything is stored.

use std::fs;
use std::path::Path;

use overtrick_core::json::Json;
use overtrick_games as games;
use overtrick_match::document::{write_results, write_results_header};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{err, out, overtrick_in, status};

/// Runs a command that must succeed, and returns the lines of its output.
fn lines(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let output = overtrick_in(folder, arguments);
    assert_eq!(status(&output), 0, "{arguments:?}: {}", err(&output));
    let lines = out(&output);
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn stored(folder: &Path) -> usize {
    lines(folder, &["export", "--all"]).len()
}

fn document(hands: &Value) -> Value {
    json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": hands })
}

/// A folder with two valid matches in `good.ndjson`, one of them with an external id.
fn prepared() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let labeled = json!({ "external_id": "friday/1", "document": document(&json!([])) });
    let other =
        document(&json!([{ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 1, "Bo": 3 } }]));
    fs::write(
        folder.path().join("good.ndjson"),
        format!("{labeled}\n{other}\n"),
    )
    .unwrap();
    folder
}

#[test]
fn a_dry_run_lists_what_would_be_stored_and_leaves_nothing_behind() {
    let folder = prepared();
    let dry = ["import", "good.ndjson", "--dry-run"];
    let planned = lines(folder.path(), &dry);
    assert_eq!(
        planned,
        [
            json!({ "document": 1, "external_id": "friday/1" }),
            json!({ "document": 2 })
        ]
    );
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 1, "a dry run creates no database");
    let imported = lines(folder.path(), &["import", "good.ndjson"]);
    assert_eq!(imported[1]["keys"].as_object().unwrap().len(), 3);
    let known = lines(folder.path(), &dry);
    assert!(known.iter().all(|one| one["already"] == true), "{known:?}");
    assert_eq!(known[0]["id"], imported[0]["id"]);
    assert_eq!(stored(folder.path()), 2);
}

#[test]
fn all_faults_are_listed_and_nothing_is_stored() {
    let folder = prepared();
    let good = fs::read_to_string(folder.path().join("good.ndjson")).unwrap();
    let high =
        document(&json!([{ "bids": { "Ann": 9, "Bo": 0 }, "tricks": { "Ann": 1, "Bo": 8 } }]));
    let unknown = json!({ "game": "chess", "players": ["Ann", "Bo"], "hands": [] });
    let log = json!({ "log": {} });
    let bad = format!("{good}{high}\n{unknown}\n{log}\n{{\"game\":\n\nno match\n{{\"game\": ");
    fs::write(folder.path().join("bad.ndjson"), bad).unwrap();
    for more in [&[][..], &["--dry-run"]] {
        let output = overtrick_in(folder.path(), &[&["import", "bad.ndjson"], more].concat());
        assert_eq!((status(&output), out(&output)), (1, String::new()));
        for part in [
            "document 3",
            "/hands/0/bids/Ann",
            "[out-of-range]",
            "document 4",
            "/game",
            "document 5",
            "[unreadable-log]",
            "document 6, line 6 ",
            "document 7, line 8 ",
            "document 8, line 9 ",
            "[invalid-json]",
            "nothing was stored",
        ] {
            assert!(err(&output).contains(part), "{part} in {}", err(&output));
        }
    }
    assert_eq!(stored(folder.path()), 0);
}

#[test]
fn imported_matches_are_not_stored_again() {
    let folder = prepared();
    fs::write(
        folder.path().join("one.json"),
        document(&json!([])).to_string(),
    )
    .unwrap();
    let first = lines(folder.path(), &["import", "one.json"]);
    let second = lines(folder.path(), &["import", "one.json"]);
    assert_eq!(
        (&second[0]["id"], &second[0]["already"]),
        (&first[0]["id"], &json!(true))
    );
    assert_eq!(second[0].get("keys"), None);
    assert_eq!(stored(folder.path()), 1);
}

#[test]
fn results_are_read_as_csv_and_faults_name_their_rows() {
    let entry = &games::all()[0];
    let folder = tempfile::tempdir().unwrap();
    let sample: Json = serde_json::from_str(entry.sample).unwrap();
    let mut csv = Vec::new();
    write_results_header(&entry.into(), &mut csv).unwrap();
    write_results(&entry.into(), &sample, None, &mut csv).unwrap();
    fs::write(folder.path().join("results.csv"), &csv).unwrap();
    let command = ["import", "results.csv", "--game", entry.facts.id];
    let imported = lines(folder.path(), &command);
    assert_eq!((imported.len(), &imported[0]["row"]), (1, &json!(2)));
    let id = imported[0]["id"].as_str().unwrap();
    let exported = lines(folder.path(), &["export", id]);
    let hands = sample.list("hands").len();
    assert_eq!(exported[0]["hands"].as_array().unwrap().len(), hands);
    let folder = tempfile::tempdir().unwrap();
    let csv = "match,player.1,player.2,bids.1,bids.2,tricks.1,tricks.2\n\
               a,Ann,Bo,1,1,1,3\na,Ann,Bo,9,1,1,3\nb,Ann,Ann,1,1,1,3\n";
    fs::write(folder.path().join("results.csv"), csv).unwrap();
    let refused = overtrick_in(
        folder.path(),
        &["import", "results.csv", "--game", "Brink Bid"],
    );
    assert_eq!(status(&refused), 1);
    for part in ["row 3", "row 4"] {
        assert!(err(&refused).contains(part), "{part} in {}", err(&refused));
    }
    fs::write(folder.path().join("results.csv"), "match,trics.1\n").unwrap();
    let refused = overtrick_in(
        folder.path(),
        &["import", "results.csv", "--game", "brink-bid"],
    );
    assert_eq!(status(&refused), 1);
    assert!(
        err(&refused).contains("[unknown-column]"),
        "{}",
        err(&refused)
    );
    let unknown = overtrick_in(folder.path(), &["import", "results.csv", "--game", "chess"]);
    assert_eq!(status(&unknown), 2);
}

#[test]
fn results_of_a_custom_game_are_read_as_csv() {
    let folder = tempfile::tempdir().unwrap();
    let csv = "match,player.1,player.2,player.3,bids.1,bids.2,bids.3,tricks.1,tricks.2,tricks.3\n\
               a,Ann,Bo,Cy,1,0,1,0,0,1\na,,,,1,0,1,2,0,0\n";
    fs::write(folder.path().join("friday.csv"), csv).unwrap();
    let definition = folder.path().join("ours.toml");
    fs::write(&definition, overtrick_own::preset("wizard").unwrap()).unwrap();
    for game in ["wizard", definition.to_str().unwrap()] {
        let command = ["import", "friday.csv", "--game", game];
        let imported = lines(folder.path(), &command);
        let exported = lines(
            folder.path(),
            &["export", imported[0]["id"].as_str().unwrap()],
        );
        assert_eq!(exported[0]["game"], "own", "{game}");
        assert_eq!(exported[0]["definition"]["id"], "wizard", "{game}");
        assert_eq!(exported[0]["hands"][1]["tricks"]["Ann"], 2, "{game}");
    }
    // The second import recognizes the same match.
    assert_eq!(stored(folder.path()), 1);
    fs::write(
        folder.path().join("friday.csv"),
        csv.replace("match", "trics.1"),
    )
    .unwrap();
    let refused = overtrick_in(folder.path(), &["import", "friday.csv", "--game", "wizard"]);
    assert_eq!(status(&refused), 1);
    assert!(err(&refused).contains("bids.3"), "{}", err(&refused));
}

#[test]
fn every_refused_line_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let unknown = json!({ "game": "chess", "players": ["Ann", "Bo"], "hands": [] });
    let lines = format!("{unknown}\n").repeat(150);
    fs::write(folder.path().join("bad.ndjson"), lines).unwrap();
    let refused = overtrick_in(folder.path(), &["import", "bad.ndjson"]);
    assert_eq!(status(&refused), 1);
    for number in 1..=150 {
        let named = format!("document {number}, line {number}");
        assert!(
            err(&refused).contains(&named),
            "{named} in {}",
            err(&refused)
        );
    }
    let json = overtrick_in(folder.path(), &["import", "bad.ndjson", "--json"]);
    let first = out(&json).lines().next().unwrap_or_default().to_owned();
    let first: Value = serde_json::from_str(&first).unwrap();
    assert_eq!((&first["document"], &first["line"]), (&json!(1), &json!(1)));
    assert_eq!(first["errors"][0]["pointer"], "/game");
}

#[test]
fn a_corrected_file_is_reported_and_corrects_the_stored_match() {
    let folder = prepared();
    lines(folder.path(), &["import", "good.ndjson"]);
    let hand = json!([{ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 1, "Bo": 3 } }]);
    let corrected = json!({ "external_id": "friday/1", "document": document(&hand) });
    fs::write(folder.path().join("corrected.json"), corrected.to_string()).unwrap();
    let report = overtrick_in(folder.path(), &["import", "corrected.json"]);
    assert!(err(&report).contains("--replace"), "{}", err(&report));
    let report: Value = serde_json::from_str(&out(&report)).unwrap();
    assert_eq!(report["outcome"], "differs");
    let difference = report["differences"][0].as_str().unwrap();
    assert!(
        difference.starts_with("/hands/0: nothing here, {"),
        "{difference}"
    );
    let update = [
        "import",
        "corrected.json",
        "--replace",
        "--reason",
        "misread",
    ];
    let updated = lines(folder.path(), &update);
    assert_eq!(updated[0]["outcome"], "updated");
    let exported = lines(
        folder.path(),
        &["export", updated[0]["id"].as_str().unwrap()],
    );
    let document = &exported[0]["document"];
    assert_eq!(document["hands"], hand);
    assert_eq!(document["history"][0]["reason"], "misread");
    let again = lines(folder.path(), &update);
    assert_eq!(again[0].get("outcome"), None);
    assert_eq!(status(&overtrick_in(folder.path(), &["verify"])), 0);
}

#[test]
fn a_csv_file_may_name_the_games_of_its_matches() {
    let folder = tempfile::tempdir().unwrap();
    let csv = "match,game,date,player.1,player.2,bids.1,bids.2,tricks.1,tricks.2\n\
               a,Brink Bid,1.10.2026,Ann,Bo,1,1,1.0,3\n";
    fs::write(folder.path().join("season.csv"), csv).unwrap();
    let imported = lines(folder.path(), &["import", "season.csv", "--publish"]);
    assert_eq!(imported[0]["row"], 2);
    fs::write(
        folder.path().join("season.csv"),
        csv.replace("game", "round"),
    )
    .unwrap();
    let refused = overtrick_in(folder.path(), &["import", "season.csv"]);
    assert!(err(&refused).contains("[game-of-csv]"), "{}", err(&refused));
    fs::write(
        folder.path().join("season.csv"),
        csv.replace(",1.0,", ",9,"),
    )
    .unwrap();
    let refused = overtrick_in(folder.path(), &["import", "season.csv"]);
    for part in ["row 2", "tricks.1"] {
        assert!(err(&refused).contains(part), "{part} in {}", err(&refused));
    }
}
