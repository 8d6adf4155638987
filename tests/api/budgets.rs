//! The limits of a match, and the answers to requests that exceed them.

use serde_json::{Value, json};

use crate::served::{Match, Server, bearer, brink_bid, first_hand};

/// A change that sets notes of this many bytes.
fn describe(bytes: usize) -> Value {
    json!({ "action": "describe", "notes": "n".repeat(bytes) })
}

fn detail(answer: &crate::served::Answer) -> String {
    answer.json()["errors"][0]["detail"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// Changes the notes of the match until its log is full; returns the number of changes.
fn fill(game: &Match<'_>) -> usize {
    for round in 0..200 {
        let answer = game.change(&game.direct, &describe(9_000));
        if answer.status != 200 {
            assert_eq!(answer.problem(), "refused");
            return round;
        }
    }
    panic!("the log is never full");
}

#[test]
fn a_match_that_is_full_is_read_undone_ended_and_deleted_and_nothing_else() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let filled = fill(&game);
    assert!(
        (100..112).contains(&filled),
        "{filled} notes of 9,000 bytes and their rows take 1 MiB"
    );
    let message = detail(&game.change(&game.direct, &describe(9_000)));
    assert!(
        message.contains("at most 1024 KiB") && message.contains("with 32 reserved"),
        "{message}"
    );
    let czech = server.post(
        &game.path("/changes?dry_run=true"),
        &[
            ("authorization", &bearer(&game.direct)),
            ("accept-language", "cs"),
        ],
        &describe(9_000),
    );
    assert!(
        detail(&czech).contains("nejvýš 1024 KiB"),
        "{}",
        czech.text()
    );
    assert_eq!(game.get("").status, 200);
    assert_eq!(game.get("?detail=document").status, 200);
    for change in [
        json!({ "action": "undo" }),
        json!({ "action": "erase", "person": 2, "name": "Nobody" }),
        json!({ "action": "finish" }),
    ] {
        game.changed(&game.direct, &change);
    }
    game.delete();
}

#[test]
fn a_match_has_as_many_hands_as_it_may_and_no_more() {
    // A hand of this game needs no values.
    let document = |hands: usize| {
        json!({ "game": "own", "players": ["Ann", "Bo"], "hands": vec![json!({}); hands],
            "definition": { "language": 1, "id": "x", "players": [2, 2],
                "score": [{ "points": 1, "clause": "c" }], "clauses": { "c": "One." } } })
    };
    let server = Server::start();
    let refused = server.post("/api/v1/matches", &[], &document(501));
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (422, "refused")
    );
    assert_eq!(refused.pointers(), ["/hands"]);
    assert_eq!(refused.json()["errors"][0]["code"], "too-many-hands");
    assert!(
        detail(&refused).starts_with("501 hands; a match has at most 500"),
        "{}",
        refused.text()
    );
    let game = server.create(&document(500));
    let more = json!({ "action": "record", "hand": {} });
    let refused = game.change(&game.score, &more);
    assert_eq!(refused.pointers(), ["/hands"], "{}", refused.text());
    game.changed(
        &game.direct,
        &json!({ "action": "void", "hand": 3, "reason": "played twice" }),
    );
    game.changed(&game.score, &more);
}

#[test]
fn every_text_of_a_document_is_limited() {
    let server = Server::start();
    let long = "n".repeat(10_001);
    let in_document = |pointer: &str| {
        let mut document = brink_bid();
        document["hands"] = json!([first_hand(1)]);
        document["adjustments"] = json!([
            { "after_hand": 1, "player": "Ann", "points": 1, "reason": "x" }
        ]);
        document["history"] = json!([{ "at": "x", "by": "x", "action": "x", "reason": "x" }]);
        for key in ["title", "location", "notes", "id"] {
            document[key] = "x".into();
        }
        document["hands"][0]["note"] = "x".into();
        *document.pointer_mut(pointer).unwrap() = long.clone().into();
        document
    };
    for pointer in [
        "/title",
        "/location",
        "/notes",
        "/id",
        "/hands/0/note",
        "/adjustments/0/reason",
        "/history/0/at",
        "/history/0/by",
        "/history/0/action",
        "/history/0/reason",
    ] {
        let answer = server.post("/api/v1/scores", &[], &in_document(pointer));
        assert_eq!(answer.status, 422, "{pointer}: {}", answer.text());
        assert_eq!(answer.pointers(), [pointer], "{}", answer.text());
    }
}
