//! Seeds for fuzzing, from the samples of the games, the conformance files and the cases.

use std::path::Path;
use std::{env, fs, process};

use overtrick_core::json::Json;
use overtrick_games as games;
use serde::Serialize;

/// The environment variable with a folder: the target writes its seeds there and exits.
const FOLDER: &str = "OVERTRICK_SEEDS";
/// Every sixth line of a conformance file is a seed: such a file has hundreds of similar lines.
const STEP: usize = 6;

/// Writes the seeds and exits if [`FOLDER`] is set.
pub fn write(seeds: impl FnOnce() -> Vec<Vec<u8>>) {
    let Some(folder) = env::var_os(FOLDER) else {
        return;
    };
    for (number, seed) in seeds().into_iter().enumerate() {
        let file = Path::new(&folder).join(format!("seed-{number:04}"));
        fs::write(file, seed).expect("the folder can be written");
    }
    process::exit(0);
}

/// Returns the sample of each game.
pub fn samples() -> Vec<Json> {
    let sample = |entry: &games::Entry| serde_json::from_str(entry.sample);
    let samples: Result<_, _> = games::all().iter().map(sample).collect();
    samples.expect("samples are JSON")
}

/// Returns the definitions in `templates/own-games`.
pub fn definitions() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../templates/own-games");
    let files = fs::read_dir(folder).expect("the folder exists").flatten();
    let mut files: Vec<_> = files.map(|file| file.path()).collect();
    files.sort();
    let text = |file| fs::read_to_string(file).expect("the file can be read");
    files.iter().map(text).collect()
}

/// Returns the values of a key in the conformance files with this ending and in the cases.
pub fn conformance(ending: &str, key: &str) -> Vec<Json> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut values = Vec::new();
    for folder in ["conformance", "cases"] {
        let files = fs::read_dir(tests.join(folder)).expect("the folder exists");
        let mut files: Vec<_> = files.flatten().map(|file| file.path()).collect();
        files.sort();
        for file in files {
            let name = file.to_string_lossy();
            let step = if folder == "cases" { 1 } else { STEP };
            if !name.ends_with(ending) && !(step == 1 && name.ends_with(".ndjson")) {
                continue;
            }
            let text = fs::read_to_string(&file).expect("the file can be read");
            for line in text.lines().step_by(step) {
                let line: Json = serde_json::from_str(line).expect("each line is JSON");
                values.extend(line.get(key).cloned());
            }
        }
    }
    values
}

/// Returns a value as compact JSON.
pub fn text(json: &Json) -> String {
    written(json)
}

/// Serializes a value as JSON.
pub fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the value can be serialized")
}

/// Returns the sample of each game without its hands, and the hands.
pub fn openings() -> Vec<(Json, Vec<Json>)> {
    let opening = |sample| {
        let Json::Object(mut entries) = sample else {
            return (Json::EMPTY, Vec::new());
        };
        entries.retain(|(key, _)| !["current", "finished", "adjustments"].contains(&key.as_str()));
        let mut hands = Vec::new();
        for (key, value) in &mut entries {
            if let ("hands", Json::List(played)) = (key.as_str(), value) {
                hands = std::mem::take(played);
            }
        }
        (Json::Object(entries), hands)
    };
    samples().into_iter().map(opening).collect()
}
