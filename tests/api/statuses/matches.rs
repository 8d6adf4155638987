//! Actions on a match: opening, reading, changing and deleting it.

use overtrick_server::bounds::NEW_MATCHES_PER_HOUR;
use serde_json::json;

use crate::api::reached::Reached;
use crate::served::{self, ADMIN, Match, Server, bearer, brink_bid, first_hand};

pub fn opening(reached: &mut Reached, server: &Server) {
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
    let narrow = Server::limited();
    let made = narrow.create(&brink_bid());
    for _ in 1..NEW_MATCHES_PER_HOUR {
        narrow.create(&brink_bid());
    }
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
}

pub fn reading(reached: &mut Reached, server: &Server, game: &Match<'_>) {
    let viewer = bearer(&game.view);
    let tag = game.get("").header("etag").unwrap().to_owned();
    let strange = "/api/v1/matches/aaaaaaaaaaaaaaaaaaaaaa";
    let views = ["", "/history", "?detail=document", "/sheet.pdf"];
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

pub fn changing(reached: &mut Reached, server: &Server, game: &Match<'_>) {
    let record = json!({ "action": "record", "hand": first_hand(1) });
    let too_many = json!({ "action": "record", "hand": first_hand(9) });
    let (viewer, scorer) = (bearer(&game.view), bearer(&game.score));
    let scoring = [("authorization", &*scorer), ("if-match", "*")];
    let strange = "/api/v1/matches/aaaaaaaaaaaaaaaaaaaaaa";
    for rest in ["/changes?dry_run=true", "/changes"] {
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
    let text = [("authorization", &*scorer), ("content-type", "text/plain")];
    reached.expect(415, server, "POST", &again, &text, Some(b"{}"));
    let large = [
        ("authorization", &*scorer),
        ("content-type", "application/json"),
        ("content-length", "99999999"),
    ];
    reached.expect(413, server, "POST", &again, &large, Some(b""));
}

pub fn deleting(reached: &mut Reached, server: &Server, game: &Match<'_>) {
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
