//! The command as people use it: what it prints, where, and with what exit status.

#![expect(clippy::disallowed_methods, reason = "a test reads files")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

const SAMPLE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/templates/games/brink_bid/sample.json"
);

fn overtrick(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(arguments)
        .output()
        .unwrap()
}

fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A command that has read enough may close its input early.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

#[test]
fn a_sample_is_scored_as_json_where_no_terminal_reads_it() {
    let output = overtrick(&["score", SAMPLE]);
    assert_eq!(status(&output), 0, "{}", err(&output));
    let report: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(report["status"], "complete");
    assert_eq!(report["winners"], json!(["Zuzana Šťastná"]));
}

#[test]
fn the_same_document_comes_from_standard_input() {
    let file = overtrick(&["score", SAMPLE, "--format", "table"]);
    let input = with_input(
        &["score", "-", "--format", "table"],
        &fs::read(SAMPLE).unwrap(),
    );
    assert_eq!(out(&file), out(&input));
}

#[test]
fn columns_stand_whatever_the_script_of_the_names() {
    let table = out(&overtrick(&["score", SAMPLE, "--format", "table"]));
    let width = |line: &str| {
        line.chars()
            .map(|c| {
                if ('\u{2e80}'..'\u{a000}').contains(&c) {
                    2
                } else {
                    1
                }
            })
            .sum::<usize>()
    };
    let rows: Vec<&str> = table
        .lines()
        .skip_while(|line| !line.contains("Hand "))
        .take(8)
        .collect();
    assert!(
        rows.iter().all(|row| width(row) == width(rows[0])),
        "{table}"
    );
    assert!(rows.iter().all(|row| width(row) <= 80));
}

#[test]
fn every_fault_is_said_on_standard_error() {
    let document = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [
        { "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 2, "Bo": 1 } }, { "bids": { "Ann": 9, "Bo": 1 }, "trics": {} } ] });
    let output = with_input(&["score", "-"], document.to_string().as_bytes());
    assert_eq!((status(&output), out(&output)), (1, String::new()));
    let said = err(&output);
    for place in [
        "standard input cannot be read or scored: 4 faults",
        "/hands/0/tricks: tricks add up to 3; a hand has 4 [tricks-sum]",
        "/hands/1/trics: there is no field trics here; did you mean tricks? [unknown-field]",
        "/hands/1/bids/Ann: 9 is out of range: 0 to 5 [out-of-range]",
        "/hands/1/tricks: missing",
    ] {
        assert!(said.contains(place), "{place} in {said}");
    }
}

#[test]
fn exit_statuses_are_those_of_the_help() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.json");
    fs::write(&broken, "{").unwrap();
    let broken = broken.to_str().unwrap();
    for (arguments, expected) in [
        (vec!["score", broken], 1),
        (vec!["adjudicate", broken], 2),
        (vec!["score"], 2),
        (vec!["score", SAMPLE, "--format", "pdf"], 2),
        (vec!["rules", "whist"], 2),
        (vec!["new", "brink-bid", "--players", "Ann"], 1),
        (
            vec![
                "new",
                "brink-bid",
                "--players",
                "Ann,Bo",
                "--option",
                "made_points",
            ],
            2,
        ),
        (vec!["score", "/no/such/file"], 3),
        (vec!["adjudicate", "/no/such/file"], 3),
        (vec!["--version"], 0),
        (vec!["--help"], 0),
    ] {
        let output = overtrick(&arguments);
        assert_eq!(status(&output), expected, "{arguments:?}: {}", err(&output));
        assert_eq!(err(&output).is_empty(), expected == 0, "{arguments:?}");
    }
}

#[test]
fn a_batch_answers_line_by_line() {
    let sound = fs::read_to_string(SAMPLE).unwrap().replace('\n', " ");
    let lines = format!("{sound}\nnonsense\n\n{sound}");
    let output = with_input(&["score", "--batch", "-"], lines.as_bytes());
    assert_eq!(status(&output), 1);
    let answers: Vec<Value> = out(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["status"], "complete");
    assert_eq!(
        (&answers[1]["line"], &answers[1]["errors"][0]["code"]),
        (&json!(2), &json!("invalid-json"))
    );
    assert_eq!(
        (&answers[2]["line"], &answers[2]["errors"][0]["code"]),
        (&json!(3), &json!("invalid-json"))
    );
    assert_eq!(answers[3], answers[0]);
    assert_eq!(
        status(&with_input(&["score", "--batch", "-"], sound.as_bytes())),
        0
    );
}

#[test]
fn a_hundred_megabytes_end_in_a_clear_error() {
    let mut huge = br#"{"game": "brink-bid", "title": ""#.to_vec();
    huge.resize(100_000_000, b'x');
    let output = with_input(&["score", "-"], &huge);
    assert_eq!(status(&output), 1);
    assert!(err(&output).contains("[too-large]"), "{}", err(&output));
    huge.push(b'\n');
    huge.extend_from_slice(b"{}");
    let output = with_input(&["score", "--batch", "-"], &huge);
    let codes: Vec<Value> = out(&output)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["errors"][0]["code"].clone())
        .collect();
    assert_eq!(codes, [json!("too-large"), json!("missing-field")]);
}

/// The most memory that a process has held so far, in KiB.
#[cfg(target_os = "linux")]
fn most_memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_of_a_batch_does_not_grow_with_its_lines() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(["score", "--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = fs::read_to_string(SAMPLE).unwrap().replace('\n', " ") + "\n";
    let (send, ready) = std::sync::mpsc::channel();
    let process = child.id();
    let writer = std::thread::spawn(move || {
        for lines in [200, 4_000] {
            for _ in 0..lines {
                stdin.write_all(line.as_bytes()).unwrap();
            }
            send.send(most_memory(process)).unwrap();
        }
    });
    assert_eq!(
        answers
            .by_ref()
            .take(4_200)
            .filter(|answer| answer.as_ref().unwrap().contains("complete"))
            .count(),
        4_200
    );
    writer.join().unwrap();
    assert!(child.wait().unwrap().success());
    let (few, many) = (ready.recv().unwrap(), ready.recv().unwrap());
    assert!(
        many < few + 2_048,
        "{few} KiB after 200 lines, {many} KiB after 4,200"
    );
}

#[test]
fn a_new_match_is_a_document_with_every_house_rule() {
    let output = overtrick(&[
        "new",
        "brink-bid",
        "--players",
        " Ann,Bo , Cy",
        "--option",
        "made_points=6",
        "--title",
        "Friday",
    ]);
    assert_eq!(status(&output), 0, "{}", err(&output));
    let document: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(document["players"], json!(["Ann", "Bo", "Cy"]));
    assert_eq!(
        document["options"],
        json!({ "made_points": 6, "brink_points": 2, "first_hand_cards": 4, "last_hand_cards": 13 })
    );
    assert_eq!(
        status(&with_input(&["score", "-"], out(&output).as_bytes())),
        0
    );
}

#[test]
fn a_comparison_shows_both_readings_and_the_clause() {
    let output = overtrick(&["compare", SAMPLE, "--option", "brink_points=4"]);
    assert_eq!(status(&output), 0, "{}", err(&output));
    for said in [
        "as written",
        "brink_points=4",
        "The first hand that differs: Hand 1",
        "brink-bid/brink: One trick more",
    ] {
        assert!(out(&output).contains(said), "{said} in {}", out(&output));
    }
    let output = overtrick(&["compare", SAMPLE, "--option", "brink_points=2"]);
    assert!(out(&output).contains("No hand comes out differently."));
    let output = overtrick(&["compare", SAMPLE, "--option", "first_hand_cards=5"]);
    assert_eq!(status(&output), 1, "the hands do not fit the other reading");
    assert!(err(&output).contains("/hands/0/tricks"));
}

#[test]
fn every_game_has_rules_to_read() {
    let games: Value = serde_json::from_str(&out(&overtrick(&["games", "--json"]))).unwrap();
    for game in games.as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let rules: Value =
            serde_json::from_str(&out(&overtrick(&["rules", id, "--json"]))).unwrap();
        assert!(rules["clauses"].as_array().unwrap().len() > 5);
        for arguments in [vec!["rules", id], vec!["rules", id, "--irregularities"]] {
            let text = out(&overtrick(&arguments));
            assert!(
                text.lines().all(|line| line.chars().count() <= 80),
                "{text}"
            );
        }
    }
}

#[test]
fn a_ruling_names_the_rule_and_the_cards() {
    let question = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "question": "trick", "setting": { "trump": "hearts" },
        "hands": { "Ann": ["S-2", "D-3"] }, "cards": [{ "player": "Bo", "card": "S-A" }, { "player": "Ann", "card": "D-3" }] });
    let output = with_input(
        &["adjudicate", "-", "--text"],
        question.to_string().as_bytes(),
    );
    assert_eq!(status(&output), 1, "{}", err(&output));
    let said = out(&output);
    assert!(
        said.contains("ILLEGAL: could have followed spades (brink-bid/follow)"),
        "{said}"
    );
    assert!(
        said.lines().all(|line| line.chars().count() <= 80),
        "{said}"
    );
    let output = with_input(&["adjudicate", "-"], question.to_string().as_bytes());
    let ruling: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(ruling["rulings"][1]["could_play"], json!(["S-2"]));
}

#[test]
fn each_pass_is_set_apart() {
    let question = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "question": "pass",
        "dice": { "cards": 2, "direction": "left" }, "cards_dealt": 4 });
    let output = with_input(
        &["adjudicate", "-", "--text"],
        question.to_string().as_bytes(),
    );
    let said = out(&output);
    assert!(
        said.contains("Ann to Bo cards 2, Bo to Ann cards 2"),
        "{said}"
    );
}

#[test]
fn text_that_a_spreadsheet_would_run_is_guarded() {
    let document = json!({ "game": "brink-bid", "players": ["=cmd()", "Bo, \"the\" Bow"],
        "hands": [{ "bids": { "=cmd()": 1, "Bo, \"the\" Bow": 1 }, "tricks": { "=cmd()": 1, "Bo, \"the\" Bow": 3 }, "note": "+1" }] });
    let csv = out(&with_input(
        &["score", "-", "--format", "csv"],
        document.to_string().as_bytes(),
    ));
    let lines: Vec<&str> = csv.split("\r\n").collect();
    assert_eq!(
        lines[0],
        "hand,dealer,player,points,total,rule_ids,note,dice.trump,dice.cards,dice.direction,bids,tricks"
    );
    assert_eq!(lines[1], "1,'=cmd(),'=cmd(),5,5,brink-bid/made,'+1,,,,1,1");
    assert_eq!(
        lines[2],
        "1,'=cmd(),\"Bo, \"\"the\"\" Bow\",0,0,brink-bid/missed,'+1,,,,1,3"
    );
}

#[test]
fn a_reader_that_goes_away_is_no_trouble() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(["rules", "brink-bid"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((status(&output), err(&output)), (0, String::new()));
}

#[test]
fn the_settings_are_explained_as_a_file_that_sets_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.toml");
    let set = [
        "--bind",
        "[::1]:9",
        "--rate",
        "7",
        "--trusted-proxy",
        "10.0.0.1,10.0.0.2",
    ];
    let plain = overtrick(&[&["config"], &set[..]].concat());
    let explained = overtrick(&[&["config", "--explain"], &set[..]].concat());
    assert_eq!(status(&explained), 0, "{}", err(&explained));
    let text = out(&explained);
    assert!(
        text.contains("# Requests a second that one client may make"),
        "{text}"
    );
    assert!(text.contains("OVERTRICK_RATE\nrate = 7\n"), "{text}");
    assert!(text.contains("\n# admin_token = …\n"), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    fs::write(&file, text).unwrap();
    let again = overtrick(&["config", "--config", file.to_str().unwrap()]);
    assert_eq!(out(&again), out(&plain), "{}", err(&again));
}
