//! The answers of the WebAssembly module of the rules must equal the native answers byte for byte,
//! in every language. The inputs are all cases and samples, damaged copies of them, and a match of
//! every game, stored as a log, through all changes.
//!
//! Needs Node (`apt-get install nodejs`). Without it the tests are skipped with a message; in the
//! gate they fail.

use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use overtrick_core::Finding;
use overtrick_match::adjudicate::{RulingsReport, adjudicate};
use overtrick_match::describe::rules_text;
use overtrick_match::document::{ErrorReport, Report, score};
use overtrick_match::lang::Language;
use overtrick_match::play::GameText;
use overtrick_match::verify::verify;

mod matches;
mod paper;

/// The module of the rules in the repository.
const MODULE: &str = "templates/wasm/overtrick.wasm.br";

/// A call of one of the module's functions.
struct Call {
    function: &'static str,
    language: usize,
    input: Vec<u8>,
}

/// The status and the text of an answer.
type Answered = (u64, String);

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns the sorted files with this extension in a folder and its subfolders.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root(folder)).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(self::files(path.to_str().unwrap(), ending));
        } else if path
            .extension()
            .is_some_and(|extension| extension == ending)
        {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Returns every document and question of the cases and samples, with the function to call.
fn inputs() -> Vec<(&'static str, Vec<u8>)> {
    let mut inputs = Vec::new();
    let mut add = |case: &Value| {
        for (key, function) in [("document", "score"), ("question", "rule")] {
            if let Some(input) = case.get(key) {
                inputs.push((function, input.to_string().into_bytes()));
                inputs.push(("verify", case.to_string().into_bytes()));
            }
        }
    };
    for file in [files("src/games", "json"), files("tests/cases", "json")].concat() {
        let cases: Vec<Value> = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        cases.iter().for_each(&mut add);
    }
    for file in files("tests/conformance", "ndjson") {
        let text = fs::read_to_string(file).unwrap();
        text.lines()
            .for_each(|line| add(&serde_json::from_str(line).unwrap()));
    }
    for game in overtrick_games::all() {
        let sample = root("templates/games")
            .join(game.folder)
            .join("sample.json");
        inputs.push(("score", fs::read(sample).unwrap()));
    }
    inputs
}

/// Returns a damaged copy: depending on `number`, truncated, with one changed byte, or with a wrong number.
fn damaged(number: usize, input: &[u8]) -> Vec<u8> {
    let mut copy = input.to_vec();
    let place = number * 7919 % copy.len().max(1);
    match number % 3 {
        0 => copy.truncate(place),
        1 => copy[place] = copy[place].wrapping_add(1),
        _ => {
            if let Some(digit) = copy.iter().rposition(u8::is_ascii_digit) {
                copy.splice(digit..=digit, *b"1234567");
            }
        }
    }
    copy
}

/// Returns the native answer to a call.
fn native(call: &Call) -> Answered {
    let tag = Language::tags().nth(call.language).unwrap();
    let language = Language::find(tag).unwrap();
    let refused = |faults: Vec<Finding>| {
        let report = ErrorReport::new(&faults, None, language);
        (1, serde_json::to_string(&report).unwrap())
    };
    match call.function {
        "score" => score(&call.input).map_or_else(refused, |scored| {
            (
                0,
                serde_json::to_string(&Report::new(scored, language)).unwrap(),
            )
        }),
        "rule" => adjudicate(&call.input).map_or_else(refused, |answered| {
            (
                0,
                serde_json::to_string(&RulingsReport::new(answered, language)).unwrap(),
            )
        }),
        "verify" => (
            0,
            serde_json::to_string(&verify(&call.input, None, language)).unwrap(),
        ),
        "game" => {
            let entry = overtrick_games::find(std::str::from_utf8(&call.input).unwrap()).unwrap();
            (
                0,
                serde_json::to_string(&GameText::new(entry, language)).unwrap(),
            )
        }
        "rules" => {
            let entry = overtrick_games::find(std::str::from_utf8(&call.input).unwrap()).unwrap();
            (
                0,
                serde_json::to_string(&rules_text(entry, language).unwrap().blocks).unwrap(),
            )
        }
        other => panic!("no function {other}"),
    }
}

/// Returns the answers of the rules module to these calls, or `None` without Node.
fn answers_to(calls: &[Call]) -> Option<Vec<Answered>> {
    let found = answers_of(MODULE, calls)?.into_iter();
    Some(
        found
            .map(|(status, text)| (status, String::from_utf8(text).unwrap()))
            .collect(),
    )
}

/// Returns the answers of a module as bytes, or `None` without Node.
fn answers_of(module: &str, calls: &[Call]) -> Option<Vec<(u64, Vec<u8>)>> {
    if Command::new("node").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "the gate needs Node");
        let skipped = "skipped: the WebAssembly module needs Node: apt-get install nodejs\n";
        stderr().write_all(skipped.as_bytes()).unwrap();
        return None;
    }
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut lines = String::new();
    for call in calls {
        let input = STANDARD.encode(&call.input);
        lines += &format!("[\"{}\",{},\"{input}\"]\n", call.function, call.language);
    }
    fs::write(file.path(), lines).unwrap();
    let script = root("tests/wasm/run.mjs");
    let ran = Command::new("node")
        .args([&script, &root(module), &file.path().to_owned()])
        .output()
        .unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let found = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(found.lines().count(), calls.len());
    let read = |line| {
        let (status, answer): (u64, String) = serde_json::from_str(line).unwrap();
        (status, STANDARD.decode(answer).unwrap())
    };
    Some(found.lines().map(read).collect())
}

#[test]
fn the_module_gives_the_native_answers() {
    let mut calls = Vec::new();
    for (number, (function, input)) in inputs().into_iter().enumerate() {
        for language in 0..Language::tags().count() {
            calls.push(Call {
                function,
                language,
                input: damaged(number, &input),
            });
            calls.push(Call {
                function,
                language,
                input: input.clone(),
            });
        }
    }
    assert!(calls.len() > 5_000, "{}", calls.len());
    for (call, found) in calls.iter().zip(answers_to(&calls).unwrap_or_default()) {
        let input = String::from_utf8_lossy(&call.input);
        assert_eq!(
            found,
            native(call),
            "{} {}: {input}",
            call.function,
            call.language
        );
    }
}
