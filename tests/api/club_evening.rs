//! A club evening: rounds are opened and ended, and each table keeps one code.

use serde_json::{Value, json};

use super::club::{cookie, put, send_form};
use crate::served::{ADMIN, Answer, Server, bearer};

const DAY: &str = "/api/v1/club/evenings/2026-11-28";

fn started() -> Server {
    let server = Server::start();
    let names = ["Ann", "Bo", "Cy", "Dan", "Eva", "Fay"];
    let members = (1..)
        .zip(names)
        .map(|(number, name)| json!({ "number": number, "name": name }));
    let club = json!({ "club": 1, "name": "The Crown", "public": true,
        "members": members.collect::<Vec<Value>>() });
    assert_eq!(put(&server, &club, None).status, 204);
    server
}

fn ask(server: &Server, method: &str, path: &str, body: &Value) -> Answer {
    let admin = bearer(ADMIN);
    let headers = [
        ("authorization", &*admin),
        ("content-type", "application/json"),
        ("accept-language", "en"),
    ];
    let body = body.to_string();
    let body = Some(body.as_bytes()).filter(|body| *body != b"null");
    server.send(method, &format!("{DAY}{path}"), &headers, body)
}

/// Opens a round, and returns its tables.
fn open(server: &Server, round: usize, tables: &str) -> Vec<Value> {
    let opened = ask(
        server,
        "PUT",
        &format!("/rounds/{round}"),
        &json!({ "tables": tables }),
    );
    assert_eq!(opened.status, 200, "{}", opened.text());
    let rounds = opened.json()["rounds"].as_array().unwrap().clone();
    let found = rounds.iter().find(|one| one["round"] == round).unwrap();
    found["tables"].as_array().unwrap().clone()
}

/// Records an adjustment in a match.
fn adjust(server: &Server, id: &Value) {
    let admin = bearer(ADMIN);
    let headers = [("authorization", &*admin), ("if-match", "*")];
    let change = json!({ "action": "adjust", "adjustment":
        { "after_hand": 0, "player": "Ann", "points": 5, "reason": "a wager" } });
    let path = format!("/api/v1/matches/{}/changes", id.as_str().unwrap());
    let changed = server.post(&path, &headers, &change);
    assert_eq!(changed.status, 200, "{}", changed.text());
}

const FIRST: &str = "1 oh-hell 1 2 3\n\n2 oh-hell 4 5 \"Dora Guest\"\n";

#[test]
fn opening_a_round_twice_opens_each_table_once() {
    let server = started();
    let first = open(&server, 1, FIRST);
    assert_eq!(first.len(), 2);
    assert_eq!(first[0]["heading"], "Table 1: Oh Hell");
    assert_eq!(first[1]["players"][2]["name"], "Dora Guest");
    assert_eq!(open(&server, 1, FIRST), first);
    // The second table, where nothing is recorded yet, gets other players and keeps its code.
    let other = open(&server, 1, "1 oh-hell 1 2 3\n2 oh-hell 4 5 6");
    assert_eq!(other[0], first[0]);
    assert_ne!(other[1]["match"], first[1]["match"]);
    assert_eq!(other[1]["code"], first[1]["code"]);
    adjust(&server, &other[0]["match"]);
    let refused = ask(
        &server,
        "PUT",
        "/rounds/1",
        &json!({ "tables": "1 oh-hell 4 5 6" }),
    );
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert_eq!(refused.json()["errors"][0]["code"], "club-table-begun");
    let list = server
        .get("/api/v1/matches", &[("authorization", &*bearer(ADMIN))])
        .json();
    let listed = list["matches"].as_array().unwrap();
    assert_eq!(listed.len(), 2);
    assert_eq!(
        listed
            .iter()
            .filter(|one| one["external_id"] == "2026-11-28/1/1")
            .count(),
        1
    );
    assert_eq!(listed[0]["metadata"]["evening"], "2026-11-28");
    let published = server.get(
        &format!("/matches/{}", other[0]["match"].as_str().unwrap()),
        &[],
    );
    assert_eq!(published.status, 200);
}

#[test]
fn every_fault_of_the_tables_is_found_at_once() {
    let server = started();
    let tables = "x oh-hell 1 2 3\n2 chess 1 2\n2 oh-hell 9 Bo 1\n3 oh-hell 1 1 2";
    let refused = ask(&server, "PUT", "/rounds/1", &json!({ "tables": tables }));
    let faults = refused.json()["errors"].as_array().unwrap().clone();
    let faults: Vec<(&str, &str)> = faults
        .iter()
        .map(|fault| {
            (
                fault["pointer"].as_str().unwrap(),
                fault["code"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        faults,
        [
            ("/tables/1", "club-count"),
            ("/tables/3", "club-table-twice"),
            ("/tables/3", "club-no-member-named"),
            ("/tables/3", "club-no-member-named"),
        ],
        "{}",
        refused.text()
    );
    let refused = ask(
        &server,
        "PUT",
        "/rounds/1",
        &json!({ "tables": "2 chess 1 2\n3 oh-hell 1 1 2" }),
    );
    let text = refused.text();
    assert!(
        text.contains("unknown-game") && text.contains("/tables/2/document/players"),
        "{text}"
    );
    // Blank lines count.
    let tables = "\n1 oh-hell 1 2 3\n\n2 chess 1 2";
    let refused = ask(&server, "PUT", "/rounds/1", &json!({ "tables": tables }));
    let pointer = &refused.json()["errors"][0]["pointer"];
    assert_eq!(pointer, "/tables/4/document/game", "{}", refused.text());
    assert_eq!(
        ask(&server, "PUT", "/rounds/1", &json!({ "tables": "" })).status,
        422
    );
    assert_eq!(
        ask(&server, "GET", "", &Value::Null).json()["rounds"],
        json!([])
    );
}

#[test]
fn the_code_of_a_table_leads_to_its_latest_match() {
    let server = started();
    let first = open(&server, 1, FIRST);
    let joined = |code: &Value| {
        server
            .post("/api/v1/joins", &[], &json!({ "code": code }))
            .json()
    };
    let code = first[0]["code"].clone();
    let before = joined(&code);
    assert_eq!(
        (&before["id"], &before["role"]),
        (&first[0]["match"], &json!("score"))
    );
    adjust(&server, &first[0]["match"]);
    let ended = ask(&server, "POST", "/rounds/1/end", &Value::Null).json();
    let over: Vec<&Value> = ended["rounds"][0]["tables"]
        .as_array()
        .unwrap()
        .iter()
        .map(|table| &table["is_over"])
        .collect();
    // Nothing is recorded at the second table, so it stays open.
    assert_eq!(over, [&json!(true), &json!(false)]);
    let second = open(&server, 2, "1 oh-hell 4 5 6");
    assert_eq!(second[0]["code"], code);
    assert_eq!(joined(&code)["id"], second[0]["match"]);
    // Sending the first round again changes nothing.
    open(&server, 1, FIRST);
    assert_eq!(joined(&code)["id"], second[0]["match"]);
    let led = server.get(&format!("/club/join/{}", code.as_str().unwrap()), &[]);
    let place = format!("/#/join/{}/", second[0]["match"].as_str().unwrap());
    assert_eq!(led.status, 303);
    assert!(led.header("location").unwrap().starts_with(&place));
    assert_eq!(server.get("/club/join/ACDEFGHJ", &[]).status, 404);
    let everybody = server.get(DAY, &[]).json();
    assert_eq!(everybody["rounds"][0]["tables"][0]["code"], Value::Null);
}

#[test]
fn a_director_runs_the_evening_on_its_page() {
    let server = started();
    let cookie = cookie(&server, ADMIN);
    let path = "/club/evenings/2026-11-28";
    let rounds = path.to_owned();
    assert_eq!(server.get(path, &[]).status, 404);
    let page = || {
        server
            .get(path, &[("cookie", &*cookie), ("accept-language", "en")])
            .text()
    };
    assert!(page().contains("<textarea name=\"tables\""), "{}", page());
    let opened = send_form(
        &server,
        &rounds,
        &cookie,
        "round=1&tables=1+oh-hell+1+2+3%0D%0A2+oh-hell+4+5+%22Dora%22",
    );
    assert_eq!(
        (opened.status, opened.header("location")),
        (303, Some(path)),
        "{}",
        opened.text()
    );
    let shown = page();
    assert!(
        shown.contains("Table 2: Oh Hell")
            && shown.contains("rounds/1/kit.pdf")
            && shown.contains("2 oh-hell 4 5 &#34;Dora&#34;"),
        "{shown}"
    );
    let wrong = send_form(&server, &rounds, &cookie, "round=2&tables=1+oh-hell+1+77");
    assert_eq!(wrong.status, 422);
    assert!(
        wrong.text().contains("no member has the number 77")
            && wrong.text().contains("1 oh-hell 1 77"),
        "{}",
        wrong.text()
    );
    let evening = ask(&server, "GET", "", &Value::Null).json();
    adjust(&server, &evening["rounds"][0]["tables"][0]["match"]);
    assert_eq!(send_form(&server, &rounds, &cookie, "round=1").status, 303);
    assert!(page().contains("<p class=\"facts\">over · "), "{}", page());
    let kit = server.get(&format!("{path}/rounds/1/kit.pdf"), &[("cookie", &*cookie)]);
    assert_eq!(
        (kit.status, kit.header("content-type")),
        (200, Some("application/pdf"))
    );
    assert_eq!(
        server.get(&format!("{path}/rounds/1/kit.pdf"), &[]).status,
        401
    );
    assert_eq!(send_form(&server, &rounds, "", "round=1").status, 401);
}
