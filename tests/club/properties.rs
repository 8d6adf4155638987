//! Properties of every season.

use overtrick_club::{ClubMatch, Fraction, LineKind, SeasonTable, derivation, document_with_name};
use overtrick_core::json::Json;
use overtrick_match::lang::Language;
use serde_json::{Value, json};

use crate::generated;
use crate::random::Random;
use crate::{club, matches, table, totals};

fn value(table: &SeasonTable) -> Value {
    serde_json::to_value(table).unwrap()
}

/// Ranks and figures by member.
fn ranks(table: &SeasonTable) -> Vec<(u16, Option<usize>, String)> {
    let rows = table.standings.iter().chain(&table.unranked);
    rows.map(|row| (row.member, row.rank, row.figure.to_string()))
        .collect()
}

#[test]
fn the_points_of_a_match_add_up_to_six_for_each_player() {
    let mut random = Random::new(3);
    for players in 2..=10 {
        let names: Vec<String> = (1..=players).map(|number| format!("P{number}")).collect();
        let members: Vec<Value> = (1..=players)
            .map(|number| json!({ "number": number, "name": format!("P{number}") }))
            .collect();
        let document = json!({ "club": 1, "name": "C", "members": members,
            "seasons": [{ "id": "s", "from": "2026-01-01", "to": "2026-12-31" }] });
        let club = club(&document);
        for _ in 0..10 {
            let totals_of: Vec<(&str, f64)> = names
                .iter()
                .map(|name| (&**name, f64::from(u8::try_from(random.below(4)).unwrap())))
                .collect();
            let table = table(
                &club,
                &matches(&[totals("m", "2026-02-02", &totals_of)]),
                None,
            );
            let sum: Fraction = table.standings.iter().map(|row| &row.figure).sum();
            assert_eq!(sum.to_string(), (6 * players).to_string());
        }
    }
}

#[test]
fn counted_lines_add_up_to_the_figure() {
    let played = matches(&generated::lines(4));
    let mut random = Random::new(5);
    for case in 0..10 {
        let mut rules = generated::rules(&mut random);
        rules["figure"] = json!("sum");
        rules["count"] = json!("places");
        let club = club(&generated::club(&rules, case));
        let table = table(&club, &played, None);
        for row in &table.standings {
            for language in Language::tags().filter_map(Language::find) {
                let lines = derivation(&table, row, language);
                let of = |kinds: &[LineKind]| -> Fraction {
                    lines
                        .iter()
                        .filter(|line| kinds.contains(&line.kind))
                        .map(|line| &line.value)
                        .sum()
                };
                assert_eq!(
                    of(&[LineKind::Unit, LineKind::Change]),
                    row.figure,
                    "{rules}"
                );
                assert_eq!(
                    of(&[LineKind::Sum, LineKind::Change]),
                    row.figure,
                    "{rules}"
                );
                assert_eq!(of(&[LineKind::Figure]), row.figure);
                assert!(
                    lines.iter().all(|line| !line.text.contains('{')),
                    "{lines:#?}"
                );
            }
        }
    }
}

#[test]
fn the_order_of_matches_does_not_matter() {
    let played = matches(&generated::lines(6));
    let club = club(&generated::club(
        &json!({ "best": 8, "ties": ["best", "met", "last"] }),
        6,
    ));
    let expected = value(&table(&club, &played, None));
    let reversed: Vec<ClubMatch> = played.into_iter().rev().collect();
    assert_eq!(value(&table(&club, &reversed, None)), expected);
}

#[test]
fn removing_an_added_name_restores_the_table_and_renaming_changes_no_figure() {
    let lines = generated::lines(7);
    let played = matches(&lines);
    let document = generated::club(&json!({}), 7);
    let json: Json = serde_json::from_str(&document.to_string()).unwrap();
    let read = |json: &Json| overtrick_club::read(&serde_json::to_vec(json).unwrap()).unwrap();
    let before = table(&read(&json), &played, None);
    // Adding a guest's name to a member changes figures, and removing it restores them.
    let guest = before.unknown[0].name.clone();
    let added = document_with_name(&json, 1, &guest, true).unwrap();
    assert_ne!(value(&table(&read(&added), &played, None)), value(&before));
    let removed = document_with_name(&added, 1, &guest, false).unwrap();
    assert_eq!(
        value(&table(&read(&removed), &played, None)),
        value(&before)
    );
    // A member with a new main name keeps the old one as an additional name.
    let mut renamed = document.clone();
    renamed["members"][2]["name"] = json!("Nový Jméno");
    renamed["members"][2]["also"] = json!([document["members"][2]["name"]]);
    assert_eq!(
        ranks(&table(&club(&renamed), &played, None)),
        ranks(&before)
    );
}

#[test]
fn erasing_changes_no_figure_and_no_rank() {
    let lines = generated::lines(8);
    let document = generated::club(&json!({ "best": 10 }), 8);
    let before = table(&club(&document), &matches(&lines), None);
    let mut erased = document.clone();
    let names: Vec<String> = [&document["members"][3]["name"]]
        .into_iter()
        .chain(document["members"][3]["also"].as_array().unwrap())
        .map(|name| name.as_str().unwrap().to_owned())
        .collect();
    erased["members"][3] = json!({ "number": 4, "erased": "2026-11-29" });
    let lines: Vec<Value> = lines
        .iter()
        .map(|line| {
            let text = names.iter().fold(line.to_string(), |text, name| {
                text.replace(&format!("{name:?}"), "\"Member 4\"")
            });
            serde_json::from_str(&text).unwrap()
        })
        .collect();
    let after = table(&club(&erased), &matches(&lines), None);
    assert_eq!(ranks(&after), ranks(&before));
    assert!(
        names
            .iter()
            .all(|name| !value(&after).to_string().contains(&format!("{name:?}")))
    );
}

#[test]
fn a_corrected_match_changes_every_later_table() {
    let mut lines = generated::lines(9);
    let club = club(&generated::club(&json!({ "games": ["oh-hell"] }), 9));
    let at = lines.iter().position(|line| {
        line["document"]["game"] == "oh-hell"
            && line["document"]["hands"] == json!([])
            && line["document"]["finished"] == true
            && line["metadata"]["evening"].as_str() > Some("2026-03-05")
    });
    let at = at.unwrap();
    let evening = lines[at]["metadata"]["evening"]
        .as_str()
        .unwrap()
        .to_owned();
    let before = matches(&lines);
    let adjustments = lines[at]["document"]["adjustments"].as_array_mut();
    for (place, adjustment) in adjustments.unwrap().iter_mut().enumerate() {
        adjustment["points"] =
            json!(-(adjustment["points"].as_i64().unwrap()) - i64::try_from(place).unwrap());
    }
    let after = matches(&lines);
    assert_eq!(
        value(&table(&club, &before, Some("2026-03-05"))),
        value(&table(&club, &after, Some("2026-03-05")))
    );
    for day in [evening.as_str(), "2026-06-12", "2026-09-30"] {
        assert_ne!(
            value(&table(&club, &before, Some(day))),
            value(&table(&club, &after, Some(day)))
        );
    }
}
