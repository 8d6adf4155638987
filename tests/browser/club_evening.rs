//! A director runs an evening of five tables and four rounds on its page.

use std::cell::Cell;
use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::chromium::Wishes;
use super::phone::Phone;
use crate::served::{ADMIN, HandClock, Server, bearer};
use overtrick_match::lang::Language;

/// The day at which the clock is stopped, so that the evening does not pass midnight.
const DAY: &str = "2026-11-21";
const TABLES: usize = 5;
const ROUNDS: usize = 4;
/// The most steps that the director may need, not counting the recording of hands.
const MAX_STEPS: usize = 15;

/// A text of the club pages.
fn text(key: &str) -> String {
    Language::english().text("club", key)
}

/// The tables of a round, one per line: each player changes tables after every round.
fn tables(round: usize) -> String {
    let line = |table: usize| {
        let players =
            (0..4).map(|seat| (1 + (table + seat * round) % TABLES + TABLES * seat).to_string());
        let players: Vec<String> = players.collect();
        format!("{} oh-hell {}", table + 1, players.join(" "))
    };
    (0..TABLES).map(line).collect::<Vec<String>>().join("\n")
}

/// A director at the page, whose steps are counted.
struct Director {
    browser: Phone,
    steps: Cell<usize>,
}

impl Director {
    fn step(&self) -> &Phone {
        self.steps.set(self.steps.get() + 1);
        &self.browser
    }
}

/// Records something at each open table of the evening.
fn play(server: &Server, day: &str) {
    let admin = bearer(ADMIN);
    let evening = server.get(
        &format!("/api/v1/club/evenings/{day}"),
        &[("authorization", &*admin)],
    );
    let evening = evening.json();
    let rounds = evening["rounds"].as_array().unwrap().iter();
    let tables = rounds.flat_map(|round| round["tables"].as_array().unwrap());
    for table in tables.filter(|table| table["is_over"] == false) {
        let path = format!(
            "/api/v1/matches/{}/changes",
            table["match"].as_str().unwrap()
        );
        let player = &table["players"][0]["name"];
        let adjustment =
            json!({ "after_hand": 0, "player": player, "points": 5, "reason": "a wager" });
        let headers = [("authorization", &*admin), ("if-match", "*")];
        let change = json!({ "action": "adjust", "adjustment": adjustment });
        assert_eq!(server.post(&path, &headers, &change).status, 200);
    }
}

#[test]
fn a_director_runs_an_evening_in_few_steps() {
    let folder = Arc::new(TempDir::new().unwrap());
    let server = Server::with_clock(folder, &HandClock::new(), |_| {});
    let members =
        (1..=20).map(|number| json!({ "number": number, "name": format!("Member no {number}") }));
    let club = json!({ "club": 1, "name": "The Crown", "public": true, "members": members.collect::<Vec<Value>>() });
    let admin = bearer(ADMIN);
    let headers = [
        ("authorization", &*admin),
        ("content-type", "application/json"),
    ];
    let stored = server.send(
        "PUT",
        "/api/v1/club",
        &headers,
        Some(club.to_string().as_bytes()),
    );
    assert_eq!(stored.status, 204, "{}", stored.text());
    let home = format!("http://{}/", server.address);
    let Some(browser) = Phone::with(&home, &Wishes::default()) else {
        return;
    };
    let director = Director {
        browser,
        steps: Cell::default(),
    };
    director.step().goto(&format!("{home}club/key"));
    let script = "document.querySelector('input[name=key]').value = arguments[0]";
    director.step().js(script, &json!([ADMIN]));
    director.step().press(&text("key-open"));
    director.step().follow(&text("tonight"));
    director.browser.find("heading", &text("direct"));
    for round in 1..=ROUNDS {
        director.step().write(&text("direct"), &tables(round));
        director.step().press(&text("open-round"));
        let heading = format!("{} {round}", text("round"));
        director.browser.find("heading", &heading);
        play(&server, DAY);
    }
    // The pads of the first round are downloaded, and the last round is ended.
    director.step();
    let kit = format!("/club/evenings/{DAY}/rounds/1/kit.pdf");
    let kit = server.get(&kit, &headers[..1]);
    assert_eq!((kit.status, &kit.body[..5]), (200, &b"%PDF-"[..]));
    director.step().press(&text("end-round"));
    director.browser.gone("button", &text("end-round"));
    let evening = format!("/api/v1/club/evenings/{DAY}");
    let evening = server.get(&evening, &headers[..1]).json();
    for round in evening["rounds"].as_array().unwrap() {
        let tables = round["tables"].as_array().unwrap();
        assert_eq!(tables.len(), TABLES);
        assert!(
            tables.iter().all(|table| table["is_over"] == true),
            "{round}"
        );
    }
    let steps = director.steps.get();
    assert!(steps <= MAX_STEPS, "{steps}");
}
