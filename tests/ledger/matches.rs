//! A match stored as a log has the same result as its document.

use serde_json::json;

use overtrick_match::document::{Report, score};
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Change, Match};

use crate::ledger::table::{
    begin, brink, codes, empty, game_ids, make, report, seen, to_value, two_hands,
};
use crate::support::sample;

#[test]
fn a_match_recorded_hand_by_hand_equals_the_match_of_its_document() {
    for game in game_ids() {
        let whole = sample(game);
        let (document, hands) = empty(game);
        let mut played = begin(&document);
        for hand in hands {
            make(&mut played, json!({ "action": "set_current", "hand": {} })).unwrap();
            make(&mut played, json!({ "action": "record", "hand": hand })).unwrap();
        }
        for adjustment in whole["adjustments"].as_array().into_iter().flatten() {
            make(
                &mut played,
                json!({ "action": "adjust", "adjustment": adjustment }),
            )
            .unwrap();
        }
        if whole["finished"] == true {
            make(&mut played, json!({ "action": "finish" })).unwrap();
        }
        let direct = score(whole.to_string().as_bytes()).unwrap();
        let direct = serde_json::to_value(Report::new(direct, Language::english())).unwrap();
        assert_eq!(report(&played), direct, "{game}");
        assert_eq!(report(&begin(&whole)), direct, "{game}, imported");
        let exported = to_value(&played.document());
        let again = to_value(&begin(&exported).document());
        assert_eq!(again, exported, "{game}, exported and imported");
    }
}

#[test]
fn current_options_and_edition_are_stored_in_a_new_match() {
    let document = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "options": { "made_points": 6 }, "hands": [] });
    let frozen = to_value(&begin(&document).document());
    assert_eq!(frozen["edition"], 1);
    assert_eq!(
        frozen["options"],
        json!({ "made_points": 6, "brink_points": 2, "first_hand_cards": 4, "last_hand_cards": 13 })
    );
}

#[test]
fn a_finished_match_accepts_no_hand_until_it_is_reopened() {
    let mut played = two_hands();
    make(
        &mut played,
        json!({ "action": "set_current", "hand": { "bids": { "Ann": 1 } } }),
    )
    .unwrap();
    make(&mut played, json!({ "action": "finish" })).unwrap();
    assert!(seen(&played).get("current").is_none());
    assert_eq!(report(&played)["status"], "complete");
    let record = json!({ "action": "record", "hand": brink([4, 4], [1, 2]) });
    assert_eq!(
        codes(make(&mut played, json!({ "action": "finish" })))[0].0,
        "already-finished"
    );
    assert_eq!(
        codes(make(
            &mut played,
            json!({ "action": "set_current", "hand": {} })
        ))[0]
            .0,
        "match-complete"
    );
    make(&mut played, json!({ "action": "reopen" })).unwrap();
    make(&mut played, record).unwrap();
    assert_eq!(
        codes(make(&mut played, json!({ "action": "reopen" })))[0].0,
        "not-finished"
    );
}

#[test]
fn the_title_of_a_match_can_be_changed_and_removed() {
    let mut played = two_hands();
    make(
        &mut played,
        json!({ "action": "describe", "title": "Friday", "location": "The Crown" }),
    )
    .unwrap();
    make(
        &mut played,
        json!({ "action": "describe", "played_on": "2026-11-20", "location": "" }),
    )
    .unwrap();
    let document = seen(&played);
    assert_eq!(
        (&document["title"], &document["played_on"]),
        (&json!("Friday"), &json!("2026-11-20"))
    );
    assert!(document.get("location").is_none());
    let report = codes(make(
        &mut played,
        json!({ "action": "describe", "played_on": "yesterday" }),
    ));
    assert_eq!(report, [("bad-date", "/played_on".to_owned())]);
}

#[test]
fn an_adjustment_is_counted_and_can_be_retracted() {
    let mut played = two_hands();
    let totals = |played: &Match| serde_json::to_value(&played.outcome().totals).unwrap();
    let before = totals(&played);
    let adjust = |after: i64, player: &str| {
        json!({ "action": "adjust", "adjustment":
        { "after_hand": after, "player": player, "points": -3, "reason": "revoke" } })
    };
    make(&mut played, adjust(1, "ann")).unwrap();
    assert_eq!(
        totals(&played)[0].as_i64().unwrap(),
        before[0].as_i64().unwrap() - 3
    );
    for (change, code, pointer) in [
        (
            adjust(3, "Ann"),
            "no-such-hand",
            "/adjustments/1/after_hand",
        ),
        (adjust(1, "Zoe"), "unknown-player", "/adjustments/1/player"),
        (
            json!({ "action": "adjust", "adjustment": 3 }),
            "wrong-type",
            "/adjustments/1",
        ),
        (
            json!({ "action": "retract", "adjustment": 2, "reason": "x" }),
            "no-such-adjustment",
            "/adjustment",
        ),
    ] {
        assert_eq!(
            codes(make(&mut played, change))[0],
            (code, pointer.to_owned())
        );
    }
    make(
        &mut played,
        json!({ "action": "retract", "adjustment": 1, "reason": "appeal" }),
    )
    .unwrap();
    assert_eq!(totals(&played), before);
    assert_eq!(
        to_value(&played.document())["history"][0]["action"],
        "retract"
    );
}

#[test]
fn malformed_changes_are_refused() {
    for bad in [
        json!({ "action": "undo", "why": 1 }),
        json!({ "action": "void", "hand": 1 }),
        json!({ "action": "void", "hand": -1, "reason": "x" }),
        json!({ "action": "record", "hand": {}, "hands": [] }),
        json!({ "action": "correct", "reason": "x", "edits": [{ "edit": "remove", "hand": 1, "with": {} }] }),
        json!({ "action": "dance" }),
        json!({}),
    ] {
        assert!(
            serde_json::from_value::<Change>(bad.clone()).is_err(),
            "{bad}"
        );
    }
}
