//! A match as a log: what is done to it, taken back, corrected, and what is told of it.

#![expect(clippy::disallowed_methods, reason = "a test reads the samples")]

mod support;

use proptest::prelude::*;
use serde_json::{Value, json};

use overtrick::document::{Report, score};
use overtrick::lang::Language;
use overtrick::ledger::{Change, Deed, Event, Ledger, Log, MatchId, Role};
use overtrick::rules::Finding;
use overtrick::rules::json::Json;
use support::Chance;

const GAMES: [&str; 5] = [
    "berzerka",
    "brink-bid",
    "contract-sabacc",
    "contractor",
    "mariash",
];
const AT: &str = "2026-11-21T19:00:00Z";

fn to_json(value: &Value) -> Json {
    serde_json::from_str(&value.to_string()).unwrap()
}

fn to_value(json: &Json) -> Value {
    serde_json::to_value(json).unwrap()
}

fn sample(game: &str) -> Value {
    let path = format!(
        "{}/templates/samples/{game}.json",
        env!("CARGO_MANIFEST_DIR")
    );
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn id() -> MatchId {
    MatchId::read("AAAAAAAAAAAAAAAAAAAAAA").unwrap()
}

fn begin(document: &Value) -> Ledger {
    Ledger::begin(&id(), &to_json(document), AT, Role::Direct).unwrap()
}

fn make(ledger: &mut Ledger, change: Value) -> Result<Event, Vec<Finding>> {
    let change: Change = serde_json::from_value(change).unwrap();
    ledger.apply(change, AT, Role::Direct)
}

fn codes(refused: Result<Event, Vec<Finding>>) -> Vec<(&'static str, String)> {
    let findings = refused.expect_err("the change is refused");
    findings
        .into_iter()
        .map(|finding| (finding.code, finding.pointer))
        .collect()
}

fn report(ledger: &Ledger) -> Value {
    serde_json::to_value(Report::of(ledger.scored().unwrap(), Language::english())).unwrap()
}

/// What a reader of the match sees: the document without what its history tells.
fn seen(ledger: &Ledger) -> Value {
    let mut document = to_value(&ledger.document());
    document.as_object_mut().unwrap().remove("history");
    document
}

/// The sample without its hands, and the hands.
fn empty(game: &str) -> (Value, Vec<Value>) {
    let mut document = sample(game);
    let object = document.as_object_mut().unwrap();
    for key in ["adjustments", "finished", "current"] {
        object.remove(key);
    }
    let hands = object["hands"].take();
    object["hands"] = json!([]);
    (document, hands.as_array().unwrap().clone())
}

#[test]
fn a_match_recorded_hand_by_hand_is_the_match_of_its_document() {
    for game in GAMES {
        let whole = sample(game);
        let (document, hands) = empty(game);
        let mut ledger = begin(&document);
        for hand in hands {
            make(&mut ledger, json!({ "action": "set_current", "hand": {} })).unwrap();
            make(&mut ledger, json!({ "action": "record", "hand": hand })).unwrap();
        }
        for adjustment in whole["adjustments"].as_array().into_iter().flatten() {
            make(
                &mut ledger,
                json!({ "action": "adjust", "adjustment": adjustment }),
            )
            .unwrap();
        }
        if whole["finished"] == true {
            make(&mut ledger, json!({ "action": "finish" })).unwrap();
        }
        let direct = score(whole.to_string().as_bytes()).unwrap();
        let direct = serde_json::to_value(Report::of(direct, Language::english())).unwrap();
        assert_eq!(report(&ledger), direct, "{game}");
        assert_eq!(report(&begin(&whole)), direct, "{game}, imported");
        let exported = to_value(&ledger.document());
        let again = to_value(&begin(&exported).document());
        assert_eq!(again, exported, "{game}, exported and imported");
    }
}

#[test]
fn no_name_stands_in_a_log() {
    for game in GAMES {
        let (mut document, hands) = empty(game);
        let names: Vec<String> = serde_json::from_value(document["players"].clone()).unwrap();
        document["history"] = json!([{ "action": "replace", "hand": 1, "before": hands[0] }]);
        let mut ledger = begin(&document);
        for mut hand in hands {
            hand.as_object_mut().unwrap().remove("note");
            make(&mut ledger, json!({ "action": "record", "hand": hand })).unwrap();
        }
        let next = ledger.outcome().hands + 1;
        for change in [
            json!({ "action": "substitute", "seat": 1, "name": "Substitute", "from_hand": next }),
            json!({ "action": "rename", "seat": 2, "name": "Renamed" }),
            json!({ "action": "erase", "person": 1, "name": "Erased" }),
        ] {
            make(&mut ledger, change).unwrap();
        }
        for event in ledger.events() {
            let told = serde_json::to_string(&event.change).unwrap();
            for name in names
                .iter()
                .map(String::as_str)
                .chain(["Substitute", "Renamed", "Erased"])
            {
                assert!(
                    !told.contains(&format!("\"{name}\"")),
                    "{game}: {name} in {told}"
                );
            }
            let shown = serde_json::to_string(&ledger.told(event)).unwrap();
            assert!(
                !shown.contains("\"s1\"") && !shown.contains("\"n1\""),
                "{shown}"
            );
        }
    }
}

#[test]
fn a_person_is_erased_from_all_that_is_told_and_no_record_is_touched() {
    let mut ledger = two_hands();
    let change = |ledger: &mut Ledger, change: Value| make(ledger, change).unwrap();
    change(
        &mut ledger,
        json!({ "action": "rename", "seat": 2, "name": "Bob" }),
    );
    change(
        &mut ledger,
        json!({ "action": "correct", "edits": [{ "edit": "replace", "hand": 1, "with": {
            "bids": { "Ann": 2, "Bob": 0 }, "tricks": { "Ann": 2, "Bob": 2 } } }], "reason": "misread" }),
    );
    change(
        &mut ledger,
        json!({ "action": "substitute", "seat": 2, "name": "Cy", "from_hand": 2 }),
    );
    let (records, before) = (ledger.log().events, report(&ledger));
    assert_eq!(
        ledger.needs(&serde_json::from_value(json!({ "action": "erase", "person": 2 })).unwrap()),
        Role::Direct
    );
    let event = change(
        &mut ledger,
        json!({ "action": "erase", "person": 2, "name": " Player 2 " }),
    );
    assert_eq!(ledger.log().events[..4], records[..]);
    assert_eq!(report(&ledger), before, "the score is whose it was");
    let names: Vec<String> = ledger.seats()[1]
        .people
        .iter()
        .map(|person| person.name.clone())
        .collect();
    assert_eq!(names, ["Player 2", "Cy"]);
    let everything = serde_json::to_string(&ledger.document()).unwrap()
        + &ledger
            .events()
            .iter()
            .map(|event| serde_json::to_string(&ledger.told(event)).unwrap())
            .collect::<String>()
        + &format!("{:?} {:?}", ledger.log(), ledger.people());
    assert!(!everything.contains("Bo"), "{everything}");
    assert!(everything.contains("Player 2") && everything.contains("Cy"));
    assert_eq!(
        to_value(&ledger.document())["history"]
            .as_array()
            .unwrap()
            .last()
            .unwrap()["action"],
        "erase"
    );

    let again = reread(&ledger);
    assert_eq!(again.document(), ledger.document());
    assert_eq!(
        Ledger::verify(ledger.log()).unwrap().version(),
        event.sequence
    );
    // What is undone after it does not bring the name back.
    change(&mut ledger, json!({ "action": "undo" }));
    assert_eq!(seen(&ledger)["players"], json!(["Ann", "Player 2"]));
    change(&mut ledger, json!({ "action": "redo" }));
    assert_eq!(seen(&ledger)["players"], json!(["Ann", "Cy"]));
    for (wrong, at) in [
        (
            json!({ "action": "erase", "person": 3, "name": "x" }),
            ("no-such-person", "/person"),
        ),
        (
            json!({ "action": "erase", "person": 4, "name": " " }),
            ("name-empty", "/name"),
        ),
        (
            json!({ "action": "erase", "person": 4, "name": "ANN" }),
            ("name-taken", "/players/1"),
        ),
    ] {
        assert_eq!(codes(make(&mut ledger, wrong)), [(at.0, at.1.to_owned())]);
    }
}

#[test]
fn whom_an_imported_history_tells_of_can_be_erased() {
    let mut document = to_value(&two_hands().document());
    document["history"] = json!([
        { "action": "replace", "hand": 1, "before": { "bids": { "Zoe": 2, "Bo": 1 } }, "after": null },
        { "action": "void", "hand": 3, "before": { "bids": { "Zoe": 0, "Ann": 1 } } },
    ]);
    let mut ledger = begin(&document);
    assert_eq!(to_value(&ledger.document())["history"], document["history"]);
    let people: Vec<(usize, String)> = ledger
        .people()
        .into_iter()
        .map(|person| (person.number, person.name))
        .collect();
    assert_eq!(people[2], (3, "Zoe".to_owned()));
    assert!(
        !serde_json::to_string(&ledger.events()[0].change)
            .unwrap()
            .contains("Zoe")
    );
    make(
        &mut ledger,
        json!({ "action": "erase", "person": 3, "name": "Player 3" }),
    )
    .unwrap();
    let told = to_value(&ledger.document())["history"].to_string();
    assert!(told.contains("Player 3") && !told.contains("Zoe"), "{told}");
}

#[test]
fn options_and_edition_are_frozen_as_they_are_in_force() {
    let document = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "options": { "made_points": 6 }, "hands": [] });
    let frozen = to_value(&begin(&document).document());
    assert_eq!(frozen["edition"], 1);
    assert_eq!(
        frozen["options"],
        json!({ "made_points": 6, "brink_points": 2, "first_hand_cards": 4, "last_hand_cards": 13 })
    );
}

fn brink(ann: [i64; 2], bo: [i64; 2]) -> Value {
    json!({ "bids": { "Ann": ann[0], "Bo": bo[0] }, "tricks": { "Ann": ann[1], "Bo": bo[1] } })
}

fn two_hands() -> Ledger {
    begin(&json!({ "game": "brink-bid", "players": ["Ann", "Bo"],
        "hands": [brink([2, 2], [1, 2]), brink([3, 3], [1, 2])] }))
}

#[test]
fn a_renamed_player_and_a_substitute_touch_no_record() {
    let mut ledger = two_hands();
    let before = report(&ledger);
    let records = |ledger: &Ledger| {
        serde_json::to_value(&ledger.events()[0].change).unwrap()["document"]["hands"].clone()
    };
    let recorded = records(&ledger);
    make(
        &mut ledger,
        json!({ "action": "rename", "seat": 1, "name": " Anna " }),
    )
    .unwrap();
    make(
        &mut ledger,
        json!({ "action": "substitute", "seat": 2, "name": "Cy", "from_hand": 2 }),
    )
    .unwrap();
    assert_eq!(records(&ledger), recorded);
    let document = to_value(&ledger.document());
    assert_eq!(document["players"], json!(["Anna", "Cy"]));
    assert_eq!(document["hands"][0]["bids"], json!({ "Anna": 2, "Cy": 1 }));
    let seats = ledger.seats();
    let people: Vec<(&str, usize)> = seats[1]
        .people
        .iter()
        .map(|person| (person.name.as_str(), person.from_hand))
        .collect();
    assert_eq!(people, [("Bo", 1), ("Cy", 2)]);
    let totals = |report: &Value| -> Vec<Value> {
        report["hands"][1]["totals"]
            .as_object()
            .unwrap()
            .values()
            .cloned()
            .collect()
    };
    assert_eq!(totals(&report(&ledger)), totals(&before));

    // Whoever still writes the old name is told so, and nobody can take a name twice.
    let stale = json!({ "action": "record", "hand": brink([4, 4], [1, 2]) });
    let said = codes(make(&mut ledger, stale));
    assert!(
        said.contains(&("unknown-player", "/hands/2/bids/Ann".to_owned())),
        "{said:?}"
    );
    let taken = json!({ "action": "rename", "seat": 2, "name": "ANNA" });
    assert_eq!(codes(make(&mut ledger, taken))[0].0, "name-taken");
    // A client cannot slip in an id of a seat.
    let slip = json!({ "action": "record", "hand": { "bids": { "s1": 4, "s2": 2 }, "tricks": { "s1": 4, "s2": 2 } } });
    assert!(
        codes(make(&mut ledger, slip)).contains(&("unknown-player", "/hands/2/bids/s1".to_owned()))
    );
    for (change, code) in [
        (
            json!({ "action": "rename", "seat": 3, "name": "Di" }),
            "no-such-seat",
        ),
        (
            json!({ "action": "substitute", "seat": 2, "name": "Di", "from_hand": 4 }),
            "out-of-range",
        ),
        (
            json!({ "action": "substitute", "seat": 2, "name": "Di", "from_hand": 1 }),
            "out-of-range",
        ),
    ] {
        assert_eq!(codes(make(&mut ledger, change))[0].0, code);
    }
}

#[test]
fn a_void_hand_leaves_the_score_and_stays_in_the_history() {
    let mut ledger = two_hands();
    make(
        &mut ledger,
        json!({ "action": "adjust", "adjustment":
        { "after_hand": 2, "player": "bo", "points": -2, "reason": "revoke" } }),
    )
    .unwrap();
    make(
        &mut ledger,
        json!({ "action": "void", "hand": 2, "reason": "misdeal" }),
    )
    .unwrap();
    let document = to_value(&ledger.document());
    assert_eq!(document["hands"].as_array().unwrap().len(), 1);
    assert_eq!(
        document["adjustments"][0]["after_hand"], 1,
        "it follows the hand before"
    );
    assert_eq!(document["adjustments"][0]["player"], "Bo");
    let told = &document["history"][0];
    assert_eq!(
        (&told["action"], &told["hand"], &told["reason"], &told["by"]),
        (
            &json!("void"),
            &json!(2),
            &json!("misdeal"),
            &json!("direct")
        )
    );
    assert_eq!(told["before"]["bids"], json!({ "Ann": 3, "Bo": 1 }));
    make(&mut ledger, json!({ "action": "undo" })).unwrap();
    let document = to_value(&ledger.document());
    assert_eq!(document["adjustments"][0]["after_hand"], 2);
    assert_eq!(document["history"][1]["action"], "undo");
    assert!(
        score(document.to_string().as_bytes()).is_ok(),
        "a history is no fault"
    );
}

#[test]
fn a_finished_match_takes_no_hand_until_it_is_reopened() {
    let mut ledger = two_hands();
    make(
        &mut ledger,
        json!({ "action": "set_current", "hand": { "bids": { "Ann": 1 } } }),
    )
    .unwrap();
    make(&mut ledger, json!({ "action": "finish" })).unwrap();
    assert!(seen(&ledger).get("current").is_none());
    assert_eq!(report(&ledger)["status"], "complete");
    let record = json!({ "action": "record", "hand": brink([4, 4], [1, 2]) });
    assert_eq!(
        codes(make(&mut ledger, json!({ "action": "finish" })))[0].0,
        "already-finished"
    );
    assert_eq!(
        codes(make(
            &mut ledger,
            json!({ "action": "set_current", "hand": {} })
        ))[0]
            .0,
        "match-complete"
    );
    make(&mut ledger, json!({ "action": "reopen" })).unwrap();
    make(&mut ledger, record).unwrap();
    assert_eq!(
        codes(make(&mut ledger, json!({ "action": "reopen" })))[0].0,
        "not-finished"
    );
}

/// The table wrote two hands of one declarer in each other's place. Nobody may declare a contract
/// twice, so that neither can be mended alone.
#[test]
fn swapped_hands_of_berzerka_are_mended_together_but_not_one_by_one() {
    let (mut document, hands) = empty("berzerka");
    document["hands"] = json!(hands);
    let right = begin(&document);
    let (one, other) = (5, 8);
    assert_eq!(hands[one]["declarer"], hands[other]["declarer"]);
    document["hands"].as_array_mut().unwrap().swap(one, other);
    let mut ledger = begin(&document);
    let before = seen(&ledger);
    let replace = |hand: usize| json!({ "edit": "replace", "hand": hand + 1, "with": hands[hand] });
    let correct =
        |edits: Vec<Value>| json!({ "action": "correct", "edits": edits, "reason": "swapped" });
    for alone in [one, other] {
        let said = codes(make(&mut ledger, correct(vec![replace(alone)])));
        assert_eq!(said[0].0, "contract-played");
        assert_eq!(seen(&ledger), before);
    }
    make(&mut ledger, correct(vec![replace(one), replace(other)])).unwrap();
    assert_eq!(report(&ledger), report(&right));
    assert_eq!(
        to_value(&ledger.document())["history"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    make(&mut ledger, json!({ "action": "undo" })).unwrap();
    let moves = correct(vec![
        json!({ "edit": "move", "hand": other + 1, "to": one + 1 }),
        json!({ "edit": "move", "hand": one + 2, "to": other + 1 }),
    ]);
    make(&mut ledger, moves).unwrap();
    assert_eq!(report(&ledger), report(&right));
}

#[test]
fn a_hand_that_was_forgotten_moves_what_follows_it() {
    let mut ledger = two_hands();
    make(
        &mut ledger,
        json!({ "action": "adjust", "adjustment":
        { "after_hand": 1, "player": "Ann", "points": -1, "reason": "slow" } }),
    )
    .unwrap();
    let edits = json!([
        { "edit": "remove", "hand": 2 },
        { "edit": "insert", "before": 1, "with": brink([0, 2], [2, 2]) },
        { "edit": "insert", "before": 3, "with": brink([4, 4], [1, 2]) },
    ]);
    // The second hand has a card more than the first, which is now the second.
    let said = codes(make(
        &mut ledger,
        json!({ "action": "correct", "edits": edits, "reason": "forgot one" }),
    ));
    assert!(
        said.iter().any(|(code, _)| *code == "tricks-sum"),
        "{said:?}"
    );
    assert_eq!(ledger.version(), 2);
    let edits = json!([{ "edit": "insert", "before": 3, "with": brink([4, 4], [1, 2]) }]);
    make(
        &mut ledger,
        json!({ "action": "correct", "edits": edits, "reason": "forgot one" }),
    )
    .unwrap();
    assert_eq!(seen(&ledger)["adjustments"][0]["after_hand"], 1);
    for (edit, pointer) in [
        (json!({ "edit": "remove", "hand": 4 }), "/edits/0/hand"),
        (
            json!({ "edit": "insert", "before": 5, "with": {} }),
            "/edits/0/before",
        ),
        (json!({ "edit": "move", "hand": 1, "to": 0 }), "/edits/0/to"),
    ] {
        let said = codes(make(
            &mut ledger,
            json!({ "action": "correct", "edits": [edit], "reason": "x" }),
        ));
        assert_eq!(said, [("no-such-hand", pointer.to_owned())]);
    }
    let said = codes(make(
        &mut ledger,
        json!({ "action": "correct", "edits": [], "reason": "x" }),
    ));
    assert_eq!(said[0].0, "no-edits");
    let said = codes(make(
        &mut ledger,
        json!({ "action": "void", "hand": 1, "reason": " " }),
    ));
    assert_eq!(said[0].0, "reason-empty");
}

#[test]
fn two_hundred_changes_can_be_undone_and_no_more() {
    let mut ledger = two_hands();
    for number in 0..205 {
        make(
            &mut ledger,
            json!({ "action": "describe", "notes": format!("{number}") }),
        )
        .unwrap();
    }
    for _ in 0..200 {
        make(&mut ledger, json!({ "action": "undo" })).unwrap();
    }
    assert_eq!(seen(&ledger)["notes"], "4");
    assert_eq!(
        codes(make(&mut ledger, json!({ "action": "undo" })))[0].0,
        "nothing-to-undo"
    );
    assert_eq!(reread(&ledger).document(), ledger.document());
}

#[test]
fn what_a_match_is_called_can_be_changed_and_taken_away() {
    let mut ledger = two_hands();
    make(
        &mut ledger,
        json!({ "action": "describe", "title": "Friday", "location": "The Crown" }),
    )
    .unwrap();
    make(
        &mut ledger,
        json!({ "action": "describe", "played_on": "2026-11-20", "location": "" }),
    )
    .unwrap();
    let document = seen(&ledger);
    assert_eq!(
        (&document["title"], &document["played_on"]),
        (&json!("Friday"), &json!("2026-11-20"))
    );
    assert!(document.get("location").is_none());
    let said = codes(make(
        &mut ledger,
        json!({ "action": "describe", "played_on": "yesterday" }),
    ));
    assert_eq!(said, [("bad-date", "/played_on".to_owned())]);
}

#[test]
fn an_adjustment_is_counted_and_can_be_retracted() {
    let mut ledger = two_hands();
    let totals = |ledger: &Ledger| serde_json::to_value(&ledger.outcome().totals).unwrap();
    let before = totals(&ledger);
    let adjust = |after: i64, player: &str| {
        json!({ "action": "adjust", "adjustment":
        { "after_hand": after, "player": player, "points": -3, "reason": "revoke" } })
    };
    make(&mut ledger, adjust(1, "ann")).unwrap();
    assert_eq!(
        totals(&ledger)[0].as_i64().unwrap(),
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
            codes(make(&mut ledger, change))[0],
            (code, pointer.to_owned())
        );
    }
    make(
        &mut ledger,
        json!({ "action": "retract", "adjustment": 1, "reason": "appeal" }),
    )
    .unwrap();
    assert_eq!(totals(&ledger), before);
    assert_eq!(
        to_value(&ledger.document())["history"][0]["action"],
        "retract"
    );
}

#[test]
fn what_could_not_be_read_again_is_not_opened() {
    let mut refused = Vec::new();
    for depth in 100..128 {
        let deep = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let text = format!(
            r#"{{"game": "brink-bid", "players": ["Ann", "Bo"], "hands": [], "history": [{{"before": {deep}}}]}}"#
        );
        let Ok(document) = serde_json::from_str::<Json>(&text) else {
            continue;
        };
        match Ledger::begin(&id(), &document, AT, Role::Direct) {
            Ok(ledger) => assert_eq!(reread(&ledger).document(), ledger.document()),
            Err(findings) => refused.push(findings[0].code),
        }
    }
    assert_eq!(
        refused,
        ["too-deep"],
        "one depth can be read but not read again"
    );
}

#[test]
fn a_new_change_leaves_nothing_to_do_again() {
    let mut ledger = two_hands();
    let redo = |ledger: &mut Ledger| make(ledger, json!({ "action": "redo" }));
    let third = brink([4, 4], [1, 2]);
    assert_eq!(codes(redo(&mut ledger))[0].0, "nothing-to-redo");
    make(&mut ledger, json!({ "action": "record", "hand": third })).unwrap();
    make(&mut ledger, json!({ "action": "undo" })).unwrap();
    redo(&mut ledger).unwrap();
    assert_eq!(ledger.outcome().hands, 3);
    make(&mut ledger, json!({ "action": "undo" })).unwrap();
    make(&mut ledger, json!({ "action": "record", "hand": third })).unwrap();
    assert_eq!(codes(redo(&mut ledger))[0].0, "nothing-to-redo");
    assert_eq!(ledger.outcome().hands, 3);
}

#[test]
fn a_log_has_an_end() {
    let Log { mut events, names } = written_down(&two_hands());
    let opened = events.remove(0);
    let renewed = (2..=50_000).map(|sequence| Event {
        sequence,
        at: AT.to_owned(),
        by: Role::Direct,
        change: Deed::Renewed { role: Role::View },
        outcome: opened.outcome.clone(),
    });
    let events: Vec<Event> = std::iter::once(opened.clone()).chain(renewed).collect();
    let mut ledger = Ledger::open(Log { events, names }).unwrap();
    assert_eq!(ledger.generation(Role::View), Some(49_999));
    let said = codes(make(&mut ledger, json!({ "action": "undo" })));
    assert_eq!(said[0].0, "too-many-events");
}

#[test]
fn a_change_is_read_strictly() {
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

#[test]
fn what_a_role_may_undo_is_what_it_may_do() {
    let mut ledger = two_hands();
    let needs = |ledger: &Ledger, change| ledger.needs(&serde_json::from_value(change).unwrap());
    assert_eq!(
        needs(&ledger, json!({ "action": "record", "hand": {} })),
        Role::Score
    );
    assert_eq!(needs(&ledger, json!({ "action": "undo" })), Role::Score);
    make(
        &mut ledger,
        json!({ "action": "void", "hand": 2, "reason": "misdeal" }),
    )
    .unwrap();
    assert_eq!(needs(&ledger, json!({ "action": "undo" })), Role::Direct);
    make(&mut ledger, json!({ "action": "undo" })).unwrap();
    assert_eq!(needs(&ledger, json!({ "action": "redo" })), Role::Direct);
}

#[test]
fn a_key_is_renewed_or_taken_away_one_by_one() {
    let mut ledger = two_hands();
    ledger.renew(Role::Score, AT, Role::Direct).unwrap();
    ledger.revoke(Role::View, AT, Role::Direct).unwrap();
    let generations = |ledger: &Ledger| Role::KEYED.map(|role| ledger.generation(role));
    assert_eq!(generations(&ledger), [None, Some(1), Some(0)]);
    ledger.renew(Role::View, AT, Role::Direct).unwrap();
    assert_eq!(generations(&ledger), [Some(1), Some(1), Some(0)]);
    assert_eq!(
        codes(ledger.renew(Role::Admin, AT, Role::Admin))[0].0,
        "no-such-key"
    );
    assert_eq!(
        ledger.can(),
        (false, false),
        "a key is no part of the match that is undone"
    );
    assert_eq!(generations(&reread(&ledger)), generations(&ledger));
}

/// The ledger of its events after they have been written down and read again.
fn reread(ledger: &Ledger) -> Ledger {
    Ledger::open(written_down(ledger)).unwrap()
}

fn written_down(ledger: &Ledger) -> Log {
    let events = ledger.events().iter().map(|event| {
        let deed = serde_json::to_string(&event.change).unwrap();
        let outcome = serde_json::to_string(&event.outcome).unwrap();
        let change: Deed = serde_json::from_str(&deed).unwrap();
        assert_eq!(change, event.change, "{deed}");
        let outcome = serde_json::from_str(&outcome).unwrap();
        Event {
            change,
            outcome,
            ..Event::clone(event)
        }
    });
    Log {
        events: events.collect(),
        names: ledger.log().names,
    }
}

#[test]
fn a_log_that_was_tampered_with_does_not_verify() {
    let mut ledger = two_hands();
    make(
        &mut ledger,
        json!({ "action": "record", "hand": brink([4, 4], [1, 2]) }),
    )
    .unwrap();
    let sound = written_down(&ledger);
    let with = |events: &[Event]| Log {
        events: events.to_vec(),
        names: sound.names.clone(),
    };
    assert_eq!(Ledger::verify(sound.clone()).unwrap().version(), 2);
    let mut other = sound.clone();
    other.events[1].outcome.hands = 4;
    assert_eq!(Ledger::verify(other).unwrap_err().sequence, 2);
    let mut other = sound.clone();
    let Deed::Opened(opened) = &mut other.events[0].change else {
        panic!()
    };
    let text = serde_json::to_string(&opened.document)
        .unwrap()
        .replace("\"made_points\":5", "\"made_points\":6");
    opened.document = serde_json::from_str(&text).unwrap();
    assert_eq!(Ledger::verify(other).unwrap_err().sequence, 1);
    assert!(Ledger::open(with(&sound.events[1..])).is_err());
    let gap = [
        sound.events[0].clone(),
        Event {
            sequence: 3,
            ..sound.events[1].clone()
        },
    ];
    assert_eq!(Ledger::open(with(&gap)).unwrap_err().sequence, 2);
    assert!(Ledger::open(Log::default()).is_err());
    let nameless = Log {
        names: vec!["Ann".to_owned()],
        ..sound.clone()
    };
    assert_eq!(Ledger::open(nameless).unwrap_err().sequence, 1);
}

/// A record of the hand of this number, usually sound.
fn some_hand(chance: &mut Chance, number: usize, names: &[String]) -> Value {
    let cards = i64::try_from(number + 3).unwrap() + i64::from(chance.once_in(6));
    let tricks = chance.split(cards.min(13), names.len());
    let bids: Vec<i64> = names
        .iter()
        .map(|_| chance.between(0, cards.min(13)))
        .collect();
    json!({ "bids": support::by_player(names, bids), "tricks": support::by_player(names, tricks) })
}

fn some_change(chance: &mut Chance, ledger: &Ledger) -> Value {
    let document = to_value(&ledger.document());
    let names: Vec<String> = serde_json::from_value(document["players"].clone()).unwrap();
    let hands = document["hands"].as_array().unwrap().len();
    let adjustments = document["adjustments"].as_array().map_or(0, Vec::len);
    let known = chance.below(hands + 2);
    let seat = chance.between(0, 4);
    match chance.below(20) {
        0..=7 => json!({ "action": "record", "hand": some_hand(chance, hands + 1, &names) }),
        8 => {
            json!({ "action": "set_current", "hand": { "bids": { names[0].clone(): chance.between(0, 5) } } })
        }
        9 => {
            let with = some_hand(chance, known, &names);
            let edits = json!([{ "edit": "replace", "hand": known, "with": with }]);
            json!({ "action": "correct", "edits": edits, "reason": "misread" })
        }
        10 => {
            json!({ "action": "correct", "edits": [{ "edit": "remove", "hand": known }], "reason": "twice" })
        }
        11 => json!({ "action": "void", "hand": known, "reason": "misdeal" }),
        12 | 13 => json!({ "action": "undo" }),
        14 => json!({ "action": "redo" }),
        15 => json!({ "action": if chance.once_in(2) { "finish" } else { "reopen" } }),
        16 => {
            json!({ "action": "adjust", "adjustment": { "after_hand": known, "player": chance.pick(&names),
            "points": chance.between(-3, 3), "reason": "ruling" } })
        }
        17 => {
            json!({ "action": "retract", "adjustment": chance.below(adjustments + 2), "reason": "appeal" })
        }
        18 => {
            json!({ "action": "rename", "seat": seat, "name": format!("Name {}", chance.below(5)) })
        }
        _ => {
            json!({ "action": "substitute", "seat": seat, "name": format!("Sub {}", chance.below(5)),
            "from_hand": known })
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn events_replay_to_the_same_match_and_a_refused_change_changes_nothing(seed: u64) {
        let mut chance = Chance(seed);
        let players = support::players(chance.below(2) + 2);
        let mut ledger = begin(&json!({ "game": "brink-bid", "players": players, "hands": [] }));
        let mut made = 0;
        for _ in 0..30 {
            let before = ledger.clone();
            let change = some_change(&mut chance, &ledger);
            match make(&mut ledger, change) {
                Ok(event) => {
                    made += 1;
                    prop_assert_eq!(event.sequence, before.version() + 1);
                    prop_assert_eq!(&event.outcome, ledger.outcome());
                }
                Err(findings) => {
                    prop_assert!(!findings.is_empty());
                    prop_assert_eq!(ledger.document(), before.document());
                    prop_assert_eq!(ledger.version(), before.version());
                    prop_assert_eq!(ledger.can(), before.can());
                }
            }
            prop_assert!(ledger.scored().is_ok());
        }
        prop_assert!(made > 0);
        let people = ledger.people();
        let erased = chance.pick(&people).clone();
        make(&mut ledger, json!({ "action": "erase", "person": erased.number, "name": "Nobody" })).unwrap();
        let told = serde_json::to_string(&ledger.document()).unwrap();
        let bearers = ledger.people().iter().filter(|known| known.name == erased.name).count();
        let written = format!("\"{}\"", erased.name);
        prop_assert!(bearers > 0 || !told.contains(&written));
        let again = reread(&ledger);
        prop_assert_eq!(again.document(), ledger.document());
        prop_assert_eq!(again.seats(), ledger.seats());
        prop_assert_eq!(again.can(), ledger.can());
        prop_assert_eq!(Ledger::verify(written_down(&ledger)).unwrap().document(), ledger.document());
        let version = ledger.version() / 2 + 1;
        let earlier = ledger.at_version(version).unwrap();
        prop_assert_eq!(earlier.version(), version);
    }

    #[test]
    fn what_is_undone_can_be_done_again(seed: u64) {
        let mut chance = Chance(seed);
        let mut ledger = begin(&json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [] }));
        let opened = seen(&ledger);
        for _ in 0..20 {
            let change = some_change(&mut chance, &ledger);
            // One that is refused is as if it had not been tried.
            drop(make(&mut ledger, change));
        }
        let last = (seen(&ledger), ledger.seats().to_vec());
        let mut undone = 0;
        while ledger.can().0 {
            make(&mut ledger, json!({ "action": "undo" })).unwrap();
            undone += 1;
        }
        prop_assert_eq!(seen(&ledger), opened);
        prop_assert_eq!(codes(make(&mut ledger, json!({ "action": "undo" })))[0].0, "nothing-to-undo");
        for _ in 0..undone {
            make(&mut ledger, json!({ "action": "redo" })).unwrap();
        }
        prop_assert_eq!((seen(&ledger), ledger.seats().to_vec()), last);
        prop_assert_eq!(reread(&ledger).document(), ledger.document());
    }
}
