//! Names that belong to no member, and questions about members.

use serde_json::{Value, json};

use overtrick_core::Points;
use overtrick_match::lang::Language;

use crate::{club, definition, matches, table, totals, totals_of};

fn document(members: &Value) -> Value {
    json!({ "club": 1, "name": "C", "members": members,
        "seasons": [{ "id": "s", "from": "2026-09-01", "to": "2027-06-30" }] })
}

#[test]
fn unknown_names_are_listed_with_the_nearest_members() {
    let members = json!([
        { "number": 9, "name": "Ivan Beneš" }, { "number": 4, "name": "Jan Novák" },
        { "number": 5, "name": "Jiří Novák", "also": ["Jura"] }, { "number": 6, "erased": "2026-11-29" },
        { "number": 7, "name": "Al" }]);
    let club = club(&document(&members));
    let day = "2026-09-03";
    let lines = [
        totals("m1", day, &[("ivan  beneš", 1.0), ("Ivan Benes", 2.0)]),
        totals("m2", day, &[("Ivan Benes", 1.0), ("J. Novak", 2.0)]),
        totals("m3", day, &[("Jurra", 1.0), ("Bo", 2.0), ("Member 6", 0.0)]),
    ];
    let unknown = serde_json::to_value(club.unknown(&matches(&lines))).unwrap();
    assert_eq!(
        unknown,
        json!([
            { "name": "Bo", "matches": ["m3"], "nearest": [] },
            { "name": "Ivan Benes", "matches": ["m1", "m2"], "nearest": [9] },
            { "name": "J. Novak", "matches": ["m2"], "nearest": [4, 5] },
            { "name": "Jurra", "matches": ["m3"], "nearest": [5] }
        ])
    );
}

/// Two matches with the sample of Oh Hell, and a match of points.
fn played() -> Vec<Value> {
    let mut sample: Value =
        serde_json::from_str(include_str!("../../templates/games/oh_hell/sample.json")).unwrap();
    sample["finished"] = json!(true);
    let line = |id: &str, evening: &str| {
        let mut document = sample.clone();
        document["id"] = json!(id);
        json!({ "document": document, "metadata": { "evening": evening } })
    };
    vec![
        line("h1", "2026-09-03"),
        line("h2", "2026-09-10"),
        totals(
            "p",
            "2026-09-10",
            &[("Ann", 1.0), ("Bo", 1.0), ("Guest", 0.0)],
        ),
    ]
}

#[test]
fn a_member_has_figures_by_game_by_opponent_and_by_clause() {
    let members = json!([{ "number": 1, "name": "Ann" }, { "number": 2, "name": "Bo" }]);
    let club = club(&document(&members));
    let lines = matches(&played());
    let report = serde_json::to_value(club.member(2, &lines, None).unwrap()).unwrap();
    // Oh Hell has four players; in the match of points, two of the three players share first place.
    let hell = &report["games"]["oh-hell"];
    assert_eq!((&hell["matches"], &hell["others"]), (&json!(2), &json!(6)));
    assert_eq!(
        report["games"]["points"],
        json!({ "matches": 1, "wins": "1/2", "beaten": "3/2", "others": 2 })
    );
    assert_eq!(
        (&report["played"]["evenings"], &report["played"]["matches"]),
        (&json!(2), &json!(3))
    );
    let met = &report["met"][0];
    assert_eq!(
        (&met["member"], &met["matches"], &met["equal"]),
        (&json!(1), &json!(3), &json!(1))
    );
    // Every point of both matches is listed under a clause.
    let sum: i64 = report["clauses"]
        .as_array()
        .unwrap()
        .iter()
        .map(|clause| clause["points"].as_str().unwrap().parse::<i64>().unwrap())
        .sum();
    let total = club.met(2, 1, &lines, None).played[0].total.to_string();
    assert_eq!(sum, 2 * total.parse::<i64>().unwrap());
    assert_eq!(report["seasons"][0]["season"], "s");
    let most = serde_json::to_value(club.most("oh-hell", &lines, None)).unwrap();
    let own: Vec<&Value> = most
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["member"] == 2)
        .collect();
    assert_eq!(own.len(), report["clauses"].as_array().unwrap().len());
    assert!(club.member(3, &lines, None).is_none());
}

#[test]
fn a_correction_names_a_custom_game() {
    let members = json!([{ "number": 1, "name": "Ann" }, { "number": 2, "name": "Bo" }]);
    let mut game = json!({ "game": "own", "definition": definition("points") });
    game["definition"]["name"] = json!("Our Tuesday Game");
    let line = totals_of("m1", "2026-09-03", &game, &[("Ann", 1.0), ("Bo", 2.0)]);
    let mut played = matches(&[line]);
    played[0].before = Some(vec![Points::ZERO, Points::ZERO]);
    let notes = table(&club(&document(&members)), &played, None).notes(Language::english());
    assert!(notes[0].contains(", Our Tuesday Game: "), "{notes:?}");
}
