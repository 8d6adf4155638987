//! Independently made cases: matches with their results, one per line.

use serde_json::Value;

use overtrick_games as games;
use overtrick_match::adjudicate::{RulingsReport, adjudicate};
use overtrick_match::document::{Report, score};
use overtrick_match::lang::Language;
use overtrick_match::verify::verify;

fn check(name: &str, lines: &str) {
    if name.ends_with(".scores.ndjson") {
        check_scores(name, lines);
    } else {
        check_rulings(name, lines);
    }
}

fn check_rulings(name: &str, lines: &str) {
    for (number, line) in lines.lines().enumerate() {
        let case: Value = serde_json::from_str(line).unwrap();
        let place = format!("{name}, line {}", number + 1);
        let answered = adjudicate(case["question"].to_string().as_bytes());
        let answered = answered.unwrap_or_else(|faults| panic!("{place}: unreadable: {faults:#?}"));
        let found =
            serde_json::to_value(RulingsReport::new(answered, Language::english())).unwrap();
        let legal: Value = found["rulings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|ruling| ruling["legal"].clone())
            .collect();
        assert_eq!(legal, case["expected"]["legal"], "{place}: {found:#}");
        let outcome = case["expected"]["outcome"].as_object();
        for (key, value) in outcome.into_iter().flatten() {
            assert_eq!(found["outcome"][key], *value, "{place}: outcome: {key}");
        }
        if let Some(tricks) = case["expected"].get("tricks") {
            assert_eq!(found["outcome"]["tricks"], *tricks, "{place}: tricks");
        }
    }
}

fn check_scores(name: &str, lines: &str) {
    for (number, line) in lines.lines().enumerate() {
        let case: Value = serde_json::from_str(line).unwrap();
        let place = format!("{name}, line {}", number + 1);
        let scored = score(case["document"].to_string().as_bytes());
        let scored = scored.unwrap_or_else(|faults| panic!("{place}: refused: {faults:#?}"));
        let found = serde_json::to_value(Report::new(scored, Language::english())).unwrap();
        let expected = &case["expected"];
        for key in ["status", "winners", "standings"] {
            assert_eq!(
                as_numbers(&found[key]),
                as_numbers(&expected[key]),
                "{place}: {key}"
            );
        }
        let hands = expected["hands"].as_array().unwrap();
        assert_eq!(
            found["hands"].as_array().map(Vec::len),
            Some(hands.len()),
            "{place}"
        );
        for (index, hand) in hands.iter().enumerate() {
            for key in ["scores", "totals"] {
                let found = as_numbers(&found["hands"][index][key]);
                assert_eq!(
                    found,
                    as_numbers(&hand[key]),
                    "{place}: hand {}: {key}",
                    index + 1
                );
            }
        }
    }
}

/// The same value with every number as a decimal: `4` and `4.0` are equal points.
fn as_numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Array(items) => items.iter().map(as_numbers).collect(),
        Value::Object(entries) => entries
            .iter()
            .map(|(key, value)| (key.clone(), as_numbers(value)))
            .collect(),
        other => other.clone(),
    }
}

/// Checks the cases of this kind of every game of the registry.
fn check_all(kind: &str) {
    for entry in games::all() {
        let file = format!("{}.{kind}.ndjson", entry.facts.id);
        let path = format!("{}/tests/conformance/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("write tests/conformance/{file}: {error}"));
        check(&file, &text);
    }
}

#[test]
fn scores() {
    check_all("scores");
}

#[test]
fn auctions() {
    check_all("auctions");
}

#[test]
fn plays() {
    check_all("plays");
}

/// `overtrick verify` can check any program's files of this form, so it must accept these.
#[test]
fn every_case_is_found_right_by_verifying_its_file() {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut files = vec![
        format!("{root}/tests/cases/help.json"),
        format!("{root}/tests/cases/questions.json"),
    ];
    for entry in games::all() {
        let folder = format!("{root}/src/games/{}/cases", entry.folder);
        let cases = std::fs::read_dir(folder).unwrap();
        files.extend(cases.map(|file| file.unwrap().path().display().to_string()));
        for kind in ["scores", "auctions", "plays"] {
            files.push(format!(
                "{root}/tests/conformance/{}.{kind}.ndjson",
                entry.facts.id
            ));
        }
    }
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let cases = match serde_json::from_str::<Vec<Value>>(&text) {
            Ok(cases) => cases.len(),
            Err(_) => text.lines().count(),
        };
        let report = verify(text.as_bytes(), None, Language::english());
        assert!(report.sound, "{file}: {report:#?}");
        assert_eq!((report.checked, report.untold), (cases, 0), "{file}");
    }
}
