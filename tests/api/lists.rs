//! The list of all matches: filters, order, pages.

use serde_json::{Value, json};

use crate::api::imports::{NDJSON, import};
use crate::served::{ADMIN, Server, bearer, brink_bid, first_hand};

/// The list for a query.
fn list(server: &Server, query: &str) -> Value {
    let answer = server.get(
        &format!("/api/v1/matches?{query}"),
        &[("authorization", &bearer(ADMIN))],
    );
    assert_eq!(answer.status, 200, "{query}: {}", answer.text());
    answer.json()
}

/// The titles of a list.
fn titles(list: &Value) -> Vec<&str> {
    let matches = list["matches"].as_array().unwrap().iter();
    matches
        .map(|one| one["title"].as_str().unwrap_or(""))
        .collect()
}

fn titled(title: &str, day: &str, players: [&str; 2]) -> Value {
    json!({ "game": "brink-bid", "title": title, "played_on": day, "players": players, "hands": [] })
}

#[test]
fn matches_are_found_by_game_status_player_day_and_external_id() {
    let server = Server::start();
    server.create(&titled("one", "2026-01-05", ["Ann", "Bo"]));
    server.create(&titled("two", "2026-01-06", ["Zuzana Šťastná", "Bo"]));
    let three = server.create(&titled("three", "2026-02-01", ["Annette", "Cy"]));
    three.changed(&three.direct, &json!({ "action": "finish" }));
    let labeled = server.post(
        "/api/v1/matches?external_id=league-7&metadata=%7B%22round%22%3A3%7D",
        &[("authorization", &bearer(ADMIN))],
        &titled("four", "2026-02-02", ["Ann", "Cy"]),
    );
    assert_eq!(labeled.status, 201, "{}", labeled.text());
    for (query, found) in [
        ("", vec!["four", "three", "two", "one"]),
        ("status=in_progress", vec!["four", "two", "one"]),
        ("status=complete", vec!["three"]),
        ("player=ANN", vec!["four", "one"]),
        ("player=zuzana%20%C5%A1%C5%A5astn%C3%A1", vec!["two"]),
        ("from=2026-01-06&to=2026-02-01", vec!["three", "two"]),
        ("external_id=league-7", vec!["four"]),
        ("game=mariash", vec![]),
        ("player=%27%20OR%201%3D1--", vec![]),
        (
            "game=brink-bid&status=in_progress&player=bo&to=2026-01-05",
            vec!["one"],
        ),
    ] {
        assert_eq!(titles(&list(&server, query)), found, "{query}");
    }
    let four = &list(&server, "external_id=league-7")["matches"][0];
    assert_eq!(four["players"], json!(["Ann", "Cy"]));
    assert_eq!(
        (&four["status"], &four["day"]),
        (&json!("in_progress"), &json!("2026-02-02"))
    );
    assert_eq!(four["metadata"], json!({ "round": 3 }));
    assert_eq!(labeled.json()["external_id"], "league-7");
    let admin = bearer(ADMIN);
    let headers = [("authorization", &*admin)];
    let again = server.post(
        "/api/v1/matches?external_id=league-7",
        &headers,
        &brink_bid(),
    );
    assert_eq!(
        (again.status, again.problem().as_str()),
        (409, "external-id-taken")
    );
}

#[test]
fn lists_changes_and_exports_have_standings_day_title_and_location() {
    let server = Server::start();
    let mut document = titled("Thursday", "2026-02-02", ["Ann", "Bo"]);
    document["location"] = json!("The Crown");
    let game = server.create(&document);
    game.record(&first_hand(2));
    let state = game.state();
    let standings = state["result"]["standings"].clone();
    assert!(
        standings[0]["rank"] == 1 && standings[0]["total"] != 0,
        "{standings}"
    );
    let admin = bearer(ADMIN);
    let feed = server.get(
        "/api/v1/changes",
        &[("authorization", &admin), ("accept", "application/json")],
    );
    let last = feed.json()["changes"].as_array().unwrap().last().cloned();
    let listed = list(&server, "")["matches"][0].clone();
    for shown in [&listed, &last.unwrap()] {
        assert_eq!(shown["standings"], standings, "{shown}");
        for (key, value) in [
            ("title", "Thursday"),
            ("day", "2026-02-02"),
            ("location", "The Crown"),
        ] {
            assert_eq!(shown[key], value, "{shown}");
        }
    }
    let exported = server.get("/api/v1/exports", &[("authorization", &admin)]);
    let exported: Value = serde_json::from_str(&exported.text()).unwrap();
    assert_eq!(exported["document"]["title"], state["document"]["title"]);
    assert_eq!(exported["document"]["location"], "The Crown");
    assert_eq!(
        (&exported["day"], &exported["standings"]),
        (&json!("2026-02-02"), &standings)
    );
    // The list shows the current state and the current names.
    game.changed(
        &game.direct,
        &json!({ "action": "rename", "seat": 1, "name": "Anna" }),
    );
    game.changed(&game.direct, &json!({ "action": "undo" }));
    game.changed(&game.direct, &json!({ "action": "undo" }));
    let listed = list(&server, "")["matches"][0]["standings"].clone();
    assert_eq!(
        listed,
        json!([{ "rank": 1, "player": "Ann", "total": 0 }, { "rank": 1, "player": "Bo", "total": 0 }])
    );
}

#[test]
fn matches_are_found_by_their_metadata() {
    let server = Server::start();
    let open = |title: &str, metadata: &Value| {
        let metadata: String =
            url::form_urlencoded::byte_serialize(metadata.to_string().as_bytes()).collect();
        let answer = server.post(
            &format!("/api/v1/matches?metadata={metadata}"),
            &[("authorization", &bearer(ADMIN))],
            &titled(title, "2026-02-02", ["Ann", "Bo"]),
        );
        assert_eq!(answer.status, 201, "{}", answer.text());
    };
    open(
        "one",
        &json!({ "round": 3, "league": "Club's \"A\"", "final": true }),
    );
    open(
        "two",
        &json!({ "round": "3", "league": "B", "final": false, "a.b=c": "x y", "it's \"odd\"": "50 %_" }),
    );
    open("three", &json!({ "round": 13, "half": 2.5, "note": null }));
    server.create(&titled("four", "2026-02-02", ["Ann", "Bo"]));
    for (query, found) in [
        ("metadata.round=3", vec!["one", "two"]),
        ("metadata.round=3&metadata.league=B", vec!["two"]),
        ("metadata.league=Club%27s%20%22A%22", vec!["one"]),
        ("metadata.final=true", vec!["one"]),
        ("metadata.final=false&game=brink-bid", vec!["two"]),
        ("metadata.final=1", vec![]),
        ("metadata.half=2.5", vec!["three"]),
        ("metadata.a.b%3Dc=x%20y", vec!["two"]),
        ("metadata.it%27s%20%22odd%22=50%20%25_", vec!["two"]),
        ("metadata.round=3&metadata.league=C", vec![]),
        // A label with the value `null` is not found.
        ("metadata.note=null", vec![]),
        ("metadata.note=", vec![]),
        ("metadata.league=b", vec![]),
        ("metadata.Round=3", vec![]),
        ("metadata.league=%25", vec![]),
    ] {
        let list = list(&server, query);
        let mut titles = titles(&list);
        titles.sort_unstable();
        assert_eq!(titles, found, "{query}");
        let exported = server.get(
            &format!("/api/v1/exports?{query}"),
            &[("authorization", &bearer(ADMIN))],
        );
        assert_eq!(exported.text().lines().count(), found.len(), "{query}");
    }
    for (query, place) in [
        ("metadata.round=3&metadata.round=4", "/metadata.round"),
        ("metadata=3", "/metadata"),
        ("metadata.round=3%00", "/metadata.round"),
    ] {
        let refused = server.get(
            &format!("/api/v1/matches?{query}"),
            &[("authorization", &bearer(ADMIN))],
        );
        assert_eq!(
            (refused.status, refused.pointers()),
            (400, vec![place.to_owned()])
        );
    }
}

#[test]
fn pages_of_a_list_have_each_match_once() {
    let server = Server::start();
    for number in 1..=7 {
        server.create(&titled(
            &number.to_string(),
            &format!("2026-03-{:02}", (number + 1) / 2),
            ["Ann", "Bo"],
        ));
    }
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let part = list(&server, &format!("limit=3{cursor}"));
        let ids = part["matches"].as_array().unwrap().iter();
        seen.extend(ids.map(|one| (one["day"].to_string(), one["id"].to_string())));
        match part["next"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    let mut sorted = seen.clone();
    sorted.sort_by(|one, other| other.cmp(one));
    sorted.dedup();
    assert_eq!((seen.len(), &seen), (7, &sorted));
}

#[test]
fn a_list_shows_at_once_what_was_changed() {
    let server = Server::start();
    let game = server.create(&titled("before", "2026-04-01", ["Ann", "Bo"]));
    let change = |change: Value| game.changed(&game.direct, &change);
    change(json!({ "action": "describe", "title": "after", "played_on": "2026-04-02" }));
    change(json!({ "action": "rename", "seat": 1, "name": "Anna" }));
    let found = |player: &str| {
        let found = list(&server, &format!("player={player}"));
        found["matches"].as_array().unwrap().len()
    };
    assert_eq!((found("ann"), found("ANNA")), (0, 1));
    change(json!({ "action": "undo" }));
    assert_eq!((found("ann"), found("anna")), (1, 0));
    change(json!({ "action": "redo" }));
    change(json!({ "action": "record", "hand":
        { "bids": { "Anna": 1, "Bo": 1 }, "tricks": { "Anna": 2, "Bo": 2 } } }));
    change(json!({ "action": "substitute", "seat": 2, "name": "Cy", "from_hand": 2 }));
    let listed = list(&server, "player=anna")["matches"][0].clone();
    assert_eq!(listed["players"], json!(["Anna", "Cy"]));
    assert_eq!(
        (&listed["title"], &listed["day"]),
        (&json!("after"), &json!("2026-04-02"))
    );
    for gone in ["player=ann", "player=bo", "to=2026-04-01"] {
        assert_eq!(list(&server, gone)["matches"], json!([]), "{gone}");
    }
    change(json!({ "action": "undo" }));
    assert_eq!(
        list(&server, "player=bo")["matches"][0]["players"],
        json!(["Anna", "Bo"])
    );
    change(json!({ "action": "describe", "played_on": "" }));
    let day = list(&server, "player=bo")["matches"][0].clone();
    assert_eq!(day["day"], day["created_at"].as_str().unwrap()[..10]);

    change(json!({ "action": "erase", "person": 1 }));
    assert_eq!(list(&server, "player=anna")["matches"], json!([]));
    let erased = list(&server, "player=player%201")["matches"][0].clone();
    assert_eq!(erased["players"][0], "Player 1");
    game.delete();
    assert_eq!(list(&server, "")["matches"], json!([]));
}

#[test]
fn a_director_sets_and_removes_labels() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let other = server.create(&brink_bid());
    let put = |key: &str, tag: &str, body: &Value| game.change_at(key, tag, &describing(body));
    let labels = json!({ "external_id": "league-7", "metadata": { "round": 3, "table": "A", "final": true } });
    let labeled = put(ADMIN, "\"1\"", &labels);
    assert_eq!(labeled.status, 200, "{}", labeled.text());
    let state = labeled.json();
    assert_eq!(
        (&state["version"], &state["metadata"]),
        (&json!(2), &labels["metadata"])
    );
    // Fields that are absent from the change stay as they are.
    let same = put(&game.direct, "\"2\"", &json!({ "external_id": "league-7" })).json();
    assert_eq!(
        (&same["version"], &same["metadata"]),
        (&json!(3), &labels["metadata"])
    );
    assert_eq!(put(&game.direct, "\"1\"", &labels).status, 412);
    assert_eq!(put(&game.score, "*", &labels).status, 403);
    game.record(&first_hand(1));
    assert_eq!(game.state()["external_id"], "league-7");
    let many: serde_json::Map<String, Value> = (0..33)
        .map(|number| (format!("k{number}"), json!(1)))
        .collect();
    let refused = put(&game.direct, "*", &json!({ "metadata": many }));
    assert_eq!(refused.json()["errors"][0]["code"], "metadata-too-large");
    for (body, pointer) in [
        (json!({ "external_id": "" }), "/external_id"),
        (json!({ "external_id": "x".repeat(201) }), "/external_id"),
        (json!({ "external_id": 7 }), "/external_id"),
        (json!({ "metadata": [] }), "/metadata"),
        (json!({ "metadata": many }), "/metadata"),
        (
            json!({ "metadata": { "x": "y".repeat(5000) } }),
            "/metadata",
        ),
        (json!({ "metadata": { "x": {} } }), "/metadata/x"),
    ] {
        let refused = put(&game.direct, "*", &body);
        assert!(
            [400, 422].contains(&refused.status),
            "{body}: {}",
            refused.text()
        );
        assert_eq!(refused.pointers(), [pointer], "{body}");
    }
    let league = describing(&json!({ "external_id": "league-7" }));
    let take = || other.change_at(ADMIN, "*", &league);
    let taken = take();
    assert_eq!(
        (taken.status, taken.problem().as_str()),
        (409, "external-id-taken")
    );
    let none = put(
        ADMIN,
        "*",
        &json!({ "external_id": null, "metadata": null }),
    )
    .json();
    assert_eq!(
        (none.get("external_id"), none.get("metadata")),
        (None, None)
    );
    let now = take();
    assert_eq!(now.status, 200, "{}", now.text());
}

/// A `describe` change with these fields.
fn describing(labels: &Value) -> Value {
    let mut change = labels.clone();
    change["action"] = "describe".into();
    change
}

#[test]
fn a_change_of_labels_and_texts_is_undone() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let change = json!({
        "action": "describe", "title": "Round two", "metadata": { "round": 2 },
    });
    let state = game.changed(&game.direct, &change);
    assert_eq!(state["document"]["title"], "Round two");
    assert_eq!(state["metadata"], json!({ "round": 2 }));
    let title = game.changed(&game.score, &json!({ "action": "describe", "title": "x" }));
    assert_eq!(title["metadata"], json!({ "round": 2 }));
    let undo = json!({ "action": "undo" });
    game.changed(&game.score, &undo);
    // Undoing labels requires the right to set them.
    let refused = game.change_at(&game.score, "*", &undo);
    assert_eq!(refused.status, 403, "{}", refused.text());
    let before = game.changed(&game.direct, &undo);
    assert_eq!(
        (before.get("metadata"), before["document"].get("title")),
        (None, None)
    );
    let again = game.changed(&game.direct, &json!({ "action": "redo" }));
    assert_eq!(again["metadata"], json!({ "round": 2 }));
    let found = list(&server, "player=Ann");
    assert_eq!(found["matches"][0]["metadata"], json!({ "round": 2 }));
}

#[test]
fn labels_count_among_the_bytes_of_a_match() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let mut statuses = (0..300).map(|number: usize| {
        let labels = json!({ "metadata": { "x": "y".repeat(4000), "number": number } });
        let answer = game.change_at(&game.direct, "*", &describing(&labels));
        (answer.status, answer.text())
    });
    let refused = statuses.find(|(status, _)| *status != 200);
    let (status, text) = refused.expect("the match never gets full");
    assert_eq!(status, 422);
    assert!(text.contains("match-too-large"), "{text}");
}

#[test]
fn only_programs_set_external_ids() {
    let server = Server::start();
    let league = "/api/v1/matches?external_id=league-7";
    let by = |key: &str| [("authorization", bearer(key))];
    let post = |key: Option<&str>| {
        let headers = key.map(by);
        let headers = headers.iter().flatten().map(|(name, key)| (*name, &**key));
        server.post(league, &headers.collect::<Vec<_>>(), &brink_bid())
    };
    let make = |scope: &str| server.program_key(scope).0;
    let reader = make("read");
    for nobody in [None, Some(&*reader)] {
        let refused = post(nobody);
        assert_eq!(refused.status, 422, "{}", refused.text());
        assert_eq!(refused.pointers(), ["/external_id"]);
        let code = &refused.json()["errors"][0]["code"];
        assert_eq!(code, "external-id-of-programs");
    }
    let game = server.create(&brink_bid());
    let put = |key: &str, id: &Value| {
        game.change_at(key, "*", &describing(&json!({ "external_id": id })))
    };
    for other in [json!("league-7"), json!(format!("{}/table 3", game.id))] {
        let refused = put(&game.direct, &other);
        assert_eq!(refused.status, 422, "{}", refused.text());
        assert_eq!(refused.pointers(), ["/external_id"]);
        let code = &refused.json()["errors"][0]["code"];
        assert_eq!(code, "external-id-of-programs");
    }
    // Otherwise the imported match would be mistaken for a match of the players.
    let line = json!({ "external_id": "league-7", "document": brink_bid() }).to_string();
    let imported = import(&server, "", NDJSON, &line);
    assert_eq!(imported.json()["created"], 1, "{}", imported.text());
    assert_eq!(imported.json()["matches"][0]["outcome"], "created");
    // A program may use any unused id; a director may not use such an id.
    assert_eq!(post(Some(&make("score"))).status, 409);
    assert_eq!(put(&make("direct"), &json!("league-8")).status, 200);
    assert_eq!(put(&game.direct, &json!(null)).status, 422);
    assert_eq!(put(ADMIN, &json!(null)).status, 200);
}
