//! Imports of matches that are already stored with other contents.

use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;

use overtrick_games as games;

use crate::api::imports::{NDJSON, counts, export, import};
use crate::served::{ADMIN, Answer, Match, Server, bearer, brink_bid, database, first_hand};

/// An import line: an external id, and a match of Brink Bid in whose first hand Ann takes this many tricks.
fn line(id: &str, ann: i64) -> Value {
    let mut document = brink_bid();
    document["title"] = json!(id);
    document["hands"] = json!([first_hand(ann)]);
    json!({ "external_id": id, "document": document })
}

fn file(lines: &[Value]) -> String {
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// The report of a successful import.
fn report(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// The outcome of each match in an import.
fn outcomes(report: &Value) -> Vec<&str> {
    let matches = report["matches"].as_array().unwrap().iter();
    matches
        .map(|one| one["outcome"].as_str().unwrap())
        .collect()
}

/// The match with this external id, as the administrator sees it.
fn found<'a>(server: &'a Server, external_id: &str) -> Match<'a> {
    let path = format!("/api/v1/matches?external_id={external_id}");
    let listed = server.get(&path, &[("authorization", &bearer(ADMIN))]);
    let id = listed.json()["matches"][0]["id"].clone();
    let key = || ADMIN.to_owned();
    Match {
        server,
        id: id.as_str().unwrap().to_owned(),
        view: key(),
        score: key(),
        direct: key(),
    }
}

fn document(game: &Match<'_>) -> Value {
    game.get("?detail=document").json()
}

/// A document without the fields that an import does not change: id, history, edition.
fn comparable(mut document: Value) -> Value {
    let entries = document.as_object_mut().unwrap();
    for key in ["id", "history", "edition"] {
        entries.remove(key);
    }
    document
}

#[test]
fn other_hands_are_listed_with_their_places_and_nothing_changes() {
    let server = Server::start();
    import(&server, "", NDJSON, &file(&[line("a", 1), line("b", 1)]));
    let mut other = line("b", 2);
    other["document"]["title"] = json!("Thursday");
    let answer = report(&import(&server, "", NDJSON, &file(&[line("a", 1), other])));
    assert_eq!(outcomes(&answer), ["unchanged", "differs"]);
    assert_eq!(
        (&answer["created"], &answer["already"]),
        (&json!(0), &json!(2))
    );
    assert_eq!(
        (&answer["differs"], &answer["updated"]),
        (&json!(1), &json!(0))
    );
    assert_eq!(answer["matches"][0].get("differences"), None);
    let differences = &answer["matches"][1]["differences"];
    assert_eq!(
        differences[0],
        json!({ "pointer": "/title", "here": "b", "file": "Thursday" })
    );
    assert_eq!(
        differences[1],
        json!({ "pointer": "/hands/0/tricks/Ann", "here": 1, "file": 2 })
    );
    assert_eq!(differences[2]["pointer"], "/hands/0/tricks/Bo");
    let there = found(&server, "b").state();
    assert_eq!(
        (
            &there["version"],
            &there["document"]["hands"][0]["tricks"]["Ann"]
        ),
        (&json!(1), &json!(1))
    );
    // A dry run reports what an update would do.
    let would = report(&import(
        &server,
        "?replace=true&dry_run=true",
        NDJSON,
        &file(&[line("b", 2)]),
    ));
    assert_eq!(outcomes(&would), ["updated"]);
    assert_eq!(found(&server, "b").state()["version"], 1);
}

#[test]
fn a_replacement_corrects_hands_with_a_reason_as_a_director_would() {
    let server = Server::start();
    import(&server, "", NDJSON, &file(&[line("a", 1), line("b", 1)]));
    let game = found(&server, "a");
    // The match in memory is unchanged.
    assert_eq!(game.state()["version"], 1);
    let corrected = file(&[line("a", 2), line("b", 1), line("c", 1)]);
    let update = "?replace=true&reason=misread%20by%20the%20scorer";
    let answer = report(&import(&server, update, NDJSON, &corrected));
    assert_eq!(outcomes(&answer), ["updated", "unchanged", "created"]);
    assert_eq!(
        (&answer["created"], &answer["already"], &answer["updated"]),
        (&json!(1), &json!(2), &json!(1))
    );
    assert_eq!(
        answer["matches"][0]["differences"][0]["pointer"],
        "/hands/0/tricks/Ann"
    );
    let state = game.state();
    assert_eq!(state["version"], 2);
    assert_eq!(state["document"]["hands"][0]["tricks"]["Ann"], 2);
    let history = document(&game)["history"].clone();
    assert_eq!(history[0]["reason"], "misread by the scorer");
    assert_eq!(history[0]["by"], "admin");
    assert_eq!(history[0]["before"]["tricks"]["Ann"], 1);
    let admin = bearer(ADMIN);
    let feed = server.get(
        &format!("/api/v1/changes?match={}", game.id),
        &[("authorization", &admin), ("accept", "application/json")],
    );
    let actions = feed.json()["changes"].as_array().unwrap().clone();
    let actions: Vec<&str> = actions
        .iter()
        .map(|change| change["action"].as_str().unwrap())
        .collect();
    assert_eq!(actions, ["opened", "correct"]);
    // A second import has nothing to do, and the chain is intact after a restart.
    let again = report(&import(&server, update, NDJSON, &corrected));
    assert_eq!(outcomes(&again), ["unchanged"; 3]);
    assert_eq!(game.state()["version"], 2);
    let id = game.id.clone();
    let server = server.restarted();
    let listed = server.get("/api/v1/matches", &[("authorization", &admin)]);
    assert!(listed.json()["damaged"].is_null(), "none is damaged");
    let state = server.get(
        &format!("/api/v1/matches/{id}"),
        &[("authorization", &admin)],
    );
    assert_eq!(state.json()["document"]["hands"][0]["tricks"]["Ann"], 2);
    // The correction can be undone like any other change.
    let undone = server.post(
        &format!("/api/v1/matches/{id}/changes"),
        &[("authorization", &admin), ("if-match", "*")],
        &json!({ "action": "undo" }),
    );
    assert_eq!(undone.json()["document"]["hands"][0]["tricks"]["Ann"], 1);
}

#[test]
fn without_a_reason_the_history_names_the_import() {
    let server = Server::start();
    import(&server, "", NDJSON, &line("a", 1).to_string());
    report(&import(
        &server,
        "?replace=true",
        NDJSON,
        &line("a", 2).to_string(),
    ));
    let history = document(&found(&server, "a"))["history"].clone();
    assert_eq!(history[0]["reason"], "corrected by an imported file");
}

/// The document without the `after_hand` of its adjustments, which changes when a hand is removed.
fn anywhere(mut document: Value) -> Value {
    for adjustment in document["adjustments"].as_array_mut().into_iter().flatten() {
        adjustment.as_object_mut().unwrap().remove("after_hand");
    }
    document
}

#[test]
fn hands_of_every_game_become_those_of_the_file_and_back_and_names_and_texts_stay() {
    for entry in games::all() {
        let server = Server::start();
        let game = entry.facts.id;
        let whole: Value = serde_json::from_str(entry.sample).unwrap();
        let player = whole["players"][0].clone();
        let mut less = whole.clone();
        less["title"] = json!("Another evening");
        let text = less.to_string();
        let quoted = player.to_string();
        let mut less: Value =
            serde_json::from_str(&text.replace(&quoted, "\"Somebody Else\"")).unwrap();
        let hands = less["hands"].as_array_mut().unwrap();
        hands.remove(hands.len() / 2);
        less["finished"] = json!(true);
        let entries = less.as_object_mut().unwrap();
        entries.remove("current");
        entries.remove("adjustments");
        if less["hands"].as_array().unwrap().is_empty() {
            continue;
        }
        let alone = server.post("/api/v1/scores", &[], &less);
        if alone.status != 200 {
            // Without the removed hand, the others are not a valid match.
            less["hands"].as_array_mut().unwrap().truncate(1);
        }
        less["adjustments"] = json!([
            { "after_hand": 1, "player": "Somebody Else", "points": -2, "reason": "late" }
        ]);
        let line = |document: &Value| {
            let line =
                json!({ "external_id": "x", "metadata": { "round": 1 }, "document": document });
            line.to_string()
        };
        assert_eq!(
            counts(&import(&server, "", NDJSON, &line(&whole))),
            (1, 0),
            "{game}"
        );
        let before = comparable(document(&found(&server, "x")));
        let answer = import(&server, "?replace=true", NDJSON, &line(&less));
        assert_eq!(outcomes(&report(&answer)), ["updated"], "{game}");
        // The hands are those of the file, with the names of the match; everything else stays.
        let hands = less["hands"].to_string();
        let mut expected = before.clone();
        expected["hands"] =
            serde_json::from_str(&hands.replace("\"Somebody Else\"", &quoted)).unwrap();
        // The unfinished hand is dropped, because its number would change.
        expected.as_object_mut().unwrap().remove("current");
        let here = comparable(document(&found(&server, "x")));
        assert_eq!(anywhere(here), anywhere(expected), "{game}");
        let again = import(&server, "?replace=true", NDJSON, &line(&less));
        assert_eq!(outcomes(&report(&again)), ["differs"], "{game}");
        let differences = report(&again)["matches"][0]["differences"].clone();
        let places = differences.as_array().unwrap().iter();
        let places: Vec<&str> = places.map(|one| one["pointer"].as_str().unwrap()).collect();
        assert_eq!(places[..2], ["/title", "/players/0"], "{game}");
        assert!(
            places
                .iter()
                .any(|place| place.starts_with("/adjustments/")),
            "{game}"
        );
        assert!(
            !places.iter().any(|place| place.starts_with("/hands")),
            "{game}"
        );
        let back = import(&server, "?replace=true", NDJSON, &line(&whole));
        assert_eq!(outcomes(&report(&back)), ["updated"], "{game}");
        let here = comparable(document(&found(&server, "x")));
        assert_eq!(anywhere(here), anywhere(before), "{game}");
        assert_eq!(server.restarted().get("/readyz", &[]).status, 200, "{game}");
    }
}

#[test]
fn an_import_that_changes_house_rules_or_seats_is_refused() {
    let server = Server::start();
    import(&server, "", NDJSON, &file(&[line("a", 1), line("b", 1)]));
    let mut rules = line("b", 1);
    rules["document"]["options"] = json!({ "made_points": 6 });
    let answer = report(&import(&server, "", NDJSON, &rules.to_string()));
    assert_eq!(
        answer["matches"][0]["differences"][0],
        json!({ "pointer": "/options/made_points", "here": 5, "file": 6 })
    );
    let refused = import(
        &server,
        "?replace=true",
        NDJSON,
        &file(&[line("a", 2), rules]),
    );
    assert_eq!(refused.status, 422, "{}", refused.text());
    let error = refused.json()["errors"][0].clone();
    assert_eq!(
        (&error["code"], &error["pointer"], &error["line"]),
        (
            &json!("fixed-when-opened"),
            &json!("/document/options/made_points"),
            &json!(2)
        )
    );
    for (change, place) in [
        (json!({ "first_dealer": "Bo" }), "/document/first_dealer"),
        (json!({ "players": ["Bo", "Ann"] }), "/document/players/0"),
    ] {
        let mut other = line("b", 1);
        for (key, value) in change.as_object().unwrap() {
            other["document"][key] = value.clone();
        }
        let refused = import(&server, "?replace=true", NDJSON, &other.to_string());
        assert_eq!(refused.pointers()[0], place, "{}", refused.text());
    }
    let state = found(&server, "a").state();
    assert_eq!(
        (
            &state["version"],
            &state["document"]["hands"][0]["tricks"]["Ann"]
        ),
        (&json!(1), &json!(1))
    );
}

#[test]
fn two_lines_do_not_correct_one_match() {
    let server = Server::start();
    import(&server, "", NDJSON, &line("a", 1).to_string());
    let twice = import(
        &server,
        "?replace=true",
        NDJSON,
        &file(&[line("a", 2), line("a", 3)]),
    );
    assert_eq!(twice.status, 422, "{}", twice.text());
    let error = &twice.json()["errors"][0];
    assert_eq!(
        (&error["code"], &error["line"]),
        (&json!("twice-in-import"), &json!(2))
    );
    assert_eq!(found(&server, "a").state()["version"], 1);
}

#[test]
fn an_erased_person_stays_erased() {
    let server = Server::start();
    import(&server, "", NDJSON, &line("a", 1).to_string());
    let game = found(&server, "a");
    game.changed(ADMIN, &json!({ "action": "erase", "person": 2 }));
    let same = report(&import(&server, "", NDJSON, &line("a", 1).to_string()));
    assert_eq!(outcomes(&same), ["unchanged"]);
    report(&import(
        &server,
        "?replace=true",
        NDJSON,
        &line("a", 2).to_string(),
    ));
    let document = document(&game);
    assert_eq!(document["players"], json!(["Ann", "Player 2"]));
    assert_eq!(
        document["hands"][0]["tricks"],
        json!({ "Ann": 2, "Player 2": 2 })
    );
}

#[test]
fn an_exported_document_that_was_edited_corrects_its_match() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    let exported = export(&server, "").text();
    let edited = exported.replace(
        "\"tricks\":{\"Ann\":1,\"Bo\":3}",
        "\"tricks\":{\"Ann\":2,\"Bo\":2}",
    );
    assert_ne!(edited, exported);
    let answer = report(&import(&server, "?replace=true", NDJSON, &edited));
    assert_eq!(outcomes(&answer), ["updated"]);
    assert_eq!(answer["matches"][0]["id"], game.id);
    assert_eq!(game.state()["document"]["hands"][0]["tricks"]["Ann"], 2);
}

#[test]
fn matches_are_published_as_they_are_imported() {
    let server = Server::start();
    let part = |id: &str| {
        let game = found(&server, id);
        let answer = server.get(&format!("/matches/{}.json", game.id), &[]);
        (answer.status == 200).then(|| answer.json()["part"].clone())
    };
    let (standings, sheet) = (Some(json!("standings")), Some(json!("sheet")));
    import(&server, "", NDJSON, &line("a", 1).to_string());
    let both = file(&[line("a", 1), line("b", 1)]);
    assert_eq!(
        counts(&import(&server, "?publish=standings", NDJSON, &both)),
        (1, 1)
    );
    assert_eq!((part("a"), part("b")), (None, standings.clone()));
    // A match that is already stored keeps its publication settings.
    let all = file(&[line("a", 1), line("b", 1), line("c", 1)]);
    let body = report(&import(
        &server,
        "?publish=sheet&replace=true",
        NDJSON,
        &all,
    ));
    assert_eq!(outcomes(&body), ["unchanged", "unchanged", "created"]);
    assert_eq!((part("a"), part("b"), part("c")), (None, standings, sheet));
    let refused = import(&server, "?publish=nowhere", NDJSON, &both);
    assert_eq!(
        (refused.status, refused.pointers()),
        (400, vec!["/publish".to_owned()])
    );
}

#[test]
fn a_replacement_that_fails_changes_nothing() {
    if database::without_files("a trigger of SQLite") {
        return;
    }
    let folder = Arc::new(TempDir::new().unwrap());
    let file_of_database = folder.path().join("matches.db");
    let server = Server::on(folder.clone(), |_| {});
    let lines: Vec<Value> = (1..=20)
        .map(|number| line(&number.to_string(), 1))
        .collect();
    import(&server, "", NDJSON, &file(&lines));
    let before = export(&server, "").text();
    let trigger = "CREATE TRIGGER broken BEFORE UPDATE ON matches WHEN NEW.external_id = 'new' \
                   BEGIN SELECT RAISE(ABORT, 'the power fails'); END";
    database::block_on(database::execute_in(&file_of_database, trigger));
    let mut others: Vec<Value> = (1..=20)
        .map(|number| line(&number.to_string(), 2))
        .collect();
    others.push(line("new", 1));
    let failed = import(&server, "?replace=true", NDJSON, &file(&others));
    assert_eq!(failed.status, 503, "{}", failed.text());
    assert_eq!(export(&server, "").text(), before);
    others.pop();
    let answer = report(&import(&server, "?replace=true", NDJSON, &file(&others)));
    assert_eq!(answer["updated"], 20);
    assert_eq!(found(&server, "7").state()["version"], 2);
}

/// The CSV rows of a season: matches of three hands each, some of them with misread numbers.
fn season(matches: usize, is_misread: impl Fn(usize) -> bool) -> String {
    let mut rows =
        "external_id,date,player.1,player.2,bids.1,bids.2,tricks.1,tricks.2\r\n".to_owned();
    for number in 1..=matches {
        for hand in 0..3 {
            let all = 4 + hand;
            let ann = if hand == 1 && is_misread(number) {
                3
            } else {
                1
            };
            let day = 1 + number % 28;
            rows += &format!(
                "m{number},{day}.10.2026,Ann,Bo,1,1,{ann},{}.0\r\n",
                all - ann
            );
        }
    }
    rows
}

/// `OVERTRICK_SEASON=500 cargo test a_season -- --nocapture` measures a whole season.
#[test]
fn a_season_is_imported_corrected_by_file_and_equal_to_it() {
    let matches = std::env::var("OVERTRICK_SEASON").ok();
    let matches = matches.map_or(60, |matches| matches.parse().unwrap());
    let server = Server::start();
    let timed = |query: &str, file: &str| {
        let began = std::time::Instant::now();
        let answer = report(&import(&server, query, "text/csv", file));
        println!("{query}: {:?}", began.elapsed());
        answer
    };
    let misread = season(matches, |number| number % 3 == 0);
    let right = season(matches, |_| false);
    let answer = timed("?game=brink-bid", &misread);
    assert_eq!(answer["created"], matches);
    let answer = timed("?game=brink-bid&dry_run=true", &right);
    assert_eq!(answer["differs"], matches / 3);
    let answer = timed("?game=brink-bid&replace=true", &right);
    assert_eq!(
        (&answer["updated"], &answer["created"]),
        (&json!(matches / 3), &json!(0))
    );
    let elsewhere = Server::start();
    import(&elsewhere, "?game=brink-bid", "text/csv", &right);
    let documents = |server: &Server| {
        let text = export(server, "").text();
        let lines = text.lines().map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            json!({ "external_id": line["external_id"], "document": comparable(line["document"].clone()) })
                .to_string()
        });
        let mut lines: Vec<String> = lines.collect();
        lines.sort();
        lines
    };
    assert_eq!(documents(&server), documents(&elsewhere));
    let cursor = server.get(
        "/api/v1/changes?cursor=now",
        &[
            ("authorization", &bearer(ADMIN)),
            ("accept", "application/json"),
        ],
    );
    let cursor = cursor.json()["next"].as_str().unwrap().to_owned();
    let answer = timed("?game=brink-bid&replace=true", &right);
    assert_eq!(
        (&answer["updated"], &answer["differs"], &answer["already"]),
        (&json!(0), &json!(0), &json!(matches))
    );
    let since = server.get(
        &format!("/api/v1/changes?cursor={cursor}"),
        &[
            ("authorization", &bearer(ADMIN)),
            ("accept", "application/json"),
        ],
    );
    assert_eq!(since.json()["changes"], json!([]));
}
