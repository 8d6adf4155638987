//! Damaged documents and questions: nothing panics, and every refusal has a fault.
//!
//! The property tests start from the conformance files and documents with rare fields, and replace values in
//! them.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;

use overtrick_core::json::Json;
use overtrick_match::adjudicate::adjudicate;
use overtrick_match::document::score;

use crate::support::random_cases;

/// The values under this key in all lines of those files in a folder that have this ending; a line without the key
/// as a whole.
fn lines(folder: &str, ending: &str, key: &str) -> Vec<Json> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let paths = fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = paths.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.to_str().unwrap().ends_with(ending));
    paths.sort();
    let mut values = Vec::new();
    for path in paths {
        for line in fs::read_to_string(path).unwrap().lines() {
            let line: Json = serde_json::from_str(line).unwrap();
            values.push(line.get(key).unwrap_or(&line).clone());
        }
    }
    assert!(!values.is_empty());
    values
}

static DOCUMENTS: LazyLock<Vec<Json>> = LazyLock::new(|| {
    let mut documents = lines("tests/conformance", ".scores.ndjson", "document");
    documents.extend(lines("tests/cases", ".ndjson", "document"));
    documents
});

static QUESTIONS: LazyLock<Vec<Json>> = LazyLock::new(|| {
    let mut questions = lines("tests/conformance", ".auctions.ndjson", "question");
    questions.extend(lines("tests/conformance", ".plays.ndjson", "question"));
    questions
});

/// Replacement values: values of every type, and objects from documents.
static REPLACEMENTS: LazyLock<Vec<Json>> = LazyLock::new(|| {
    let mut values = vec![
        Json::Null,
        Json::Bool(true),
        Json::Int(3),
        Json::Int(-1_000_000_007),
        Json::Float(2.5),
        Json::Float(1e300),
        Json::from("pass"),
        Json::from("Ann"),
        Json::from("H-A"),
        Json::List(Vec::new()),
        Json::List(vec![Json::Int(1), Json::from("pass")]),
        Json::Object(Vec::new()),
        Json::object([("player", Json::from("Ann")), ("call", Json::from("pass"))]),
    ];
    for document in DOCUMENTS.iter().step_by(50) {
        collect_objects(document, &mut values);
    }
    values
});

/// Collects every new object with at most three fields within a value.
fn collect_objects(json: &Json, found: &mut Vec<Json>) {
    match json {
        Json::Object(entries) => {
            if entries.len() <= 3 && found.len() < 200 && !found.contains(json) {
                found.push(json.clone());
            }
            for (_, value) in entries {
                collect_objects(value, found);
            }
        }
        Json::List(items) => {
            for item in items {
                collect_objects(item, found);
            }
        }
        _ => {}
    }
}

/// Replaces, removes, repeats or adds something in a value; the result is still JSON.
fn damage(json: &mut Json, choices: &mut std::slice::Iter<'_, u16>, depth: usize) {
    let Some(choice) = choices.next().map(|choice| usize::from(*choice)) else {
        return;
    };
    match json {
        Json::Object(entries) if !entries.is_empty() && (depth == 0 || choice % 4 != 0) => {
            let index = choice / 8 % entries.len();
            match choice % 64 {
                1 => drop(entries.remove(index)),
                2 => entries.push(entries[index].clone()),
                3 => entries.push(("no_such_field".to_owned(), Json::Null)),
                _ => damage(&mut entries[index].1, choices, depth + 1),
            }
        }
        Json::List(items) if !items.is_empty() && choice % 4 != 0 => {
            let index = choice / 8 % items.len();
            damage(&mut items[index], choices, depth + 1);
        }
        json => *json = REPLACEMENTS[choice / 4 % REPLACEMENTS.len()].clone(),
    }
}

/// One of the values, damaged twice.
fn damaged(values: &[Json], index: u16, choices: &[u16], again: &[u16]) -> Vec<u8> {
    let mut value = values[usize::from(index) % values.len()].clone();
    damage(&mut value, &mut choices.iter(), 0);
    damage(&mut value, &mut again.iter(), 0);
    serde_json::to_vec(&value).unwrap()
}

proptest! {
    #![proptest_config(random_cases(4_000))]

    #[test]
    fn no_damaged_document_panics(index: u16, choices: Vec<u16>, cut: Option<u16>) {
        let mut document = damaged(&DOCUMENTS, index, &choices, &[]);
        document.truncate(cut.map_or(usize::MAX, usize::from));
        if let Err(findings) = score(&document) {
            prop_assert!(!findings.is_empty());
        }
    }

    #[test]
    fn no_damaged_question_panics(index: u16, choices: Vec<u16>, again: Vec<u16>) {
        match adjudicate(&damaged(&QUESTIONS, index, &choices, &again)) {
            Ok(answered) => prop_assert!(answered.answer.rulings.iter().all(|ruling| ruling.index < Some(1_000))),
            Err(findings) => prop_assert!(!findings.is_empty()),
        }
    }

    #[test]
    fn no_bytes_panic(bytes: Vec<u8>) {
        let _ = score(&bytes);
        let _ = adjudicate(&bytes);
    }
}
