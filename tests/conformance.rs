//! Cases written independently of the program: matches with their results, one per line.

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
        let legal = legal_steps(&found);
        let expected = &case["ruling"];
        assert_eq!(legal, legal_steps(expected), "{place}: {found:#}");
        let outcome = expected["outcome"].as_object();
        for (key, value) in outcome.into_iter().flatten() {
            assert_eq!(found["outcome"][key], *value, "{place}: outcome: {key}");
        }
    }
}

/// For each step of a ruling, whether it is legal.
fn legal_steps(ruling: &Value) -> Vec<Value> {
    let rulings = ruling["rulings"].as_array().unwrap().iter();
    rulings.map(|ruling| ruling["legal"].clone()).collect()
}

fn check_scores(name: &str, lines: &str) {
    for (number, line) in lines.lines().enumerate() {
        let case: Value = serde_json::from_str(line).unwrap();
        let place = format!("{name}, line {}", number + 1);
        let scored = score(case["document"].to_string().as_bytes());
        let scored = scored.unwrap_or_else(|faults| panic!("{place}: refused: {faults:#?}"));
        let found = serde_json::to_value(Report::new(scored, Language::english())).unwrap();
        let expected = &case["result"];
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

/// The same value with every number as a float, because `4` and `4.0` are equal points.
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

/// Checks the cases of this kind for every registered game.
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

/// `overtrick verify` can check the results of any program, so it must accept these.
#[test]
fn every_result_of_a_case_is_verified() {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut files = Vec::new();
    for entry in games::all() {
        let folder = format!("{root}/src/games/{}/cases", entry.folder);
        let cases = std::fs::read_dir(folder).unwrap();
        files.extend(cases.map(|file| file.unwrap().path().display().to_string()));
        let id = entry.facts.id;
        files.push(format!("{root}/tests/conformance/{id}.scores.ndjson"));
    }
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let cases: Vec<Value> = match serde_json::from_str(&text) {
            Ok(cases) => cases,
            Err(_) => text
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect(),
        };
        let is_claim = |case: &Value| case.get("result").is_some() && case["document"].is_object();
        let claims: Vec<String> = cases
            .iter()
            .filter(|case| is_claim(case))
            .map(Value::to_string)
            .collect();
        if claims.is_empty() {
            continue;
        }
        let report = verify(claims.join("\n").as_bytes(), None, Language::english());
        assert!(report.sound, "{file}: {report:#?}");
        assert_eq!((report.checked, report.untold), (claims.len(), 0), "{file}");
    }
}
