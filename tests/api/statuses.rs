//! Every status that the OpenAPI document promises for a route is reached, and none that it does not.

use std::process::Command;

use crate::reached::Reached;
use crate::served::{
    self, ADMIN, Locker, METRICS, Match, Server, bearer, brink_bid, database, first_hand,
};
use serde_json::json;

#[test]
fn every_documented_status_of_every_route_is_reached() {
    let server = Server::start();
    let mut reached = Reached::new();
    without_matches(&mut reached, &server);
    on_paper(&mut reached, &server);
    let game = server.create(&brink_bid());
    opening(&mut reached, &server);
    labeling(&mut reached, &server);
    moving(&mut reached, &server);
    reading(&mut reached, &server, &game);
    changing(&mut reached, &server, &game);
    joining(&mut reached, &server, &game);
    following(&mut reached, &server, &game);
    sending(&mut reached, &server, &game);
    keys(&mut reached, &server, &game);
    program_keys(&mut reached, &server, &game);
    publishing(&mut reached, &server, &game);
    listing(&mut reached, &server);
    deleting(&mut reached, &server, &game);
    expired(&mut reached);
    over_budget(&mut reached);
    not_ready(&mut reached);
    assert_eq!(reached.missing(), []);
}

/// A service whose database somebody else has locked.
fn not_ready(reached: &mut Reached) {
    let server = Server::with(|settings| {
        settings.patience = 1;
        settings.statement_timeout = 1;
    });
    let locker = Locker::lock(server.folder.path());
    // What was written a moment ago no longer counts once a write was refused.
    assert_eq!(
        server.post("/api/v1/matches", &[], &brink_bid()).status,
        503
    );
    reached.expect(503, &server, "GET", "/readyz", &[], None);
    drop(locker);
}

fn without_matches(reached: &mut Reached, server: &Server) {
    for path in [
        "/healthz",
        "/readyz",
        "/api/v1/games",
        "/api/v1/games/mariash",
        "/api/v1/games/mariash/schema.json",
        "/api/v1/address",
        "/api/v1/version",
    ] {
        reached.expect(200, server, "GET", path, &[], None);
    }
    for path in [
        "/api/v1/games",
        "/api/v1/games/mariash",
        "/api/v1/games/mariash/schema.json",
        "/api/v1/games/mariash/rules.pdf",
        "/api/v1/pads/mariash.pdf",
        "/api/v1/version",
    ] {
        let known = [("if-none-match", "*")];
        reached.expect(304, server, "GET", path, &known, None);
    }
    let token = bearer(METRICS);
    let token = [("authorization", &*token)];
    reached.expect(200, server, "GET", "/metrics", &token, None);
    reached.expect(401, server, "GET", "/metrics", &[], None);
    let without = Server::with(|settings| settings.metrics_token = None);
    reached.expect(404, &without, "GET", "/metrics", &token, None);
    let html = [("accept", "text/html")];
    reached.expect(404, server, "GET", "/api/v1/games/chess", &[], None);
    reached.expect(406, server, "GET", "/api/v1/games/mariash", &html, None);
    reached.expect(406, server, "GET", "/api/v1/games", &html, None);
    reached.expect(406, server, "GET", "/api/v1/address", &html, None);
    reached.expect(406, server, "GET", "/api/v1/version", &html, None);
    let schema = "/api/v1/games/mariash/schema.json";
    reached.expect(406, server, "GET", schema, &html, None);
    let none = "/api/v1/games/chess/schema.json";
    reached.expect(404, server, "GET", none, &[], None);
    reached.expect(200, server, "POST", "/api/v1/rolls", &[], None);
    reached.bad_bodies(server, "/api/v1/rolls", &[]);
    let once = [("idempotency-key", "the-dice-of-hand-one")];
    reached.expect(200, server, "POST", "/api/v1/rolls", &once, None);
    reached.post(422, server, "/api/v1/rolls", &once, &json!({}));

    let question = json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "dealer": "Ann",
        "question": "auction", "cards_dealt": 4, "calls": [{ "player": "Bo", "call": 9 }] });
    let bad = json!({ "game": "brink-bid", "players": ["Ann"], "hands": [] });
    let cases = [
        ("/api/v1/scores", brink_bid(), bad.clone()),
        (
            "/api/v1/adjudications",
            question,
            json!({ "game": "chess", "question": "auction" }),
        ),
        (
            "/api/v1/comparisons",
            json!({ "document": brink_bid(), "options": { "made_points": 6 } }),
            json!({ "document": bad, "options": {} }),
        ),
        (
            "/api/v1/qr",
            json!({ "text": "https://club.example/#/join/x/y" }),
            json!({ "text": "" }),
        ),
        (
            "/api/v1/draws",
            json!({ "players": ["Ann", "Bo"] }),
            json!({ "players": [] }),
        ),
    ];
    for (path, good, refused) in cases {
        reached.post(200, server, path, &[], &good);
        reached.post(422, server, path, &[], &refused);
        reached.bad_bodies(server, path, &[]);
    }
}

fn on_paper(reached: &mut Reached, server: &Server) {
    let pad = "/api/v1/pads/brink-bid.pdf";
    for (status, path) in [
        (200, pad),
        (400, "/api/v1/pads/brink-bid.pdf?paper=a3"),
        (404, "/api/v1/pads/chess.pdf"),
        (422, "/api/v1/pads/brink-bid.pdf?players=99"),
    ] {
        reached.expect(status, server, "GET", path, &[], None);
    }
    reached.expect(406, server, "GET", pad, &[("accept", "text/html")], None);
    reached.post(200, server, pad, &[], &json!({}));
    reached.post(404, server, "/api/v1/pads/chess.pdf", &[], &json!({}));
    reached.post(422, server, pad, &[], &json!({ "players": 99 }));
    reached.bad_bodies(server, pad, &[]);
    let rules = "/api/v1/games/brink-bid/rules.pdf";
    for (status, path) in [
        (200, rules),
        (400, "/api/v1/games/brink-bid/rules.pdf?paper=a6"),
        (404, "/api/v1/games/chess/rules.pdf"),
        (
            422,
            "/api/v1/games/brink-bid/rules.pdf?option=made_points=-1",
        ),
    ] {
        reached.expect(status, server, "GET", path, &[], None);
    }
    reached.expect(406, server, "GET", rules, &[("accept", "text/html")], None);
    let sheet = "/api/v1/sheets.pdf";
    reached.post(200, server, sheet, &[], &brink_bid());
    let alone = json!({ "game": "brink-bid", "players": ["Ann"], "hands": [] });
    reached.post(422, server, sheet, &[], &alone);
    reached.bad_bodies(server, sheet, &[]);
}

fn opening(reached: &mut Reached, server: &Server) {
    let path = "/api/v1/matches";
    reached.post(201, server, path, &[], &brink_bid());
    let unknown = bearer(&format!("otk_{}_{}", "0".repeat(16), "A".repeat(43)));
    let unknown = [("authorization", &*unknown)];
    reached.post(401, server, path, &unknown, &brink_bid());
    reached.post(
        422,
        server,
        path,
        &[],
        &json!({ "game": "brink-bid", "players": ["Ann"], "hands": [] }),
    );
    reached.bad_bodies(server, path, &[]);
    let narrow = Server::with(|settings| settings.creations = 1);
    let made = narrow.create(&brink_bid());
    reached.post(429, &narrow, path, &[], &brink_bid());
    let scorer = bearer(&made.score);
    reached.post(
        429,
        &narrow,
        &made.path("/rematch"),
        &[("authorization", &scorer)],
        &json!({}),
    );

    let admin = bearer(ADMIN);
    let director = bearer(&made.direct);
    let get = |reached: &mut Reached, status, path: &str, headers: &[(&str, &str)]| {
        reached.expect(status, server, "GET", path, headers, None);
    };
    get(reached, 200, path, &[("authorization", &admin)]);
    get(
        reached,
        400,
        "/api/v1/matches?limit=0",
        &[("authorization", &admin)],
    );
    get(reached, 401, path, &[]);
    get(reached, 403, path, &[("authorization", &director)]);
    get(reached, 406, path, &[("accept", "text/html")]);
}

/// What a program calls a match, and notes of it.
fn labeling(reached: &mut Reached, server: &Server) {
    let labels = json!({ "external_id": "league-7", "metadata": { "round": 3 } });
    let path = "/api/v1/matches?external_id=league-7";
    reached.post(201, server, path, &[], &brink_bid());
    reached.post(409, server, path, &[], &brink_bid());
    let game = server.create(&brink_bid());
    let (scorer, director) = (bearer(&game.score), bearer(&game.direct));
    let path = game.path("/metadata");
    let mut put = |status: u16, path: &str, headers: &[(&str, &str)], body: &serde_json::Value| {
        let mut all = vec![("content-type", "application/json")];
        all.extend_from_slice(headers);
        let body = body.to_string();
        reached.expect(status, server, "PUT", path, &all, Some(body.as_bytes()));
    };
    let directing = [("authorization", &*director), ("if-match", "*")];
    put(401, &path, &[], &labels);
    put(403, &path, &[("authorization", &*scorer)], &labels);
    let strange = "/api/v1/matches/aaaaaaaaaaaaaaaaaaaaaa/metadata";
    put(404, strange, &directing, &labels);
    put(409, &path, &directing, &labels);
    put(
        412,
        &path,
        &[("authorization", &*director), ("if-match", "\"99\"")],
        &labels,
    );
    put(422, &path, &directing, &json!({ "external_id": "" }));
    put(428, &path, &[("authorization", &*director)], &labels);
    put(
        200,
        &path,
        &directing,
        &json!({ "metadata": { "round": 3 } }),
    );
    reached.bad_bodies_of("PUT", server, &path, &directing);
}

/// Matches in and out.
fn moving(reached: &mut Reached, server: &Server) {
    let (admin, html) = (bearer(ADMIN), ("accept", "text/html"));
    let other = bearer("the-token-of-nobody");
    let allowed = [("authorization", &*admin)];
    let path = "/api/v1/imports";
    reached.post(200, server, path, &allowed, &json!([brink_bid()]));
    reached.post(401, server, path, &[], &json!([]));
    reached.post(403, server, path, &[("authorization", &other)], &json!([]));
    reached.post(422, server, path, &allowed, &json!([{}]));
    reached.bad_bodies(server, path, &allowed);
    let mut get = |status: u16, path: &str, headers: &[(&str, &str)]| {
        reached.expect(status, server, "GET", path, headers, None);
    };
    let path = "/api/v1/exports";
    get(200, path, &allowed);
    get(400, "/api/v1/exports?form=xml", &allowed);
    get(401, path, &[]);
    get(403, path, &[("authorization", &other)]);
    get(406, path, &[("authorization", &*admin), html]);
    let path = "/api/v1/games/mariash/results.csv";
    get(200, path, &[]);
    get(404, "/api/v1/games/chess/results.csv", &[]);
    get(406, path, &[html]);
}

fn reading(reached: &mut Reached, server: &Server, game: &Match<'_>) {
    let viewer = bearer(&game.view);
    let tag = game.get("").header("etag").unwrap().to_owned();
    let strange = "/api/v1/matches/aaaaaaaaaaaaaaaaaaaaaa";
    let views = [
        "",
        "/history",
        "/standings",
        "/document",
        "/result.csv",
        "/sheet.pdf",
    ];
    for rest in views {
        let path = game.path(rest);
        reached.expect(
            200,
            server,
            "GET",
            &path,
            &[("authorization", &viewer)],
            None,
        );
        let known = [("authorization", &*viewer), ("if-none-match", &*tag)];
        reached.expect(304, server, "GET", &path, &known, None);
        reached.expect(401, server, "GET", &path, &[], None);
        reached.expect(
            404,
            server,
            "GET",
            &format!("{strange}{rest}"),
            &[("authorization", &viewer)],
            None,
        );
        reached.expect(
            406,
            server,
            "GET",
            &path,
            &[("authorization", &viewer), ("accept", "image/png")],
            None,
        );
    }
    let all = game.path("?detail=all");
    let allowed = [("authorization", &*viewer)];
    reached.expect(400, server, "GET", &all, &allowed, None);
    for (status, query) in [
        (400, "paper=a3".to_owned()),
        (422, format!("link={}", "x".repeat(999))),
    ] {
        let path = game.path(&format!("/sheet.pdf?{query}"));
        let allowed = [("authorization", &*viewer)];
        reached.expect(status, server, "GET", &path, &allowed, None);
    }
    let events = game.path("/events");
    let wrong = [("authorization", &*viewer), ("last-event-id", "x")];
    reached.expect(400, server, "GET", &events, &wrong, None);
    reached.expect(401, server, "GET", &events, &[], None);
    reached.expect(
        404,
        server,
        "GET",
        &format!("{strange}/events"),
        &[("authorization", &viewer)],
        None,
    );
    reached.expect(
        406,
        server,
        "GET",
        &events,
        &[("accept", "application/json")],
        None,
    );
    let stream = served::open(
        server.address,
        "GET",
        &events,
        &[("authorization", &viewer)],
        None,
    );
    let head = served::read_head(&mut std::io::BufReader::new(stream));
    assert_eq!(head.status, 200);
    reached.saw(["/api/v1/matches/{id}/events", "get", "200"]);
}

fn changing(reached: &mut Reached, server: &Server, game: &Match<'_>) {
    let record = json!({ "action": "record", "hand": first_hand(1) });
    let too_many = json!({ "action": "record", "hand": first_hand(9) });
    let (viewer, scorer) = (bearer(&game.view), bearer(&game.score));
    let scoring = [("authorization", &*scorer), ("if-match", "*")];
    let strange = "/api/v1/matches/aaaaaaaaaaaaaaaaaaaaaa";
    for rest in ["/check", "/changes"] {
        let path = game.path(rest);
        reached.post(401, server, &path, &[("if-match", "*")], &record);
        reached.post(
            403,
            server,
            &path,
            &[("authorization", &viewer), ("if-match", "*")],
            &record,
        );
        reached.post(404, server, &format!("{strange}{rest}"), &scoring, &record);
        reached.post(422, server, &path, &scoring, &too_many);
        reached.bad_bodies(server, &path, &scoring);
        if rest == "/changes" {
            reached.post(
                412,
                server,
                &path,
                &[("authorization", &scorer), ("if-match", "\"99\"")],
                &record,
            );
            reached.post(428, server, &path, &[("authorization", &scorer)], &record);
        }
        reached.post(200, server, &path, &scoring, &record);
    }
    let minimal = [
        ("authorization", &*scorer),
        ("if-match", "*"),
        ("prefer", "return=minimal"),
    ];
    let described = json!({ "action": "describe", "title": "Friday" });
    reached.post(204, server, &game.path("/changes"), &minimal, &described);
    let again = game.path("/rematch");
    reached.post(
        201,
        server,
        &again,
        &[("authorization", &scorer)],
        &json!({}),
    );
    reached.post(
        400,
        server,
        &again,
        &[("authorization", &scorer), ("idempotency-key", "1")],
        &json!({}),
    );
    reached.post(401, server, &again, &[], &json!({}));
    reached.post(
        403,
        server,
        &again,
        &[("authorization", &viewer)],
        &json!({}),
    );
    reached.post(
        404,
        server,
        &format!("{strange}/rematch"),
        &[("authorization", &scorer)],
        &json!({}),
    );
    reached.post(
        406,
        server,
        &again,
        &[("authorization", &scorer), ("accept", "text/html")],
        &json!({}),
    );
    let text = [("authorization", &*scorer), ("content-type", "text/plain")];
    reached.expect(415, server, "POST", &again, &text, Some(b"{}"));
    let large = [
        ("authorization", &*scorer),
        ("content-type", "application/json"),
        ("content-length", "99999999"),
    ];
    reached.expect(413, server, "POST", &again, &large, Some(b""));
}

fn keys(reached: &mut Reached, server: &Server, game: &Match<'_>) {
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
        if method == "POST" {
            ask(
                406,
                &path,
                &[("authorization", &director), ("accept", "text/html")],
            );
        }
    }
}

fn program_keys(reached: &mut Reached, server: &Server, game: &Match<'_>) {
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
    for (method, path, done) in [
        ("GET", path, 200),
        ("GET", &one, 200),
        ("POST", &one, 200),
        ("DELETE", &one, 204),
        ("POST", &one, 422),
    ] {
        let mut ask = |status: u16, path: &str, headers: &[(&str, &str)]| {
            reached.expect(status, server, method, path, headers, None);
        };
        ask(401, path, &[]);
        ask(403, path, &by(&*director));
        if path == one {
            ask(404, &none, &by(&*admin));
        }
        if method != "DELETE" {
            let html = [("authorization", &*admin), ("accept", "text/html")];
            ask(406, path, &html);
        }
        ask(done, path, &by(&*admin));
    }
}

fn joining(reached: &mut Reached, server: &Server, game: &Match<'_>) {
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
            let html = [("authorization", &*scorer), ("accept", "text/html")];
            ask(406, &path, &html);
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

/// The list of published matches, which is there alone where the settings say so.
fn listing(reached: &mut Reached, without: &Server) {
    let server = Server::with(|settings| settings.public_list = true);
    for end in ["json", "atom", "ics"] {
        let path = format!("/matches.{end}");
        let tag = reached.expect(200, &server, "GET", &path, &[], None);
        let known = [("if-none-match", tag.header("etag").unwrap())];
        reached.expect(304, &server, "GET", &path, &known, None);
        let bad = format!("{path}?per_page=0");
        reached.expect(400, &server, "GET", &bad, &[], None);
        reached.expect(404, without, "GET", &path, &[], None);
        let html = [("accept", "text/html")];
        reached.expect(406, &server, "GET", &path, &html, None);
    }
}

fn publishing(reached: &mut Reached, server: &Server, game: &Match<'_>) {
    let (scorer, director) = (bearer(&game.score), bearer(&game.direct));
    let strange = "aaaaaaaaaaaaaaaaaaaaaa";
    let path = game.path("/embed");
    for method in ["DELETE", "PUT"] {
        let mut ask = |status: u16, path: &str, headers: &[(&str, &str)]| {
            reached.expect(status, server, method, path, headers, None);
        };
        let director = ("authorization", &*director);
        ask(400, &path, &[director, ("if-match", "7")]);
        ask(401, &path, &[]);
        ask(403, &path, &[("authorization", &scorer)]);
        ask(
            404,
            &format!("/api/v1/matches/{strange}/embed"),
            &[director, ("if-match", "*")],
        );
        ask(406, &path, &[director, ("accept", "text/html")]);
        ask(412, &path, &[director, ("if-match", "\"99\"")]);
        ask(428, &path, &[director]);
        ask(200, &path, &[director, ("if-match", "*")]);
    }
    let id = &game.id;
    for end in [".json", ".csv"] {
        let path = format!("/embed/matches/{id}{end}");
        let tag = reached.expect(200, server, "GET", &path, &[], None);
        let known = [("if-none-match", tag.header("etag").unwrap())];
        reached.expect(304, server, "GET", &path, &known, None);
        reached.expect(
            404,
            server,
            "GET",
            &format!("/embed/matches/{strange}{end}"),
            &[],
            None,
        );
        reached.expect(406, server, "GET", &path, &[("accept", "image/png")], None);
    }
    let director = [("authorization", &*bearer(&game.direct)), ("if-match", "*")];
    reached.bad_bodies_of("PUT", server, &game.path("/embed"), &director);
    let json = ("content-type", "application/json");
    let with_json = [director[0], director[1], json];
    let path = game.path("/embed");
    let other = br#"{"show": "hands"}"#;
    reached.expect(400, server, "PUT", &path, &with_json, Some(other));
    let show = br#"{"show": "sheet"}"#;
    reached.expect(200, server, "PUT", &path, &with_json, Some(show));
    let url = format!("/oembed?url=http://{}/matches", server.address);
    for (path, none) in [
        (
            format!("/matches/{id}.png"),
            format!("/matches/{strange}.png"),
        ),
        (
            format!("/matches/{id}.json"),
            format!("/matches/{strange}.json"),
        ),
        (format!("{url}/{id}"), format!("{url}/{strange}")),
    ] {
        let tag = reached.expect(200, server, "GET", &path, &[], None);
        let known = [("if-none-match", tag.header("etag").unwrap())];
        reached.expect(304, server, "GET", &path, &known, None);
        reached.expect(404, server, "GET", &none, &[], None);
        let text = [("accept", "text/plain")];
        reached.expect(406, server, "GET", &path, &text, None);
    }
    let other = format!("/matches/{id}.png?lang=xx");
    reached.expect(400, server, "GET", &other, &[], None);
    let other = format!("/matches/{id}.json?detail=all");
    reached.expect(400, server, "GET", &other, &[], None);
    let other = format!("/embed/matches/{id}.json?lang=xx");
    reached.expect(400, server, "GET", &other, &[], None);
    reached.expect(400, server, "GET", "/oembed", &[], None);
    let xml = format!("{url}/{id}&format=xml");
    reached.expect(501, server, "GET", &xml, &[], None);
    let path = format!("/embed/matches/{id}/events");
    reached.expect(400, server, "GET", &path, &[("last-event-id", "x")], None);
    reached.expect(
        404,
        server,
        "GET",
        &format!("/embed/matches/{strange}/events"),
        &[],
        None,
    );
    reached.expect(406, server, "GET", &path, &[("accept", "text/html")], None);
    let stream = served::open(server.address, "GET", &path, &[], None);
    let head = served::read_head(&mut std::io::BufReader::new(stream));
    assert_eq!(head.status, 200);
    reached.saw(["/embed/matches/{id}/events", "get", "200"]);
}

fn deleting(reached: &mut Reached, server: &Server, game: &Match<'_>) {
    let (scorer, director) = (bearer(&game.score), bearer(&game.direct));
    let path = game.path("");
    let mut ask = |status: u16, headers: &[(&str, &str)]| {
        reached.expect(status, server, "DELETE", &path, headers, None);
    };
    ask(400, &[("authorization", &director), ("if-match", "7")]);
    ask(401, &[]);
    ask(403, &[("authorization", &scorer)]);
    ask(412, &[("authorization", &director), ("if-match", "\"99\"")]);
    ask(428, &[("authorization", &director)]);
    ask(204, &[("authorization", &director), ("if-match", "*")]);
    ask(404, &[("authorization", &director), ("if-match", "*")]);
}

/// What is answered about matches that expired, and the request that opens one again.
fn expired(reached: &mut Reached) {
    let server = Server::start();
    let (gone, away) = (server.create(&brink_bid()), server.create(&brink_bid()));
    let renewing = [("authorization", &*bearer(&gone.direct)), ("if-match", "*")];
    server.send("POST", &gone.path("/keys/view"), &renewing, None);
    let (gone, away) = (gone.keep(), away.keep());
    let folder = server.folder.clone();
    drop(server);
    let pruned = Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(["prune", "--days", "0"])
        .args(database::arguments(folder.path(), "matches.db"))
        .status();
    assert!(pruned.unwrap().success());
    let server = Server::on(folder, |_| {});
    let (gone, away) = (gone.on(&server), away.on(&server));
    let director = bearer(&gone.direct);
    for (route, method) in reached.promising("410") {
        let path = route.replace("{id}", &gone.id).replace("{role}", "view");
        let body = match (&*method, route.rsplit('/').next()) {
            ("GET" | "DELETE", _) | (_, Some("embed" | "{role}")) => None,
            ("PUT", _) => Some(brink_bid()),
            (_, Some("session")) => Some(json!({ "key": gone.direct })),
            _ => Some(json!({ "action": "finish" })),
        };
        let headers = [
            ("authorization", &*director),
            ("if-match", "*"),
            ("sec-fetch-site", "same-origin"),
            ("content-type", "application/json"),
        ];
        let body = body.map(|body| body.to_string());
        let body = body.as_deref().map(str::as_bytes);
        let answer = reached.expect(410, &server, &method, &path, &headers, body);
        assert_eq!(answer.problem(), "expired");
    }

    let path = away.path("");
    let json = ("content-type", "application/json");
    let other = json!({ "game": "brink-bid", "players": ["Cy", "Di"], "hands": [] });
    let mut put = |status: u16, path: &str, key: &str, document: &serde_json::Value| {
        let headers = [("authorization", &*bearer(key)), json];
        let body = document.to_string();
        reached.expect(
            status,
            &server,
            "PUT",
            path,
            &headers,
            Some(body.as_bytes()),
        );
    };
    put(401, &path, "none", &brink_bid());
    put(403, &path, &away.view, &brink_bid());
    put(
        404,
        "/api/v1/matches/aaaaaaaaaaaaaaaaaaaaaa",
        &away.score,
        &brink_bid(),
    );
    put(422, &path, &away.score, &other);
    put(200, &path, &away.score, &brink_bid());
    let scorer = bearer(&away.score);
    let scoring = [("authorization", &*scorer)];
    reached.bad_bodies_of("PUT", &server, &path, &scoring);
}

/// The changes of all matches.
fn following(reached: &mut Reached, server: &Server, game: &Match<'_>) {
    let (admin, viewer) = (bearer(ADMIN), bearer(&game.view));
    let path = "/api/v1/changes";
    let mut get = |status: u16, query: &str, headers: &[(&str, &str)]| {
        reached.expect(
            status,
            server,
            "GET",
            &format!("{path}{query}"),
            headers,
            None,
        );
    };
    let key = ("authorization", &*admin);
    get(200, "", &[key]);
    get(400, "?limit=0", &[key]);
    get(401, "", &[]);
    get(403, "", &[("authorization", &viewer)]);
    get(
        404,
        "?match=aaaaaaaaaaaaaaaaaaaaaa",
        &[("authorization", &viewer)],
    );
    get(406, "", &[key, ("accept", "text/html")]);
}

/// Webhooks.
fn sending(reached: &mut Reached, server: &Server, game: &Match<'_>) {
    let (director, viewer) = (bearer(&game.direct), bearer(&game.view));
    let (key, low) = (("authorization", &*director), ("authorization", &*viewer));
    let html = ("accept", "text/html");
    let path = "/api/v1/webhooks";
    let order = json!({ "url": "https://hooks.invalid/", "match": game.id });
    let made = reached.post(201, server, path, &[key], &order).json();
    reached.post(401, server, path, &[], &order);
    reached.post(403, server, path, &[low], &order);
    let strange = json!({ "url": "https://hooks.invalid/", "match": "aaaaaaaaaaaaaaaaaaaaaa" });
    reached.post(404, server, path, &[key], &strange);
    let inside = json!({ "url": "https://127.0.0.1/", "match": game.id });
    reached.post(422, server, path, &[key], &inside);
    reached.bad_bodies(server, path, &[key]);

    let list = format!("{path}?match={}", game.id);
    let one = format!("{path}/{}", made["id"].as_str().unwrap());
    let none = format!("{path}/aaaaaaaaaaaaaaaaaaaaaa");
    let mut ask = |status: u16, method: &str, path: &str, headers: &[(&str, &str)]| {
        reached.expect(status, server, method, path, headers, None);
    };
    ask(200, "GET", &list, &[key]);
    ask(400, "GET", &format!("{list}&limit=0"), &[key]);
    ask(401, "GET", &list, &[]);
    ask(403, "GET", &list, &[low]);
    let unknown = format!("{path}?match=aaaaaaaaaaaaaaaaaaaaaa");
    ask(404, "GET", &unknown, &[key]);
    ask(406, "GET", &list, &[key, html]);
    for (method, rest) in [
        ("GET", ""),
        ("POST", "/secret"),
        ("POST", "/test"),
        ("GET", "/deliveries"),
    ] {
        let at = format!("{one}{rest}");
        ask(200, method, &at, &[key]);
        ask(401, method, &at, &[]);
        ask(403, method, &at, &[low]);
        ask(404, method, &format!("{none}{rest}"), &[key]);
        ask(406, method, &at, &[key, html]);
    }
    ask(400, "GET", &format!("{one}/deliveries?after=x"), &[key]);

    let remark = json!({ "action": "describe", "notes": "sent" });
    game.changed(&game.score, &remark);
    let listed = format!("{one}/deliveries");
    let delivery = (0..500).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        let listed = server.get(&listed, &[key]).json();
        listed["deliveries"][0]["id"].as_str().map(str::to_owned)
    });
    let replay = format!("{listed}/{}/replay", delivery.unwrap());
    let mut ask = |status: u16, method: &str, path: &str, headers: &[(&str, &str)]| {
        reached.expect(status, server, method, path, headers, None);
    };
    ask(204, "POST", &replay, &[key]);
    ask(401, "POST", &replay, &[]);
    ask(403, "POST", &replay, &[low]);
    ask(404, "POST", &format!("{listed}/x/replay"), &[key]);

    let mut put = |status: u16, path: &str, headers: &[(&str, &str)], url: &str| {
        let body = json!({ "url": url }).to_string();
        let mut all = vec![("content-type", "application/json")];
        all.extend_from_slice(headers);
        reached.expect(status, server, "PUT", path, &all, Some(body.as_bytes()));
    };
    let good = "https://hooks.invalid/other";
    put(200, &one, &[key], good);
    put(401, &one, &[], good);
    put(403, &one, &[low], good);
    put(404, &none, &[key], good);
    put(422, &one, &[key], "https://127.0.0.1/");
    reached.bad_bodies_of("PUT", server, &one, &[key]);
    reached.expect(401, server, "DELETE", &one, &[], None);
    reached.expect(403, server, "DELETE", &one, &[low], None);
    reached.expect(404, server, "DELETE", &none, &[key], None);
    reached.expect(204, server, "DELETE", &one, &[key], None);
}

/// What is answered to a client that has had too much stored.
fn over_budget(reached: &mut Reached) {
    let server = Server::with(|settings| settings.write_budget = 1);
    let game = server.create(&brink_bid());
    let large = json!({ "action": "describe", "notes": "n".repeat(1_000_000) });
    game.change(&game.direct, &large);
    let director = bearer(&game.direct);
    for (route, method) in reached.promising("429") {
        let path = route.replace("{id}", &game.id).replace("{role}", "view");
        let (body, problem) = match route.rsplit('/').next() {
            Some("draws") => (json!({ "players": ["Ann", "Bo"] }), "too-many"),
            Some("matches" | "{id}") => (brink_bid(), "too-many"),
            Some("joins") => (json!({ "code": "ACDEFG" }), "too-many-codes"),
            Some("webhooks") => (json!({ "match": game.id }), "too-many"),
            _ => (json!({}), "too-many"),
        };
        let body = body.to_string();
        // A little of the budget comes back every second, and is used up first.
        let refused = (0..1_000).find_map(|round| {
            let headers = [
                ("authorization", &*director),
                ("if-match", "*"),
                ("idempotency-key", &*format!("the-key-of-write-{round}")),
                ("content-type", "application/json"),
            ];
            let answer = server.send(&method, &path, &headers, Some(body.as_bytes()));
            (answer.status == 429).then_some(answer)
        });
        let refused = refused.unwrap_or_else(|| panic!("{method} {route} is never refused"));
        assert_eq!(refused.problem(), problem);
        assert!(refused.header("retry-after").is_some());
        reached.saw([&route, &method.to_lowercase(), "429"]);
    }
}
