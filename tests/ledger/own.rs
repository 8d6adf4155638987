//! Matches of custom games as logs: these work like built-in games, and contain their definitions.

use serde_json::json;

use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding};
use overtrick_match::ledger::{Bounds, Change, Match, Opening, Role, SALT, StoredLog};
use overtrick_match::play::{LocalMatch, next_document};
use overtrick_own::read_file;

use crate::ledger::table::{AT, id, to_json};
use crate::served::forged;

const OH_HELL: &str = include_str!("../../templates/own-games/oh_hell.toml");

/// Returns the definition of Oh Hell with these replacements. It has no texts in other languages,
/// because they would need the same replacements.
fn oh_hell(changes: &[(&str, &str)]) -> Json {
    let mut text = OH_HELL.split("[text.").next().unwrap().to_owned();
    for (before, after) in changes {
        assert!(text.contains(before), "{before}");
        text = text.replace(before, after);
    }
    read_file(&text).unwrap().json
}

fn document(definition: Option<Json>) -> Json {
    let mut document = vec![
        ("game", Json::from("oh-hell")),
        ("players", ["Ann", "Bo", "Cy"].into_iter().collect()),
        ("options", Json::object([("made_points", Json::Int(12))])),
        ("first_dealer", "Bo".into()),
        ("hands", Json::List(Vec::new())),
    ];
    if let Some(definition) = definition {
        document[0].1 = "own".into();
        document.insert(1, ("definition", definition));
    }
    Json::object(document)
}

fn begun(document: &Json) -> Result<LocalMatch, Faults> {
    LocalMatch::begin(&id(), document, Opening::default(), AT, &[7; SALT * 3])
}

/// Returns a hand in which every player bid zero.
fn hand(ann: i64, bo: i64, cy: i64) -> serde_json::Value {
    json!({ "bids": { "Ann": 0, "Bo": 0, "Cy": 0 }, "tricks": { "Ann": ann, "Bo": bo, "Cy": cy } })
}

/// Returns changes of every kind, as in an evening at a table.
fn evening() -> Vec<Change> {
    let changes = json!([
        { "action": "set_current", "hand": { "bids": { "Ann": 0 } } },
        { "action": "record", "hand": hand(1, 0, 0) },
        { "action": "record", "hand": hand(0, 1, 1) },
        { "action": "undo" },
        { "action": "redo" },
        { "action": "correct", "reason": "counted again",
            "edits": [{ "edit": "replace", "hand": 1, "with": hand(0, 1, 0) }] },
        { "action": "adjust",
            "adjustment": { "after_hand": 1, "player": "Bo", "points": -2, "reason": "late" } },
        { "action": "rename", "seat": 3, "name": "Cyril" },
        { "action": "substitute", "seat": 1, "name": "Dora", "from_hand": 3 },
        { "action": "erase", "person": 2, "name": "Player 2" },
        { "action": "finish" },
    ]);
    serde_json::from_value(changes).unwrap()
}

fn played(document: &Json) -> LocalMatch {
    let mut kept = begun(document).unwrap();
    for change in evening() {
        kept = kept.after(change, AT, &[3; SALT * 3]).unwrap();
    }
    kept
}

fn outcomes(played: &Match) -> Vec<(usize, String, bool)> {
    let events = played.events().iter();
    let outcomes = events.map(|event| {
        let totals = serde_json::to_string(&event.outcome.totals).unwrap();
        (event.outcome.hands, totals, event.outcome.complete)
    });
    outcomes.collect()
}

#[test]
fn a_custom_game_is_stored_like_the_shipped_game_it_describes() {
    let (own, shipped) = (
        played(&document(Some(oh_hell(&[])))),
        played(&document(None)),
    );
    assert_eq!(outcomes(&own.played), outcomes(&shipped.played));
    let text = |kept: &LocalMatch| serde_json::to_string(&kept.played.document()).unwrap();
    let shared = |text: String| {
        let mut document: serde_json::Value = serde_json::from_str(&text).unwrap();
        let entries = document.as_object_mut().unwrap();
        for key in ["game", "definition", "edition", "options"] {
            entries.remove(key);
        }
        document
    };
    assert_eq!(shared(text(&own)), shared(text(&shipped)));
    assert!(!text(&own).contains("Bo\""), "{}", text(&own));
    assert_eq!(own.played.game(), "own");
    let called = own.played.match_game().custom_name().map(|name| &**name);
    assert_eq!(called, Some("oh-hell"));
    assert_eq!(shipped.played.match_game().custom_name(), None);
}

#[test]
fn a_log_contains_the_definition_and_everything_to_score() {
    let definition = oh_hell(&[]);
    let kept = played(&document(Some(definition.clone())));
    let text = serde_json::to_string(&kept.log).unwrap();
    let log: StoredLog = serde_json::from_str(&text).unwrap();
    let judged = log.clone().judge(&Bounds::default()).unwrap();
    assert_eq!(judged.document(), kept.played.document());
    assert_eq!(judged.document().get("definition"), Some(&definition));
    assert_eq!(log.verify().unwrap().head(), kept.played.head());
    // The next match uses the same definition.
    let next = next_document(&kept.played).unwrap();
    assert_eq!(next.get("definition"), Some(&definition));
    assert!(begun(&next).is_ok());
}

#[test]
fn the_definition_is_covered_by_the_chain_and_its_rules_by_the_fingerprint() {
    let of = |changes: &[(&str, &str)]| {
        let kept = begun(&document(Some(oh_hell(changes)))).unwrap();
        let scored = kept.played.scored().unwrap();
        let head = kept.played.head().unwrap().to_string();
        (head, scored.fingerprint().to_owned())
    };
    let (head, rules) = of(&[]);
    let reworded = of(&[("Any other number: nothing.", "Anything else: nothing.")]);
    let rewritten = of(&[("-missed_points * abs", "-2 * missed_points * abs")]);
    assert_ne!(reworded.0, head);
    assert_eq!(reworded.1, rules);
    assert_ne!(rewritten.0, head);
    assert_ne!(rewritten.1, rules);
}

fn places(faults: &[Finding]) -> Vec<(String, String)> {
    let places = faults.iter();
    let places = places.map(|fault| (fault.code.to_string(), fault.pointer.clone()));
    places.collect()
}

#[test]
fn a_log_with_a_damaged_definition_is_refused() {
    let log = played(&document(Some(oh_hell(&[])))).log;
    let with = |before: &str, after: &str| {
        let log = forged(log.clone(), |log| {
            let kind = &mut log.events[0].kind;
            assert!(kind.contains(before), "{kind}");
            *kind = kind.replace(before, after);
        });
        let faults = log.judge(&Bounds::default()).unwrap_err();
        places(&faults)
    };
    let at = |code: &str| vec![(code.to_owned(), "/events/0/kind".to_owned())];
    // The changed text is not a valid definition; every fault is reported.
    let each = (0..5).flat_map(|_| at("own-unknown-name"));
    let each: Vec<_> = each.collect();
    assert_eq!(with("trick_points * ", "trick_pionts * "), each);
    // The changed definition is valid, but gives other points than the recorded ones.
    let other = with(
        "made_points + trick_points",
        "made_points + 3 + trick_points",
    );
    assert_eq!(
        other,
        [("damaged-log".to_owned(), "/events/11/outcome".to_owned())]
    );
    // If the chain is not recomputed, any other changed text is damage too.
    let mut changed = log;
    let kind = &mut changed.events[0].kind;
    *kind = kind.replace("nothing.", "naught.");
    let faults = changed.judge(&Bounds::default()).unwrap_err();
    assert_eq!(places(&faults)[0].0, "damaged-log");
}

fn hands() -> [Change; 2] {
    [hand(1, 0, 0), hand(0, 1, 1)].map(|hand| Change::Record {
        hand: to_json(&hand),
    })
}

fn after(kept: LocalMatch, changes: impl IntoIterator<Item = Change>) -> LocalMatch {
    let mut changes = changes.into_iter();
    changes
        .try_fold(kept, |kept, change| kept.after(change, AT, &[]))
        .unwrap()
}

fn redefine(definition: Json) -> Change {
    Change::Redefine {
        definition,
        reason: " the bonus was forgotten ".to_owned(),
    }
}

#[test]
fn replacing_a_definition_judges_the_whole_match_again() {
    let right = oh_hell(&[
        (
            "made_points + trick_points",
            "made_points + bonus + trick_points",
        ),
        (
            "trick_points={number=[0, 1000], default=1",
            "bonus={number=[0, 9], default=3}\ntrick_points={number=[0, 1000], default=1",
        ),
    ]);
    let wrong = begun(&document(Some(oh_hell(&[])))).unwrap();
    let kept = after(wrong, hands());
    let before = kept.played.scored().unwrap().totals.clone();
    let kept = after(kept, [redefine(right.clone())]);
    let always = after(begun(&document(Some(right.clone()))).unwrap(), hands());
    let (scored, expected) = (
        kept.played.scored().unwrap(),
        always.played.scored().unwrap(),
    );
    assert_eq!(scored.totals, expected.totals);
    assert_eq!(scored.fingerprint(), expected.fingerprint());
    let [ann, ..] = before[..] else { panic!() };
    assert_eq!(scored.totals[0], ann + overtrick_core::Points::whole(3));
    // House rules that both definitions have keep their values; new rules have their defaults.
    let now = kept.played.document();
    assert_eq!(now.get("definition"), Some(&right));
    let options = now.get("options").unwrap();
    assert_eq!(
        (options.int("made_points"), options.int("bonus")),
        (Some(12), Some(3))
    );
    let entry = now.list("history").last().unwrap();
    assert_eq!(
        (entry.text("action"), entry.text("reason")),
        (Some("redefine"), Some("the bonus was forgotten"))
    );
    // The log contains both definitions, so the change can be verified, undone and redone.
    let text = serde_json::to_string(&kept.log).unwrap();
    let log: StoredLog = serde_json::from_str(&text).unwrap();
    let judged = log.clone().judge(&Bounds::default()).unwrap();
    assert_eq!(judged.document(), now);
    log.verify().unwrap();
    let kept = after(kept, [Change::Undo {}]);
    assert_eq!(kept.played.scored().unwrap().totals, before);
    assert_eq!(
        kept.played.document().get("definition"),
        Some(&oh_hell(&[]))
    );
    let kept = after(kept, [Change::Redo {}]);
    assert_eq!(kept.played.scored().unwrap().totals, expected.totals);
    assert_eq!(
        kept.played.at_version(3).unwrap().scored().unwrap().totals,
        before
    );
    assert_eq!(kept.played.required_role(&Change::Undo {}), Role::Direct);
    // A match opened from the document uses the new definition.
    let again = begun(&kept.played.document()).unwrap();
    assert_eq!(again.played.scored().unwrap().totals, expected.totals);
}

#[test]
fn a_definition_that_makes_hands_invalid_is_refused_with_all_of_them() {
    let kept = after(begun(&document(Some(oh_hell(&[])))).unwrap(), hands());
    let refused = |changes: &[(&str, &str)]| {
        let refused = kept
            .played
            .after(redefine(oh_hell(changes)), AT, Role::Direct);
        places(&refused.unwrap_err())
    };
    let at = |code: &str, place: &str| (code.to_owned(), place.to_owned());
    assert_eq!(
        refused(&[("sum=\"cards\"", "sum=\"cards + 1\"")]),
        [
            at("tricks-sum", "/hands/0/tricks"),
            at("tricks-sum", "/hands/1/tricks")
        ]
    );
    assert_eq!(
        refused(&[
            ("trick_points * bids + (if", "trick_pionts * bids + (if"),
            ("then trick_points * tricks", "then trick_pionts * tricks"),
        ]),
        [
            at("own-unknown-name", "/definition/score/0/points"),
            at("own-unknown-name", "/definition/score/1/points")
        ]
    );
    assert_eq!(
        refused(&[(
            "made_points={number=[0, 1000]",
            "made_points={number=[0, 11]"
        )]),
        [at("out-of-range", "/options/made_points")]
    );
    assert_eq!(
        refused(&[("players=[3, 8]", "players=[4, 8]")]),
        [at("players-count", "/players")]
    );
    assert_eq!(
        refused(&[("id=\"oh-hell\"", "id=\"oh-well\"")]),
        [at("redefine-id", "/definition/id")]
    );
    assert_eq!(
        refused(&[(
            "{name=\"trump\", words=[\"spades\", \"diamonds\", \"clubs\", \"hearts\", \"no-trump\"]",
            "{name=\"trump\", player=true"
        )]),
        [at("redefine-field", "/definition/field")]
    );
    let blank = Change::Redefine {
        definition: oh_hell(&[]),
        reason: " ".to_owned(),
    };
    assert_eq!(
        places(&kept.played.after(blank, AT, Role::Direct).unwrap_err()),
        [at("reason-empty", "/reason")]
    );
    let shipped = begun(&document(None)).unwrap().played;
    let faults = shipped
        .after(redefine(oh_hell(&[])), AT, Role::Direct)
        .unwrap_err();
    assert_eq!(places(&faults), [at("redefine-shipped", "/definition")]);
}

#[test]
fn differences_between_definitions_are_found() {
    let here = begun(&document(Some(oh_hell(&[])))).unwrap().played;
    let other = oh_hell(&[("Any other number: nothing.", "Anything else: nothing.")]);
    let there = begun(&document(Some(other))).unwrap().played;
    let differences = here.differences(&there, &[]);
    let [difference] = &differences[..] else {
        panic!("{differences:?}");
    };
    assert_eq!(difference.pointer, "/definition/clauses/missed");
    assert!(difference.is_fixed);
    assert_eq!(here.differences(&here, &[]), []);
}
