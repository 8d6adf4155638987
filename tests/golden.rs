//! Compares the command's output for the sample matches with stored files.
//!
//! The files in `edition-1` are frozen after its release, because a match is always scored by its
//! own edition. New files may be added. The other files may change with a layout: run
//! `OVERTRICK_REWRITE=1 cargo test golden::` and review the diff.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;

use overtrick_games as games;

use crate::support::command::{err, out, overtrick};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sample(game: &str) -> String {
    let folder = games::find(game).unwrap().folder;
    root()
        .join(format!("templates/games/{folder}/sample.json"))
        .display()
        .to_string()
}

/// Runs the command, asserts that it succeeds, and returns its output.
fn printed(arguments: &[&str]) -> String {
    let output = overtrick(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", err(&output));
    out(&output)
}

/// Removes the sentences from a result, because their wording may change.
fn without_sentences(result: &str) -> String {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(entries) => {
                entries.remove("text");
                entries.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut result: Value = serde_json::from_str(result).unwrap();
    strip(&mut result);
    serde_json::to_string_pretty(&result).unwrap() + "\n"
}

/// Returns the frozen parts of a result: status, winners, standings, and the scores and totals of
/// each hand. The clauses, reasons and warnings may change.
fn held(result: &str) -> Value {
    fn of(value: &Value, keys: &[&str]) -> Value {
        let kept = keys
            .iter()
            .map(|key| ((*key).to_owned(), value[*key].clone()));
        kept.collect::<serde_json::Map<_, _>>().into()
    }
    let result: Value = serde_json::from_str(result).unwrap();
    let hands = result["hands"].as_array().unwrap().iter();
    let hands = hands.map(|hand| of(hand, &["number", "dealer", "scores", "totals", "detail"]));
    let hands: Value = hands.collect();
    let held = ["game", "edition", "status", "winners", "standings"];
    serde_json::json!([of(&result, &held), hands])
}

/// Returns the path of every stored file, with the command's current output.
fn kept() -> Vec<(PathBuf, String)> {
    let mut kept = Vec::new();
    for entry in games::all() {
        let game = entry.facts.id;
        let sample = sample(game);
        let golden = root().join("tests/golden");
        let result = printed(&["score", &sample, "--format", "json"]);
        kept.push((
            golden.join(format!("edition-1/{game}.json")),
            without_sentences(&result),
        ));
        let mut keep = |path: PathBuf, arguments: &[&str]| kept.push((path, printed(arguments)));
        keep(
            golden.join(format!("{game}.table.txt")),
            &["score", &sample, "--format", "table", "--explain"],
        );
        keep(
            golden.join(format!("{game}.csv")),
            &["score", &sample, "--format", "csv"],
        );
    }
    // In Czech, only a match with all its sentences and the rules are stored.
    let mariash = sample("mariash");
    let score = ["score", &mariash, "--format", "table", "--explain"];
    for (path, arguments) in [
        ("cs/mariash.table.txt", &score[..]),
        ("cs/mariash.rules.txt", &["rules", "mariash"]),
    ] {
        let arguments: Vec<&str> = arguments.iter().copied().chain(["--lang", "cs"]).collect();
        kept.push((root().join("tests/golden").join(path), printed(&arguments)));
    }
    kept
}

#[test]
fn printed_files_equal_their_goldens() {
    let rewrite = env::var("OVERTRICK_REWRITE").is_ok();
    let mut changed = Vec::new();
    for (path, printed) in kept() {
        let known = fs::read_to_string(&path).ok();
        if known.as_ref() == Some(&printed) {
            continue;
        }
        let frozen = path
            .parent()
            .is_some_and(|folder| folder.ends_with("edition-1"))
            && known.is_some();
        if frozen && known.as_deref().map(held) == Some(held(&printed)) {
            continue;
        }
        if rewrite && !frozen {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, printed).unwrap();
        } else {
            changed.push(path);
        }
    }
    assert!(
        changed.is_empty(),
        "the output differs from the files: {changed:#?}"
    );
}

#[test]
fn every_golden_file_is_the_output_of_a_command() {
    let kept: BTreeSet<PathBuf> = kept().into_iter().map(|(path, _)| path).collect();
    let mut folders = vec![root().join("tests/golden")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                assert!(kept.contains(&path), "no command prints {}", path.display());
            }
        }
    }
}
