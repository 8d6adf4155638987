//! Actions of a director: correcting, finishing, adjusting, renaming, deleting.

use serde_json::{Value, json};

use crate::served::{ADMIN, Server, bearer, brink_bid, first_hand, sample};

fn without(state: &Value, keys: &[&str]) -> Value {
    let mut state = state.clone();
    for key in keys {
        state.as_object_mut().unwrap().remove(*key);
    }
    state
}

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
    let told = corrected["document"]["history"].to_string();
    assert!(told.contains("the sheet says two"), "{told}");

    let undo = game.change(&game.score, &json!({ "action": "undo" }));
    assert_eq!(
        undo.status, 403,
        "a scorer does not take back what a director did"
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
fn a_director_ends_adjusts_and_names_anew() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.record(&first_hand(1));
    let direct = |change: Value| game.changed(&game.direct, &change);
    let penalty = json!({ "after_hand": 1, "player": "Bo", "points": -2, "reason": "revoke" });
    let adjusted = direct(json!({ "action": "adjust", "adjustment": penalty }));
    assert_eq!(adjusted["result"]["adjustments"][0]["points"], -2);
    let retracted = direct(json!({ "action": "retract", "adjustment": 1, "reason": "it was not" }));
    assert_eq!(retracted["result"].get("adjustments"), None);
    let renamed = direct(json!({ "action": "rename", "seat": 2, "name": "Bob" }));
    assert_eq!(renamed["document"]["hands"][0]["bids"]["Bob"], 1);
    let substituted =
        direct(json!({ "action": "substitute", "seat": 1, "name": "Cy", "from_hand": 2 }));
    assert_eq!(
        substituted["seats"][0]["people"][1],
        json!({ "person": 4, "name": "Cy", "from_hand": 2 })
    );
    let described = direct(json!({ "action": "describe", "title": "Thursday" }));
    assert_eq!(described["document"]["title"], "Thursday");
    let finished = direct(json!({ "action": "finish" }));
    assert_eq!(finished["result"]["status"], "complete");
    let late = game.change(&game.score, &json!({ "action": "record", "hand": { "bids": { "Cy": 1, "Bob": 1 }, "tricks": { "Cy": 2, "Bob": 3 } } }));
    assert_eq!(late.status, 422, "{}", late.text());
    let reopened = direct(json!({ "action": "reopen" }));
    assert_eq!(reopened["result"]["status"], "in_progress");
    let voided = direct(json!({ "action": "void", "hand": 1, "reason": "misdeal" }));
    assert_eq!(voided["result"]["hands"], json!([]));
}

#[test]
fn two_swapped_hands_are_mended_by_one_correction() {
    let server = Server::start();
    let (document, hands) = sample("berzerka");
    let game = server.create(&document);
    for hand in hands.iter().take(2) {
        game.record(hand);
    }
    let before = game.state();
    let swap = json!({ "action": "correct", "reason": "written in the wrong order",
        "edits": [{ "edit": "move", "hand": 1, "to": 2 }] });
    let checked = server.post(
        &game.path("/changes?dry_run=true"),
        &[("authorization", &*bearer(&game.direct))],
        &swap,
    );
    assert!([200, 422].contains(&checked.status), "{}", checked.text());
    let both = json!({ "action": "correct", "reason": "each has the other's place", "edits": [
        { "edit": "replace", "hand": 1, "with": hands[0] }, { "edit": "replace", "hand": 2, "with": hands[1] } ] });
    let fixed = game.changed(&game.direct, &both);
    assert_eq!(fixed["result"], before["result"]);
    assert_eq!(without(&fixed, &["document"])["version"], 4);
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
