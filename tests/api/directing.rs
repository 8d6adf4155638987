//! Actions of a director: correcting and deleting. `kept.rs` tests every change with and without a service.

use serde_json::json;

use crate::served::{ADMIN, Server, bearer, brink_bid, first_hand};

#[test]
fn a_scorer_records_and_takes_back_and_a_director_corrects() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let first = game.record(&first_hand(1));
    let wrong = json!({ "action": "correct", "reason": "the sheet says two",
        "edits": [{ "edit": "replace", "hand": 1, "with": first_hand(2) }] });
    let refused = game.change(&game.score, &wrong);
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (403, "forbidden")
    );
    let corrected = game.changed(&game.direct, &wrong);
    assert_ne!(
        corrected["result"]["standings"],
        first["result"]["standings"]
    );
    let text = corrected["document"]["history"].to_string();
    assert!(text.contains("the sheet says two"), "{text}");

    let undo = game.change(&game.score, &json!({ "action": "undo" }));
    assert_eq!(
        undo.status, 403,
        "a scorer cannot undo what a director has changed"
    );
    let undone = game.changed(&game.direct, &json!({ "action": "undo" }));
    assert_eq!(undone["result"], first["result"]);
    assert_eq!(undone["can_redo"], true);
    let redone = game.changed(&game.direct, &json!({ "action": "redo" }));
    assert_eq!(redone["result"], corrected["result"]);

    let history = game.get("/history").json();
    let events = history["events"].as_array().unwrap();
    let actions: Vec<&str> = events
        .iter()
        .map(|event| event["change"]["action"].as_str().unwrap())
        .collect();
    assert_eq!(actions, ["opened", "record", "correct", "undo", "redo"]);
    assert!(
        events
            .iter()
            .all(|event| event["at"].as_str().unwrap().ends_with('Z'))
    );
}

#[test]
fn a_deleted_match_is_gone_and_only_the_administrator_sees_all() {
    let server = Server::start();
    let (one, other) = (server.create(&brink_bid()), server.create(&brink_bid()));
    let admin = bearer(ADMIN);
    let list = |query: &str| {
        server
            .get(
                &format!("/api/v1/matches{query}"),
                &[("authorization", &*admin)],
            )
            .json()
    };
    assert_eq!(list("")["matches"].as_array().unwrap().len(), 2);
    let part = list("?limit=1");
    let next = part["next"].as_str().unwrap();
    let rest = list(&format!("?limit=1&cursor={next}"));
    assert_ne!(part["matches"][0]["id"], rest["matches"][0]["id"]);
    let stranger = server.get(
        "/api/v1/matches",
        &[("authorization", &*bearer(&one.direct))],
    );
    assert_eq!(
        (stranger.status, stranger.problem().as_str()),
        (403, "forbidden")
    );

    let by = |key: &str| {
        let headers = [("authorization", &*bearer(key)), ("if-match", "*")];
        server.send("DELETE", &one.path(""), &headers, None).status
    };
    assert_eq!(
        (by(&one.score), by(&one.direct), by(&one.direct)),
        (403, 204, 404)
    );
    assert_eq!(one.get("").status, 404);
    assert_eq!(other.get("").status, 200);
}
