//! Files of results as spreadsheets write them.

use serde_json::{Value, json};

use crate::api::imports::{counts, export, import, lines};
use crate::served::Server;

const CSV: &str = "text/csv";

/// Each fault of a refused file: its line, its column and its code.
fn faults(server: &Server, query: &str, csv: &str) -> Vec<(u64, String, String)> {
    let answer = import(server, query, CSV, csv);
    assert_eq!(answer.status, 422, "{}", answer.text());
    let body = answer.json();
    let errors = body["errors"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    errors
        .map(|error| {
            (
                error["line"].as_u64().unwrap(),
                text(&error["column"]),
                text(&error["code"]),
            )
        })
        .collect()
}

fn fault(line: u64, column: &str, code: &str) -> (u64, String, String) {
    (line, column.to_owned(), code.to_owned())
}

#[test]
fn faults_name_line_and_column_as_the_file_has_them() {
    let server = Server::start();
    // The second row extends over three lines of the file.
    let csv = "match,player.1,player.2,\"notes\",bids.1,bids.2,tricks.2,tricks.1\n\
               one,Ann,Bo,\"a\nlong\nnote\",1,1,3,1\n\
               one,Ann,Bo,,1,one,4,1\n\
               two,Ann,Cy,,9,1,3,1\n";
    assert_eq!(
        faults(&server, "?game=brink-bid", csv),
        [
            fault(5, "bids.2", "wrong-type"),
            fault(6, "bids.1", "out-of-range")
        ]
    );
    let of_several_kinds = "match,player.1,player.2,bids.1,bids.2,tricks.1,tricks.2\r\n\
                            one,Ann,Bo,1,1,1,3\r\none,Ann,Bo,1,one,1,4\r\n\
                            one,Ann,Cy,1,1,1,5\r\ntwo,Ann,Bo,1,1,3,3\r\n";
    let found = faults(&server, "?game=brink-bid", of_several_kinds);
    let found: Vec<(u64, &str)> = found
        .iter()
        .map(|(line, _, code)| (*line, &**code))
        .collect();
    assert_eq!(
        found,
        [(3, "wrong-type"), (4, "row-differs"), (5, "tricks-sum")]
    );
    let head = "match,\"player\n.1\",player.2,trics.1\none,Ann,Bo,1\n";
    let found = faults(&server, "?game=brink-bid", head);
    assert_eq!(found[0].0, 1);
    assert_eq!(found[1], fault(1, "trics.1", "unknown-column"));
    let differs = "match,date,player.1,player.2\nx,2026-11-19,Ann,Bo\nx,2026-11-20,Ann,Bo\n";
    assert_eq!(
        faults(&server, "?game=brink-bid", differs),
        [fault(3, "date", "row-differs")]
    );
    let day =
        "match,date,player.1,player.2\nx,1/10/2026,Ann,Bo\ny,31.2.2026,Ann,Bo\nz,1.10.26,Ann,Bo\n";
    assert_eq!(
        faults(&server, "?game=brink-bid", day),
        [2, 3, 4].map(|line| fault(line, "date", "bad-date"))
    );
    let report = import(&server, "?game=brink-bid", CSV, day).json();
    let report = report["errors"][0]["detail"].as_str().unwrap().to_owned();
    assert!(
        report.contains("2026-11-21") && report.contains("21.11.2026"),
        "{report}"
    );
}

#[test]
fn days_and_numbers_are_read_as_a_spreadsheet_writes_them() {
    let server = Server::start();
    let csv = "date;player.1;player.2;bids.1;bids.2;tricks.1;tricks.2\n\
               1.10.2026;Ann;Bo;1.0;1,0;1.00;3\n\
               21. 9. 2026;Ann;Bo;1;1;2.0;2.0\n";
    assert_eq!(
        counts(&import(&server, "?game=brink-bid", CSV, csv)),
        (2, 0)
    );
    let days: Vec<Value> = lines(&export(&server, ""), false)
        .iter()
        .map(|line| line["document"]["played_on"].clone())
        .collect();
    assert!(days.contains(&json!("2026-10-01")) && days.contains(&json!("2026-09-21")));
    let half = "player.1,player.2,bids.1,bids.2,tricks.1,tricks.2\nAnn,Bo,1.5,1,1,3\n";
    assert_eq!(
        faults(&server, "?game=brink-bid", half),
        [fault(2, "bids.1", "wrong-type")]
    );
}

#[test]
fn the_fault_of_another_encoding_explains_how_to_save_the_file() {
    let server = Server::start();
    let mut csv = b"match,player.1,player.2\none,Ann,".to_vec();
    csv.extend_from_slice(b"Zden\xeck\n");
    let headers = [
        (
            "authorization",
            &*crate::served::bearer(crate::served::ADMIN),
        ),
        ("content-type", CSV),
    ];
    let send = |csv: &[u8]| {
        server.send(
            "POST",
            "/api/v1/imports?game=brink-bid",
            &headers,
            Some(csv),
        )
    };
    let answer = send(&csv);
    let error = answer.json()["errors"][0].clone();
    assert_eq!(error["code"], "not-utf8", "{}", answer.text());
    let message = error["detail"].as_str().unwrap();
    for part in ["line 2", "column 13", "UTF-8", "CSV UTF-8"] {
        assert!(message.contains(part), "{part} in {message}");
    }
    // UTF-16: spreadsheets call this encoding Unicode text.
    let wide: Vec<u8> = "\u{feff}match\tplayer.1"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(send(&wide).json()["errors"][0]["code"], "not-utf8");
}

#[test]
fn one_file_has_matches_of_several_games() {
    let server = Server::start();
    let csv = "match,game,player.1,player.2,player.3,bids.1,bids.2,bids.3,tricks.1,tricks.2,tricks.3,dice.cards\n\
               one,brink-bid,Ann,Bo,,1,1,,1,3,,\n\
               one,,Ann,Bo,,1,1,,1,4,,\n\
               two,Oh Hell,Ann,Bo,Cy,0,0,0,1,0,0,\n";
    let answer = import(&server, "?dry_run=true", CSV, csv);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let faults_of = |answer: &crate::served::Answer| answer.json()["faults"].clone();
    assert_eq!(faults_of(&answer), json!([]), "{}", answer.text());
    assert_eq!(counts(&import(&server, "", CSV, csv)), (2, 0));
    let games: Vec<String> = lines(&export(&server, ""), false)
        .iter()
        .map(|line| line["document"]["game"].as_str().unwrap().to_owned())
        .collect();
    assert!(games.contains(&"brink-bid".to_owned()) && games.contains(&"oh-hell".to_owned()));
    let strange = "match,game,player.1,player.2,bids.1,bids.2,tricks.1,tricks.2\n\
                   one,chess,Ann,Bo,1,1,1,3\ntwo,,Ann,Bo,1,1,1,3\nthree,mariash,Ann,Bo,1,1,1,3\n";
    let found = faults(&server, "", strange);
    for expected in [
        fault(2, "game", "unknown-game"),
        fault(3, "game", "missing-field"),
        fault(4, "bids.1", "column-of-another-game"),
    ] {
        assert!(found.contains(&expected), "{expected:?} in {found:?}");
    }
    // A row without a game gets the game of the request.
    let message = import(
        &server,
        "?game=brink-bid",
        CSV,
        "match,game,player.1,player.2,bids.1,bids.2,tricks.1,tricks.2\nnine,,Di,Ed,1,1,1,3\n",
    );
    assert_eq!(counts(&message), (1, 0));
}
