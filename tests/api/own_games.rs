//! Matches of custom games on a service: stored, listed, reported, passed on.

use serde_json::{Value, json};

use overtrick_match::lang::Language;
use overtrick_match::verify::verify;
use overtrick_own::read_file;

use super::imports::{NDJSON, counts, export, import, lines};
use crate::served::{ADMIN, Match, Server, bearer};

/// Oh Hell as a definition with another name.
pub fn definition() -> Value {
    let text = include_str!("../../templates/own-games/oh_hell.toml");
    let mut definition = serde_json::to_value(read_file(text).unwrap().json).unwrap();
    definition["name"] = "Our <Oh> Hell".into();
    definition
}

/// A new match of this game.
pub fn own() -> Value {
    json!({ "game": "own", "definition": definition(), "players": ["Ann", "Bo", "Cy"], "hands": [] })
}

fn shipped() -> Value {
    json!({ "game": "oh-hell", "players": ["Ann", "Bo", "Cy"], "hands": [] })
}

fn hand(ann: i64, bo: i64, cy: i64) -> Value {
    json!({ "bids": { "Ann": 0, "Bo": 0, "Cy": 0 }, "tricks": { "Ann": ann, "Bo": bo, "Cy": cy } })
}

/// Plays an evening; returns the match after each change.
fn evening(game: &Match<'_>) -> Vec<Value> {
    let edits = json!([{ "edit": "replace", "hand": 1, "with": hand(0, 1, 0) }]);
    let adjustment = json!({ "after_hand": 1, "player": "Bo", "points": -2, "reason": "late" });
    let changes = [
        json!({ "action": "set_current", "hand": { "bids": { "Ann": 0 } } }),
        json!({ "action": "record", "hand": hand(1, 0, 0) }),
        json!({ "action": "record", "hand": hand(0, 1, 1) }),
        json!({ "action": "undo" }),
        json!({ "action": "redo" }),
        json!({ "action": "correct", "reason": "counted again", "edits": edits }),
        json!({ "action": "adjust", "adjustment": adjustment }),
        json!({ "action": "rename", "seat": 3, "name": "Cyril" }),
        json!({ "action": "finish" }),
    ];
    let states = changes
        .iter()
        .map(|change| game.changed(&game.direct, change));
    states.collect()
}

#[test]
fn an_invalid_definition_is_refused_with_every_fault_and_creates_no_match() {
    let server = Server::start();
    let paths = ["/api/v1/matches", "/api/v1/scores"];
    let sound = server.post(paths[1], &[], &own());
    assert_eq!(sound.status, 200, "{}", sound.text());
    let mut document = own();
    document["definition"]["players"] = json!([3, 11]);
    document["definition"]["score"][0]["when"] = "tricks == bidz".into();
    let mut malformed = document.clone();
    malformed["definition"]["scores"] = json!([]);
    let mut missing = document.clone();
    missing.as_object_mut().unwrap().remove("definition");
    for path in paths {
        let refused = server.post(path, &[], &document);
        assert_eq!(refused.status, 422, "{path}: {}", refused.text());
        let places = ["/definition/players", "/definition/score/0/when"];
        assert_eq!(refused.pointers(), places, "{path}: {}", refused.text());
    }
    let refused = server.post("/api/v1/matches", &[], &missing);
    assert_eq!(refused.pointers(), ["/definition"], "{}", refused.text());
    // A malformed definition gets status 400, as elsewhere, and all other faults are listed too.
    let refused = server.post("/api/v1/scores", &[], &malformed);
    assert_eq!(refused.status, 400, "{}", refused.text());
    assert_eq!(refused.pointers().len(), 3, "{}", refused.text());
    let list = server.get("/api/v1/matches", &[("authorization", &bearer(ADMIN))]);
    assert_eq!(list.json()["matches"], json!([]));
}

#[test]
fn lists_and_changes_have_the_name_of_a_custom_game() {
    let server = Server::with(|settings| settings.public_list = true);
    let (own, shipped) = (server.create(&own()), server.create(&shipped()));
    own.record(&hand(1, 0, 0));
    let admin = bearer(ADMIN);
    let get = |path: &str| server.get(path, &[("authorization", &admin)]);
    let all = get("/api/v1/matches").json();
    let all = all["matches"].as_array().unwrap().clone();
    for entry in &all {
        let is_own = entry["id"] == *own.id;
        let (game, name) = if is_own {
            ("own", json!("Our <Oh> Hell"))
        } else {
            ("oh-hell", Value::Null)
        };
        assert_eq!((&entry["game"], &entry["game_name"]), (&game.into(), &name));
    }
    let of_game = |game: &str| get(&format!("/api/v1/matches?game={game}")).json();
    assert_eq!(of_game("own")["matches"][0]["id"], *own.id);
    assert_eq!(of_game("own")["matches"].as_array().unwrap().len(), 1);
    assert_eq!(of_game("oh-hell")["matches"][0]["id"], *shipped.id);
    let changes = get("/api/v1/changes").text();
    for line in changes.lines() {
        let change: Value = serde_json::from_str(line).unwrap();
        let is_own = change["match"] == *own.id;
        let name = if is_own {
            json!("Our <Oh> Hell")
        } else {
            Value::Null
        };
        assert_eq!(change["game_name"], name, "{change}");
    }
    own.publish("sheet");
    let list = server.get("/matches.json?game=own", &[]).json();
    assert_eq!(list["matches"][0]["board"]["name"], "Our <Oh> Hell");
    let feed = server.get("/matches.atom", &[]).text();
    assert!(
        feed.contains("Our &#60;Oh&#62; Hell") || feed.contains("Our &lt;Oh&gt; Hell"),
        "{feed}"
    );
    let page = server.get(&format!("/matches/{}", own.id), &[]);
    assert_eq!(page.status, 200);
    // The name is plain text, and there is no link to a page of rules.
    assert!(!page.text().contains("<Oh>"), "{}", page.text());
    assert!(!page.text().contains("games/own"), "{}", page.text());
    assert_eq!(server.get("/matches", &[]).status, 200);
}

#[test]
fn lists_name_custom_games_in_the_language_of_the_request() {
    let server = Server::with(|settings| settings.public_list = true);
    let mut document = own();
    document["definition"]["text"] =
        json!({ "cs": { "name": " Naše peklo " }, "de": { "name": "Hölle" } });
    let (first, second) = (server.create(&document), server.create(&document));
    for game in [&first, &second] {
        game.publish("sheet");
    }
    let (admin, page) = (bearer(ADMIN), format!("/matches/{}", first.id));
    let embedded = format!("/embed/matches/{}", first.id);
    for (language, name) in [("cs", "Naše peklo"), ("en", "Our"), ("de", "Our")] {
        let headers = [("authorization", &*admin), ("accept-language", language)];
        let list = server.get("/api/v1/matches", &headers);
        let report = list.json()["matches"][1]["game_name"].to_string();
        assert!(report.starts_with(&format!("\"{name}")), "{report}");
        assert_eq!(
            list.header("content-language"),
            Some(if language == "cs" { "cs" } else { "en" })
        );
        for path in [
            "/matches",
            "/matches.json",
            "/matches.atom",
            &page,
            &embedded,
        ] {
            let text = server.get(path, &headers).text();
            assert!(text.contains(name), "{language}: {path}: {text}");
        }
    }
}

#[test]
fn a_file_with_another_definition_is_refused_by_the_names_of_both() {
    let server = Server::start();
    let line = |definition: &Value| {
        let mut document = own();
        document["definition"] = definition.clone();
        json!({ "external_id": "evening", "document": document }).to_string()
    };
    assert_eq!(
        counts(&import(&server, "", NDJSON, &line(&definition()))),
        (1, 0)
    );
    let mut other = definition();
    other["name"] = "Their Hell".into();
    for entry in other["score"].as_array_mut().unwrap() {
        entry["points"] = "made_points".into();
    }
    let refused = import(&server, "?replace=true", NDJSON, &line(&other));
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert_eq!(refused.pointers(), ["/document/definition"]);
    assert_eq!(refused.json()["errors"][0]["code"], "other-definition");
    let message = refused.json()["errors"][0]["detail"].to_string();
    let rules: Vec<&str> = message
        .split("rules ")
        .skip(1)
        .map(|rest| &rest[..8])
        .collect();
    assert!(
        message.contains("Our <Oh> Hell") && message.contains("Their Hell"),
        "{message}"
    );
    assert!(rules.len() == 2 && rules[0] != rules[1], "{message}");
}

#[test]
fn a_custom_game_is_sent_to_a_server_that_does_not_have_it() {
    let here = Server::start();
    let game = here.create(&own());
    evening(&game);
    let logs = export(&here, "?form=logs");
    let there = Server::start();
    assert_eq!(counts(&import(&there, "", NDJSON, &logs.text())), (1, 0));
    assert_eq!(
        lines(&export(&there, "?form=logs"), true),
        lines(&logs, true)
    );
    let documents = export(&here, "");
    assert_eq!(
        lines(&export(&there, "?game=own"), true),
        lines(&documents, true)
    );
    let elsewhere = Server::start();
    assert_eq!(
        counts(&import(&elsewhere, "", NDJSON, &documents.text())),
        (1, 0)
    );
    assert_eq!(
        lines(&export(&elsewhere, ""), false),
        lines(&documents, false)
    );
    for file in [logs.text(), documents.text()] {
        let report = verify(file.as_bytes(), None, Language::english());
        assert!(report.sound, "{report:?}");
    }
    let deep = there.post(
        "/api/v1/logs",
        &[],
        &serde_json::from_str(&logs.text()).unwrap(),
    );
    assert_eq!(deep.problem(), "already-here", "{}", deep.text());
}

#[test]
fn an_import_with_an_invalid_definition_stores_nothing() {
    let here = Server::start();
    here.create(&own());
    let there = Server::start();
    let mut document: Value = serde_json::from_str(&export(&here, "").text()).unwrap();
    document["document"]["definition"]["players"] = json!([3, 11]);
    let both = format!("{document}\n{}\n", shipped());
    let refused = import(&there, "", NDJSON, &both);
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert_eq!(refused.pointers(), ["/document/definition/players"]);
    assert!(lines(&export(&there, ""), true).is_empty());
}

#[test]
fn a_match_of_a_custom_game_goes_on_after_a_restart() {
    let server = Server::start();
    let game = server.create(&own());
    game.record(&hand(1, 0, 0));
    let kept = game.keep();
    let server = server.restarted();
    let game = kept.on(&server);
    assert_eq!(game.state()["document"]["definition"], definition());
    let after = game.record(&hand(0, 1, 1));
    assert_eq!(after["result"]["hands"].as_array().unwrap().len(), 2);
    let with_game = json!({ "action": "record", "hand": { "game": "own" } });
    let refused = game.change(&game.direct, &with_game);
    let pointer = &refused.json()["errors"][0]["pointer"];
    assert_ne!(pointer, "/hand/game", "{}", refused.text());
}

#[test]
fn a_custom_game_is_shown_in_the_language_of_the_request() {
    let server = Server::start();
    let mut document = own();
    document["definition"]["text"] = json!({
        "cs": { "clause": { "made": "Přesně.", "tricks": "Zdvihů jako karet." } }
    });
    let game = server.create(&document);
    game.record(&hand(1, 0, 0));
    let direct = bearer(&game.direct);
    let state = |language: &str| {
        let headers = [("authorization", &*direct), ("accept-language", language)];
        server.get(&game.path(""), &headers).json()["result"].clone()
    };
    let clause = |language: &str| state(language)["clauses"]["own/made"].clone();
    assert_eq!(clause("cs"), "Přesně.");
    let own = "Tricks exactly as bid: ten, and one for each trick.";
    assert_eq!(clause("en"), own);
    // A language without its own texts gets those of the definition.
    assert_eq!(clause("de"), own);
    // The text of a reason has only the values, not the sentence of its clause.
    let english = state("en");
    let reasons = english["hands"][0]["explanation"].as_array().unwrap();
    let made = reasons.iter().find(|reason| reason["rule"] == "own/made");
    assert_eq!(made.unwrap()["text"], "bid 0, tricks 0");
    document["definition"]["text"]["cs"]["clause"]["mad"] = "x".into();
    let refused = server.post("/api/v1/matches", &[], &document);
    assert_eq!(refused.pointers(), ["/definition/text/cs/clause/mad"]);
}

#[test]
fn a_director_replaces_a_definition_that_was_wrong() {
    let server = Server::start();
    let game = server.create(&own());
    game.record(&hand(1, 0, 0));
    game.record(&hand(0, 1, 1));
    let totals = |state: &Value| state["result"]["standings"].clone();
    let before = totals(&game.state());
    let mut right = definition();
    right["name"] = "Our Hell".into();
    right["score"][0]["points"] = "made_points + 3 + trick_points * bids".into();
    right["text"]["cs"]["name"] = "Naše peklo".into();
    let listed = |language: &str| {
        let admin = bearer(ADMIN);
        let headers = [("authorization", &*admin), ("accept-language", language)];
        let list = server.get("/api/v1/matches", &headers).json();
        list["matches"][0]["game_name"].as_str().unwrap().to_owned()
    };
    let followed = || {
        let admin = bearer(ADMIN);
        let changes = server.get("/api/v1/changes", &[("authorization", &admin)]);
        let last: Value = serde_json::from_str(changes.text().lines().last().unwrap()).unwrap();
        last["game_name"].as_str().unwrap().to_owned()
    };
    let change = |definition: &Value| json!({ "action": "redefine", "definition": definition, "reason": "three forgotten" });
    let refused = game.change(&game.score, &change(&right));
    assert_eq!(refused.status, 403, "{}", refused.text());
    let state = game.changed(&game.direct, &change(&right));
    assert_eq!(state["document"]["definition"], right);
    assert_ne!(totals(&state), before);
    let history = game.get("/history").json();
    let replaced = history["events"]
        .as_array()
        .unwrap()
        .last()
        .unwrap()
        .clone();
    assert_eq!(
        (&replaced["change"]["action"], &replaced["change"]["reason"]),
        (&json!("redefine"), &json!("three forgotten")),
        "{replaced}"
    );
    // Lists and the change feed show the name from the new definition.
    assert_eq!((&*listed("en"), &*listed("cs")), ("Our Hell", "Naše peklo"));
    assert_eq!(followed(), "Our Hell");
    let undone = game.changed(&game.direct, &json!({ "action": "undo" }));
    assert_eq!(totals(&undone), before);
    assert_eq!(
        (&*listed("en"), &*listed("cs")),
        ("Our <Oh> Hell", "Oh Hell")
    );
    assert_eq!(followed(), "Our <Oh> Hell");
    game.changed(&game.direct, &json!({ "action": "redo" }));
    assert_eq!(listed("cs"), "Naše peklo");
    let logs = export(&server, "?form=logs").text();
    let report = verify(logs.as_bytes(), None, Language::english());
    assert!(report.sound, "{report:?}");
    let there = Server::start();
    assert_eq!(counts(&import(&there, "", NDJSON, &logs)), (1, 0));
    right["field"][2]["sum"] = "cards + 1".into();
    let refused = game.change(&game.direct, &change(&right));
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert_eq!(refused.pointers(), ["/hands/0/tricks", "/hands/1/tricks"]);
    let unread = game.change(&game.direct, &change(&json!({ "language": 1 })));
    assert_eq!(unread.pointers()[0], "/definition/id", "{}", unread.text());
}

#[test]
fn a_match_of_a_custom_game_has_a_sheet_and_csv_with_its_definition() {
    let server = Server::start();
    let game = server.create(&own());
    game.record(&hand(1, 0, 0));
    let sheet = game.get("/sheet.pdf?explain");
    assert_eq!(sheet.status, 200, "{}", sheet.text());
    assert_eq!(sheet.header("content-type"), Some("application/pdf"));
    assert!(sheet.body.starts_with(b"%PDF-") && sheet.body.len() > 1000);
    let document = game.get("?detail=document").json();
    let stateless = server.post("/api/v1/sheets.pdf?explain", &[], &document);
    assert_eq!(stateless.body, sheet.body);
    let result = game.points();
    assert!(result.text().contains(",own/made,"), "{}", result.text());
    let admin = bearer(ADMIN);
    let exported = server.get(
        "/api/v1/exports?form=csv&game=own",
        &[("authorization", &admin)],
    );
    assert_eq!(exported.status, 400, "{}", exported.text());
    assert_eq!(exported.json()["errors"][0]["code"], "own-csv");
    // The rows of a single match include its definition, so that they can be imported.
    let path = format!("/api/v1/exports?form=csv&match={}", game.id);
    let rows = server.get(&path, &[("authorization", &admin)]);
    assert_eq!(rows.status, 200, "{}", rows.text());
    let imported = import(&server, "", "text/csv", &rows.text());
    // The rows contain the whole match: the import finds it already stored.
    assert_eq!(imported.json()["already"], 1, "{}", imported.text());
    let rows = "game,player.1,player.2,player.3,hand\nown,Ann,Bo,Cy,1\n";
    let imported = import(&server, "", "text/csv", rows);
    let errors = imported.json()["errors"].clone();
    let mut errors = errors.as_array().unwrap().iter();
    let refused = errors.any(|error| {
        let detail = error["detail"].as_str().unwrap();
        error["code"] == "missing-field" && detail.contains("column definition")
    });
    assert!(refused, "{}", imported.text());
}
