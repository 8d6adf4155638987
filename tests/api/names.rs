//! Names are stored separately from records: renaming, substitutes, and erasing a person.

use serde_json::json;

use crate::served::{ADMIN, Game, Match, PHONE, Server, bearer, brink_bid, first_hand};

/// All texts that the keys of a match give access to.
fn all_texts(game: &Match<'_>) -> String {
    let views = ["", "/history", "?detail=standings", "?detail=document"];
    let views: String = views.iter().map(|view| game.get(view).text()).collect();
    views + &game.points().text()
}

/// Whether a text has a word. Identifiers are random, and `-` and `_` belong to them, so that a short
/// name inside an identifier is not a word.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|letter: char| !(letter.is_alphanumeric() || letter == '-' || letter == '_'))
        .any(|found| found == word)
}

fn played(server: &Server) -> Match<'_> {
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    game.changed(
        &game.score,
        &json!({ "action": "rename", "seat": 2, "name": "Bohumil" }),
    );
    game.changed(
        &game.direct,
        &json!({ "action": "substitute", "seat": 2, "name": "Cy", "from_hand": 2 }),
    );
    game
}

#[test]
fn a_director_erases_a_person_and_the_scores_stay() {
    let server = Server::start();
    let game = played(&server);
    let before = game.state();
    assert_eq!(
        before["people"],
        json!([{ "person": 1, "name": "Ann" }, { "person": 2, "name": "Bohumil" }, { "person": 4, "name": "Cy" }])
    );
    assert_eq!(
        before["seats"][1]["people"][1],
        json!({ "person": 4, "name": "Cy", "from_hand": 2 })
    );
    let texts = all_texts(&game);
    assert!(
        has_word(&texts, "Bohumil") && has_word(&texts, "Bo"),
        "{texts}"
    );
    let erase = json!({ "action": "erase", "person": 2 });
    assert_eq!(game.change(&game.score, &erase).status, 403);
    let after = game.changed(&game.direct, &erase);
    assert_eq!(after["result"], before["result"]);
    assert_eq!(
        after["people"][1],
        json!({ "person": 2, "name": "Player 2" })
    );
    assert_eq!(after["seats"][1]["people"][0]["name"], "Player 2");
    let texts = all_texts(&game);
    assert!(
        !has_word(&texts, "Bohumil") && !has_word(&texts, "Bo"),
        "{texts}"
    );
    let history = game.get("/history").json();
    let last = history["events"].as_array().unwrap().last().unwrap();
    assert_eq!(
        last["change"],
        json!({ "action": "erase", "person": 2, "name": "Player 2" })
    );
}

#[test]
fn the_name_of_an_erased_player_is_unique() {
    let server = Server::start();
    let game =
        server.create(&json!({ "game": "brink-bid", "players": ["Ann", "player 1"], "hands": [] }));
    let after = game.changed(ADMIN, &json!({ "action": "erase", "person": 1 }));
    assert_eq!(
        after["document"]["players"],
        json!(["Player 3", "player 1"])
    );
    let own = game.changed(
        ADMIN,
        &json!({ "action": "erase", "person": 1, "name": "A guest" }),
    );
    assert_eq!(own["document"]["players"], json!(["A guest", "player 1"]));
}

#[test]
fn a_retry_and_a_restart_do_not_bring_an_erased_name_back() {
    let server = Server::start();
    let once = [("idempotency-key", "opened-once-and-again"), PHONE];
    let opened = server.post("/api/v1/matches", &once, &brink_bid()).json();
    let kept = Game::of(&opened);
    let erased = kept.on(&server);
    let erased = erased.changed(&kept.direct, &json!({ "action": "erase", "person": 2 }));
    let again = server.post("/api/v1/matches", &once, &brink_bid()).json();
    assert_eq!(again["document"]["players"], json!(["Ann", "Player 2"]));
    assert_eq!(again["keys"], opened["keys"]);
    let server = server.restarted();
    let read = kept.on(&server).state();
    assert_eq!(read["document"]["players"], json!(["Ann", "Player 2"]));
    assert_eq!(read["people"], erased["people"]);
}

#[test]
fn an_export_has_names_and_opens_as_the_same_match_elsewhere() {
    let server = Server::start();
    let game = played(&server);
    let swap = json!({ "action": "correct", "reason": "misread", "edits": [
        { "edit": "replace", "hand": 1, "with": { "bids": { "Ann": 2, "Cy": 1 }, "tricks": { "Ann": 2, "Cy": 2 } } }] });
    game.changed(&game.direct, &swap);
    let exported = game.get("?detail=document").json();
    let again = server.create(&exported);
    let mut imported = again.get("?detail=document").json();
    imported["id"] = exported["id"].clone();
    assert_eq!(imported, exported);
}

#[test]
fn changes_name_players_by_their_names_or_by_the_numbers_of_their_seats() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let renamed = game.changed(
        &game.direct,
        &json!({ "action": "rename", "seat": " bo", "name": "Bohumil" }),
    );
    assert_eq!(renamed["document"]["players"][1], "Bohumil");
    let substituted = game.changed(
        &game.direct,
        &json!({ "action": "substitute", "seat": "Bohumil", "name": "Dan", "from_hand": 1 }),
    );
    assert_eq!(substituted["document"]["players"][1], "Dan");
    let adjustment = json!({ "after_hand": 0, "player": 2, "points": -2, "reason": "late" });
    let adjusted = game.changed(
        &game.direct,
        &json!({ "action": "adjust", "adjustment": adjustment }),
    );
    assert_eq!(adjusted["document"]["adjustments"][0]["player"], "Dan");
    let erased = game.changed(
        &game.direct,
        &json!({ "action": "erase", "person": "bohumil", "name": "X" }),
    );
    let people = erased["people"].as_array().unwrap();
    assert!(
        people.iter().any(|person| person["name"] == "X"),
        "{erased}"
    );
    for (change, place, code) in [
        (
            json!({ "action": "rename", "seat": "Eve", "name": "x" }),
            "/seat",
            "unknown-player",
        ),
        (
            json!({ "action": "rename", "seat": 17, "name": "x" }),
            "/seat",
            "out-of-range",
        ),
        (
            json!({ "action": "rename", "seat": 9, "name": "x" }),
            "/seat",
            "no-such-seat",
        ),
        (
            json!({ "action": "erase", "person": "Eve" }),
            "/person",
            "unknown-player",
        ),
        (
            json!({ "action": "adjust", "adjustment": { "after_hand": 0, "player": 9, "points": 1, "reason": "x" } }),
            "/adjustment/player",
            "no-such-seat",
        ),
        (
            json!({ "action": "adjust", "adjustment": { "after_hand": 0, "player": i64::MIN, "points": 1, "reason": "x" } }),
            "/adjustment/player",
            "no-such-seat",
        ),
    ] {
        let headers = [("authorization", &*bearer(&game.direct)), ("if-match", "*")];
        let refused = server.post(&game.path("/changes"), &headers, &change);
        assert_eq!(refused.pointers(), [place], "{change}: {}", refused.text());
        assert_eq!(refused.json()["errors"][0]["code"], code, "{change}");
    }
}

#[test]
fn erasing_a_name_lists_where_it_remains() {
    let server = Server::start();
    let mut document = brink_bid();
    document["title"] = json!("Ann at home");
    let game = server.create(&document);
    let mut hand = first_hand(1);
    hand["note"] = json!("ann dealt twice, and Anna watched");
    game.record(&hand);
    game.changed(
        &game.direct,
        &json!({ "action": "describe", "location": "at Ann's" }),
    );
    game.changed(
        &game.direct,
        &json!({ "action": "describe", "location": "the club" }),
    );
    let erased = game.changed(&game.direct, &json!({ "action": "erase", "person": 1 }));
    assert_eq!(
        erased["name_remains"],
        json!(["/document/title", "/document/hands/0/note", "/history"]),
        "{erased}"
    );
    let nowhere = game.changed(&game.direct, &json!({ "action": "erase", "person": 2 }));
    assert_eq!(nowhere["name_remains"], json!([]), "{nowhere}");
    assert!(game.state().get("name_remains").is_none());
}
