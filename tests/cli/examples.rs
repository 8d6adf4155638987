//! Runs the examples of every help text unchanged, with the files that they name.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use overtrick_core::QuestionKind;
use overtrick_games as games;
use overtrick_match::describe::Examples;
use overtrick_match::lang::Language;
use serde_json::Value;
use tempfile::TempDir;

use crate::cli::{commands, err, out, overtrick, status};

/// A folder with the files of the examples: a match with changes and an undo, its next hand and a corrected hand,
/// several matches, a question, a database and its copy.
fn prepared() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let entry = &games::all()[0];
    let sample = entry.sample.replace('\n', " ");
    let examples = Examples::new(entry, Language::english());
    let question = examples.of_kind(QuestionKind::Trick).next().unwrap();
    let write = |name: &str, content: &str| fs::write(folder.path().join(name), content).unwrap();
    let mut friday: Value = serde_json::from_str(entry.sample).unwrap();
    let hands = friday["hands"].as_array_mut().unwrap();
    let [last, before] = [hands.pop(), hands.pop()].map(Option::unwrap);
    let counted = hands[2].clone();
    let named = |value: &Value| {
        let players = sample_players(entry.sample).into_iter();
        let names = players.zip(["Ann", "Bo", "Cy", "Dee"]);
        names.fold(value.to_string(), |text, (found, name)| {
            text.replace(&format!("{found:?}"), &format!("{name:?}"))
        })
    };
    write("friday.json", &named(&friday));
    write("before.json", &named(&before));
    write("hand.json", &named(&last));
    write("corrected.json", &named(&counted));
    write("club.json", include_str!("../club/example/club.json"));
    let season = include_str!("../club/example/season.ndjson");
    write("season.ndjson", season);
    write("matches.ndjson", &format!("{sample}\n{sample}\n"));
    let wizard = include_str!("../../templates/own-games/wizard.toml");
    write("wizard.toml", wizard);
    write("ours.toml", wizard);
    write(
        "evening.csv",
        "table,game,players\n1,oh-hell,Ann;Bo;Cy\n2,wizard,Dee;Eve;Finn\n",
    );
    write("question.json", &question.text());
    for line in [
        "overtrick record friday.json before.json",
        "overtrick record friday.json hand.json",
        "overtrick undo friday.json",
        "overtrick import friday.json",
        "overtrick new wizard.toml --players Ann,Bo,Cy > sunday.json",
        "overtrick backup club.db",
    ] {
        let output = shell(line, folder.path());
        assert_eq!(status(&output), 0, "{line}: {}", err(&output));
    }
    folder
}

/// The players of a match document.
fn sample_players(sample: &str) -> Vec<String> {
    let document: Value = serde_json::from_str(sample).unwrap();
    serde_json::from_value(document["players"].clone()).unwrap()
}

/// Runs a command line in a folder.
fn shell(line: &str, folder: &Path) -> Output {
    let binary = Path::new(env!("CARGO_BIN_EXE_overtrick")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    command
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", path);
    for name in ["DATABASE", "SECRET_FILE", "CONFIG", "LANG"] {
        command.env_remove(format!("OVERTRICK_{name}"));
    }
    command.output().unwrap()
}

#[test]
fn every_example_in_the_help_runs_unchanged() {
    let commands = commands();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands.iter().filter(|name| *name != "help") {
        let help = out(&overtrick(&["help", command]));
        let (_, examples) = help
            .split_once("Examples:\n")
            .unwrap_or_else(|| panic!("{command} has no example"));
        for line in examples.lines().map(str::trim) {
            assert!(
                line.starts_with(&format!("overtrick {command}")),
                "{command}: {line}"
            );
            // `health` needs a service, which tests/cli/health.rs simulates.
            if command == "health" {
                continue;
            }
            // `serve` would not end; `config` checks the same flags.
            let run = match line.strip_prefix("overtrick serve") {
                Some(flags) => format!("overtrick config{flags}"),
                None => line.to_owned(),
            };
            let folder = prepared();
            let output = shell(&run, folder.path());
            assert_eq!(status(&output), 0, "{run}: {}", err(&output));
            if let Some((_, file)) = line.split_once(" > ") {
                let written = fs::read(folder.path().join(file)).unwrap();
                assert!(!written.is_empty(), "{line}");
            }
        }
    }
}
