//! Compares the estimated memory of a match with its real memory.

#![expect(
    clippy::disallowed_methods,
    reason = "the memory of the process is read from a file"
)]

use overtrick_core::json::Json;
use overtrick_match::ledger::{Change, Match, MatchId, Opening, Role, Timestamp};

/// A function that creates a match of one kind.
type Make = Box<dyn Fn() -> Match>;

const AT: Timestamp = Timestamp::from_millis(0);

/// Returns the resident memory of this process in bytes.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

fn begin(document: &str) -> Match {
    let document: Json = serde_json::from_str(document).unwrap();
    let id = MatchId::read("AAAAAAAAAAAAAAAAAAAAAA").unwrap();
    Match::begin(&id, &document, Opening::default(), AT, Role::Direct).unwrap()
}

fn change(played: &mut Match, change: &str) {
    let change: Change = serde_json::from_str(change).unwrap();
    *played = played.after(change, AT, Role::Direct).unwrap();
}

/// Returns a match of a custom game with this many long scores, languages and hands.
fn own(scores: usize, languages: usize, hands: usize) -> String {
    let long = "T".repeat(390);
    let clause = |number: usize| format!(r#""c{number}": "{number} {long}""#);
    let clauses: Vec<String> = (0..scores).map(clause).collect();
    let score = |number: usize| {
        format!(r#"{{"points": {number}, "clause": "c{number}", "with": ["who", "t", "hand"]}}"#)
    };
    let score: Vec<String> = (0..scores).map(score).collect();
    let text = |number: u8| format!(r#""a{}": {{"name": "x"}}"#, char::from(b'a' + number));
    let texts: Vec<String> = (0..u8::try_from(languages).unwrap()).map(text).collect();
    let hands = vec!["{}"; hands].join(",");
    format!(
        r#"{{"game": "own", "players": ["A", "B", "C", "D", "E"], "hands": [{hands}], "definition": {{
            "language": 1, "id": "x", "players": [5, 5], "let": {{"who": "me", "t": "total + 1"}},
            "clauses": {{{}}}, "score": [{}], "text": {{{}}}}}}}"#,
        clauses.join(","),
        score.join(","),
        texts.join(",")
    )
}

/// Returns a match with 200 adjustments, and corrections that renumber all of them.
fn renumbered() -> Match {
    let adjustment = r#"{"after_hand": 1, "player": "A", "points": 1, "reason": "a reason"}"#;
    let adjustments = vec![adjustment; 200].join(",");
    let document = own(1, 0, 1);
    let document = document.trim_end().strip_suffix('}').unwrap();
    let mut played = begin(&format!(r#"{document}, "adjustments": [{adjustments}]}}"#));
    for round in 0..100 {
        let edit = if round % 2 == 0 {
            r#"{"edit": "insert", "before": 1, "with": {}}"#
        } else {
            r#"{"edit": "remove", "hand": 1}"#
        };
        let edits = format!(r#"{{"action": "correct", "reason": "x", "edits": [{edit}]}}"#);
        change(&mut played, &edits);
    }
    played
}

fn redefined() -> Match {
    let mut played = begin(&own(12, 16, 20));
    for round in 0..5 {
        let document: Json = serde_json::from_str(&own(12, 16, 0)).unwrap();
        let Some(Json::Object(mut definition)) = document.get("definition").cloned() else {
            panic!("there is no definition");
        };
        definition.push(("name".to_owned(), Json::Text(format!("Game {round}"))));
        let definition = serde_json::to_string(&Json::Object(definition)).unwrap();
        let redefine =
            format!(r#"{{"action": "redefine", "reason": "x", "definition": {definition}}}"#);
        change(&mut played, &redefine);
    }
    played
}

#[test]
fn the_memory_estimate_is_one_to_four_times_the_real_size() {
    if resident().is_none() {
        println!("the memory of a process is not known here");
        return;
    }
    let notes = format!(
        r#"{{"game": "brink-bid", "players": ["Ann", "Bo"], "hands": [], "history": [{}]}}"#,
        vec![format!(r#"{{"action": "x", "reason": "{}"}}"#, "n".repeat(5_000)); 40].join(",")
    );
    let kinds: [(&str, usize, Make); 6] = [
        (
            "large clauses, 300 hands",
            6,
            Box::new(|| begin(&own(12, 0, 300))),
        ),
        (
            "clauses in many languages",
            30,
            Box::new(|| begin(&own(40, 16, 0))),
        ),
        ("small custom game", 200, Box::new(|| begin(&own(1, 0, 30)))),
        ("adjustments that were renumbered", 5, Box::new(renumbered)),
        ("definitions that were replaced", 15, Box::new(redefined)),
        ("long remarks", 60, Box::new(move || begin(&notes))),
    ];
    // All matches stay in memory, so that no match reuses freed memory.
    let mut kept: Vec<Match> = Vec::new();
    for (what, count, make) in kinds {
        let first = make();
        let before = resident().unwrap();
        kept.extend((0..count).map(|_| make()));
        let real = (resident().unwrap().saturating_sub(before)) / count;
        let estimate = first.memory();
        println!("{what}: estimate {estimate}, real {real}");
        assert!(estimate * 10 >= real * 9, "{what}: {estimate} for {real}");
        assert!(
            estimate <= 4 * real.max(30_000),
            "{what}: {estimate} for {real}"
        );
    }
}
