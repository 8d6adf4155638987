//! Stored matches from the command line: import, export, backup, restore, verify.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

use overtrick_games as games;

fn sample(game: &str) -> String {
    let folder = games::find(game).unwrap().folder;
    let root = env!("CARGO_MANIFEST_DIR");
    format!("{root}/templates/games/{folder}/sample.json")
}

fn overtrick(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn out(output: &Output) -> String {
    assert!(output.status.success(), "{}", err(output));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The result of scoring a document.
fn result(folder: &Path, document: &Value) -> Value {
    let file = folder.join("one.json");
    fs::write(&file, document.to_string()).unwrap();
    let scored = out(&overtrick(folder, &["score", file.to_str().unwrap()]));
    serde_json::from_str(&scored).unwrap()
}

#[test]
fn matches_of_all_games_can_be_exported_and_imported() {
    let folder = tempfile::tempdir().unwrap();
    for entry in games::all() {
        let game = entry.facts.id;
        let stored = lines(&out(&overtrick(folder.path(), &["import", &sample(game)])));
        assert_eq!(stored.len(), 1);
        let id = stored[0]["id"].as_str().unwrap();
        assert_eq!(stored[0]["keys"].as_object().unwrap().len(), 3);
        let exported = lines(&out(&overtrick(folder.path(), &["export", id])));
        assert_eq!(exported[0]["id"], id);
        let original: Value = serde_json::from_str(entry.sample).unwrap();
        assert_eq!(
            result(folder.path(), &exported[0]),
            result(folder.path(), &original),
            "{game}"
        );
    }
    let report = out(&overtrick(
        folder.path(),
        &["export", "--all", "-o", "all.ndjson"],
    ));
    assert_eq!(report, "");
    let exported = lines(&fs::read_to_string(folder.path().join("all.ndjson")).unwrap());
    assert_eq!(exported.len(), games::all().len());
    let elsewhere = ["--database", "sqlite://elsewhere.db"];
    let again = out(&overtrick(
        folder.path(),
        &[&["import", "all.ndjson"], &elsewhere[..]].concat(),
    ));
    for (stored, was) in lines(&again).iter().zip(&exported) {
        assert_eq!(stored["was"], was["id"]);
        assert_ne!(stored["id"], was["id"], "imported matches get new ids");
    }
    let verified = out(&overtrick(
        folder.path(),
        &[&["verify"], &elsewhere[..]].concat(),
    ));
    assert_eq!(
        verified,
        format!(
            "{} matches: all replay to their recorded results.\n",
            games::all().len()
        )
    );
}

#[test]
fn links_to_matches_still_work_after_a_restore() {
    let folder = tempfile::tempdir().unwrap();
    let stored = lines(&out(&overtrick(
        folder.path(),
        &["import", &sample("brink-bid")],
    )));
    let id = stored[0]["id"].as_str().unwrap();
    let output = out(&overtrick(folder.path(), &["backup", "backup.db"]));
    assert!(output.contains("backup.db"), "{output}");
    out(&overtrick(folder.path(), &["import", &sample("mariash")]));

    let again = overtrick(folder.path(), &["backup", "backup.db"]);
    assert_eq!(again.status.code(), Some(3));
    assert!(
        err(&again).contains("backup.db already exists"),
        "{}",
        err(&again)
    );
    let refused = overtrick(folder.path(), &["restore", "backup.db"]);
    assert_eq!(refused.status.code(), Some(3));
    assert!(err(&refused).contains("--replace"), "{}", err(&refused));

    let restored = out(&overtrick(
        folder.path(),
        &["restore", "backup.db", "--replace"],
    ));
    assert_eq!(
        restored,
        "Restored 1 match; all replay to their recorded results.\n"
    );
    let exported = lines(&out(&overtrick(folder.path(), &["export", "--all"])));
    assert_eq!(exported.len(), 1);
    assert_eq!(exported[0]["id"], id);
}

#[test]
fn a_lost_secret_is_reported_and_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let import = |more: &[&str]| {
        let sample = sample("brink-bid");
        overtrick(folder.path(), &[&["import", &*sample], more].concat())
    };
    out(&import(&[]));
    let secret = folder.path().join("overtrick.secret");
    fs::remove_file(&secret).unwrap();
    let refused = [
        import(&[]),
        overtrick(folder.path(), &["serve", "--bind", "127.0.0.1:0"]),
    ];
    for refused in refused {
        assert_eq!(refused.status.code(), Some(3));
        for text in ["overtrick.secret does not exist", "--new-secret"] {
            assert!(err(&refused).contains(text), "{}", err(&refused));
        }
    }
    assert!(!secret.exists());
    // Commands that need no keys work without the secret.
    out(&overtrick(folder.path(), &["verify"]));
    out(&import(&["--new-secret"]));
    assert!(secret.exists());
    out(&import(&[]));
}

#[test]
fn an_export_of_an_unknown_match_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    out(&overtrick(folder.path(), &["import", &sample("brink-bid")]));
    let output = overtrick(
        folder.path(),
        &["export", "AAAAAAAAAAAAAAAAAAAAAA", "-o", "none.ndjson"],
    );
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("no such match"));
    assert!(
        !folder.path().join("none.ndjson").exists(),
        "an incomplete export leaves no file"
    );
}

#[test]
fn damage_is_listed_and_readable_matches_are_exported() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["brink-bid", "mariash"] {
        out(&overtrick(folder.path(), &["import", &sample(game)]));
    }
    assert!(out(&overtrick(folder.path(), &["verify", "--deep"])).starts_with("2 matches"));
    // The date of the first match is stored only once: in the text of its first event.
    let file = folder.path().join("overtrick.db");
    let mut bytes = fs::read(&file).unwrap();
    let date = b"\"played_on\":\"20";
    let at = bytes
        .windows(date.len())
        .position(|window| window == date)
        .unwrap();
    bytes[at + date.len()] ^= 1;
    fs::write(&file, &bytes).unwrap();

    let verified = overtrick(folder.path(), &["verify"]);
    assert_eq!(verified.status.code(), Some(1));
    let listed = err(&verified);
    assert!(listed.contains("event 1 was changed"), "{listed}");
    assert!(listed.contains("damaged: 1 of 2 matches"), "{listed}");
    let left_out = overtrick(folder.path(), &["export", "--all"]);
    assert_eq!(left_out.status.code(), Some(1));
    let exported = |output: &Output| {
        String::from_utf8(output.stdout.clone())
            .unwrap()
            .lines()
            .count()
    };
    assert_eq!(exported(&left_out), 1);
    let salvaged = overtrick(folder.path(), &["export", "--all", "--damaged"]);
    assert_eq!((salvaged.status.code(), exported(&salvaged)), (Some(0), 2));
    assert!(err(&salvaged).contains("event 1 was changed"));
}

#[test]
fn whole_logs_are_exported_and_imported_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    out(&overtrick(folder.path(), &["import", &sample("brink-bid")]));
    let labeled = json!({ "external_id": "x", "document":
        { "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [] } });
    fs::write(folder.path().join("labeled.json"), labeled.to_string()).unwrap();
    out(&overtrick(folder.path(), &["import", "labeled.json"]));
    let export = |form: &[&str], database: &str| {
        let arguments = [&["export", "--all"], form, &["--database", database]].concat();
        out(&overtrick(folder.path(), &arguments))
    };
    let (here, there) = ("sqlite://overtrick.db", "sqlite://there.db");
    let logs = export(&["--logs"], here);
    fs::write(folder.path().join("logs.ndjson"), &logs).unwrap();
    let arguments = ["import", "logs.ndjson", "--database", there];
    let stored = lines(&out(&overtrick(folder.path(), &arguments)));
    assert_eq!(stored.len(), 2);
    assert!(stored.iter().all(|one| one.get("keys").is_none()));
    assert_eq!(export(&["--logs"], there), logs);
    assert_eq!(export(&[], there), export(&[], here));
    let again = lines(&out(&overtrick(folder.path(), &arguments)));
    assert!(again.iter().all(|one| one["already"] == true), "{again:?}");
}
