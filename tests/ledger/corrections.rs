//! Corrections, whose edits are judged together, and the history.

use serde_json::{Value, json};

use overtrick_match::document::score;

use crate::ledger::table::{begin, brink, codes, empty, make, report, seen, to_value, two_hands};

#[test]
fn a_void_hand_stays_in_the_history_without_counting() {
    let mut played = two_hands();
    make(
        &mut played,
        json!({ "action": "adjust", "adjustment":
        { "after_hand": 2, "player": "bo", "points": -2, "reason": "revoke" } }),
    )
    .unwrap();
    make(
        &mut played,
        json!({ "action": "void", "hand": 2, "reason": "misdeal" }),
    )
    .unwrap();
    let document = to_value(&played.document());
    assert_eq!(document["hands"].as_array().unwrap().len(), 1);
    assert_eq!(
        document["adjustments"][0]["after_hand"], 1,
        "the adjustment moves to the previous hand"
    );
    assert_eq!(document["adjustments"][0]["player"], "Bo");
    let text = &document["history"][0];
    assert_eq!(
        (&text["action"], &text["hand"], &text["reason"], &text["by"]),
        (
            &json!("void"),
            &json!(2),
            &json!("misdeal"),
            &json!("direct")
        )
    );
    assert_eq!(text["before"]["bids"], json!({ "Ann": 3, "Bo": 1 }));
    make(&mut played, json!({ "action": "undo" })).unwrap();
    let document = to_value(&played.document());
    assert_eq!(document["adjustments"][0]["after_hand"], 2);
    assert_eq!(document["history"][1]["action"], "undo");
    assert!(
        score(document.to_string().as_bytes()).is_ok(),
        "a document with a history is valid"
    );
}

/// Two hands of one declarer were recorded in the wrong order. No player may declare a contract
/// twice, so neither hand can be corrected without the other.
#[test]
fn swapped_hands_are_corrected_together_but_not_one_by_one() {
    let (mut document, hands) = empty("berzerka");
    document["hands"] = json!(hands);
    let right = begin(&document);
    let (one, other) = (5, 8);
    assert_eq!(hands[one]["declarer"], hands[other]["declarer"]);
    document["hands"].as_array_mut().unwrap().swap(one, other);
    let mut played = begin(&document);
    let before = seen(&played);
    let replace = |hand: usize| json!({ "edit": "replace", "hand": hand + 1, "with": hands[hand] });
    let correct =
        |edits: Vec<Value>| json!({ "action": "correct", "edits": edits, "reason": "swapped" });
    for alone in [one, other] {
        let text = codes(make(&mut played, correct(vec![replace(alone)])));
        assert_eq!(text[0].0, "contract-played");
        assert_eq!(seen(&played), before);
    }
    make(&mut played, correct(vec![replace(one), replace(other)])).unwrap();
    assert_eq!(report(&played), report(&right));
    assert_eq!(
        to_value(&played.document())["history"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    make(&mut played, json!({ "action": "undo" })).unwrap();
    let moves = correct(vec![
        json!({ "edit": "move", "hand": other + 1, "to": one + 1 }),
        json!({ "edit": "move", "hand": one + 2, "to": other + 1 }),
    ]);
    make(&mut played, moves).unwrap();
    assert_eq!(report(&played), report(&right));
}

#[test]
fn an_inserted_hand_moves_the_following_hands() {
    let mut played = two_hands();
    make(
        &mut played,
        json!({ "action": "adjust", "adjustment":
        { "after_hand": 1, "player": "Ann", "points": -1, "reason": "slow" } }),
    )
    .unwrap();
    let edits = json!([
        { "edit": "remove", "hand": 2 },
        { "edit": "insert", "before": 1, "with": brink([0, 2], [2, 2]) },
        { "edit": "insert", "before": 3, "with": brink([4, 4], [1, 2]) },
    ]);
    // The old first hand is now the second, which has one more card, so its tricks do not add up.
    let report = codes(make(
        &mut played,
        json!({ "action": "correct", "edits": edits, "reason": "forgot one" }),
    ));
    assert!(
        report.iter().any(|(code, _)| *code == "tricks-sum"),
        "{report:?}"
    );
    assert_eq!(played.version(), 2);
    let edits = json!([{ "edit": "insert", "before": 3, "with": brink([4, 4], [1, 2]) }]);
    make(
        &mut played,
        json!({ "action": "correct", "edits": edits, "reason": "forgot one" }),
    )
    .unwrap();
    assert_eq!(seen(&played)["adjustments"][0]["after_hand"], 1);
    for (edit, pointer) in [
        (json!({ "edit": "remove", "hand": 4 }), "/edits/0/hand"),
        (
            json!({ "edit": "insert", "before": 5, "with": {} }),
            "/edits/0/before",
        ),
        (json!({ "edit": "move", "hand": 1, "to": 0 }), "/edits/0/to"),
    ] {
        let report = codes(make(
            &mut played,
            json!({ "action": "correct", "edits": [edit], "reason": "x" }),
        ));
        assert_eq!(report, [("no-such-hand", pointer.to_owned())]);
    }
    let report = codes(make(
        &mut played,
        json!({ "action": "correct", "edits": [], "reason": "x" }),
    ));
    assert_eq!(report[0].0, "no-edits");
    let report = codes(make(
        &mut played,
        json!({ "action": "void", "hand": 1, "reason": " " }),
    ));
    assert_eq!(report[0].0, "reason-empty");
}
