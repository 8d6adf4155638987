//! `overtrick new` and `overtrick compare`.

use serde_json::{Value, json};

use crate::cli::{SAMPLE, err, out, overtrick, status, with_input};

#[test]
fn a_new_match_document_has_every_house_rule() {
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
fn a_quoted_name_may_contain_a_comma() {
    let players = "\"Smith, Ann\",Bo, \"Cy \"\"Ace\"\" Lee\"";
    let output = overtrick(&["new", "brink-bid", "--players", players]);
    assert_eq!(status(&output), 0, "{}", err(&output));
    let document: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(
        document["players"],
        json!(["Smith, Ann", "Bo", "Cy \"Ace\" Lee"])
    );
}

#[test]
fn a_comparison_shows_both_readings_and_the_clause() {
    let output = overtrick(&["compare", SAMPLE, "--option", "brink_points=4"]);
    assert_eq!(status(&output), 0, "{}", err(&output));
    for text in [
        "as written",
        "brink_points=4",
        "The first hand that differs: Hand 1",
        "brink-bid/brink: One trick more",
    ] {
        assert!(out(&output).contains(text), "{text} in {}", out(&output));
    }
    let output = overtrick(&["compare", SAMPLE, "--option", "brink_points=2"]);
    assert!(out(&output).contains("No hand has a different result."));
    let output = overtrick(&["compare", SAMPLE, "--option", "first_hand_cards=5"]);
    assert_eq!(status(&output), 1, "the hands do not fit the other option");
    assert!(err(&output).contains("/hands/0/tricks"));
}

#[test]
fn names_that_look_alike_are_accepted_with_a_warning() {
    let document = json!({ "game": "brink-bid", "players": ["Ann", "\u{410}nn"], "hands": [] });
    for (lang, message) in [("en", "looks like Ann"), ("cs", "vypadá jako Ann")] {
        let input = document.to_string();
        let output = with_input(&["score", "-", "--lang", lang], input.as_bytes());
        assert_eq!(status(&output), 0, "{}", err(&output));
        let report: Value = serde_json::from_str(&out(&output)).unwrap();
        let warning = &report["warnings"][0];
        assert_eq!(
            (&warning["code"], &warning["pointer"]),
            (&json!("name-alike"), &json!("/players/1"))
        );
        assert!(
            warning["text"].as_str().unwrap().contains(message),
            "{warning}"
        );
        let arguments = ["score", "-", "--format", "table", "--lang", lang];
        let table = out(&with_input(&arguments, input.as_bytes()));
        assert!(table.contains("! /players/1: "), "{table}");
    }
    let new = overtrick(&["new", "brink-bid", "--players", "Ann,\u{410}nn"]);
    assert_eq!(status(&new), 0);
    assert!(err(&new).contains("looks like Ann"), "{}", err(&new));
    let plain = out(&overtrick(&["score", SAMPLE]));
    assert!(serde_json::from_str::<Value>(&plain).unwrap()["warnings"].is_null());
}
