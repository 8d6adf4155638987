//! Access: match keys, API keys, join codes.

use serde_json::json;

use crate::api::reached::Reached;
use crate::served::{ADMIN, Match, Server, bearer};

pub fn keys(reached: &mut Reached, server: &Server, game: &Match<'_>) {
    let path = game.path("/session");
    let own = [("sec-fetch-site", "same-origin")];
    let key = json!({ "key": game.view });
    reached.post(200, server, &path, &own, &key);
    reached.post(401, server, &path, &own, &json!({ "key": "none" }));
    reached.post(403, server, &path, &[], &key);
    reached.post(
        404,
        server,
        "/api/v1/matches/aaaaaaaaaaaaaaaaaaaaaa/session",
        &own,
        &key,
    );
    reached.bad_bodies(server, &path, &own);
    reached.expect(204, server, "DELETE", &path, &own, None);
    reached.expect(403, server, "DELETE", &path, &[], None);

    let (scorer, director) = (bearer(&game.score), bearer(&game.direct));
    let path = game.path("/keys/view");
    for (method, done) in [("POST", 200), ("DELETE", 204)] {
        let mut ask = |status: u16, path: &str, headers: &[(&str, &str)]| {
            reached.expect(status, server, method, path, headers, None);
        };
        ask(
            400,
            &path,
            &[("authorization", &director), ("if-match", "7")],
        );
        ask(401, &path, &[]);
        ask(403, &path, &[("authorization", &scorer)]);
        ask(
            404,
            &game.path("/keys/king"),
            &[("authorization", &director), ("if-match", "*")],
        );
        ask(
            412,
            &path,
            &[("authorization", &director), ("if-match", "\"99\"")],
        );
        ask(428, &path, &[("authorization", &director)]);
        ask(
            done,
            &path,
            &[("authorization", &director), ("if-match", "*")],
        );
    }
}

pub fn program_keys(reached: &mut Reached, server: &Server, game: &Match<'_>) {
    let (admin, director) = (bearer(ADMIN), bearer(&game.direct));
    let by = |key| [("authorization", key)];
    let path = "/api/v1/keys";
    let order = json!({ "name": "website", "scope": "read" });
    let made = reached.post(201, server, path, &by(&*admin), &order);
    reached.post(401, server, path, &[], &order);
    reached.post(403, server, path, &by(&*director), &order);
    let nameless = json!({ "name": "", "scope": "read" });
    reached.post(422, server, path, &by(&*admin), &nameless);
    reached.bad_bodies(server, path, &by(&*admin));
    let one = format!("{path}/{}", made.json()["id"].as_str().unwrap());
    let none = format!("{path}/0000000000000000");
    for (method, path, done) in [("GET", path, 200), ("DELETE", &one, 204)] {
        let mut ask = |status: u16, path: &str, headers: &[(&str, &str)]| {
            reached.expect(status, server, method, path, headers, None);
        };
        ask(401, path, &[]);
        ask(403, path, &by(&*director));
        if path == one {
            ask(404, &none, &by(&*admin));
        }
        ask(done, path, &by(&*admin));
    }
}

pub fn joining(reached: &mut Reached, server: &Server, game: &Match<'_>) {
    let (watcher, scorer) = (bearer(&game.view), bearer(&game.score));
    let path = game.path("/codes/score");
    let mut code = String::new();
    for (method, done) in [("POST", 200), ("DELETE", 204)] {
        let mut ask = |status: u16, path: &str, headers: &[(&str, &str)]| {
            reached.expect(status, server, method, path, headers, None)
        };
        ask(401, &path, &[]);
        ask(403, &path, &[("authorization", &watcher)]);
        let king = game.path("/codes/king");
        ask(404, &king, &[("authorization", &scorer)]);
        if method == "POST" {
            code = ask(done, &path, &[("authorization", &scorer)]).json()["code"].to_string();
        }
    }
    let path = "/api/v1/joins";
    let code = json!({ "code": code.trim_matches('"') });
    reached.post(200, server, path, &[], &code);
    reached.bad_bodies(server, path, &[]);
    let taken_away = [("authorization", &*scorer)];
    let of_code = game.path("/codes/score");
    reached.expect(204, server, "DELETE", &of_code, &taken_away, None);
    reached.post(404, server, path, &[], &code);
}
