//! Joining a match by a spoken code.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::served::{ADMIN, Answer, HandClock, Match, Server, bearer, brink_bid};

/// Characters that no code has, so that attempts never succeed by chance.
const WRONG: &str = "ACDEFG";

/// Makes the code of a role, with a key.
fn make(game: &Match<'_>, key: &str, role: &str) -> Answer {
    let headers = [("authorization", &*bearer(key))];
    let path = game.path(&format!("/codes/{role}"));
    game.server.send("POST", &path, &headers, None)
}

pub fn code_of(game: &Match<'_>, role: &str) -> String {
    let made = make(game, &game.direct, role);
    assert_eq!(made.status, 200, "{}", made.text());
    assert_eq!(made.header("cache-control"), Some("no-store"));
    assert_eq!(made.json()["role"], role);
    made.json()["code"].as_str().unwrap().to_owned()
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
        let (front, back) = code.split_at(3);
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
fn nobody_makes_a_code_for_more_than_the_own_role() {
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
fn a_code_ends_when_it_is_taken_away_or_another_is_made() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let (watching, scoring) = (code_of(&game, "view"), code_of(&game, "score"));
    let headers = [("authorization", &*bearer(&game.score))];
    let delete = |role: &str| {
        let path = game.path(&format!("/codes/{role}"));
        server.send("DELETE", &path, &headers, None).status
    };
    assert_eq!(delete("direct"), 403);
    assert_eq!(delete("view"), 204);
    assert_eq!(delete("view"), 204, "there is none, as is wanted");
    is_unknown(&server, &watching);
    assert_eq!(join(&server, &scoring).status, 200);
    let other = code_of(&game, "score");
    is_unknown(&server, &scoring);
    assert_eq!(join(&server, &other).status, 200);
}

#[test]
fn a_code_ends_with_the_key_that_it_stands_for() {
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
fn a_code_ends_with_its_match_and_not_with_the_process() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let code = code_of(&game, "view");
    let headers = [("authorization", &*bearer(&game.direct)), ("if-match", "*")];
    let deleted = server.send("DELETE", &game.path(""), &headers, None);
    assert_eq!(deleted.status, 204);
    is_unknown(&server, &code);

    let other = server.create(&brink_bid());
    let code = code_of(&other, "view");
    let other = other.keep();
    let server = server.restarted();
    let joined = join(&server, &code).json();
    assert_eq!(joined["key"], other.on(&server).view);
}

#[test]
fn who_guesses_too_often_waits_and_even_the_right_code_is_not_looked_at() {
    let clock = HandClock::new();
    let proxy = ("127.0.0.1".parse().unwrap(), "10.9.9.9");
    let server = Server::with_clock(Arc::new(TempDir::new().unwrap()), &clock, |settings| {
        settings.trusted_proxies = vec![proxy.0];
    });
    let game = server.create(&brink_bid());
    let code = code_of(&game, "score");
    let guess = |client: &str, code: &str| {
        let headers = [("x-forwarded-for", client)];
        server.post("/api/v1/joins", &headers, &json!({ "code": code }))
    };
    for _ in 0..10 {
        assert_eq!(
            guess("10.0.0.1", &code).status,
            200,
            "right ones do not count"
        );
        assert_eq!(guess("10.0.0.1", WRONG).problem(), "unknown-code");
    }
    clock.forward(Duration::from_mins(20));
    for tried in [WRONG, &code] {
        let refused = guess("10.0.0.1", tried);
        assert_eq!(
            (refused.status, &*refused.problem()),
            (429, "too-many-codes")
        );
        assert_eq!(refused.header("retry-after"), Some("2400"));
    }
    assert_eq!(guess(proxy.1, &code).status, 200, "another client goes on");
    clock.forward(Duration::from_mins(40));
    assert_eq!(guess("10.0.0.1", &code).status, 200);
}

#[test]
fn all_clients_together_guess_a_thousand_times_an_hour() {
    let server = Server::with(|settings| {
        settings.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    });
    let game = server.create(&brink_bid());
    let code = code_of(&game, "view");
    let mut statuses = Vec::new();
    for number in 0..1_002 {
        let client = format!("10.1.{}.{}", number / 250, number % 250);
        let headers = [("x-forwarded-for", &*client)];
        let body = json!({ "code": if number < 1_001 { WRONG } else { &*code } });
        statuses.push(server.post("/api/v1/joins", &headers, &body).status);
    }
    let refused: Vec<usize> = (0..1_002).filter(|at| statuses[*at] == 429).collect();
    assert_eq!(refused, [1_000, 1_001]);
    // Links do not count as guesses.
    let session = json!({ "key": game.view });
    let own = [("sec-fetch-site", "same-origin")];
    let opened = server.post(&game.path("/session"), &own, &session);
    assert_eq!(opened.status, 200);
}
