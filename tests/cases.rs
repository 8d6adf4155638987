//! The worked cases of every game: data files beside its rules, walked one by one.
//!
//! A case is `{title, rule, document | question, …}` with one expectation: `result` (of a document),
//! `ruling` (of a question), or `refused` (the faults, each with what is named of it;
//! `last_refused`, the last of them). What is
//! expected must be there and equal; what is not named may be anything. Lists must have the same
//! length.

#![expect(clippy::disallowed_methods, reason = "a test reads files")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use overtrick::adjudicate::{RulingsReport, adjudicate};
use overtrick::document::{ErrorReport, Report, score};
use overtrick::games;
use overtrick::lang::Language;

fn case_files() -> Vec<PathBuf> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
    let folders = fs::read_dir(games)
        .unwrap()
        .map(|entry| entry.unwrap().path().join("cases"));
    let common = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let folders = folders
        .filter(|folder| folder.is_dir())
        .chain(common.is_dir().then_some(common));
    let files = folders.flat_map(|folder| {
        fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
    });
    let mut files: Vec<PathBuf> = files.collect();
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "json")
    });
    files.sort();
    files
}

fn cases() -> Vec<(String, Value)> {
    let mut cases = Vec::new();
    for file in case_files() {
        let text = fs::read_to_string(&file).unwrap();
        let list: Vec<Value> = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for case in list {
            let place = format!(
                "{}: {}",
                file.display(),
                case["title"].as_str().expect("every case has a title")
            );
            cases.push((place, case));
        }
    }
    cases
}

/// The document of a case; `"text"` instead of it is taken as it stands, for what is no JSON or is
/// large: a list of pieces, each a text, `[text, times]`, or a byte.
fn input(case: &Value, key: &str) -> Vec<u8> {
    let Some(pieces) = case.get("text").and_then(Value::as_array) else {
        return case[key].to_string().into_bytes();
    };
    let piece = |piece: &Value| match piece {
        Value::Array(repeated) => {
            let times = repeated[1]
                .as_u64()
                .and_then(|times| usize::try_from(times).ok());
            repeated[0]
                .as_str()
                .unwrap()
                .repeat(times.unwrap())
                .into_bytes()
        }
        Value::Number(byte) => vec![u8::try_from(byte.as_u64().unwrap()).unwrap()],
        piece => piece.as_str().unwrap().as_bytes().to_vec(),
    };
    pieces.iter().flat_map(piece).collect()
}

fn outcome(case: &Value) -> Value {
    let english = Language::english();
    let refused = |faults: Vec<_>| {
        let errors = ErrorReport::of(&faults, None, english).errors;
        json!({ "refused": errors, "last_refused": errors.last() })
    };
    if case.get("question").is_some() {
        match adjudicate(&input(case, "question")) {
            Ok(answered) => json!({ "ruling": RulingsReport::of(answered, english) }),
            Err(faults) => refused(faults),
        }
    } else {
        match score(&input(case, "document")) {
            Ok(scored) => json!({ "result": Report::of(scored, english) }),
            Err(faults) => refused(faults),
        }
    }
}

/// Where what was found is not as expected.
fn difference(place: &str, expected: &Value, found: &Value) -> Option<String> {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            expected.iter().find_map(|(key, value)| {
                difference(
                    &format!("{place}/{key}"),
                    value,
                    found.get(key).unwrap_or(&Value::Null),
                )
            })
        }
        (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => {
            let pairs = expected.iter().zip(found).enumerate();
            pairs.into_iter().find_map(|(index, (expected, found))| {
                difference(&format!("{place}/{index}"), expected, found)
            })
        }
        (Value::Number(expected), Value::Number(found)) if expected.as_f64() == found.as_f64() => {
            None
        }
        (expected, found) if expected == found => None,
        (expected, found) => {
            let found: String = found.to_string().chars().take(1500).collect();
            Some(format!("{place}: expected {expected}, found {found}"))
        }
    }
}

#[test]
fn every_case_comes_out_as_expected() {
    let mut wrong = Vec::new();
    let cases = cases();
    assert!(!cases.is_empty());
    for (place, case) in &cases {
        let mut expectations = ["result", "ruling", "refused", "last_refused"]
            .iter()
            .filter(|key| case.get(**key).is_some());
        let Some(key) = expectations.next_back() else {
            panic!("{place}: expects nothing")
        };
        let found = outcome(case);
        let found = found
            .get(key)
            .ok_or_else(|| format!("expected a {key}, found {found}"));
        match found.map(|found| difference("", &case[*key], found)) {
            Ok(None) => {}
            Ok(Some(difference)) | Err(difference) => {
                wrong.push(format!("{place}\n    {difference}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} cases:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

#[test]
fn every_case_names_a_clause_that_there_is() {
    for (place, case) in cases() {
        if let Some(rule) = case.get("rule").and_then(Value::as_str) {
            let known = games::all()
                .iter()
                .any(|entry| entry.facts.clause(rule).is_some());
            assert!(known, "{place}: no clause {rule}");
        }
    }
}

/// All that is written in these folders of tests.
fn sources(folders: &[&str]) -> String {
    let files = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap());
    files
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .collect()
}

#[test]
fn every_finding_code_has_a_case() {
    let mut seen = BTreeSet::new();
    for (_, case) in cases() {
        gather_codes(&case, &mut seen);
    }
    // What can be wrong with a change to a match that is kept, and with what the service alone is
    // asked, is shown there.
    let shown_elsewhere = sources(&["tests/ledger", "tests/api", "tests/cli"]);
    let english = Language::english();
    let unseen: Vec<&str> = english
        .keys("finding")
        .into_iter()
        .filter(|code| !seen.contains(*code))
        .filter(|code| !shown_elsewhere.contains(&format!("\"{code}\"")))
        .collect();
    let said_otherwise = [
        "players-count-exact",
        "unknown-field-near",
        "match-finished",
        "shapeshift-alone",
        "no-such-hand-here",
        "reason-needed",
        "does-not-fit-nearest",
        "text-empty",
        "missing-word",
        "missing-int",
        "missing-number",
        "missing-player",
        "missing-flag",
        "missing-players",
        "missing-object",
        "missing-list",
        "wrong-type-keys",
        "unknown-game-near",
    ];
    let unseen: Vec<&&str> = unseen
        .iter()
        .filter(|code| !said_otherwise.contains(*code))
        .collect();
    assert!(unseen.is_empty(), "no case shows {unseen:?}");
}

#[test]
fn every_ruling_that_can_be_said_has_a_case() {
    let mut seen = BTreeSet::new();
    for (_, case) in cases() {
        if case.get("question").is_some() {
            let rulings =
                adjudicate(&input(&case, "question")).map(|answered| answered.answer.rulings);
            let breaches = rulings
                .into_iter()
                .flatten()
                .filter_map(|ruling| ruling.breach);
            seen.extend(breaches.map(|breach| breach.message.to_owned()));
        } else if let Err(faults) = score(&input(&case, "document")) {
            seen.extend(
                faults
                    .into_iter()
                    .filter_map(|fault| fault.message.map(str::to_owned)),
            );
        }
    }
    let unseen: Vec<&str> = Language::english()
        .keys("ruling")
        .into_iter()
        .filter(|message| !seen.contains(*message))
        .collect();
    assert!(unseen.is_empty(), "no case is ruled {unseen:?}");
}

fn gather_codes(value: &Value, seen: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => {
            if let Some(code) = entries.get("code").and_then(Value::as_str) {
                seen.insert(code.to_owned());
            }
            entries.values().for_each(|value| gather_codes(value, seen));
        }
        Value::Array(items) => items.iter().for_each(|value| gather_codes(value, seen)),
        _ => {}
    }
}
