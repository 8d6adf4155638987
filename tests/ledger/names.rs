//! Names are stored separately from the log.

use serde_json::{Value, json};

use overtrick_core::bounds::MAX_NAMES;
use overtrick_match::ledger::{Match, Opening, Role};

use crate::ledger::table::{
    AT, all_names, begin, brink, codes, empty, game_ids, id, make, report, reread, seen, to_json,
    to_value, two_hands,
};

#[test]
fn logs_contain_no_names() {
    for game in game_ids() {
        let (mut document, hands) = empty(game);
        let names: Vec<String> = serde_json::from_value(document["players"].clone()).unwrap();
        document["history"] = json!([{ "action": "replace", "hand": 1, "before": hands[0] }]);
        let mut played = begin(&document);
        for mut hand in hands {
            hand.as_object_mut().unwrap().remove("note");
            make(&mut played, json!({ "action": "record", "hand": hand })).unwrap();
        }
        let next = played.outcome().hands + 1;
        for change in [
            json!({ "action": "substitute", "seat": 1, "name": "Substitute", "from_hand": next }),
            json!({ "action": "rename", "seat": 2, "name": "Renamed" }),
            json!({ "action": "erase", "person": 1, "name": "Erased" }),
        ] {
            make(&mut played, change).unwrap();
        }
        for event in played.events() {
            let report = serde_json::to_string(&event.kind).unwrap();
            for name in names
                .iter()
                .map(String::as_str)
                .chain(["Substitute", "Renamed", "Erased"])
            {
                assert!(
                    !report.contains(&format!("\"{name}\"")),
                    "{game}: {name} in {report}"
                );
            }
            let shown = serde_json::to_string(&played.named_event(event)).unwrap();
            assert!(
                !shown.contains("\"s1\"") && !shown.contains("\"n1\""),
                "{shown}"
            );
        }
    }
}

#[test]
fn the_history_of_a_document_names_only_valid_players() {
    let of = |names: &[String]| {
        let (mut document, _) = empty("brink-bid");
        let bids = names.iter().map(|name| (name.clone(), json!(1)));
        let bids: serde_json::Map<String, Value> = bids.collect();
        document["history"] = json!([
            { "action": "replace", "hand": 1, "before": { "bids": bids } },
            { "action": "replace", "hand": 1, "before": { "bids": bids } },
        ]);
        let begun = Match::begin(
            &id(),
            &to_json(&document),
            Opening::default(),
            AT,
            Role::Direct,
        );
        begun.map(|played| played.people().len())
    };
    let players = of(&[]).unwrap();
    let many = |count: usize| -> Vec<String> {
        (0..count).map(|number| format!("Guest {number}")).collect()
    };
    assert_eq!(of(&many(3)).unwrap(), players + 3);
    for (names, code, faults) in [
        (vec!["Cy\u{0}".to_owned()], "text-character", 2),
        (vec!["x".repeat(3_000)], "name-too-long", 2),
        (many(5_000), "too-many-names", 100),
    ] {
        let refused = of(&names).unwrap_err();
        assert_eq!(refused.len(), faults);
        assert_eq!(
            (&*refused[0].code, &*refused[0].pointer),
            (code, "/history")
        );
    }
}

#[test]
fn a_match_may_have_a_hundred_names() {
    let mut played = two_hands();
    let rename =
        |number: usize| json!({ "action": "rename", "seat": 2, "name": format!("Bo {number}") });
    let players = played.people().len();
    for number in players..MAX_NAMES {
        make(&mut played, rename(number)).unwrap();
    }
    let refused = make(&mut played, rename(MAX_NAMES)).unwrap_err();
    assert_eq!(
        (&*refused[0].code, &*refused[0].pointer),
        ("too-many-names", "/name")
    );
    // The name of a person can still be erased.
    make(
        &mut played,
        json!({ "action": "erase", "person": 2, "name": "Player 2" }),
    )
    .unwrap();
    assert_eq!(played.people().len(), players);
}

#[test]
fn erasing_a_person_hides_the_name_everywhere_and_keeps_every_record() {
    let mut played = two_hands();
    let change = |played: &mut Match, change: Value| make(played, change).unwrap();
    change(
        &mut played,
        json!({ "action": "rename", "seat": 2, "name": "Bob" }),
    );
    change(
        &mut played,
        json!({ "action": "correct", "edits": [{ "edit": "replace", "hand": 1, "with": {
            "bids": { "Ann": 2, "Bob": 0 }, "tricks": { "Ann": 2, "Bob": 2 } } }], "reason": "misread" }),
    );
    change(
        &mut played,
        json!({ "action": "substitute", "seat": 2, "name": "Cy", "from_hand": 2 }),
    );
    let (records, before) = (played.events().to_vec(), report(&played));
    assert_eq!(
        played.required_role(
            &serde_json::from_value(json!({ "action": "erase", "person": 2 })).unwrap()
        ),
        Role::Direct
    );
    let event = change(
        &mut played,
        json!({ "action": "erase", "person": 2, "name": " Player 2 " }),
    );
    assert_eq!(played.events()[..4], records[..]);
    assert_eq!(report(&played), before, "the score is unchanged");
    let names: Vec<String> = played.seats()[1]
        .people
        .iter()
        .map(|person| person.name.clone())
        .collect();
    assert_eq!(names, ["Player 2", "Cy"]);
    let everything = serde_json::to_string(&played.document()).unwrap()
        + &played
            .events()
            .iter()
            .map(|event| serde_json::to_string(&played.named_event(event)).unwrap())
            .collect::<String>()
        + &format!(
            "{:?} {:?} {:?}",
            played.events(),
            all_names(&played),
            played.people()
        );
    assert!(!everything.contains("Bo"), "{everything}");
    assert!(everything.contains("Player 2") && everything.contains("Cy"));
    assert_eq!(
        to_value(&played.document())["history"]
            .as_array()
            .unwrap()
            .last()
            .unwrap()["action"],
        "erase"
    );

    let again = reread(&played);
    assert_eq!(again.document(), played.document());
    assert_eq!(
        (played.verify(), played.version()),
        (Ok(()), event.sequence)
    );
    // Undoing an earlier change does not restore the erased name.
    change(&mut played, json!({ "action": "undo" }));
    assert_eq!(seen(&played)["players"], json!(["Ann", "Player 2"]));
    change(&mut played, json!({ "action": "redo" }));
    assert_eq!(seen(&played)["players"], json!(["Ann", "Cy"]));
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
        assert_eq!(codes(make(&mut played, wrong)), [(at.0, at.1.to_owned())]);
    }
}

#[test]
fn people_in_an_imported_history_can_be_erased() {
    let mut document = to_value(&two_hands().document());
    document["history"] = json!([
        { "action": "replace", "hand": 1, "before": { "bids": { "Zoe": 2, "Bo": 1 } }, "after": null },
        { "action": "void", "hand": 3, "before": { "bids": { "Zoe": 0, "Ann": 1 } } },
    ]);
    let mut played = begin(&document);
    assert_eq!(to_value(&played.document())["history"], document["history"]);
    let people: Vec<(usize, String)> = played
        .people()
        .into_iter()
        .map(|person| (person.number, person.name))
        .collect();
    assert_eq!(people[2], (3, "Zoe".to_owned()));
    assert!(
        !serde_json::to_string(&played.events()[0].kind)
            .unwrap()
            .contains("Zoe")
    );
    make(
        &mut played,
        json!({ "action": "erase", "person": 3, "name": "Player 3" }),
    )
    .unwrap();
    let text = to_value(&played.document())["history"].to_string();
    assert!(text.contains("Player 3") && !text.contains("Zoe"), "{text}");
}

#[test]
fn renaming_and_substitution_change_no_record() {
    let mut played = two_hands();
    let before = report(&played);
    let records = |played: &Match| {
        serde_json::to_value(&played.events()[0].kind).unwrap()["document"]["hands"].clone()
    };
    let recorded = records(&played);
    make(
        &mut played,
        json!({ "action": "rename", "seat": 1, "name": " Anna " }),
    )
    .unwrap();
    make(
        &mut played,
        json!({ "action": "substitute", "seat": 2, "name": "Cy", "from_hand": 2 }),
    )
    .unwrap();
    assert_eq!(records(&played), recorded);
    let document = to_value(&played.document());
    assert_eq!(document["players"], json!(["Anna", "Cy"]));
    assert_eq!(document["hands"][0]["bids"], json!({ "Anna": 2, "Cy": 1 }));
    let seats = played.seats();
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
    assert_eq!(totals(&report(&played)), totals(&before));

    // A change with the old name is refused, and two players cannot have the same name.
    let stale = json!({ "action": "record", "hand": brink([4, 4], [1, 2]) });
    let text = codes(make(&mut played, stale));
    assert!(
        text.contains(&("unknown-player", "/hands/2/bids/Ann".to_owned())),
        "{text:?}"
    );
    let taken = json!({ "action": "rename", "seat": 2, "name": "ANNA" });
    assert_eq!(codes(make(&mut played, taken))[0].0, "name-taken");
    // A client cannot use the id of a seat as a name.
    let slip = json!({ "action": "record", "hand": { "bids": { "s1": 4, "s2": 2 }, "tricks": { "s1": 4, "s2": 2 } } });
    assert!(
        codes(make(&mut played, slip)).contains(&("unknown-player", "/hands/2/bids/s1".to_owned()))
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
        assert_eq!(codes(make(&mut played, change))[0].0, code);
    }
}

#[test]
fn an_undone_renaming_restores_the_former_name() {
    let mut played = two_hands();
    let called = |played: &Match| -> Vec<String> {
        let people = played.people();
        people.into_iter().map(|person| person.name).collect()
    };
    let mut made = |change: Value| {
        make(&mut played, change).unwrap();
        called(&played)
    };
    let renamed = json!({ "action": "rename", "seat": 1, "name": "Anna" });
    assert_eq!(made(renamed), ["Anna", "Bo"]);
    assert_eq!(made(json!({ "action": "undo" })), ["Ann", "Bo"]);
    assert_eq!(made(json!({ "action": "redo" })), ["Anna", "Bo"]);
    // A player who leaves the seat keeps the new name.
    let substitute = json!({ "action": "substitute", "seat": 1, "name": "Cy", "from_hand": 2 });
    assert_eq!(made(substitute), ["Anna", "Bo", "Cy"]);
}
