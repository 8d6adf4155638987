//! Reporting faults: what a field accepts, suggestions, and where the report is written.

use serde_json::{Value, json};

use crate::cli::{err, out, overtrick, status, with_input};

fn score(document: &Value, format: Option<&str>) -> std::process::Output {
    let mut arguments = vec!["score", "-"];
    arguments.extend(format.into_iter().flat_map(|format| ["--format", format]));
    with_input(&arguments, document.to_string().as_bytes())
}

#[test]
fn missing_fields_are_reported_with_their_values() {
    let document = json!({ "game": "mariash", "players": ["Ann", "Bo", "Cy"],
        "hands": [{ "game_type": "trump", "points": { "declarer": 70 } }] });
    let output = err(&score(&document, None));
    for part in [
        "/hands/0/declarer: missing; use the name of a player",
        "/hands/0/points/defense: missing; use a number from 0 to 120",
    ] {
        assert!(output.contains(part), "{output}");
    }
    let document = json!({ "game": "mariash", "players": ["Ann", "Bo", "Cy"],
        "hands": [{ "declarer": "Ann", "game_type": "trump" }, { "points": 3 }] });
    let output = err(&score(&document, None));
    for part in [
        "/hands/0/trump: missing; use one of spades, hearts, clubs, diamonds",
        "/hands/0/points: missing; use an object with declarer, defense",
        "/hands/1/points: expected an object with declarer, defense, found",
    ] {
        assert!(output.contains(part), "{output}");
    }
}

#[test]
fn suggestions_are_the_intended_names() {
    let document = json!({ "game": "berzerka", "players": ["Ann", "Bo", "Cy"],
        "hands": [{ "declarer": "Ann", "bid": "berzerka", "trumps": "spades", "discarded": 3, "trick": 7 }] });
    let output = err(&score(&document, None));
    for part in [
        "did you mean contract?",
        "did you mean trump?",
        "did you mean tricks?",
    ] {
        assert!(output.contains(part), "{output}");
    }
}

#[test]
fn a_fault_in_many_hands_is_listed_once() {
    let document = json!({ "game": "brink-bid", "players": ["Ann", "Bo"],
        "hands": vec![json!({ "bidz": 1 }); 9] });
    let output = err(&score(&document, None));
    assert!(output.contains("  /hands/*/bidz: "), "{output}");
    assert!(
        output.contains("in 9 hands: 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        "{output}"
    );
    assert_eq!(output.matches("bidz").count(), 2, "{output}");
    let all: Value = serde_json::from_str(&out(&score(&document, Some("json")))).unwrap();
    let all = all["errors"].as_array().unwrap();
    assert_eq!(
        all.iter()
            .filter(|fault| fault["code"] == "unknown-field")
            .count(),
        9
    );
}

#[test]
fn faults_are_json_only_if_the_format_is_json() {
    let document = json!({ "game": "mariash", "players": ["Ann"], "hands": [] });
    let text = score(&document, None);
    assert_eq!((status(&text), &*out(&text)), (1, ""));
    assert!(err(&text).contains("/players"));
    let report = score(&document, Some("json"));
    assert_eq!((status(&report), &*err(&report)), (1, ""));
    let report: Value = serde_json::from_str(&out(&report)).unwrap();
    assert_eq!(report["errors"][0]["pointer"], "/players");

    let question = json!({ "game": "mariash" }).to_string();
    let text = with_input(&["adjudicate", "-"], question.as_bytes());
    assert_eq!((status(&text), &*out(&text)), (2, ""));
    let report = with_input(&["adjudicate", "-", "--json"], question.as_bytes());
    assert_eq!((status(&report), &*err(&report)), (2, ""));
    let report: Value = serde_json::from_str(&out(&report)).unwrap();
    assert_eq!(report["errors"][0]["code"], "missing-field");
}

#[test]
fn a_misspelled_game_is_corrected_in_a_command_and_suggested_for_a_document() {
    for name in ["brink-bid", "Brink Bid", "BRINK_BID", "brinkbid"] {
        assert_eq!(status(&overtrick(&["rules", name])), 0, "{name}");
    }
    for (name, expected) in [("Brink Bid", "brink-bid"), ("contracor", "contractor")] {
        let document = json!({ "game": name, "players": ["Ann", "Bo"], "hands": [] });
        let output = err(&score(&document, None));
        let suggestion = format!("did you mean {expected}?");
        assert!(output.contains(&suggestion), "{name}: {output}");
    }
}

#[test]
fn the_fault_of_text_that_is_not_utf8_names_its_encoding() {
    let message = |text: &[u8]| err(&with_input(&["score", "-"], text));
    // Řehoř in Windows-1250.
    let old = message(b"{\"players\": [\n\"Ann\", \"\xd8eho\xf8\"]}");
    assert!(
        old.contains("line 2, column 9") && old.contains("Windows-1250"),
        "{old}"
    );
    let damaged = message(b"{\"players\": [\"Ji\xc5\x99\xc3\xad\", \"Bo\xc5\"]}");
    assert!(damaged.contains("write line 1 again"), "{damaged}");
    let wide: Vec<u8> = "{}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(message(&wide).contains("UTF-16"));
}

#[test]
fn wrong_players_do_not_hide_other_faults() {
    let question = |players: Value| {
        json!({ "game": "contractor", "question": "trick", "players": players,
            "setting": { "contractor": "Ann", "contract": { "strain": "club" } },
            "cards": [{ "player": "Ann", "card": "H-A" }, { "player": "Bo", "card": "zz" }] })
    };
    for players in [
        json!(["Ann"]),
        json!(["Ann", "Bo", "Cy", "Dee"]),
        json!(["Ann", "Bo", "Bo"]),
        json!("Ann, Bo, Cy"),
        Value::Null,
    ] {
        let question = question(players.clone()).to_string();
        let output = err(&with_input(&["adjudicate", "-"], question.as_bytes()));
        for pointer in ["/players", "/setting/contract/strain", "/cards/1/card"] {
            assert!(output.contains(pointer), "{players}: {pointer}: {output}");
        }
        assert!(!output.contains("?1"), "{players}: {output}");
    }
}
