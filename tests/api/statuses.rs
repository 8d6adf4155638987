//! Reaches exactly the statuses that the OpenAPI document lists for each route.

mod access;
mod followers;
mod matches;

use crate::api::bombs::full_reasons;
use crate::api::club;
use crate::api::own_games;
use crate::api::reached::Reached;
use crate::served::{ADMIN, Locker, METRICS, Match, PHONE, Server, bearer, brink_bid};
use access::{joining, keys, program_keys};
use followers::{following, listing, publishing};
use matches::{changing, deleting, opening, reading};
use serde_json::{Value, json};

#[test]
fn every_documented_status_of_every_route_occurs() {
    let server = Server::start();
    let mut reached = Reached::new();
    without_matches(&mut reached, &server);
    on_paper(&mut reached, &server);
    let game = server.create(&brink_bid());
    opening(&mut reached, &server);
    labeling(&mut reached, &server);
    moving(&mut reached, &server);
    bringing(&mut reached, &server);
    reading(&mut reached, &server, &game);
    too_large(&mut reached, &server);
    changing(&mut reached, &server, &game);
    joining(&mut reached, &server, &game);
    following(&mut reached, &server, &game);
    keys(&mut reached, &server, &game);
    program_keys(&mut reached, &server, &game);
    publishing(&mut reached, &server, &game);
    listing(&mut reached, &server);
    clubs(&mut reached, &server, &game);
    deleting(&mut reached, &server, &game);
    over_budget(&mut reached);
    not_ready(&mut reached);
    assert_eq!(reached.missing(), []);
}

/// A public match whose answer with all reasons would be too large.
fn too_large(reached: &mut Reached, server: &Server) {
    let game = server.create(&full_reasons(500));
    let admin = bearer(ADMIN);
    let headers = [("authorization", &*admin)];
    reached.expect(422, server, "GET", &game.path(""), &headers, None);
    game.publish("sheet");
    let path = format!("/matches/{}.json", game.id);
    reached.expect(422, server, "GET", &path, &[], None);
}

/// Rounds of an evening.
fn evenings(
    reached: &mut Reached,
    server: &Server,
    admin: &[(&str, &str)],
    foreign: &[(&str, &str)],
) {
    let (day, none) = (
        "/api/v1/club/evenings/2026-11-28",
        "/api/v1/club/evenings/x",
    );
    let (round, end) = (format!("{day}/rounds/1"), format!("{day}/rounds/1/end"));
    let json = [("content-type", "application/json")];
    let tables = json!({ "tables": "1 oh-hell 1 2 3" }).to_string();
    let wrong = json!({ "tables": "1" }).to_string();
    let mut put = |status: u16, path: &str, headers: &[(&str, &str)], body: &str| {
        let headers = [headers, &json].concat();
        reached.expect(status, server, "PUT", path, &headers, Some(body.as_bytes()));
    };
    put(200, &round, admin, &tables);
    put(422, &round, admin, &wrong);
    put(401, &round, &[], &tables);
    put(403, &round, foreign, &tables);
    put(404, &format!("{none}/rounds/1"), admin, &tables);
    reached.bad_bodies_of("PUT", server, &round, admin);
    reached.expect(200, server, "POST", &end, admin, None);
    reached.expect(401, server, "POST", &end, &[], None);
    reached.expect(403, server, "POST", &end, foreign, None);
    let nowhere = format!("{none}/rounds/1/end");
    reached.expect(404, server, "POST", &nowhere, admin, None);
    reached.expect(200, server, "GET", day, admin, None);
    reached.expect(404, server, "GET", none, admin, None);
}

/// Sends totals as CSV.
fn totals(
    reached: &mut Reached,
    server: &Server,
    headers: &[(&str, &str)],
    status: u16,
    csv: &str,
) {
    let headers = [headers, &[("content-type", "text/csv")]].concat();
    let path = "/api/v1/club/totals";
    reached.expect(status, server, "POST", path, &headers, Some(csv.as_bytes()));
}

/// The club, and a season whose rules do not suit one of its matches.
fn clubs(reached: &mut Reached, server: &Server, game: &Match<'_>) {
    let (admin, director) = (bearer(ADMIN), bearer(&game.direct));
    let admin = [("authorization", &*admin)];
    let (path, season) = ("/api/v1/club", "/api/v1/club/seasons/points");
    reached.expect(404, server, "GET", path, &admin, None);
    totals(reached, server, &admin, 404, &club::totals());
    let mut document = club::club();
    let seasons = document["seasons"].as_array_mut().unwrap();
    seasons.push(json!({ "id": "points", "from": "2026-01-01", "to": "2026-12-31", "rules": { "count": "points" } }));
    reached.bad_bodies_of("PUT", server, path, &admin);
    let mut put = |status: u16, headers: &[(&str, &str)], body: &Value| {
        let mut all = vec![("content-type", "application/json")];
        all.extend_from_slice(headers);
        let body = body.to_string();
        reached.expect(status, server, "PUT", path, &all, Some(body.as_bytes()));
    };
    put(204, &admin, &document);
    put(428, &admin, &document);
    put(412, &[admin[0], ("if-match", "\"9\"")], &document);
    put(
        422,
        &admin,
        &json!({ "club": 2, "name": "C", "members": [] }),
    );
    put(401, &[], &document);
    put(403, &[("authorization", &*director)], &document);
    reached.expect(200, server, "GET", path, &admin, None);
    reached.expect(
        304,
        server,
        "GET",
        path,
        &[admin[0], ("if-none-match", "*")],
        None,
    );
    reached.expect(401, server, "GET", path, &[], None);
    reached.expect(
        403,
        server,
        "GET",
        path,
        &[("authorization", &*director)],
        None,
    );
    totals(reached, server, &admin, 200, &club::totals());
    totals(reached, server, &admin, 422, "evening");
    totals(reached, server, &[], 401, "");
    totals(reached, server, &[("authorization", &*director)], 403, "");
    let (member, none) = ("/api/v1/club/members/2", "/api/v1/club/members/99");
    let foreign = [("authorization", &*director)];
    for (method, trial) in [("GET", ""), ("DELETE", "?dry_run=true")] {
        let path = format!("{member}{trial}");
        reached.expect(200, server, method, &path, &admin, None);
        reached.expect(401, server, method, &path, &[], None);
        reached.expect(403, server, method, &path, &foreign, None);
        reached.expect(404, server, method, none, &admin, None);
    }
    let odd = format!("{member}?dry_run=maybe");
    reached.expect(400, server, "DELETE", &odd, &admin, None);
    evenings(reached, server, &admin, &foreign);
    let unknown = "/api/v1/club/totals?x=1";
    reached.expect(400, server, "POST", unknown, &admin, Some(b""));
    reached.expect(200, server, "GET", season, &[], None);
    reached.expect(304, server, "GET", season, &[("if-none-match", "*")], None);
    reached.expect(400, server, "GET", &format!("{season}?after=x"), &[], None);
    reached.expect(404, server, "GET", "/api/v1/club/seasons/none", &[], None);
    let mut lowest = own_games::own();
    lowest["definition"]["wins"] = json!("lowest");
    lowest["hands"] = json!([]);
    lowest["finished"] = json!(true);
    lowest["adjustments"] = json!([{ "after_hand": 0, "player": lowest["players"][0], "points": 1, "reason": "total" }]);
    club::import(
        server,
        &[json!({ "document": lowest, "metadata": { "evening": "2026-09-03" } })],
    );
    reached.expect(422, server, "GET", season, &[], None);
}

/// A service whose database is locked by another process.
fn not_ready(reached: &mut Reached) {
    let server = Server::with(|settings| {
        settings.statement_timeout = 1;
    });
    let locker = Locker::lock(server.folder.path());
    // The readiness check relies on a recent write only until a write fails.
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
    for path in ["/api/v1/games?no=1", "/api/v1/version?no=1"] {
        reached.expect(400, server, "GET", path, &[], None);
    }
    let token = bearer(METRICS);
    let token = [("authorization", &*token)];
    reached.expect(200, server, "GET", "/metrics", &token, None);
    reached.expect(401, server, "GET", "/metrics", &[], None);
    let without = Server::with(|settings| settings.metrics_token = None);
    reached.expect(404, &without, "GET", "/metrics", &token, None);
    reached.expect(404, server, "GET", "/api/v1/games/chess", &[], None);
    let none = "/api/v1/games/chess/schema.json";
    reached.expect(404, server, "GET", none, &[], None);

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
            "/api/v1/qr",
            json!({ "text": "https://club.example/#/join/x/y" }),
            json!({ "text": "" }),
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
    let pads = "/api/v1/pads.pdf";
    let definition = own_games::definition();
    let own = json!({ "game": "own", "definition": definition });
    for order in [json!({ "game": "brink-bid" }), own] {
        reached.post(200, server, pads, &[], &order);
    }
    let many = json!({ "game": "brink-bid", "players": 99 });
    reached.post(422, server, pads, &[], &many);
    reached.bad_bodies(server, pads, &[]);
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
    let sheet = "/api/v1/sheets.pdf";
    reached.post(200, server, sheet, &[], &brink_bid());
    let alone = json!({ "game": "brink-bid", "players": ["Ann"], "hands": [] });
    reached.post(422, server, sheet, &[], &alone);
    reached.bad_bodies(server, sheet, &[]);
}

/// The labels of a match.
fn labeling(reached: &mut Reached, server: &Server) {
    let labels = json!({
        "action": "describe", "external_id": "league-7", "metadata": { "round": 3 },
    });
    let path = "/api/v1/matches?external_id=league-7";
    let admin = bearer(ADMIN);
    let programs = [("authorization", &*admin), ("if-match", "*")];
    reached.post(422, server, path, &[], &brink_bid());
    reached.post(201, server, path, &programs, &brink_bid());
    reached.post(409, server, path, &programs, &brink_bid());
    let game = server.create(&brink_bid());
    let (scorer, director) = (bearer(&game.score), bearer(&game.direct));
    let path = game.path("/changes");
    let mut put = |status: u16, path: &str, headers: &[(&str, &str)], body: &Value| {
        let mut all = vec![("content-type", "application/json")];
        all.extend_from_slice(headers);
        let body = body.to_string();
        reached.expect(status, server, "POST", path, &all, Some(body.as_bytes()));
    };
    let directing = [("authorization", &*director), ("if-match", "*")];
    put(401, &path, &[], &labels);
    put(403, &path, &[("authorization", &*scorer)], &labels);
    let strange = "/api/v1/matches/aaaaaaaaaaaaaaaaaaaaaa/changes";
    put(404, strange, &directing, &labels);
    put(409, &path, &programs, &labels);
    put(
        412,
        &path,
        &[("authorization", &*director), ("if-match", "\"99\"")],
        &labels,
    );
    let empty = json!({ "action": "describe", "external_id": "" });
    put(422, &path, &directing, &empty);
    put(428, &path, &[("authorization", &*director)], &labels);
    put(
        200,
        &path,
        &directing,
        &json!({ "action": "describe", "metadata": { "round": 3 } }),
    );
}

/// Adopting a match that was played without the service.
fn bringing(reached: &mut Reached, server: &Server) {
    let path = "/api/v1/logs";
    let game = server.create(&brink_bid());
    let admin = bearer(ADMIN);
    let exported = server.get("/api/v1/exports?form=logs", &[("authorization", &admin)]);
    let exported = exported.text();
    let line = exported
        .lines()
        .find(|line| line.contains(&game.id))
        .unwrap();
    let elsewhere = Server::start();
    let mut line: Value = serde_json::from_str(line).unwrap();
    let invalid = bearer(&format!("otk_{}_{}", "0".repeat(16), "0".repeat(43)));
    let invalid = [("authorization", &*invalid)];
    reached.post(401, &elsewhere, path, &invalid, &line);
    reached.post(201, &elsewhere, path, &[PHONE], &line);
    reached.post(409, &elsewhere, path, &[], &line);
    let deleting = [("authorization", &*admin), ("if-match", "*")];
    let there = format!("/api/v1/matches/{}", game.id);
    let deleted = elsewhere.send("DELETE", &there, &deleting, None);
    assert_eq!(deleted.status, 204, "{}", deleted.text());
    reached.post(410, &elsewhere, path, &[], &line);
    line["log"]["events"][0]["at"] = json!("1970-01-01T00:00:00.000Z");
    reached.post(422, &elsewhere, path, &[], &line);
    reached.bad_bodies(&elsewhere, path, &[]);
}

/// Imports and exports.
fn moving(reached: &mut Reached, server: &Server) {
    let admin = bearer(ADMIN);
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
    let path = "/api/v1/games/mariash/results.csv";
    get(200, path, &[]);
    get(404, "/api/v1/games/chess/results.csv", &[]);
}

/// The answers to a client that has used up its allowance of requests.
fn over_budget(reached: &mut Reached) {
    let server = Server::limited();
    let game = server.create(&brink_bid());
    // Requests with a valid key would not be refused.
    let other = bearer("a-key-of-nothing");
    for (route, method) in reached.promising("429") {
        let path = route.replace("{id}", &game.id).replace("{role}", "view");
        // The allowance grows a little every second, so requests are sent until one is refused.
        let refused = (0..1_000).find_map(|round| {
            let headers = [
                ("authorization", &*other),
                ("if-match", "*"),
                ("idempotency-key", &*format!("the-key-of-write-{round}")),
                ("content-type", "application/json"),
            ];
            let answer = server.send(&method, &path, &headers, Some(b"{}"));
            (answer.status == 429).then_some(answer)
        });
        let refused = refused.unwrap_or_else(|| panic!("{method} {route} is never refused"));
        assert_eq!(refused.problem(), "too-many");
        assert!(refused.header("retry-after").is_some());
        reached.saw([&route, &method.to_lowercase(), "429"]);
    }
}
