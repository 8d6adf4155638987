//! Totals that are entered without hands become matches.

use serde_json::{Value, json};

use overtrick_club::{ClubMatch, Fraction, read_line, read_totals};

use crate::{club, table};

fn crown() -> Value {
    json!({ "club": 1, "name": "The Crown",
        "members": [{ "number": 1, "name": "Ann" }, { "number": 2, "name": "Bo" }, { "number": 3, "name": "Cy" }],
        "seasons": [{ "id": "s", "from": "2025-01-01", "to": "2025-12-31" }] })
}

fn matches(csv: &str) -> Vec<ClubMatch> {
    let club = club(&crown());
    let read = read_totals(csv.as_bytes(), &club).unwrap();
    let read = read
        .iter()
        .map(|(_, json)| read_line(json).unwrap().unwrap());
    read.collect()
}

#[test]
fn rows_of_a_table_become_a_finished_match() {
    // Ann beats both, Bo and Cy are equal: 12, 3, 3. At the other table Cy beats Ann and a guest: 12, 6 and 0.
    let csv = "evening,round,table,game,player,total\n\
        2025-03-01,1,1,oh-hell,1,30\n\
        2025-03-01,1,1,oh-hell,Bo,-2\n\
        2025-03-01,1,2,oh-hell,Dora,-7\n\
        2025-03-01,1,1,oh-hell,cy,-2\n\
        2025-03-01,1,2,oh-hell,3,9\n\
        2025-03-01,1,2,oh-hell,Ann,0\n";
    let played = matches(csv);
    assert_eq!(played.len(), 2);
    assert!(played.iter().all(|one| one.is_complete && one.hands == 0));
    assert_eq!(played[0].id, "2025-03-01/1/1");
    let table = table(&club(&crown()), &played, None);
    let rows = table.standings.iter();
    let rows: Vec<_> = rows.map(|row| (row.member, row.figure.clone())).collect();
    let expected = [(1, 18), (3, 15), (2, 3)];
    let expected = expected.map(|(member, figure)| (member, Fraction::from(figure)));
    assert_eq!(rows, expected);
}

#[test]
fn columns_may_be_in_any_order_and_separated_by_semicolons() {
    let csv = "\u{feff}Player;Total;Evening;Round;Table;Game\r\n1;2;2025-03-01;2;3;oh-hell\r\n2;−1;2025-03-01;2;3;oh-hell\r\n3;0;2025-03-01;2;3;oh-hell\r\n";
    let played = matches(csv);
    assert_eq!(played[0].id, "2025-03-01/2/3");
    let totals: Vec<String> = played[0]
        .competitors
        .iter()
        .map(|one| one.total.to_string())
        .collect();
    assert_eq!(totals, ["2", "0", "−1"]);
}

#[test]
fn every_fault_has_its_line_and_column() {
    let csv = "evening,round,table,game,player,total\n\
        2025-13-01,1,1,oh-hell,1,30\n\
        2025-03-01,0,x,oh-hell,9,many\n\
        2025-03-01,1,2,oh-hell,1,1\n\
        2025-03-01,1,2,mariash,2,0.3\n\
        2025-03-01,1,2,mariash,2,3\n";
    let faults = read_totals(csv.as_bytes(), &club(&crown())).unwrap_err();
    let faults: Vec<(u64, String, &str)> = faults
        .iter()
        .map(|(place, fault)| (place.line, place.column.clone().unwrap(), &*fault.code))
        .collect();
    let expected = [
        (2, "evening", "bad-date"),
        (3, "round", "club-count"),
        (3, "table", "club-count"),
        (3, "player", "club-no-member-named"),
        (3, "total", "club-total"),
        (5, "total", "club-total"),
        (6, "game", "club-other-game"),
    ];
    let expected: Vec<_> = expected
        .map(|(line, column, code)| (line, column.to_owned(), code))
        .into();
    assert_eq!(faults, expected);
    let faults = read_totals(b"evening,table,player\n", &club(&crown())).unwrap_err();
    assert!(
        faults
            .iter()
            .all(|(place, fault)| place.line == 1 && fault.code == "club-column")
    );
    assert_eq!(faults.len(), 3);
}
