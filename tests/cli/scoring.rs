//! `overtrick score`: one document.

use std::fs;

use serde_json::{Value, json};

use crate::cli::{SAMPLE, err, out, overtrick, status, with_input};

#[test]
fn a_score_is_json_if_the_output_is_not_a_terminal() {
    let output = overtrick(&["score", SAMPLE]);
    assert_eq!(status(&output), 0, "{}", err(&output));
    let report: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(report["status"], "complete");
    assert_eq!(report["winners"], json!(["Zuzana Šťastná"]));
}

#[test]
fn a_document_is_read_from_standard_input() {
    let file = overtrick(&["score", SAMPLE, "--format", "table"]);
    let input = with_input(
        &["score", "-", "--format", "table"],
        &fs::read(SAMPLE).unwrap(),
    );
    assert_eq!(out(&file), out(&input));
}

#[test]
fn results_are_written_as_markdown() {
    let markdown = out(&overtrick(&[
        "score",
        "templates/games/mariash/sample.json",
        "--format",
        "markdown",
    ]));
    let standings =
        "|  |  |  |\n| ---: | --- | ---: |\n| 1st | Petr | 268 |\n| 2nd | Karel | −89 |\n";
    assert!(markdown.starts_with(standings), "{markdown}");
    let hands =
        "\n\n| Hand | Zuzana Šťastná | Karel | Petr |\n| ---: | ---: | ---: | ---: |\n| 1 | ";
    assert!(markdown.contains(hands), "{markdown}");

    let files = ["club.json", "season.ndjson"].map(|file| format!("tests/club/example/{file}"));
    let season = out(&overtrick(&[
        "club",
        "table",
        "--club",
        &files[0],
        "--matches",
        &files[1],
        "--format",
        "markdown",
    ]));
    let expected = "|  | no. | name | evenings | wins | figure | decided by |\n\
        | ---: | ---: | --- | ---: | ---: | ---: | --- |\n\
        | 1st | 2 | Bo Adler | 3 | 1 | 18 |  |\n";
    assert!(season.starts_with(expected), "{season}");
}

#[test]
fn columns_are_aligned_in_every_script() {
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
fn every_fault_is_on_standard_error() {
    let document = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [
        { "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 2, "Bo": 1 } }, { "bids": { "Ann": 9, "Bo": 1 }, "trics": {} } ] });
    let output = with_input(&["score", "-"], document.to_string().as_bytes());
    assert_eq!((status(&output), out(&output)), (1, String::new()));
    let text = err(&output);
    for place in [
        "standard input cannot be read or scored: 4 faults",
        "/hands/0/tricks: tricks add up to 3; a hand has 4 [tricks-sum]",
        "/hands/1/trics: unknown field trics; did you mean tricks? [unknown-field]",
        "/hands/1/bids/Ann: 9 is out of range: 0 to 5, as each player has 5 cards [out-of-range]",
        "/hands/1/tricks: missing",
    ] {
        assert!(text.contains(place), "{place} in {text}");
    }
}

#[test]
fn text_that_a_spreadsheet_would_run_is_escaped() {
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

/// The sample match of a game after this many hands.
fn sample_after(folder: &str, hands: usize) -> Value {
    let text = fs::read_to_string(format!("templates/games/{folder}/sample.json")).unwrap();
    let mut document: Value = serde_json::from_str(&text).unwrap();
    document["hands"].as_array_mut().unwrap().truncate(hands);
    let entries = document.as_object_mut().unwrap();
    for key in ["adjustments", "history", "finished"] {
        entries.remove(key);
    }
    document
}

fn printed(document: &Value, format: &str) -> String {
    let output = with_input(
        &["score", "-", "--format", format],
        document.to_string().as_bytes(),
    );
    assert_eq!(status(&output), 0, "{}", err(&output));
    out(&output)
}

#[test]
fn balances_and_the_pot_add_up_to_the_starting_chips() {
    let mut document = sample_after("contract_sabacc", 4);
    document["options"]["pot_at_start"] = json!(5);
    let figure = |text: &str| text.replace('−', "-").parse::<i64>();
    let table = printed(&document, "table");
    let rows = table.lines().skip_while(|line| !line.contains(" Pot"));
    for row in rows.skip(1).take(4) {
        // Each row has the number of the hand, then score and balance of each player, and the pot.
        let figures: Vec<i64> = row.split_whitespace().flat_map(figure).collect();
        let balances: i64 = figures[2..].iter().step_by(2).sum();
        assert_eq!(balances + figures[figures.len() - 1], 5, "{table}");
    }
    let csv = printed(&document, "csv");
    let mut lines = csv.lines();
    assert!(lines.next().unwrap().ends_with(",last_trick.card,pot"));
    assert!(lines.next().unwrap().ends_with(",idiot,7"), "{csv}");
}

#[test]
fn a_table_shows_records_and_open_contracts() {
    let document = sample_after("berzerka", 11);
    let table = printed(&document, "table");
    let table: Vec<&str> = table.lines().collect();
    for line in [
        " Hand  Contract         ×    Michelle            DJ         Jacob",
        "   11  Seeing Red       4  •     2  6    [2] −4  −4         2  −2",
        "In brackets: record.",
        "Still open to Michelle: Bottle It Up",
        "Still open to DJ: Hidden Strength",
        "Still open to Jacob: Berzerka, Hidden Strength",
    ] {
        assert!(table.contains(&line), "{line} in {table:#?}");
    }
}

#[test]
fn column_names_in_an_export_are_unique() {
    for entry in overtrick_games::all() {
        let csv = printed(&sample_after(entry.folder, 1), "csv");
        let mut names: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all, "{}: {names:?}", entry.facts.id);
    }
}
