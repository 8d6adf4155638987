//! Tables and texts in terminals of every width: no line is wider, and no id is broken.

use std::process::{Command, Stdio};

use unicode_width::UnicodeWidthStr;

use super::own_games::WIZARD;
use super::{SAMPLE, out, overtrick};

/// The output of a command in a terminal of this many columns; `None` without `script`, the program that provides the
/// terminal.
fn in_terminal(columns: usize, arguments: &[&str]) -> Option<String> {
    let binary = env!("CARGO_BIN_EXE_overtrick");
    let line = format!(
        "stty cols {columns} rows 40; '{binary}' '{}'",
        arguments.join("' '")
    );
    let output = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .stdin(Stdio::null())
        .env_remove("OVERTRICK_LANG")
        .output()
        .ok()?;
    Some(out(&output).replace('\r', ""))
}

/// The lines that are wider than the terminal.
fn wider(text: &str, columns: usize) -> Vec<&str> {
    let is_wider = |line: &&str| line.width() > columns;
    text.lines().filter(is_wider).collect()
}

/// Whether a text contains an id without a line break in it.
fn contains_whole(text: &str, id: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || "-_/".contains(letter);
    let mut found = text.match_indices(id);
    found.any(|(at, _)| {
        !text[..at].ends_with(is_part) && !text[at + id.len()..].starts_with(is_part)
    })
}

#[test]
fn rules_fit_the_terminal_without_breaking_ids() {
    for columns in [30, 40, 60, 80, 100] {
        for entry in overtrick_games::all() {
            let game = entry.facts.id;
            let Some(text) = in_terminal(columns, &["rules", game]) else {
                return println!("skipped: script is missing (apt-get install bsdutils)");
            };
            assert_eq!(wider(&text, columns), [""; 0], "{game}, {columns}");
            let clauses = entry.facts.all_clauses().map(|clause| clause.id);
            let rules = entry.facts.options.iter().map(|rule| rule.field.name);
            // An id may have brackets around it, and an indent and a mark before it.
            let has_room = |id: &&str| id.len() + 4 <= columns;
            for id in clauses.chain(rules).filter(has_room) {
                assert!(contains_whole(&text, id), "{game}, {columns}: {id}");
            }
        }
    }
}

#[test]
fn every_table_fits_the_terminal() {
    let contractor = SAMPLE.replace("brink_bid", "contractor");
    for arguments in [
        &["games"][..],
        &["rules", "mariash", "--irregularities"],
        &["rules", "mariash", "seven"],
        &["score", SAMPLE, "--explain"],
        &["score", &contractor, "--explain"],
        &["compare", SAMPLE, "--option", "made_points=6"],
        &["game", "show", WIZARD],
    ] {
        for columns in [40, 60, 80] {
            let Some(text) = in_terminal(columns, arguments) else {
                return println!("skipped: script is missing (apt-get install bsdutils)");
            };
            assert_eq!(wider(&text, columns), [""; 0], "{arguments:?}, {columns}");
            assert!(text.lines().count() > 3, "{arguments:?}, {columns}: {text}");
        }
    }
    let explained = in_terminal(40, &["score", &contractor, "--explain"]).unwrap_or_default();
    assert!(explained.is_empty() || contains_whole(&explained, "contractor/sure-doubles"));
}

#[test]
fn one_section_or_clause_of_the_rules_is_shown() {
    let shown = |arguments: &[&str]| out(&overtrick(&[&["rules", "mariash"], arguments].concat()));
    let by_last = shown(&["seven"]);
    assert_eq!(by_last, shown(&["mariash/seven"]));
    for message in ["mariash/seven (", "In the text: ", "The contracts"] {
        assert!(by_last.contains(message), "{message}: {by_last}");
    }
    let rule = shown(&["max_doubles"]);
    for message in ["mariash/max-doubles (", "max_doubles = "] {
        assert!(rule.contains(message), "{message}: {rule}");
    }
    let word = shown(&["face", "up"]);
    assert!(word.contains("Open hand\n"), "{word}");
    assert!(!word.contains("The talon\n"), "{word}");
    let shown_card = shown(&["exposed"]);
    assert!(shown_card.contains("play/exposed-card ("), "{shown_card}");
    let inside = shown(&["ace"]);
    assert!(!inside.contains("(place)"), "{inside}");
    let json: serde_json::Value = serde_json::from_str(&shown(&["seven", "--json"])).unwrap();
    assert_eq!(json["clauses"][0]["id"], "mariash/seven");
    let stands_in = json["stands_in"].as_array().unwrap();
    assert!(stands_in.contains(&"The contracts".into()), "{json}");
    let unknown = overtrick(&["rules", "mariash", "sevven"]);
    assert_eq!(super::status(&unknown), 2);
    assert!(
        super::err(&unknown).contains("did you mean mariash/seven?"),
        "{}",
        super::err(&unknown)
    );
}
