//! Joining a match by a spoken code.

use std::sync::Arc;
use std::time::Duration;

use overtrick_server::bounds::WRONG_CODES_PER_HOUR;
use overtrick_server::settings::LimitsSetting;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::served::{ADMIN, Answer, HandClock, Match, Server, bearer, brink_bid};

/// No real code has these characters, so no attempt succeeds by chance.
const WRONG: &str = "ACDEFGHJ";

/// Makes a code for a role; the request uses this key.
fn make(game: &Match<'_>, key: &str, role: &str) -> Answer {
    let headers = [("authorization", &*bearer(key))];
    let path = game.path(&format!("/codes/{role}"));
    game.server.send("POST", &path, &headers, None)
}

fn code_of(game: &Match<'_>, role: &str) -> String {
    let made = make(game, &game.direct, role);
    assert_eq!(made.status, 200, "{}", made.text());
    assert_eq!(made.header("cache-control"), Some("no-store"));
    assert_eq!(made.json()["role"], role);
    let code = made.json()["code"].as_str().unwrap().to_owned();
    assert_eq!(code.len(), 8);
    code
}

fn join(server: &Server, code: &str) -> Answer {
    server.post("/api/v1/joins", &[], &json!({ "code": code }))
}

fn is_unknown(server: &Server, code: &str) {
    let answer = join(server, code);
    assert_eq!((answer.status, &*answer.problem()), (404, "unknown-code"));
}

#[test]
fn a_code_gives_the_key_of_its_role_to_every_phone_that_enters_it() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    for (role, key) in [
        ("view", &game.view),
        ("score", &game.score),
        ("direct", &game.direct),
    ] {
        let code = code_of(&game, role);
        let (front, back) = code.split_at(4);
        for written in [code.clone(), format!(" {front}-{back}").to_lowercase()] {
            let joined = join(&server, &written);
            assert_eq!(joined.status, 200, "{}", joined.text());
            let wanted = json!({ "id": game.id, "role": role, "key": key });
            assert_eq!(joined.json(), wanted);
            assert_eq!(joined.header("cache-control"), Some("no-store"));
        }
    }
}

#[test]
fn a_code_has_at_most_the_role_of_its_creator() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    for (key, may) in [
        (&*game.view, vec![]),
        (&*game.score, vec!["view", "score"]),
        (&*game.direct, vec!["view", "score", "direct"]),
        (ADMIN, vec!["view", "score", "direct"]),
    ] {
        for role in ["view", "score", "direct"] {
            let status = if may.contains(&role) { 200 } else { 403 };
            assert_eq!(make(&game, key, role).status, status, "{key}: {role}");
        }
    }
    let foreign = server.create(&brink_bid());
    assert_eq!(make(&game, &foreign.direct, "view").status, 401);
    for role in ["admin", "king"] {
        assert_eq!(make(&game, ADMIN, role).problem(), "not-found");
    }
}

#[test]
fn a_code_ends_after_twelve_hours() {
    let clock = HandClock::new();
    let server = Server::with_clock(Arc::new(TempDir::new().unwrap()), &clock, |_| {});
    let game = server.create(&brink_bid());
    let made = make(&game, &game.score, "score").json();
    assert_eq!(made["until"], "2026-11-22T07:00:00.000Z");
    let code = made["code"].as_str().unwrap();
    clock.forward(Duration::from_hours(12) - Duration::from_secs(1));
    assert_eq!(join(&server, code).status, 200);
    clock.forward(Duration::from_secs(1));
    is_unknown(&server, code);
}

#[test]
fn a_code_ends_when_it_is_revoked_or_replaced() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let (watching, first) = (code_of(&game, "view"), code_of(&game, "score"));
    let scoring = code_of(&game, "score");
    is_unknown(&server, &first);
    for code in [&watching, &scoring] {
        assert_eq!(join(&server, code).status, 200, "an unreplaced code");
    }
    let headers = [("authorization", &*bearer(&game.score))];
    let delete = |role: &str| {
        let path = game.path(&format!("/codes/{role}"));
        server.send("DELETE", &path, &headers, None).status
    };
    assert_eq!(delete("direct"), 403);
    assert_eq!(delete("view"), 204);
    assert_eq!(delete("view"), 204, "deleting again succeeds");
    is_unknown(&server, &watching);
    assert_eq!(join(&server, &scoring).status, 200);
}

#[test]
fn a_code_ends_with_its_key() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let headers = [("authorization", &*bearer(&game.direct)), ("if-match", "*")];
    let key = |method: &str| {
        let path = game.path("/keys/score");
        server.send(method, &path, &headers, None).status
    };
    let code = code_of(&game, "score");
    assert_eq!(key("DELETE"), 204);
    is_unknown(&server, &code);
    assert_eq!(make(&game, &game.direct, "score").problem(), "not-found");
    assert_eq!(key("POST"), 200);
    is_unknown(&server, &code);
    let renewed = join(&server, &code_of(&game, "score")).json();
    assert_ne!(renewed["key"], Value::from(game.score.clone()));
    let authorization = bearer(renewed["key"].as_str().unwrap());
    let seen = server.get(&game.path(""), &[("authorization", &authorization)]);
    assert_eq!(seen.status, 200);
}

#[test]
fn a_code_ends_with_its_match_and_survives_a_restart() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let code = code_of(&game, "view");
    game.delete();
    is_unknown(&server, &code);

    let other = server.create(&brink_bid());
    let code = code_of(&other, "view");
    let other = other.keep();
    let server = server.restarted();
    let joined = join(&server, &code).json();
    assert_eq!(joined["key"], other.on(&server).view);
}

#[test]
fn wrong_codes_are_refused_after_ten_and_right_ones_are_always_accepted() {
    let server = Server::with(|settings| {
        settings.limits = LimitsSetting::On;
        settings.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    });
    let game = server.create(&brink_bid());
    let code = code_of(&game, "score");
    let enter = |client: &str, code: &str| {
        let headers = [("x-forwarded-for", client)];
        server.post("/api/v1/joins", &headers, &json!({ "code": code }))
    };
    for _ in 0..WRONG_CODES_PER_HOUR {
        assert_eq!(enter("10.0.0.1", WRONG).problem(), "unknown-code");
        assert_eq!(enter("10.0.0.1", &code).status, 200);
    }
    for wrong in [WRONG, "no code"] {
        let refused = enter("10.0.0.1", wrong);
        assert_eq!(
            (refused.status, &*refused.problem()),
            (429, "too-many-codes")
        );
        let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
        assert!((60..=360).contains(&wait), "{wait}");
    }
    assert_eq!(enter("10.0.0.1", &code).status, 200, "a correct code");
    assert_eq!(enter("10.9.9.9", WRONG).problem(), "unknown-code");
}
