//! Every path that accepts a body, each with a valid body.

use serde_json::{Value, json};

use overtrick_core::json::Json;
use overtrick_games as games;
use overtrick_match::ledger::{MatchId, Opening, SALT, StoredLog, Timestamp};
use overtrick_match::play::LocalMatch;

use super::{Match, PHONE, brink_bid, first_hand, sample};

/// A path with a valid body.
pub struct Route {
    pub path: String,
    pub body: Value,
}

/// Returns the log of a match that was opened on a phone.
pub fn log_of_a_phone(document: &Value) -> LocalMatch {
    let id = MatchId::read("abcdefghijklmnopqrstuv").unwrap();
    let document: Json = serde_json::from_value(document.clone()).unwrap();
    let salts = [7; 16 * SALT];
    let opening = Opening {
        client: Some(PHONE.1.to_owned()),
        ..Opening::default()
    };
    LocalMatch::begin(&id, &document, opening, Timestamp::from_millis(0), &salts).unwrap()
}

/// Changes a log and recomputes its chain, as a forger would.
pub fn forged(mut log: StoredLog, change: impl FnOnce(&mut StoredLog)) -> StoredLog {
    change(&mut log);
    let head = log.head.as_mut().unwrap();
    let id = MatchId::read(&head.id).unwrap();
    let mut previous = None;
    for (event, sequence) in log.events.iter_mut().zip(1..) {
        event.sequence = sequence;
        let digest = event.digest_after(previous.as_ref(), &id);
        event.digest = Some(digest.to_string());
        head.count = sequence;
        previous = Some(digest);
    }
    head.created_at.clone_from(&log.events[0].at);
    head.digest = previous.unwrap().to_string();
    log
}

/// Returns the definition of a custom game that adds up points.
fn points_definition() -> Value {
    json!({ "language": 1, "id": "points", "players": [2, 4], "clauses": { "points": "What all wrote down." },
        "options": { "worth": { "number": [1, 9], "default": 1 } },
        "field": [{ "name": "points", "each": true, "number": [0, 9] }],
        "score": [{ "points": "worth * points", "clause": "points", "with": ["points"] }] })
}

/// Returns every path that accepts a body, each with a valid body.
pub fn routes(game: &Match<'_>) -> Vec<Route> {
    let played = |game: &str| {
        let (mut document, hands) = sample(game);
        document["hands"] = hands.into();
        document
    };
    let question = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "dealer": "Ann",
        "question": "auction", "cards_dealt": 4, "calls": [{ "player": "Bo", "call": 2 }] });
    let trick = json!({ "game": "mariash", "players": ["Ann", "Bo", "Cy"], "question": "trick",
        "trump": "hearts", "plays": [{ "player": "Ann", "card": "H-A" }] });
    let pad = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "paper": "a5", "per_page": 1, "pages": 1, "title": "Thursday",
        "options": { "made_points": 6 }, "landscape": false, "link": "https://crown.example" });
    let correct = json!({ "action": "correct", "reason": "misread", "edits": [
        { "edit": "replace", "hand": 1, "with": first_hand(2) }, { "edit": "move", "hand": 1, "to": 1 }] });
    let adjust = json!({ "action": "adjust", "adjustment": { "after_hand": 1, "player": "Bo", "points": -2.5, "reason": "x" } });
    let mut routes = vec![
        ("/api/v1/adjudications".to_owned(), question),
        ("/api/v1/adjudications".to_owned(), trick),
        (
            "/api/v1/qr".to_owned(),
            json!({ "text": "https://crown.example" }),
        ),
        ("/api/v1/joins".to_owned(), json!({ "code": "000000" })),
        (
            "/api/v1/keys".to_owned(),
            json!({ "name": "website", "scope": "read", "expires_at": "2999-12-31" }),
        ),
        ("/api/v1/matches".to_owned(), played("brink-bid")),
        ("/api/v1/imports".to_owned(), json!([played("brink-bid")])),
        (
            "/api/v1/logs".to_owned(),
            json!({ "log": log_of_a_phone(&played("brink-bid")).log }),
        ),
        ("/api/v1/pads.pdf".to_owned(), pad),
        ("/api/v1/sheets.pdf".to_owned(), played("brink-bid")),
        (game.path("/session"), json!({ "key": "no key at all" })),
        (game.path("/changes"), correct.clone()),
        (game.path("/changes?dry_run=true"), correct),
        (game.path("/changes"), adjust.clone()),
        (game.path("/changes?dry_run=true"), adjust),
        (
            game.path("/changes"),
            json!({ "action": "record", "hand": first_hand(1) }),
        ),
        (game.path("/rematch"), json!({})),
    ];
    let own = json!({ "game": "own", "definition": points_definition(), "players": ["Ann", "Bo"],
        "options": { "worth": 2 }, "hands": [{ "points": { "Ann": 1, "Bo": 2 } }] });
    routes.push(("/api/v1/scores".to_owned(), own));
    for game in games::all().iter().map(|entry| entry.facts.id) {
        routes.push(("/api/v1/scores".to_owned(), played(game)));
    }
    routes
        .into_iter()
        .map(|(path, body)| Route { path, body })
        .collect()
}
