//! The season tables equal those of the slow computation, for all kinds of rules.

use overtrick_club::SeasonTable;
use serde_json::{Value, json};

use crate::generated;
use crate::random::{Random, cases};
use crate::{club, matches, slow};

/// The parts of a table that the slow computation has too.
fn compared(table: &SeasonTable) -> Value {
    let table = serde_json::to_value(table).unwrap();
    let row = |row: &Value| {
        let units = row["units"].as_array().unwrap().iter().map(|unit| {
            let played = unit["matches"].as_array().unwrap().iter();
            let played = played.map(|played| json!([played["match"], played["game"]]));
            json!([
                unit["evening"],
                unit["value"],
                unit["counts"],
                unit["absent"],
                played.collect::<Vec<Value>>()
            ])
        });
        json!({ "rank": row["rank"], "member": row["member"], "evenings": row["evenings"], "wins": row["wins"],
            "figure": row["figure"], "decided_by": row["decided_by"], "units": units.collect::<Vec<Value>>() })
    };
    let rows = |key: &str| {
        table[key]
            .as_array()
            .unwrap()
            .iter()
            .map(row)
            .collect::<Vec<Value>>()
    };
    json!({ "standings": rows("standings"), "unranked": rows("unranked") })
}

#[test]
fn every_table_equals_the_second_computation() {
    let lines = generated::lines(1);
    let played = matches(&lines);
    assert!(played.len() > 290, "{}", played.len());
    let mut random = Random::new(2);
    let (mut refused, mut decided) = (0, 0);
    for case in 0..cases(40, 600) {
        let rules = generated::rules(&mut random);
        let document = generated::club(&rules, case);
        let club = club(&document);
        let season = &club.seasons[0];
        let after = (case % 3 == 0).then_some("2026-06-12");
        let table = club.table(season, &played, after);
        let slow = slow::rows(&document, &lines, after);
        match (table, slow) {
            (Ok(table), Some(slow)) => {
                assert_eq!(compared(&table), slow, "{rules}");
                decided += table
                    .standings
                    .iter()
                    .filter(|row| row.decided_by.is_some())
                    .count();
            }
            (Err(faults), None) => {
                refused += 1;
                assert_eq!(faults[0].code, "club-lowest-points");
            }
            (table, slow) => panic!("{rules}: {table:?} {slow:?}"),
        }
    }
    assert!(refused > 0 && decided > 0, "{refused} {decided}");
}
