//! Texts by other people in a terminal: they cannot control it, reverse text or forge a line.

use serde_json::{Value, json};

use crate::cli::{err, out, status, with_input};

/// Characters that must not be sent to a terminal.
const ATTACKS: [char; 9] = [
    '\u{1b}', '\u{7}', '\u{9b}', '\u{85}', '\u{202e}', '\u{2066}', '\u{200f}', '\u{2028}', '\r',
];
/// All of these characters, and a line that could be mistaken for one of the program's.
const ATTACK: &str = "\u{1b}[2J\u{7}\u{9b}31m\u{85}\u{202e}\u{2066}\u{200f}\u{2028}\r\nZuzana wins";

fn is_clean(text: &str) -> bool {
    !text.contains(ATTACKS) && !text.lines().any(|line| line.starts_with("Zuzana wins"))
}

fn attacking() -> Value {
    json!({ "game": "brink-bid", "players": ["Ann\u{202e}\u{2066}", "Bo\u{200f}"],
        "title": ATTACK, "location": ATTACK, "notes": ATTACK,
        "adjustments": [{ "after_hand": 0, "player": "Bo\u{200f}", "points": -2, "reason": ATTACK }],
        "hands": [{ "bids": { "Ann\u{202e}\u{2066}": 1, "Bo\u{200f}": 1 },
                    "tricks": { "Ann\u{202e}\u{2066}": 1, "Bo\u{200f}": 3 }, "note": ATTACK }] })
}

#[test]
fn texts_with_terminal_control_characters_are_refused() {
    let document = attacking().to_string();
    for arguments in [
        vec!["score", "-"],
        vec!["score", "-", "--format", "csv"],
        vec!["score", "-", "--format", "table", "--explain"],
        vec!["compare", "-", "--option", "made_points=6"],
    ] {
        let output = with_input(&arguments, document.as_bytes());
        assert_eq!(status(&output), 1, "{}", err(&output));
        let (text, message) = (out(&output), err(&output));
        assert!(
            is_clean(&text) && is_clean(&message),
            "{arguments:?}: {text:?} {message:?}"
        );
        assert!(
            message.contains("U+202E RIGHT-TO-LEFT OVERRIDE"),
            "{message:?}"
        );
        assert!(message.contains("U+001B ESCAPE"), "{message:?}");
    }
    let plain = json!({ "game": "brink-bid", "players": ["Ann", "B\u{1b}o"], "hands": [] });
    let output = with_input(
        &["--lang", "cs", "score", "-"],
        plain.to_string().as_bytes(),
    );
    assert!(err(&output).contains("U+001B ESCAPE"), "{}", err(&output));
}

#[test]
fn errors_escape_control_characters() {
    let keys = json!({ "game": "brink-bid", "players": [ATTACK, "Bo"], ATTACK: 1,
        "options": { ATTACK: ATTACK }, "hands": [{ ATTACK: ATTACK }] });
    let question = json!({ "game": ATTACK, "question": ATTACK });
    let file = ATTACK.replace('/', "");
    let option = format!("{ATTACK}=1");
    for (arguments, input) in [
        (vec!["score", "-"], keys.to_string()),
        (vec!["score", "-"], "\u{1b}[2J{".to_owned()),
        (vec!["adjudicate", "-", "--text"], question.to_string()),
        (vec!["score", &file], String::new()),
        (vec!["rules", ATTACK], String::new()),
        (vec![ATTACK], String::new()),
        (vec!["score", "--format", ATTACK, "-"], String::new()),
        (vec!["new", "brink-bid", "--players", ATTACK], String::new()),
        (
            vec!["new", "brink-bid", "--players", "A,B", "--option", &option],
            String::new(),
        ),
        (vec!["pad", "brink-bid", "--paper", ATTACK], String::new()),
        (
            vec!["pad", "brink-bid", "--font", &file, "-o", "x.pdf"],
            String::new(),
        ),
        (vec!["config", "--config", &file], String::new()),
        (
            vec!["verify", "--database", &format!("sqlite://{file}/x.db")],
            String::new(),
        ),
    ] {
        let output = with_input(&arguments, input.as_bytes());
        assert_ne!(status(&output), 0, "{arguments:?}");
        assert!(is_clean(&out(&output)), "{arguments:?}: {:?}", out(&output));
        assert!(is_clean(&err(&output)), "{arguments:?}: {:?}", err(&output));
        assert!(!err(&output).is_empty(), "{arguments:?}");
    }
}

#[test]
fn questions_with_control_characters_in_names_are_refused() {
    let question = json!({ "game": "brink-bid", "players": ["Ann\u{202e}", "Bo"],
        "question": "auction", "dealer": "Bo", "cards_dealt": 4,
        "calls": [{ "player": "Ann\u{202e}", "call": 9 }] });
    let output = with_input(
        &["adjudicate", "-", "--text"],
        question.to_string().as_bytes(),
    );
    assert!(is_clean(&out(&output)), "{:?}", out(&output));
    assert!(err(&output).contains("U+202E"), "{:?}", err(&output));
}
