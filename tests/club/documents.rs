//! Faults of club documents: all at once, each with its place.

use serde_json::{Value, json};

use overtrick_club::{read, schema};

/// The code and pointer of each fault of a document.
fn faults(document: &Value) -> Vec<(String, String)> {
    let faults = read(document.to_string().as_bytes())
        .err()
        .unwrap_or_default();
    faults
        .into_iter()
        .map(|fault| (fault.code.to_string(), fault.pointer))
        .collect()
}

fn expect(document: &Value, expected: &[(&str, &str)]) {
    let expected = expected.iter();
    let expected = expected.map(|(code, pointer)| ((*code).to_owned(), (*pointer).to_owned()));
    let mut expected: Vec<(String, String)> = expected.collect();
    let mut found = faults(document);
    // `json!` sorts the keys of a document, so the order of the faults has no meaning here.
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{document}");
}

#[test]
fn all_faults_are_found_at_once() {
    let document = json!({
        "club": 2, "nam": "The Crown",
        "members": [
            { "number": 8, "name": "Hana", "also": ["Hanka", " "] },
            { "number": 8, "name": "  HANKA  " },
            { "name": "Jan", "show": "all" },
            { "number": 10000, "erased": "soon", "name": "Jan" },
            { "number": 9 }
        ],
        "seats": [
            { "match": "m", "seat": 1, "member": 8 },
            { "match": "m", "seat": 1, "member": 77 },
            { "match": "m", "seat": 2, "member": 8 },
            { "match": "n", "seat": 0, "member": 8 }
        ],
        "seasons": [
            { "id": "a b", "from": "2026-09-01", "to": "2026-08-31",
              "rules": { "best": 0, "per": "match", "ties": ["last", "wins", "wins"], "games": [],
                         "place_points": { "3": [3, 1], "x": [], "4": [1, 2, 0, 0.25] } },
              "changes": [{ "member": 5, "points": 1.25, "day": "2026-02-30" }] },
            { "id": "b", "from": "2026-09-01", "to": "2026-09-01",
              "rules": { "count": "points", "place_points": { "2": [1, 0] } } },
            { "id": "b", "from": "2026-09-01", "to": "2026-09-01" }
        ]
    });
    expect(
        &document,
        &[
            ("out-of-range", "/club"),
            ("missing-field", "/name"),
            ("unknown-value", "/members/2/show"),
            ("name-empty", "/members/0/also/1"),
            ("club-number-taken", "/members/1/number"),
            ("club-name-taken", "/members/1/name"),
            ("missing-field", "/members/2/number"),
            ("out-of-range", "/members/3/number"),
            ("bad-date", "/members/3/erased"),
            ("club-erased", "/members/3/name"),
            ("missing-field", "/members/4/name"),
            ("club-no-member", "/seats/1/member"),
            ("club-seated-twice", "/seats/2/member"),
            ("out-of-range", "/seats/3/seat"),
            ("club-season-id", "/seasons/0/id"),
            ("club-season-span", "/seasons/0/to"),
            ("club-no-games", "/seasons/0/rules/games"),
            ("club-place-count", "/seasons/0/rules/place_points/3"),
            ("club-players", "/seasons/0/rules/place_points/x"),
            ("not-half", "/seasons/0/rules/place_points/4/3"),
            ("club-place-order", "/seasons/0/rules/place_points/4/1"),
            ("club-last-evening", "/seasons/0/rules/ties/0"),
            ("club-tie-twice", "/seasons/0/rules/ties/2"),
            ("out-of-range", "/seasons/0/rules/best"),
            ("missing-field", "/seasons/0/changes/0/reason"),
            ("club-no-member", "/seasons/0/changes/0/member"),
            ("not-half", "/seasons/0/changes/0/points"),
            ("bad-date", "/seasons/0/changes/0/day"),
            ("club-place-points", "/seasons/1/rules/place_points"),
            ("club-season-taken", "/seasons/2/id"),
            ("unknown-field", "/nam"),
        ],
    );
}

#[test]
fn a_faulty_value_does_not_hide_other_faults_of_its_entry() {
    let season = |id: &str, best: Value| {
        json!({ "id": id, "from": "2026-09-01", "to": "2026-09-02",
        "rules": { "best": best, "games": [] }, "changes": [{ "member": 9, "points": "x", "day": "2026-09-01", "reason": "r" }] })
    };
    let document = json!({
        "club": 1, "name": "The Crown",
        "members": [{ "number": 8, "name": "Hana", "show": "all" }, { "number": 9, "name": "hana" }],
        "seats": [{ "match": "m", "seat": "x", "member": 8 }, { "match": "m", "seat": 2, "member": 8 }],
        "seasons": [season("a", json!("x")), season("a", json!(1))]
    });
    expect(
        &document,
        &[
            ("unknown-value", "/members/0/show"),
            ("club-name-taken", "/members/1/name"),
            ("wrong-type", "/seats/0/seat"),
            ("club-seated-twice", "/seats/1/member"),
            ("wrong-type", "/seasons/0/rules/best"),
            ("club-no-games", "/seasons/0/rules/games"),
            ("wrong-type", "/seasons/0/changes/0/points"),
            ("club-season-taken", "/seasons/1/id"),
            ("club-no-games", "/seasons/1/rules/games"),
            ("wrong-type", "/seasons/1/changes/0/points"),
        ],
    );
}

#[test]
fn house_rules_must_belong_to_their_game() {
    let with =
        |games: Value| json!({ "club": 1, "name": "The Crown", "members": [], "games": games });
    expect(
        &with(json!({ "mariash": { "options": { "hands_planned": 8 } } })),
        &[],
    );
    expect(
        &with(json!({ "wizard": { "definition": crate::definition("wizard"), "options": {} } })),
        &[],
    );
    expect(
        &with(
            json!({ "mariash": { "options": { "hands": 8 } }, "chess": {}, "rummy": { "rules": 1 },
            "ours": { "definition": crate::definition("wizard") }, "new": { "definition": {} } }),
        ),
        &[
            ("unknown-field", "/games/mariash/options/hands"),
            ("unknown-game", "/games/chess"),
            ("unknown-field", "/games/rummy/rules"),
            ("unknown-game", "/games/rummy"),
            ("club-game-id", "/games/ours/definition/id"),
            ("missing-field", "/games/new/definition/language"),
            ("missing-field", "/games/new/definition/id"),
            ("missing-field", "/games/new/definition/players"),
            ("missing-field", "/games/new/definition/score"),
        ],
    );
    expect(&with(json!([])), &[("wrong-type", "/games")]);
}

#[test]
fn sizes_are_limited() {
    let member = |number: usize| json!({ "number": number, "name": format!("M {number}") });
    let members = |count: usize| (1..=count).map(member).collect::<Vec<Value>>();
    let with = |count: usize| json!({ "club": 1, "name": "C", "members": members(count) });
    expect(&with(1000), &[]);
    expect(&with(1001), &[("club-too-many", "/members")]);
    let long = json!({ "club": 1, "name": "x".repeat(512 * 1024), "members": [] });
    expect(&long, &[("club-too-large", "")]);
    expect(&json!([]), &[("wrong-type", "")]);
    assert_eq!(read(b"{").unwrap_err()[0].code, "invalid-json");
}

#[test]
fn an_erased_member_keeps_the_number() {
    let erased = json!({ "club": 1, "name": "C", "members": [
        { "number": 18, "erased": "2026-11-29" }, { "number": 2, "name": "member 18" }] });
    expect(&erased, &[("club-name-taken", "/members/1/name")]);
}

#[test]
fn the_schema_names_every_field() {
    let schema = schema();
    let rules = &schema["properties"]["seasons"]["items"]["properties"]["rules"]["properties"];
    assert_eq!(rules["ties"]["items"]["enum"][3], "met");
    assert_eq!(schema["required"], json!(["club", "name", "members"]));
}
