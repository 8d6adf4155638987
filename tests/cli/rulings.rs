//! `overtrick adjudicate`.

use serde_json::{Value, json};

use crate::cli::{err, out, status, with_input};

#[test]
fn a_ruling_names_the_rule_and_the_cards() {
    let question = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "question": "trick", "setting": { "trump": "hearts" },
        "hands": { "Ann": ["S-2", "D-3"] }, "cards": [{ "player": "Bo", "card": "S-A" }, { "player": "Ann", "card": "D-3" }] });
    let output = with_input(
        &["adjudicate", "-", "--text"],
        question.to_string().as_bytes(),
    );
    assert_eq!(status(&output), 1, "{}", err(&output));
    let text = out(&output);
    assert!(
        text.contains("ILLEGAL: could have followed spades (brink-bid/follow)"),
        "{text}"
    );
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    let output = with_input(&["adjudicate", "-"], question.to_string().as_bytes());
    let ruling: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(ruling["rulings"][1]["could_play"], json!(["S-2"]));
}

#[test]
fn each_pass_is_set_apart() {
    let passes = |cards: u8| {
        let question = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "question": "pass",
            "dice": { "cards": cards, "direction": "left" }, "cards_dealt": 4 });
        let output = with_input(
            &["adjudicate", "-", "--text"],
            question.to_string().as_bytes(),
        );
        out(&output)
    };
    let text = passes(2);
    assert!(
        text.contains("Ann to Bo cards 2, Bo to Ann cards 2"),
        "{text}"
    );
    let text = passes(0);
    assert!(text.contains("passes      nobody"), "{text}");
}

#[test]
fn the_ruling_on_a_value_names_the_contract() {
    let value = |contract: Value| {
        let question = json!({ "game": "contractor", "players": ["Ann", "Bo", "Cy"], "question": "value",
            "dealer": "Cy", "by": "Ann", "contract": contract });
        let arguments = ["adjudicate", "-", "--text"];
        out(&with_input(&arguments, question.to_string().as_bytes()))
    };
    let text = value(json!({ "strain": "clubs", "foregone": 3, "sour_trumps": true }));
    assert!(
        text.contains("Ann foregone 3 sour trumps strain clubs  legal"),
        "{text}"
    );
    let text = value(json!({ "strain": "clubs", "foregone": 4 }));
    assert!(
        text.contains("Ann foregone 4 strain clubs  ILLEGAL"),
        "{text}"
    );
}
