//! Followers: lists and pages of published matches, changes.

use crate::api::reached::Reached;
use crate::served::{self, ADMIN, Match, Server, bearer};

/// The list of published matches, which exists only if the settings enable it.
pub fn listing(reached: &mut Reached, without: &Server) {
    let server = Server::with(|settings| settings.public_list = true);
    for end in ["json", "atom"] {
        let path = format!("/matches.{end}");
        let tag = reached.expect(200, &server, "GET", &path, &[], None);
        let known = [("if-none-match", tag.header("etag").unwrap())];
        reached.expect(304, &server, "GET", &path, &known, None);
        let bad = format!("{path}?from=yesterday");
        reached.expect(400, &server, "GET", &bad, &[], None);
        reached.expect(404, without, "GET", &path, &[], None);
    }
}

pub fn publishing(reached: &mut Reached, server: &Server, game: &Match<'_>) {
    let (scorer, director) = (bearer(&game.score), bearer(&game.direct));
    let strange = "aaaaaaaaaaaaaaaaaaaaaa";
    let path = game.path("/publication");
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
            &format!("/api/v1/matches/{strange}/publication"),
            &[director, ("if-match", "*")],
        );
        ask(412, &path, &[director, ("if-match", "\"99\"")]);
        ask(428, &path, &[director]);
        ask(200, &path, &[director, ("if-match", "*")]);
    }
    let id = &game.id;
    for end in [".json", ".csv"] {
        let path = format!("/matches/{id}{end}");
        let tag = reached.expect(200, server, "GET", &path, &[], None);
        let known = [("if-none-match", tag.header("etag").unwrap())];
        reached.expect(304, server, "GET", &path, &known, None);
        reached.expect(
            404,
            server,
            "GET",
            &format!("/matches/{strange}{end}"),
            &[],
            None,
        );
    }
    let director = [("authorization", &*bearer(&game.direct)), ("if-match", "*")];
    reached.bad_bodies_of("PUT", server, &game.path("/publication"), &director);
    let json = ("content-type", "application/json");
    let with_json = [director[0], director[1], json];
    let path = game.path("/publication");
    let other = br#"{"part": "hands"}"#;
    reached.expect(400, server, "PUT", &path, &with_json, Some(other));
    let show = br#"{"part": "sheet"}"#;
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
    }
    let other = format!("/matches/{id}.png?lang=xx");
    reached.expect(400, server, "GET", &other, &[], None);
    let other = format!("/matches/{id}.json?detail=all");
    reached.expect(400, server, "GET", &other, &[], None);
    let other = format!("/matches/{id}.json?lang=xx");
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
    let stream = served::open(server.address, "GET", &path, &[], None);
    let head = served::read_head(&mut std::io::BufReader::new(stream));
    assert_eq!(head.status, 200);
}

/// The changes of all matches.
pub fn following(reached: &mut Reached, server: &Server, game: &Match<'_>) {
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
}
