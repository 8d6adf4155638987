//! Tests each bound of a definition and of its hands, at the bound and just above it.

use overtrick_core::bounds::{
    MAX_HANDS, MAX_LABEL_CHARACTERS, MAX_REASONS, MAX_REASONS_PER_PLAYER, MAX_STEPS,
    MAX_STEPS_OF_A_MATCH, MAX_TEXT_CHARACTERS, MAX_VALUES_OF_A_REASON,
};
use overtrick_core::json::Json;
use overtrick_core::{Arg, Finding};

use super::score;
use overtrick_own::{Definition, read};

const NAMES: [&str; 10] = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"];

fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap()
}

/// Returns a definition for this many players, with these scores and more entries.
fn definition(players: usize, scores: &[String], more: &str) -> Json {
    let scores = scores.join(",");
    json(&format!(
        r#"{{"language": 1, "id": "x", "players": [{players}, {players}], "score": [{scores}]{more}}}"#
    ))
}

const CLAUSE: &str = r#", "clauses": {"c": "A point."}"#;

/// Returns this many scores, each with different points.
fn lines(count: usize) -> Vec<String> {
    let line = |number| format!(r#"{{"points": {number}, "clause": "c", "with": ["v{number}"]}}"#);
    (0..count).map(line).collect()
}

/// Returns the clause and the values that the scores of `lines` use.
fn values(count: usize) -> String {
    let value = |number| format!(r#""v{number}": "sum(total) + {number}""#);
    let values: Vec<String> = (0..count).map(value).collect();
    format!(r#"{CLAUSE}, "let": {{{}}}"#, values.join(","))
}

fn match_of(definition: &Json, players: usize, hands: usize) -> Result<(), Vec<Finding>> {
    let scored = score(Json::object([
        ("game", "own".into()),
        ("definition", definition.clone()),
        ("players", NAMES[..players].iter().copied().collect()),
        ("hands", vec![Json::EMPTY; hands].into_iter().collect()),
    ]));
    scored.map(drop)
}

fn figure(finding: &Finding, name: &str) -> Option<i64> {
    let mut args = finding.args.iter();
    args.find(|(known, _)| *known == *name)?.1.number()
}

#[test]
fn reasons_per_player_and_hand_are_limited() {
    let most = MAX_REASONS_PER_PLAYER;
    let of = |count| match_of(&definition(2, &lines(count), &values(count)), 2, 3);
    assert!(of(most).is_ok());
    let refused = of(most + 1).unwrap_err();
    assert_eq!(refused.len(), 2 * 3, "each player in each hand");
    assert_eq!(
        (&*refused[0].code, &*refused[0].pointer),
        ("too-many-reasons", "/hands/0")
    );
    assert_eq!(figure(&refused[0], "found"), i64::try_from(most + 1).ok());
    let player = refused[0].args.iter().find(|(name, _)| *name == "player");
    assert_eq!(player.unwrap().1, Arg::Text("A".into()));
}

#[test]
fn different_reasons_per_hand_are_limited() {
    // Each reason includes the player's name, so the reasons of the players differ.
    let of = |each: usize, players: usize| {
        let line = r#"{"points": 1, "clause": "c", "with": ["who", "which"]}"#.to_owned();
        let scores: Vec<String> = (0..each)
            .map(|number| line.replace("which", &format!("v{number}")))
            .collect();
        let more = values(each).replace(r#""let": {"#, r#""let": {"who": "me","#);
        match_of(&definition(players, &scores, &more), players, 1)
    };
    assert!(of(8, 8).is_ok(), "64 reasons");
    let refused = of(7, 10).unwrap_err();
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert_eq!(
        (&*refused[0].code, &*refused[0].pointer),
        ("too-many-reasons", "/hands/0")
    );
    assert_eq!(figure(&refused[0], "found"), Some(70));
    assert_eq!(figure(&refused[0], "most"), i64::try_from(MAX_REASONS).ok());
    // If all players have the same reason, it is only one reason.
    let same = definition(10, &lines(12), &values(12));
    assert!(match_of(&same, 10, 1).is_ok());
}

/// Returns the faults of reading a definition, as codes and pointers.
fn faults(read: &Result<Definition, Vec<Finding>>) -> Vec<(String, String)> {
    let faults = read.as_ref().err().into_iter().flatten();
    faults
        .map(|fault| (fault.code.to_string(), fault.pointer.clone()))
        .collect()
}

#[test]
fn characters_of_texts_are_limited() {
    let long = |length: usize| "ř".repeat(length);
    let texts = |text: usize, label: usize| {
        let (text, label) = (long(text), long(label));
        definition(
            2,
            &[r#"{"points": "n", "clause": "c"}"#.to_owned()],
            &format!(
                r#", "name": "{label}", "clauses": {{"c": "{text}"}},
                "field": [{{"name": "n", "number": [0, 9], "label": "{label}", "about": "{text}"}}],
                "options": {{"o": {{"number": [0, 9], "default": 1, "label": "{label}", "about": "{text}"}}}},
                "text": {{"cs": {{"name": "{label}", "clause": {{"c": "{text}"}}, "line": {{"c": "{text}"}},
                    "label": {{"n": "{label}"}}, "about": {{"n": "{text}"}}}}}}"#
            ),
        )
    };
    let read = |text, label| faults(&read(&texts(text, label)));
    let (text, label) = (MAX_TEXT_CHARACTERS, MAX_LABEL_CHARACTERS);
    assert_eq!(read(text, label), []);
    let refused = |places: &[&str]| -> Vec<(String, String)> {
        let fault = |place: &&str| ("own-limit".to_owned(), (*place).to_owned());
        places.iter().map(fault).collect()
    };
    let mut found = read(text + 1, label);
    found.sort();
    let places = [
        "/clauses/c",
        "/field/0/about",
        "/options/o/about",
        "/text/cs/about/n",
        "/text/cs/clause/c",
        "/text/cs/line/c",
    ];
    assert_eq!(found, refused(&places));
    let mut found = read(text, label + 1);
    found.sort();
    let places = [
        "/field/0/label",
        "/name",
        "/options/o/label",
        "/text/cs/label/n",
        "/text/cs/name",
    ];
    assert_eq!(found, refused(&places));
}

#[test]
fn a_clause_may_have_the_name_of_a_kind_of_text() {
    let text = "x".repeat(MAX_TEXT_CHARACTERS);
    let definition = definition(
        2,
        &[r#"{"points": 1, "clause": "label"}"#.to_owned()],
        &format!(r#", "clauses": {{"label": "{text}"}}"#),
    );
    assert_eq!(faults(&read(&definition)), []);
}

#[test]
fn values_per_reason_are_limited() {
    let of = |count: usize| {
        let names: Vec<String> = (0..count).map(|number| format!(r#""v{number}""#)).collect();
        let score = format!(
            r#"{{"points": 1, "clause": "c", "with": [{}]}}"#,
            names.join(",")
        );
        faults(&read(&definition(2, &[score], &values(count))))
    };
    assert_eq!(of(MAX_VALUES_OF_A_REASON), []);
    let place = "/score/0/with".to_owned();
    assert_eq!(
        of(MAX_VALUES_OF_A_REASON + 1),
        [("own-limit".to_owned(), place)]
    );
}

/// Returns a definition for two players that takes this many steps per hand. The number must be even.
fn stepping(steps: u64) -> Json {
    let of = |parts: &[usize]| {
        let score = |parts: &usize| {
            let points = format!("{}1", "1 + ".repeat(*parts));
            format!(r#"{{"points": "{points}", "clause": "c"}}"#)
        };
        let scores: Vec<String> = parts.iter().map(score).collect();
        let scores = scores
            .join(",")
            .replace("},{", r#"}, {"otherwise": true, "#);
        definition(2, &[scores], CLAUSE)
    };
    let steps_of = |parts: &[usize]| match read(&of(parts)) {
        Ok(definition) => definition.steps(),
        Err(faults) => u64::try_from(figure(&faults[0], "found").unwrap()).unwrap(),
    };
    let (one, two) = (steps_of(&[0]), steps_of(&[1]));
    let (empty, part) = (one, two - one);
    let mut parts = Vec::new();
    let mut left = steps;
    while left > 0 {
        let more = usize::try_from(left.saturating_sub(empty) / part)
            .unwrap()
            .min(20);
        parts.push(more);
        left = left.saturating_sub(empty + part * u64::try_from(more).unwrap());
    }
    of(&parts)
}

#[test]
fn steps_per_hand_and_hands_per_match_are_limited() {
    let most = read(&stepping(MAX_STEPS)).unwrap();
    assert_eq!(most.steps(), MAX_STEPS);
    let refused = read(&stepping(MAX_STEPS + 2)).unwrap_err();
    assert_eq!(refused[0].code, "own-limit");
    assert_eq!(
        figure(&refused[0], "found"),
        i64::try_from(MAX_STEPS + 2).ok()
    );

    // The scores are one `otherwise` chain, so each of the two players has one reason.
    let work = most.work(2);
    assert_eq!((work.steps, work.reasons), (MAX_STEPS, 2));
    let fit = usize::try_from(MAX_STEPS_OF_A_MATCH / work.all_steps()).unwrap();
    assert!(fit < MAX_HANDS, "{fit}");
    let definition = stepping(MAX_STEPS);
    assert!(match_of(&definition, 2, fit).is_ok());
    let refused = match_of(&definition, 2, fit + 1).unwrap_err();
    assert_eq!(
        (&*refused[0].code, &*refused[0].pointer),
        ("too-much-work", "/hands")
    );
    assert_eq!(figure(&refused[0], "fit"), i64::try_from(fit).ok());
}
