//! Matches, tested by the actions of people at a table.

use serde_json::{Value, json};

use overtrick_games as games;

use crate::served::{Server, bearer, brink_bid, first_hand, sample};

#[test]
fn a_whole_match_of_each_game_is_recorded_hand_by_hand() {
    let server = Server::start();
    for game in games::all().iter().map(|entry| entry.facts.id) {
        let (document, hands) = sample(game);
        let at_the_table = server.create(&document);
        let mut last = Value::Null;
        for hand in &hands {
            last = at_the_table.record(hand);
        }
        let mut whole = document.clone();
        whole["hands"] = hands.clone().into();
        let scored = server.post("/api/v1/scores", &[], &whole);
        assert_eq!(scored.status, 200, "{game}: {}", scored.text());
        assert_eq!(last["result"], scored.json(), "{game}");
        assert_eq!(last["version"], hands.len() + 1, "{game}");

        let csv = at_the_table.points().text();
        let players = document["players"].as_array().unwrap().len();
        assert_eq!(
            csv.lines().count(),
            1 + players * hands.len(),
            "{game}: {csv}"
        );

        let exported = at_the_table.get("?detail=document").json();
        let again = server.create(&exported);
        let (one, other) = (at_the_table.state(), again.state());
        assert_eq!(one["result"], other["result"], "{game}");
        assert_eq!(
            one["document"]["options"], other["document"]["options"],
            "{game}"
        );
    }
}

#[test]
fn an_invalid_hand_is_refused_with_all_faults_and_not_stored() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let record =
        |hand: Value| game.change(&game.score, &json!({ "action": "record", "hand": hand }));
    let refused = record(json!({ "bids": { "Ann": 9, "Bo": 1 }, "tricks": { "Ann": 1, "Bo": 1 } }));
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (422, "refused"),
        "{}",
        refused.text()
    );
    assert_eq!(
        refused.pointers(),
        ["/hands/0/bids/Ann", "/hands/0/tricks"],
        "{}",
        refused.text()
    );
    let unread = record(json!({ "bids": { "Ann": 1, "Bo": 1 }, "tricks": { "Ann": 1, "Cy": 1 } }));
    assert_eq!(
        (unread.status, unread.problem().as_str()),
        (400, "malformed"),
        "{}",
        unread.text()
    );
    assert_eq!(
        unread.pointers(),
        ["/hands/0/tricks/Cy", "/hands/0/tricks/Bo"],
        "{}",
        unread.text()
    );
    let checked = server.post(
        &game.path("/changes?dry_run=true"),
        &[("authorization", &bearer(&game.score))],
        &json!({ "action": "record", "hand": first_hand(1) }),
    );
    assert_eq!(checked.status, 200, "{}", checked.text());
    assert_eq!(
        checked.json()["result"]["hands"].as_array().unwrap().len(),
        1
    );
    assert_eq!(game.state()["version"], 1);
}

#[test]
fn the_hand_being_played_is_seen_and_then_recorded() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let bids = json!({ "bids": { "Ann": 1, "Bo": 1 } });
    let seen = game.changed(
        &game.score,
        &json!({ "action": "set_current", "hand": bids }),
    );
    assert_eq!(seen["result"]["current"]["number"], 1);
    assert!(
        !seen["result"]["current"]["missing"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    let recorded = game.record(&first_hand(1));
    assert_eq!(recorded["result"].get("current"), None);
}

#[test]
fn a_rematch_has_the_same_players_and_rules_the_next_dealer_and_the_pot() {
    let server = Server::start();
    let document = json!({ "game": "contract-sabacc", "players": ["Ann", "Bo", "Cy"],
        "options": { "ante": 2, "pot_at_start": 5 }, "hands": [{ "void": true }] });
    let game = server.create(&document);
    let left = game.state()["result"]["detail"]["pot"].clone();
    assert!(left.as_i64() > Some(5), "{left}");
    let headers = [
        ("authorization", &*bearer(&game.score)),
        ("idempotency-key", "another-round-0001"),
    ];
    let again = server.post(&game.path("/rematch"), &headers, &json!({}));
    assert_eq!(again.status, 201, "{}", again.text());
    let body = again.json();
    assert_ne!(body["id"], game.id);
    assert_eq!(body["document"]["players"], document["players"]);
    assert_eq!(body["document"]["first_dealer"], "Bo");
    assert_eq!(body["document"]["hands"], json!([]));
    assert_eq!(body["document"]["options"]["pot_at_start"], left);
    assert_eq!(body["document"]["options"]["ante"], 2);
    assert_eq!(
        again.header("location"),
        Some(&*format!(
            "/api/v1/matches/{}",
            body["id"].as_str().unwrap()
        ))
    );
    let retried = server.post(&game.path("/rematch"), &headers, &json!({}));
    assert_eq!((retried.status, retried.json()), (201, body));
}
