//! Examples of the season rules, calculated by hand.

use serde_json::{Value, json};

use crate::{club, matches, table, totals};

const DAYS: [&str; 5] = [
    "2026-09-03",
    "2026-09-10",
    "2026-09-17",
    "2026-09-24",
    "2026-10-01",
];
const NAMES: [&str; 5] = ["Ann", "Bo", "Cy", "Di", "Ed"];

/// A club of five members, with a season of these rules.
fn with_rules(rules: &Value) -> Value {
    let members = (1..)
        .zip(NAMES)
        .map(|(number, name)| json!({ "number": number, "name": name }));
    json!({ "club": 1, "name": "The Crown", "members": members.collect::<Vec<Value>>(),
        "seasons": [{ "id": "s", "from": "2026-09-01", "to": "2027-06-30", "rules": rules }] })
}

/// The rows of the season table after these matches, in order.
fn rows(rules: &Value, lines: &[Value]) -> Vec<Value> {
    let club = club(&with_rules(rules));
    let table = table(&club, &matches(lines), None);
    let table = serde_json::to_value(table).unwrap();
    let rows = ["standings", "unranked"].map(|key| table[key].as_array().unwrap().clone());
    rows.concat()
}

/// One value of each row, ordered by member.
fn by_member(rows: &[Value], key: &str) -> Vec<String> {
    let mut rows: Vec<&Value> = rows.iter().collect();
    rows.sort_by_key(|row| row["member"].as_u64());
    rows.iter()
        .map(|row| row[key].to_string().replace('"', ""))
        .collect()
}

/// The points of each player for a match with these totals.
fn points(rules: &Value, totals_of: &[f64]) -> Vec<String> {
    let players: Vec<(&str, f64)> = NAMES.into_iter().zip(totals_of.iter().copied()).collect();
    // The sixth total is that of a guest.
    let guest = totals_of.get(5).map(|total| ("Guest", *total));
    let players: Vec<(&str, f64)> = players.into_iter().chain(guest).collect();
    by_member(&rows(rules, &[totals("m", DAYS[0], &players)]), "figure")
}

#[test]
fn a_match_gives_twelve_for_beating_everyone() {
    let none = json!({});
    assert_eq!(
        points(&none, &[50.0, -14.0, -18.0, -18.0]),
        ["12", "8", "2", "2"]
    );
    assert_eq!(
        points(&none, &[110.0, 100.0, 90.0, 90.0, -10.0]),
        ["12", "9", "9/2", "9/2", "0"]
    );
    assert_eq!(
        points(&none, &[31.0, 23.0, 20.0, 20.0, 20.0, 10.0]),
        ["12", "48/5", "24/5", "24/5", "24/5"]
    );
    let lists = json!({ "place_points": { "4": [4, 2, 1, 0] } });
    assert_eq!(
        points(&lists, &[50.0, -14.0, -18.0, -18.0]),
        ["4", "2", "1/2", "1/2"]
    );
}

/// Matches in which Ann has these totals, and Bo 0. Ann missed an evening if her total is `None`.
fn evenings(totals_of: &[Option<f64>]) -> Vec<Value> {
    let days = DAYS.into_iter().zip(totals_of);
    let lines = days.map(|(day, total)| match total {
        Some(total) => totals(day, day, &[("Ann", *total), ("Bo", 0.0)]),
        None => totals(day, day, &[("Cy", 0.0), ("Bo", 0.0)]),
    });
    lines.collect()
}

fn figure(rules: &Value, totals_of: &[Option<f64>]) -> String {
    let mut rules = rules.clone();
    rules["count"] = json!("points");
    let rows = rows(&rules, &evenings(totals_of));
    let ann = rows.iter().find(|row| row["member"] == 1).unwrap();
    let mark = if ann.get("rank").is_some() {
        ""
    } else {
        " unranked"
    };
    format!("{}{mark}", ann["figure"].as_str().unwrap())
}

#[test]
fn the_best_units_count() {
    let best = json!({ "best": 3 });
    let some = |totals: &[i32]| {
        totals
            .iter()
            .map(|total| Some(f64::from(*total)))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        figure(
            &best,
            &[Some(20.0), None, Some(26.0), Some(14.0), Some(26.0)]
        ),
        "72"
    );
    assert_eq!(
        figure(&best, &[Some(30.0), Some(42.0), None, None, None]),
        "72"
    );
    let negative = [Some(-10.0), Some(4.0), None, Some(-2.0)];
    assert_eq!(figure(&best, &negative), "2");
    assert_eq!(
        figure(&json!({ "best": 3, "absent": null }), &negative),
        "-8"
    );
    let mean = json!({ "figure": "mean", "best": 4, "least": 3 });
    assert_eq!(figure(&mean, &some(&[30, 20, 25])), "25");
    assert_eq!(figure(&mean, &some(&[40, 10, 25, 20, 15])), "25");
    assert_eq!(figure(&mean, &some(&[40, 38])), "39 unranked");
}

#[test]
fn the_earlier_of_equal_units_is_dropped() {
    let rules = json!({ "count": "points", "best": 1 });
    let rows = rows(&rules, &evenings(&[Some(5.0), Some(5.0)]));
    let units = rows[0]["units"].as_array().unwrap();
    assert_eq!(
        (&units[0]["counts"], &units[1]["counts"]),
        (&json!(false), &json!(true))
    );
}

#[test]
fn the_best_units_decide_or_all_of_them() {
    // Ann has 26, 26, 20 and 14, Bo has 42 and 30: the best three add up to 72 for both.
    let lines: Vec<Value> = [(26.0, 42.0), (26.0, 30.0), (20.0, -1.0), (14.0, -2.0)]
        .into_iter()
        .zip(DAYS)
        .map(|((ann, bo), day)| {
            let other = if bo < 0.0 { ("Guest", 0.0) } else { ("Bo", bo) };
            totals(day, day, &[("Ann", ann), other])
        })
        .collect();
    let by = |tie: &str| {
        let rows = rows(
            &json!({ "count": "points", "best": 3, "ties": [tie] }),
            &lines,
        );
        rows.iter()
            .map(|row| {
                (
                    row["rank"].clone(),
                    row["member"].clone(),
                    row["decided_by"].clone(),
                )
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(
        by("best"),
        [
            (json!(1), json!(2), json!(null)),
            (json!(2), json!(1), json!("best"))
        ]
    );
    assert_eq!(
        by("all"),
        [
            (json!(1), json!(1), json!(null)),
            (json!(2), json!(2), json!("all"))
        ]
    );
    // Both Ann and Bo won two matches.
    assert_eq!(by("wins")[1].0, json!(1));
}

#[test]
fn three_wins_are_more_than_two_and_a_shared_one() {
    let line = |day: &str, ann: f64, bo: f64, guest: f64| {
        totals(day, day, &[("Ann", ann), ("Bo", bo), ("Guest", guest)])
    };
    // Ann wins two and shares one with the guest; Bo wins three of six evenings.
    let lines = [
        line("2026-09-03", 9.0, 0.0, 1.0),
        line("2026-09-04", 9.0, 0.0, 1.0),
        line("2026-09-05", 9.0, 0.0, 9.0),
        line("2026-09-06", 0.0, 9.0, 1.0),
        line("2026-09-07", 0.0, 9.0, 1.0),
        line("2026-09-08", 0.0, 9.0, 1.0),
    ];
    let rows = rows(&json!({ "count": "points", "ties": ["wins"] }), &lines);
    assert_eq!(by_member(&rows, "figure"), ["27", "27"]);
    assert_eq!(by_member(&rows, "wins"), ["5/2", "3"]);
    assert_eq!(
        (&rows[0]["member"], &rows[1]["decided_by"]),
        (&json!(2), &json!("wins"))
    );
}

#[test]
fn matches_against_each_other_decide() {
    // Ann beat Bo twice, Cy beat Ann once, Bo and Cy never met; the total of each is 0.
    let lines = [
        totals("a", "2026-09-03", &[("Ann", 1.0), ("Bo", -1.0)]),
        totals("b", "2026-09-04", &[("Ann", 1.0), ("Bo", -1.0)]),
        totals("c", "2026-09-05", &[("Ann", -2.0), ("Cy", 2.0)]),
        totals("d", "2026-09-06", &[("Bo", 2.0), ("Guest", 1.0)]),
        totals("e", "2026-09-07", &[("Cy", -2.0), ("Guest", 1.0)]),
    ];
    let rows = rows(&json!({ "count": "points", "ties": ["met"] }), &lines);
    assert_eq!(by_member(&rows, "figure"), ["0", "0", "0"]);
    // The results against each other: Ann +1, Cy +1, Bo −2.
    assert_eq!(by_member(&rows, "rank"), ["1", "3", "1"]);
    assert_eq!(rows[2]["decided_by"], json!("met"));
    assert_eq!(rows[1].get("decided_by"), None);
}

#[test]
fn the_latest_evening_decides() {
    let lines = [
        totals("a", DAYS[0], &[("Ann", 5.0), ("Bo", 0.0)]),
        totals("b", DAYS[1], &[("Ann", 0.0), ("Bo", 5.0)]),
        totals("c", DAYS[2], &[("Cy", 5.0), ("Guest", 0.0)]),
    ];
    let last = |rules: Value| {
        let rows = rows(&rules, &lines);
        rows.iter()
            .map(|row| row["member"].as_u64().unwrap())
            .collect::<Vec<u64>>()
    };
    let rules = json!({ "count": "points", "figure": "sum", "absent": null, "ties": ["last"] });
    assert_eq!(last(rules), [3, 2, 1]);
    // A missed evening counts with its value, so that it is not worse than 0.
    assert_eq!(
        last(json!({ "count": "points", "ties": ["last"] })),
        [3, 2, 1]
    );
}

#[test]
fn partners_get_the_place_of_their_side() {
    let game = json!({ "game": "own", "definition": crate::definition("spades") });
    // An adjustment for one partner counts for the side.
    let mut line = crate::totals_of(
        "m",
        DAYS[0],
        &game,
        &[("Ann", 30.0), ("Bo", 0.0), ("Cy", 0.0), ("Di", 0.0)],
    );
    let adjustments = line["document"]["adjustments"].as_array_mut().unwrap();
    adjustments.truncate(1);
    let rows = rows(&json!({}), &[line]);
    assert_eq!(by_member(&rows, "figure"), ["12", "0", "12", "0"]);
    assert_eq!(by_member(&rows, "wins"), ["1", "0", "1", "0"]);
    let played = &rows[0]["units"][0]["matches"][0];
    assert_eq!(
        (&played["beaten"], &played["others"]),
        (&json!(1), &json!(1))
    );
}

#[test]
fn the_lowest_total_wins_if_the_game_says_so() {
    let game = json!({ "game": "own", "definition": crate::definition("hearts") });
    let line = crate::totals_of(
        "m",
        DAYS[0],
        &game,
        &[("Ann", 30.0), ("Bo", 10.0), ("Cy", 20.0)],
    );
    let places = rows(&json!({}), std::slice::from_ref(&line));
    assert_eq!(by_member(&places, "figure"), ["0", "12", "6"]);
    let club = club(&with_rules(&json!({ "count": "points" })));
    let season = &club.seasons[0];
    let refused = club.table(season, &matches(&[line]), None).unwrap_err();
    assert_eq!(
        (&*refused[0].code, &*refused[0].pointer),
        ("club-lowest-points", "/seasons/0/rules/count")
    );
}

#[test]
fn changes_are_added_on_their_day() {
    let mut document = with_rules(&json!({ "best": 1 }));
    document["seasons"][0]["changes"] = json!([{ "member": 1, "points": -2.5, "day": "2026-09-05", "reason": "left without notice" }]);
    let club = club(&document);
    let lines = matches(&evenings(&[Some(1.0)]));
    let figure = |after: Option<&str>| table(&club, &lines, after).standings[0].figure.to_string();
    assert_eq!(figure(None), "19/2");
    assert_eq!(figure(Some("2026-09-04")), "12");
}

#[test]
fn a_seat_belongs_to_the_player_with_more_hands() {
    let members = |people: &[(&str, usize)]| {
        let mut sample: Value =
            serde_json::from_str(include_str!("../../templates/games/oh_hell/sample.json"))
                .unwrap();
        let hands = sample["hands"].as_array().unwrap().len();
        assert_eq!(hands, 7);
        sample["finished"] = json!(true);
        let people: Vec<Value> = people
            .iter()
            .map(|(name, from_hand)| json!({ "person": 1, "name": name, "from_hand": from_hand }))
            .collect();
        let line = json!({ "document": sample, "metadata": { "evening": DAYS[0] },
            "seats": [{ "id": "s1", "people": people }] });
        let rows = rows(&json!({}), &[line]);
        by_member(&rows, "member")
    };
    // Bo sits in the second seat of the sample, so the first seat belongs to Ann, to Cy or to nobody.
    assert_eq!(members(&[("Ann", 1)]), ["1", "2"]);
    assert_eq!(members(&[("Cy", 1), ("Ann", 5)]), ["2", "3"]);
    assert_eq!(members(&[("Cy", 1), ("Ann", 4)]), ["1", "2"]);
    assert_eq!(members(&[("Cy", 1), ("Guest", 4), ("Cy", 6)]), ["2", "3"]);
    // Cy and Ann played three hands each, Di one: the seat counts for Cy, who played first.
    assert_eq!(members(&[("Cy", 1), ("Ann", 4), ("Di", 7)]), ["2", "3"]);
}

#[test]
fn foreign_and_unfinished_matches_do_not_count() {
    let day = DAYS[0];
    let mut private = totals("p", day, &[("Ann", 1.0), ("Bo", 0.0)]);
    private["metadata"] = json!({ "round": 1 });
    let mut open = totals("o", day, &[("Ann", 1.0), ("Bo", 0.0)]);
    open["document"]["finished"] = json!(false);
    let mut untouched = totals("u", day, &[("Ann", 1.0), ("Bo", 0.0)]);
    untouched["document"]["adjustments"] = json!([]);
    let late = totals("l", "2027-07-01", &[("Ann", 1.0), ("Bo", 0.0)]);
    let bare = totals("b", day, &[("Ann", 1.0), ("Bo", 0.0)])["document"].clone();
    let club = club(&with_rules(&json!({})));
    let lines = matches(&[private, open, untouched, late, bare]);
    let table = table(&club, &lines, None);
    assert!(table.standings.is_empty() && table.evenings.is_empty());
    // These are `open`, and `untouched`, which was finished before anything was recorded.
    assert_eq!(table.open, 2);
}
