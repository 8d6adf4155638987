//! The worked cases of every game: data files next to its rules, checked one by one.
//!
//! A case is `{title, rule, document | question, …}` with one expectation: `result` (of a document), `ruling`
//! (of a question), or `refused` (the faults, each with some of its fields; or `last_refused`, the last fault
//! only). Expected values must be present and equal; other values may be anything. Lists must have equal
//! lengths.
//!
//! Every clause of a game has cases with this clause as their `rule`, on both sides:
//!
//! - A legal case expects a `result`, or a `ruling` with `"legal": true`.
//! - An illegal case has an entry that the clause forbids, and expects it to be refused or ruled illegal. It
//!   names the place and code of every fault, or the clause of an illegal ruling, or the conflict in a hand to
//!   finish. If the clause is cited, the case expects that too, so that it cannot pass for another reason.
//! - Some clauses only state how something is counted, or who wins, so no entry can contradict them. Such a
//!   clause has a contrary case instead: `"beside"` is the title of a legal case of the same clause in the same
//!   file. The input differs slightly from that of the legal case, and so does an expected value. This shows
//!   where the clause ceases to apply.
//!
//! If nothing can cite a reading of ours, one of its cases gives the reason under `describes`. If a case of such a
//! reading is decided by a clause of the source, `decided_by` names that clause.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use overtrick_games as games;
use overtrick_match::adjudicate::{RulingsReport, adjudicate};
use overtrick_match::document::{ErrorReport, Report, score};
use overtrick_match::lang::Language;

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

/// Every case of every game, with its file and title.
pub fn cases() -> Vec<(String, Value)> {
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

/// The input of a case. Instead of a document or question it may be a `"text"`, if it is not JSON or is large: a
/// list of pieces, each a text, `[text, times]`, or a byte.
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

#[test]
fn titles_are_unique_in_each_file() {
    let mut places: Vec<String> = cases().into_iter().map(|(place, _)| place).collect();
    places.sort();
    for pair in places.windows(2) {
        assert_ne!(pair[0], pair[1]);
    }
}

fn outcome(case: &Value) -> Value {
    let english = Language::english();
    let refused = |faults: Vec<_>| {
        let errors = ErrorReport::new(&faults, None, english).errors;
        json!({ "refused": errors, "last_refused": errors.last() })
    };
    if case.get("question").is_some() {
        match adjudicate(&input(case, "question")) {
            Ok(answered) => json!({ "ruling": RulingsReport::new(answered, english) }),
            Err(faults) => refused(faults),
        }
    } else {
        match score(&input(case, "document")) {
            Ok(scored) => json!({ "result": Report::new(scored, english) }),
            Err(faults) => refused(faults),
        }
    }
}

/// The first difference between the expected and the found value.
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
fn every_case_has_the_expected_outcome() {
    let mut wrong = Vec::new();
    let cases = cases();
    assert!(!cases.is_empty());
    for (place, case) in &cases {
        let mut expectations = ["result", "ruling", "refused", "last_refused"]
            .iter()
            .filter(|key| case.get(**key).is_some());
        let Some(key) = expectations.next_back() else {
            panic!("{place}: the case expects nothing")
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
        "{} of {} cases fail:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

#[test]
fn every_case_names_an_existing_clause() {
    for (place, case) in cases() {
        if let Some(rule) = case.get("rule").and_then(Value::as_str) {
            let known = games::all()
                .iter()
                .any(|entry| entry.facts.clause(rule).is_some());
            assert!(known, "{place}: there is no clause {rule}");
        }
    }
}

/// Whether the case expects its entry to be legal.
fn expects_legal(case: &Value) -> bool {
    case.get("result").is_some() || case["ruling"]["legal"] == true
}

/// Whether the case expects a refusal or an illegal ruling, and states what is wrong, with the clause if it is
/// cited.
fn expects_illegal(case: &Value, clause: &str) -> bool {
    let named = |fault: &Value| fault["pointer"].is_string() && fault["code"].is_string();
    let listed = |list: &Value| list.as_array().cloned().unwrap_or_default();
    let (key, says_what) = if case.get("refused").is_some() {
        ("refused", listed(&case["refused"]).iter().all(named))
    } else if case.get("last_refused").is_some() {
        ("last_refused", named(&case["last_refused"]))
    } else if case["ruling"]["legal"] == false {
        let ruling = &case["ruling"];
        let ruled_out = |step: &Value| step["legal"] == false && step["rule"].is_string();
        let in_conflict = !listed(&ruling["outcome"]["conflict"]).is_empty();
        let steps = listed(&ruling["rulings"]);
        ("ruling", in_conflict || steps.iter().any(ruled_out))
    } else {
        return false;
    };
    says_what && (cites(&case[key], clause) || !cites(&outcome(case)[key], clause))
}

/// Whether any object in this value has this clause as its `rule`.
fn cites(value: &Value, clause: &str) -> bool {
    match value {
        Value::Object(entries) => {
            entries.get("rule").is_some_and(|rule| rule == clause)
                || entries.values().any(|value| cites(value, clause))
        }
        Value::Array(items) => items.iter().any(|value| cites(value, clause)),
        _ => false,
    }
}

/// Whether the case is contrary to the legal case that it names under `beside`.
fn is_contrary(cases: &[(String, Value)], place: &str, case: &Value) -> bool {
    let file = place.strip_suffix(case["title"].as_str().unwrap_or_default());
    let beside = file.zip(case["beside"].as_str());
    let beside = beside.map(|(file, title)| format!("{file}{title}"));
    let legal = cases
        .iter()
        .find(|(place, _)| beside.as_ref() == Some(place));
    let input = |case: &Value| ["document", "question", "text"].map(|key| case.get(key).cloned());
    let expected = |case: &Value| json!([case.get("result"), case.get("ruling")]);
    legal.is_some_and(|(_, legal)| {
        legal["rule"] == case["rule"]
            && expects_legal(legal)
            && input(legal) != input(case)
            && differs_within(&expected(legal), &expected(case))
    })
}

/// Whether the two values differ at a place that both have.
fn differs_within(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => left.iter().any(|(key, value)| {
            let other = right.get(key);
            other.is_some_and(|other| differs_within(value, other))
        }),
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
            let mut pairs = left.iter().zip(right);
            pairs.any(|(left, right)| differs_within(left, right))
        }
        (left, right) => left != right,
    }
}

#[test]
fn every_clause_has_a_legal_and_an_illegal_case() {
    let cases = cases();
    let mut lacking = Vec::new();
    for clause in games::all().iter().flat_map(|entry| entry.facts.clauses) {
        let own = || cases.iter().filter(|(_, case)| case["rule"] == clause.id);
        if !own().any(|(_, case)| expects_legal(case)) {
            lacking.push(format!("{}: no legal case", clause.id));
        }
        let illegal = own().any(|(_, case)| expects_illegal(case, clause.id));
        if !illegal && !own().any(|(place, case)| is_contrary(&cases, place, case)) {
            lacking.push(format!("{}: no illegal and no contrary case", clause.id));
        }
    }
    assert!(
        lacking.is_empty(),
        "{} sides of clauses have no case:\n{}",
        lacking.len(),
        lacking.join("\n")
    );
}

#[test]
fn every_contrary_case_differs_from_its_legal_case() {
    let cases = cases();
    for (place, case) in &cases {
        let contrary = case.get("beside").is_none() || is_contrary(&cases, place, case);
        assert!(contrary, "{place}: not contrary to {}", case["beside"]);
    }
}

/// Our readings that no ruling, fault, warning or line can cite: one of the cases of each gives the reason under
/// `describes`.
fn only_described(cases: &[(String, Value)]) -> BTreeSet<&str> {
    let described = cases
        .iter()
        .filter(|(_, case)| case["describes"].is_string());
    described
        .filter_map(|(_, case)| case["rule"].as_str())
        .collect()
}

/// Collects every clause that is cited in this value.
fn citations(value: &Value, cited: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => {
            cited.extend(
                entries
                    .get("rule")
                    .and_then(Value::as_str)
                    .map(str::to_owned),
            );
            entries.values().for_each(|value| citations(value, cited));
        }
        Value::Array(items) => items.iter().for_each(|value| citations(value, cited)),
        _ => {}
    }
}

#[test]
fn every_reading_is_cited_or_only_describes() {
    let cases = cases();
    let mut cited = BTreeSet::new();
    for (_, case) in &cases {
        citations(&outcome(case), &mut cited);
    }
    let clauses = games::all()
        .iter()
        .flat_map(|entry| entry.facts.all_clauses());
    let readings = clauses.filter(|clause| clause.ours).map(|clause| clause.id);
    let readings: BTreeSet<&str> = readings.collect();
    let described = only_described(&cases);
    let uncited: Vec<&&str> = readings
        .iter()
        .filter(|id| !cited.contains(**id) && !described.contains(**id))
        .collect();
    assert!(uncited.is_empty(), "no case cites {uncited:#?}");
    let stale: Vec<&&str> = described
        .iter()
        .filter(|id| cited.contains(**id) || !readings.contains(**id))
        .collect();
    assert!(stale.is_empty(), "cited, or not a reading: {stale:#?}");
}

/// If a case of a reading cites only clauses of the source, its `decided_by` names the one that decides it.
#[test]
fn our_readings_do_not_cite_the_source() {
    let ours = |id: &str| {
        let mut clauses = games::all()
            .iter()
            .filter_map(|entry| entry.facts.clause(id));
        clauses.any(|clause| clause.ours)
    };
    let cases = cases();
    let described = only_described(&cases);
    let mut wrong = Vec::new();
    for (place, case) in &cases {
        let rule = case["rule"].as_str().unwrap_or_default();
        if !ours(rule) || described.contains(rule) {
            continue;
        }
        let outcome = outcome(case);
        let steps = outcome["ruling"]["rulings"].as_array().into_iter();
        let faults = outcome["refused"].as_array().into_iter();
        let cited = steps
            .chain(faults)
            .flatten()
            .filter_map(|step| step["rule"].as_str());
        let cited: BTreeSet<&str> = cited.collect();
        let decided = case["decided_by"]
            .as_str()
            .is_some_and(|id| cited.contains(id));
        if !cited.is_empty() && !decided && !cited.iter().any(|id| ours(id)) {
            wrong.push(format!("{place}: a case of {rule} cites only {cited:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The text of all files in a test folder and its subfolders.
fn sources(folder: &Path) -> String {
    let entries = fs::read_dir(folder).unwrap();
    let written = entries.map(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path)
        } else {
            fs::read_to_string(path).unwrap()
        }
    });
    written.collect()
}

#[test]
fn every_finding_code_has_a_case() {
    let mut seen = BTreeSet::new();
    for (_, case) in cases() {
        gather_codes(&case, &mut seen);
    }
    // These tests cover faults of changes to stored matches, and faults of requests that only the service has.
    let shown_elsewhere: String = ["tests/ledger", "tests/api", "tests/cli"]
        .map(|folder| sources(Path::new(folder)))
        .concat();
    // Errors in this file look like "/cursor cursor-form: this cursor does not …".
    let requests = fs::read_to_string("tests/api/requests.json").unwrap();
    let english = Language::english();
    let unseen: Vec<&str> = english
        .keys("finding")
        .into_iter()
        .filter(|code| !seen.contains(*code))
        .filter(|code| !shown_elsewhere.contains(&format!("\"{code}\"")))
        .filter(|code| !requests.contains(&format!(" {code}: ")))
        .collect();
    let shown_by_others = [
        "players-count-exact",
        "unknown-field-near",
        "match-finished",
        "shapeshift-alone",
        "impossible-points",
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
        // Causes of other codes; cases show them in the sentences of those.
        "unknown-value-near",
        "json-comma",
        "json-cut-off",
        "json-empty",
        "json-quotes",
        "json-two-documents",
        "json-yaml",
        "utf-16",
        "utf-8-damaged",
        "out-of-range-last-tricks",
        "out-of-range-card-points",
        "out-of-range-cards",
        "out-of-range-doublings",
        // The tests of the reader of JSON bodies show these.
        "text-character-more",
        "text-character-key",
        // The tests of the limits of logs and of custom games show these.
        "log-too-large",
        "log-time-ahead",
        "too-many-events-in-log",
        "too-many-reasons-of-one",
        // The tests of batches and of requests show these.
        "log-not-scored",
        "match-of-points",
        "no-parameters",
        "unclosed-quote",
        // The tests of frames show this one.
        "bad-color",
        "bad-date-csv",
        "id-not-listed",
        "not-utf8-csv",
    ];
    let unseen: Vec<&&str> = unseen
        .iter()
        .filter(|code| !shown_by_others.contains(*code))
        // The tests in tests/own and tests/club show the faults of definitions and of clubs.
        .filter(|code| !code.starts_with("own-") && !code.starts_with("club-"))
        .filter(|code| !["invalid-toml", "not-here"].contains(*code))
        .collect();
    assert!(unseen.is_empty(), "no case shows {unseen:?}");
}

#[test]
fn every_ruling_has_a_case() {
    let mut seen = BTreeSet::new();
    for (_, case) in cases() {
        if case.get("question").is_some() {
            let rulings =
                adjudicate(&input(&case, "question")).map(|answered| answered.answer.rulings);
            let breaches = rulings
                .into_iter()
                .flatten()
                .filter_map(|ruling| ruling.breach);
            seen.extend(breaches.map(|breach| breach.message.to_string()));
        } else if let Err(faults) = score(&input(&case, "document")) {
            seen.extend(
                faults
                    .into_iter()
                    .filter_map(|fault| fault.message.map(|key| key.to_string())),
            );
        }
    }
    let unseen: Vec<&str> = Language::english()
        .keys("ruling")
        .into_iter()
        .filter(|message| !seen.contains(*message))
        .collect();
    assert!(unseen.is_empty(), "no case has the rulings {unseen:?}");
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
