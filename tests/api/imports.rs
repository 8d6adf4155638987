//! Imports and exports: documents, logs, results as CSV.

use serde_json::{Value, json};

use overtrick_games as games;
use overtrick_match::ledger::StoredLog;
use overtrick_server::bounds::{MAX_IMPORT, MAX_IMPORT_LINES};

use crate::served::{ADMIN, Answer, Server, bearer, brink_bid, first_hand, forged};

pub const NDJSON: &str = "application/x-ndjson";

pub fn import(server: &Server, query: &str, media: &str, body: &str) -> Answer {
    let headers = [("authorization", &*bearer(ADMIN)), ("content-type", media)];
    let path = format!("/api/v1/imports{query}");
    server.send("POST", &path, &headers, Some(body.as_bytes()))
}

/// The counts of a successful import: created matches, and matches that were already stored.
pub fn counts(answer: &Answer) -> (u64, u64) {
    assert_eq!(answer.status, 200, "{}", answer.text());
    let report = answer.json();
    let count = |key: &str| report[key].as_u64().unwrap();
    (count("created"), count("already"))
}

pub fn export(server: &Server, query: &str) -> Answer {
    let admin = bearer(ADMIN);
    let answer = server.get(
        &format!("/api/v1/exports{query}"),
        &[("authorization", &admin)],
    );
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer
}

/// The lines of an export, sorted; without ids if two services are to be compared.
pub fn lines(answer: &Answer, with_ids: bool) -> Vec<Value> {
    let text = answer.text();
    let mut lines: Vec<Value> = text
        .lines()
        .map(|line| {
            let mut line: Value = serde_json::from_str(line).unwrap();
            if with_ids {
                return line;
            }
            // A match without a date has the day on which the service opened it.
            let is_dated = line["document"]["played_on"].is_string();
            for document in ["/document", ""] {
                if let Some(Value::Object(document)) = line.pointer_mut(document) {
                    document.remove("id");
                    if !is_dated {
                        document.remove("day");
                    }
                }
            }
            line
        })
        .collect();
    lines.sort_by_key(ToString::to_string);
    lines
}

fn document(number: usize) -> Value {
    json!({ "game": "brink-bid", "title": number.to_string(), "players": ["Ann", "Bo"], "hands": [] })
}

fn samples() -> String {
    let samples = games::all().iter().map(|entry| {
        let sample: Value = serde_json::from_str(entry.sample).unwrap();
        sample.to_string() + "\n"
    });
    samples.collect()
}

#[test]
fn a_file_is_checked_then_stored_and_then_recognized() {
    let server = Server::start();
    let file = samples();
    let games = u64::try_from(games::all().len()).unwrap();
    let rehearsed = import(&server, "?dry_run=true", NDJSON, &file);
    assert_eq!(counts(&rehearsed), (games, 0));
    assert_eq!(rehearsed.json()["matches"][0].get("id"), None);
    assert_eq!(export(&server, "").text(), "");
    let stored = import(&server, "", NDJSON, &file);
    assert_eq!(counts(&stored), (games, 0));
    assert_eq!(counts(&import(&server, "", NDJSON, &file)), (0, games));
    // The same matches as a list, and as an object, both taken from an export.
    let list: Vec<Value> = lines(&export(&server, ""), true);
    let list = Value::from(list);
    let object = json!({ "matches": list });
    for body in [list, object] {
        let imported = import(&server, "", "application/json", &body.to_string());
        assert_eq!(counts(&imported), (0, games));
    }
    // A document that occurs twice in a file is stored once.
    let twice = format!("{0}\n\n{0}\n", document(1));
    assert_eq!(counts(&import(&server, "", NDJSON, &twice)), (1, 1));
    assert_eq!(server.restarted().get("/readyz", &[]).status, 200);
}

#[test]
fn three_faults_in_a_thousand_lines_are_listed_and_nothing_is_stored() {
    let server = Server::start();
    let mut file: Vec<String> = (1..=1000)
        .map(|number| document(number).to_string())
        .collect();
    file[6] = r#"{"game": "brink-bid", "players": ["Ann"], "hands": []}"#.to_owned();
    file[499] = "{".to_owned();
    file[999] = r#"{"document": {"game": "brink-bid", "players": ["Ann", "Bo"], "hands": [{}]}, "external_id": ""}"#.to_owned();
    let file = file.join("\n");
    for query in ["", "?dry_run=true"] {
        let answer = import(&server, query, NDJSON, &file);
        let (status, list) = match query {
            "" => (422, "errors"),
            _ => (200, "faults"),
        };
        assert_eq!(answer.status, status, "{}", answer.text());
        let body = answer.json();
        let faults = body[list].as_array().unwrap().iter();
        let faults: Vec<(u64, &str)> = faults
            .map(|fault| {
                (
                    fault["line"].as_u64().unwrap(),
                    fault["pointer"].as_str().unwrap(),
                )
            })
            .collect();
        assert_eq!(faults, [(7, "/players"), (500, ""), (1000, "/external_id")]);
    }
    let report = import(&server, "?dry_run=true", NDJSON, &file).json();
    assert_eq!(
        (&report["created"], &report["refused"], &report["lines"]),
        (&json!(997), &json!(3), &json!(1000))
    );
    assert_eq!(export(&server, "").text(), "");
}

#[test]
fn faults_of_a_labeled_document_are_at_their_place() {
    let server = Server::start();
    let line = json!({ "document": { "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [{}] }, "x": 1 });
    let answer = import(&server, "", NDJSON, &line.to_string());
    assert_eq!(answer.pointers(), ["/x"], "{}", answer.text());
    let line =
        json!({ "document": { "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [{}] } });
    let answer = import(&server, "", NDJSON, &line.to_string());
    assert_eq!(
        answer.pointers(),
        ["/document/hands/0/bids", "/document/hands/0/tricks"]
    );
}

#[test]
fn an_external_id_finds_the_match_that_exists_already() {
    let server = Server::start();
    let line = |id: &str, number: usize| {
        json!({ "external_id": id, "document": document(number) }).to_string()
    };
    let first = import(&server, "", NDJSON, &line("a", 1));
    assert_eq!(counts(&first), (1, 0));
    let again = import(
        &server,
        "",
        NDJSON,
        &format!("{}\n{}", line("a", 2), line("b", 3)),
    );
    assert_eq!(counts(&again), (1, 1));
    assert_eq!(
        again.json()["matches"][0]["id"],
        first.json()["matches"][0]["id"]
    );
    let twice = import(
        &server,
        "",
        NDJSON,
        &format!("{}\n{}", line("c", 4), line("c", 5)),
    );
    assert_eq!(
        twice.json()["errors"][0]["code"],
        "twice-in-import",
        "{}",
        twice.text()
    );
    assert_eq!(twice.json()["errors"][0]["line"], 2);
}

#[test]
fn an_export_is_imported_and_exported_unchanged() {
    let here = Server::start();
    assert_eq!(counts(&import(&here, "", NDJSON, &samples())).1, 0);
    let labeled =
        json!({ "external_id": "x", "metadata": { "round": 1 }, "document": document(1) });
    import(&here, "", NDJSON, &labeled.to_string());
    let game = here.create(&brink_bid());
    game.record(&first_hand(1));
    game.changed(&game.direct, &json!({ "action": "correct", "reason": "misread", "edits": [{ "edit": "replace", "hand": 1, "with": first_hand(2) }] }));
    game.changed(&game.direct, &json!({ "action": "erase", "person": 2 }));
    let count = u64::try_from(games::all().len() + 2).unwrap();

    let documents = export(&here, "");
    assert_eq!(documents.header("content-type"), Some(NDJSON));
    let there = Server::start();
    assert_eq!(
        counts(&import(&there, "", NDJSON, &documents.text())),
        (count, 0)
    );
    assert_eq!(lines(&export(&there, ""), false), lines(&documents, false));

    let logs = export(&here, "?form=logs");
    let elsewhere = Server::start();
    assert_eq!(
        counts(&import(&elsewhere, "", NDJSON, &logs.text())),
        (count, 0)
    );
    assert_eq!(
        counts(&import(&elsewhere, "", NDJSON, &logs.text())),
        (0, count)
    );
    assert_eq!(
        lines(&export(&elsewhere, "?form=logs"), true),
        lines(&logs, true)
    );
    assert_eq!(
        lines(&export(&elsewhere, ""), true),
        lines(&documents, true)
    );
    // An export has the same filters as the list of matches.
    assert_eq!(lines(&export(&here, "?external_id=x"), true).len(), 1);
    assert_eq!(lines(&export(&here, "?game=mariash"), true).len(), 1);

    let changed = logs.text().replace("misread", "misled");
    let refused = import(&Server::start(), "", NDJSON, &changed);
    assert_eq!(
        refused.json()["errors"][0]["code"],
        "damaged-log",
        "{}",
        refused.text()
    );
    game.record(
        &json!({ "bids": { "Ann": 1, "Player 2": 1 }, "tricks": { "Ann": 1, "Player 2": 4 } }),
    );
    let another = import(&here, "", NDJSON, &logs.text());
    assert_eq!(
        another.json()["errors"][0]["code"],
        "another-log",
        "{}",
        another.text()
    );
}

#[test]
fn a_log_of_a_deleted_match_is_refused_and_its_document_is_another_match() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    let (log, document) = (
        export(&server, "?form=logs").text(),
        export(&server, "").text(),
    );
    game.delete();
    let refused = import(&server, "", NDJSON, &log);
    assert_eq!(refused.status, 422, "{}", refused.text());
    let fault = &refused.json()["errors"][0];
    assert_eq!(
        (&fault["code"], &fault["pointer"], &fault["line"]),
        (&json!("deleted-match"), &json!("/log"), &json!(1))
    );
    assert_eq!(game.get("").status, 404);
    assert_eq!(counts(&import(&server, "", NDJSON, &document)), (1, 0));
    assert_eq!(game.get("").status, 404);
}

#[test]
fn a_log_is_imported_with_its_times_its_roles_and_its_scores_or_not_at_all() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    game.changed(ADMIN, &json!({ "action": "finish" }));
    let line: Value = serde_json::from_str(&export(&server, "?form=logs").text()).unwrap();
    let log: StoredLog = serde_json::from_value(line["log"].clone()).unwrap();
    let elsewhere = Server::start();
    let by_nobody = forged(log.clone(), |log| log.events[1].by = "view".into());
    let refused = import(
        &elsewhere,
        "",
        NDJSON,
        &json!({ "log": by_nobody }).to_string(),
    );
    assert_eq!(
        (refused.status, refused.pointers()),
        (422, vec!["/log/events/1/by".to_owned()])
    );
    // Exported logs contain the administrator's actions.
    assert_eq!(log.events[2].by, "admin");
    let unreadable = import(&elsewhere, "", "application/json", r#"[{ "log": {} }]"#);
    assert_eq!(unreadable.json()["errors"][0]["code"], "unreadable-log");
    let whole = json!({ "log": log }).to_string();
    assert_eq!(counts(&import(&elsewhere, "", NDJSON, &whole)), (1, 0));
}

#[test]
fn the_lines_of_an_import_are_limited_without_blank_ones() {
    let server = Server::start();
    let lines = usize::try_from(MAX_IMPORT_LINES).unwrap();
    let refused = import(&server, "", NDJSON, &"{}\n".repeat(lines + 1));
    assert_eq!(
        refused.json()["errors"][0]["code"],
        "too-many-lines",
        "{}",
        refused.text()
    );
    let most = import(
        &server,
        "",
        NDJSON,
        &(" ".repeat(1023) + "\n").repeat(MAX_IMPORT / 1024),
    );
    assert_eq!(counts(&most), (0, 0), "{}", most.text());
}

#[test]
fn results_of_every_game_are_exported_and_imported_as_csv() {
    for entry in games::all() {
        let game = entry.facts.id;
        let (here, there) = (Server::start(), Server::start());
        let mut sample: Value = serde_json::from_str(entry.sample).unwrap();
        sample["title"] = json!("=1+1");
        let line = json!({ "external_id": "-7", "document": sample });
        assert_eq!(
            counts(&import(&here, "", NDJSON, &line.to_string())),
            (1, 0),
            "{game}"
        );
        let out = export(&here, &format!("?form=csv&game={game}"));
        assert_eq!(out.header("content-type"), Some("text/csv; charset=utf-8"));
        let csv = out.text();
        assert!(csv.contains(",'=1+1,") && csv.contains(",'-7,"), "{csv}");
        let excel = export(&here, &format!("?form=csv&game={game}&excel=true"));
        let excel = excel.text();
        assert!(
            excel.starts_with("\u{feff}match;external_id;date;"),
            "{excel}"
        );
        assert_eq!(
            counts(&import(
                &Server::start(),
                &format!("?game={game}"),
                "text/csv",
                &excel
            )),
            (1, 0),
            "{game}"
        );
        let query = format!("?game={game}");
        assert_eq!(
            counts(&import(&there, &query, "text/csv", &csv)),
            (1, 0),
            "{game}"
        );
        assert_eq!(
            counts(&import(&there, &query, "text/csv", &csv)),
            (0, 1),
            "{game}"
        );
        assert_eq!(
            lines(&export(&there, ""), false),
            lines(&export(&here, ""), false),
            "{game}"
        );
        let template = here.get(&format!("/api/v1/games/{game}/results.csv"), &[]);
        assert_eq!(template.text().lines().next(), csv.lines().next());
        assert_eq!(
            counts(&import(&there, &query, "text/csv", &template.text())),
            (1, 0),
            "{game}"
        );
    }
}
