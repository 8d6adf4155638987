//! `overtrick score --batch`: many documents in a file.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::cli::{SAMPLE, err, out, overtrick, status, with_input};

#[test]
fn a_batch_prints_a_line_for_each_line() {
    let sound = fs::read_to_string(SAMPLE).unwrap().replace('\n', " ");
    let lines = format!("{sound}\nnonsense\n\n{sound}");
    let output = with_input(&["score", "--batch", "-"], lines.as_bytes());
    assert_eq!(status(&output), 1);
    let answers: Vec<Value> = out(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0]["status"], "complete");
    assert_eq!(
        (&answers[1]["line"], &answers[1]["errors"][0]["code"]),
        (&json!(2), &json!("invalid-json"))
    );
    assert_eq!(answers[2], answers[0]);
    assert_eq!(err(&output), "1 of 3 lines refused, first: 2\n");
    let output = with_input(&["score", "--batch", "-"], sound.as_bytes());
    assert_eq!((status(&output), &*err(&output)), (0, "1 line scored.\n"));
    let many = "{}\n".repeat(1_002);
    let output = with_input(&["score", "--batch", "-"], many.as_bytes());
    assert_eq!(err(&output), "1002 of 1002 lines refused, first: 1\n");
}

#[test]
fn a_batch_accepts_exported_matches_and_refuses_logs() {
    let sample: Value = serde_json::from_str(&fs::read_to_string(SAMPLE).unwrap()).unwrap();
    let labeled =
        json!({ "document": sample, "external_id": "friday/1", "metadata": {"table": "2"} });
    let broken = json!({ "document": { "game": "chess" }, "external_id": "friday/2" });
    let lines = format!("{sample}\n{labeled}\n{broken}\n");
    let answers = |input: &str| -> Vec<Value> {
        let output = with_input(&["score", "--batch", "-"], input.as_bytes());
        let lines = out(&output);
        let lines = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        lines.collect()
    };
    let of_lines = answers(&lines);
    assert_eq!(of_lines[0]["status"], "complete");
    assert_eq!(of_lines[1], of_lines[0]);
    assert_eq!(of_lines[2]["errors"][0]["pointer"], "/document/game");
    // The same documents as an array, on several lines or on one.
    let array = json!([sample, labeled, broken]);
    for text in [
        array.to_string(),
        serde_json::to_string_pretty(&array).unwrap(),
    ] {
        let of_array = answers(&text);
        assert_eq!(of_array[..2], of_lines[..2]);
        assert_eq!(of_array[2]["errors"], of_lines[2]["errors"]);
    }
    let cut = format!("[{sample},");
    assert_eq!(answers(&cut)[1]["errors"][0]["code"], "invalid-json");
    // The output of `export --logs` is refused.
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("club.db").display().to_string();
    let run = |arguments: &[&str]| {
        let output = overtrick(&[arguments, &["--database", &database]].concat());
        assert_eq!(status(&output), 0, "{}", err(&output));
        out(&output)
    };
    let file = folder.path().join("club.ndjson");
    fs::write(&file, format!("{sample}\n{labeled}\n")).unwrap();
    run(&["import", file.to_str().unwrap()]);
    let exported = answers(&run(&["export", "--all"]));
    assert_eq!(exported.len(), 2);
    assert!(
        exported
            .iter()
            .all(|one| one["standings"] == of_lines[0]["standings"])
    );
    let logs = answers(&run(&["export", "--all", "--logs"]));
    for log in &logs {
        assert_eq!(log["errors"].as_array().unwrap().len(), 1);
        let detail = log["errors"][0]["detail"].as_str().unwrap();
        assert!(detail.contains("export without --logs"), "{detail}");
    }
    assert_eq!(logs.len(), 2);
}

/// The peak memory of a process so far, in KiB.
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
    // With these spaces, all lines together need more memory than the test allows.
    let line = fs::read_to_string(SAMPLE).unwrap().replace('\n', " ") + &" ".repeat(5_000) + "\n";
    let (send, ready) = std::sync::mpsc::channel();
    let process = child.id();
    let writer = std::thread::spawn(move || {
        // Only a few hundred lines wait to be scored or written.
        for lines in [1_000, 4_000] {
            for _ in 0..lines {
                stdin.write_all(line.as_bytes()).unwrap();
            }
            send.send(most_memory(process)).unwrap();
        }
    });
    assert_eq!(
        answers
            .by_ref()
            .take(5_000)
            .filter(|answer| answer.as_ref().unwrap().contains("complete"))
            .count(),
        5_000
    );
    writer.join().unwrap();
    assert!(child.wait().unwrap().success());
    let (few, many) = (ready.recv().unwrap(), ready.recv().unwrap());
    assert!(
        many < few + 16_384,
        "{few} KiB after 1,000 lines, {many} KiB after 5,000"
    );
}
