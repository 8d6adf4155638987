//! How the service treats programs and intermediaries: proxies, caches, browsers on other websites.

use serde_json::json;

use crate::served::{Answer, Client, PHONE, Server, bearer, brink_bid, first_hand};

const SECOND: [(&str, &str); 1] = [("accept", "application/problem+json")];

#[test]
fn an_upgrade_is_ignored() {
    let server = Server::start();
    for asked in ["h2c", "websocket", "TLS/1.2"] {
        let headers = [
            ("connection", "Upgrade, HTTP2-Settings"),
            ("upgrade", asked),
            ("http2-settings", "AAMAAABkAAQAoAAAAAIAAAAA"),
        ];
        let mut client = Client::new(server.address);
        let answer = client.ask("GET", "/healthz", &headers, b"").unwrap();
        assert_eq!(answer.status, 200, "{asked}");
        let connection = answer.header("connection").unwrap_or_default();
        assert!(!connection.contains("upgrade"), "{asked}: {connection}");
        assert_eq!(answer.header("upgrade"), None, "{asked}");
    }
}

#[test]
fn accepting_only_problem_json_still_gets_the_answer() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let viewer = bearer(&game.view);
    for (path, media) in [
        ("/api/v1/games".to_owned(), "application/json"),
        ("/api/v1/pads/brink-bid.pdf".to_owned(), "application/pdf"),
        (
            format!("/api/v1/exports?form=points&match={}", game.id),
            "text/csv; charset=utf-8",
        ),
        (game.path("/sheet.pdf"), "application/pdf"),
    ] {
        let headers = [SECOND[0], ("authorization", &*viewer)];
        let answer = server.get(&path, &headers);
        let found = (answer.status, answer.header("content-type"));
        assert_eq!(found, (200, Some(media)), "{path}");
    }
    let other = [("accept", "text/html, application/problem+json")];
    assert_eq!(server.get("/api/v1/games", &other).status, 200);
    let none = [("accept", "application/problem+json, application/json;q=0")];
    assert_eq!(server.get("/api/v1/games", &none).status, 200);
}

#[test]
fn public_answers_allow_every_origin() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.publish("standings");
    let origin = ("origin", "https://club.example");
    let asks = [
        origin,
        ("access-control-request-method", "GET"),
        ("access-control-request-headers", "if-none-match, x-own"),
    ];
    let any = |answer: &Answer| answer.header("access-control-allow-origin") == Some("*");
    let board = format!("/matches/{}.json", game.id);
    let missing = "/matches/aaaaaaaaaaaaaaaaaaaaaa.json";
    for (path, status) in [
        (&*board, 200),
        (missing, 404),
        ("/embed/nothing/of/it", 404),
        ("/api/v1/games", 200),
        ("/api/v1/games/mariash", 200),
        ("/api/v1/games/chess", 404),
        ("/api/v1/games/mariash/schema.json", 200),
        ("/api/v1/games/mariash/rules.pdf", 200),
        ("/api/v1/version", 200),
        ("/openapi.json", 200),
        ("/problems", 200),
    ] {
        let answer = server.get(path, &[origin]);
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        assert!(any(&answer), "{path}: {:?}", answer.headers);
        let preflight = server.send("OPTIONS", path, &asks, None);
        assert_eq!(preflight.status, 204, "{path}");
        let header = |name| preflight.header(name).unwrap_or_default();
        assert!(any(&preflight), "{path}");
        assert!(header("access-control-allow-methods").contains("GET"));
        assert_eq!(
            header("access-control-allow-headers"),
            "if-none-match, x-own"
        );
        let wrong = server.send("DELETE", path, &[origin], None);
        assert!([404, 405].contains(&wrong.status) && any(&wrong), "{path}");
    }
    for path in ["/api/v1/matches", &game.path("")] {
        assert!(!any(&server.get(path, &[origin])), "{path} is not public");
        assert!(!any(&server.send("OPTIONS", path, &asks, None)), "{path}");
    }
}

#[test]
fn a_request_with_an_old_version_gets_the_current_tag() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let finish = json!({ "action": "describe", "title": "x" });
    let refused = game.change_at(&game.score, "\"7.en\"", &finish);
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (412, "changed")
    );
    assert_eq!(refused.header("etag"), Some("\"1.en\""));
    let tag = refused.header("etag").unwrap().to_owned();
    let taken = game.change_at(&game.direct, &tag, &finish);
    assert_eq!(taken.status, 200, "{}", taken.text());
    for method in ["DELETE", "PUT"] {
        let director = bearer(&game.direct);
        let headers = [("authorization", &*director), ("if-match", "\"9\"")];
        let refused = server.send(method, &game.path("/publication"), &headers, None);
        assert_eq!(
            (refused.status, refused.header("etag")),
            (412, Some("\"2.en\""))
        );
    }
}

#[test]
fn tags_that_a_proxy_has_weakened_or_marked_still_count() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let mut version = 1;
    for form in [
        "W/\"#.en\"",
        "\"#.en-gzip\"",
        "W/\"#.en-gzip\"",
        "\"#-gzip\"",
        "W/\"#.en;br\"",
    ] {
        let tag = form.replace('#', &version.to_string());
        let title = json!({ "action": "describe", "title": form });
        let changed = game.change_at(&game.direct, &tag, &title);
        assert_eq!(changed.status, 200, "{tag}: {}", changed.text());
        version += 1;
    }
    for form in [
        "W/\"#.en\"",
        "W/\"#.en-gzip\"",
        "\"#.en;gzip\"",
        "\"#.en--gzip\"",
    ] {
        let tag = form.replace('#', &version.to_string());
        let viewer = bearer(&game.view);
        let known = [("authorization", &*viewer), ("if-none-match", &*tag)];
        assert_eq!(server.get(&game.path(""), &known).status, 304, "{tag}");
    }
}

#[test]
fn a_repeated_answer_has_a_header_for_that() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let scorer = bearer(&game.score);
    let once = ("idempotency-key", "a-key-of-this-very-test");
    let hand = json!({ "action": "record", "hand": first_hand(1) });
    let mut minimal = vec![("authorization", &*scorer), ("if-match", "*"), once];
    let mut asked = vec![
        (game.path("/changes"), minimal.clone(), hand.clone(), 200),
        (game.path("/rematch"), minimal.clone(), json!({}), 201),
        (
            "/api/v1/matches".to_owned(),
            vec![once, PHONE],
            brink_bid(),
            201,
        ),
    ];
    minimal.extend([("prefer", "return=minimal")]);
    minimal[2].1 = "another-key-of-this-test";
    let undo = json!({ "action": "undo" });
    asked.push((game.path("/changes"), minimal, undo, 204));
    for (path, headers, body, status) in asked {
        let first = server.post(&path, &headers, &body);
        assert_eq!(first.status, status, "{path}: {}", first.text());
        assert_eq!(first.header("idempotency-replayed"), None, "{path}");
        let again = server.post(&path, &headers, &body);
        assert_eq!(again.status, status, "{path}: {}", again.text());
        assert_eq!(again.header("idempotency-replayed"), Some("true"), "{path}");
    }
}

#[test]
fn every_get_route_answers_head() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    game.publish("standings");
    let admin = bearer(crate::served::ADMIN);
    let document = server.get("/openapi.json", &[]).json();
    let mut count = 0;
    for (route, item) in document["paths"].as_object().unwrap() {
        if item["get"].is_null() {
            continue;
        }
        let path = route.replace("{id}", &game.id).replace("{game}", "mariash");
        let head = server.send("HEAD", &path, &[("authorization", &admin)], None);
        assert!(head.status < 405, "{path}: {}", head.status);
        assert!(head.body.is_empty(), "{path}");
        count += 1;
    }
    assert!(count > 15, "{count}");
    let events = server.send(
        "HEAD",
        &game.path("/events"),
        &[("authorization", &admin)],
        None,
    );
    let found = (events.status, events.header("content-type"));
    assert_eq!(found, (200, Some("text/event-stream")));
}

#[test]
fn a_known_tag_gets_304_also_after_a_proxy() {
    let server = Server::start();
    for path in [
        "/api/v1/games",
        "/api/v1/games/mariash",
        "/api/v1/games/mariash/schema.json",
        "/api/v1/games/mariash/rules.pdf",
        "/api/v1/pads/mariash.pdf",
        "/api/v1/version",
        "/games/mariash",
    ] {
        let first = server.get(path, &[]);
        let tag = first
            .header("etag")
            .unwrap_or_else(|| panic!("{path}"))
            .to_owned();
        for known in [
            tag.clone(),
            format!("W/{tag}"),
            tag.replace('"', "") + "-gzip",
        ] {
            let quoted = if known.ends_with('"') {
                known
            } else {
                format!("\"{known}\"")
            };
            let again = server.get(path, &[("if-none-match", &quoted)]);
            assert_eq!(
                (again.status, again.body.len()),
                (304, 0),
                "{path} {quoted}"
            );
            assert_eq!(again.header("etag"), Some(&*tag), "{path}");
        }
        let packed = server.get(path, &[("accept-encoding", "gzip")]);
        let packed = packed.header("etag").unwrap().to_owned();
        let again = server.get(
            path,
            &[("accept-encoding", "gzip"), ("if-none-match", &packed)],
        );
        assert_eq!(again.status, 304, "{path}");
    }
    let english = server.get("/api/v1/games", &[]);
    let czech = server.get("/api/v1/games", &[("accept-language", "cs")]);
    assert_ne!(english.header("etag"), czech.header("etag"));
}

#[test]
fn a_refused_content_type_is_named_with_those_that_are_accepted() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let director = bearer(&game.direct);
    for media in [
        "application/merge-patch+json",
        "application/json-patch+json; charset=utf-8",
    ] {
        let headers = [
            ("authorization", &*director),
            ("if-match", "*"),
            ("content-type", media),
        ];
        let refused = server.send("POST", &game.path("/changes"), &headers, Some(b"{}"));
        assert_eq!(
            (refused.status, &*refused.problem()),
            (415, "unsupported-type")
        );
        let detail = refused.json()["detail"].to_string();
        let kind = media.split(';').next().unwrap();
        assert!(detail.contains(kind), "{detail}");
        assert_eq!(refused.header("accept"), Some("application/json"));
    }
    let admin = bearer(crate::served::ADMIN);
    let headers = [("content-type", "text/plain"), ("authorization", &*admin)];
    for (path, accepted) in [
        ("/api/v1/matches", &["application/json"][..]),
        (
            "/api/v1/imports",
            &["application/json", "application/x-ndjson", "text/csv"],
        ),
    ] {
        let refused = server.send("POST", path, &headers, Some(b"{}"));
        assert_eq!(refused.status, 415, "{}", refused.text());
        let detail = refused.json()["detail"].to_string();
        for media in accepted {
            assert!(detail.contains(media), "{path}: {detail}");
        }
    }
    let own = [("content-type", "application/vnd.club+json")];
    let scored = server.send(
        "POST",
        "/api/v1/scores",
        &own,
        Some(brink_bid().to_string().as_bytes()),
    );
    assert_eq!(scored.status, 200);
}

#[test]
fn a_url_that_is_too_long_returns_its_own_problem() {
    let server = Server::start();
    let long = format!("/api/v1/games?x={}", "y".repeat(20_000));
    let refused = server.get(&long, &[]);
    assert_eq!(
        (refused.status, &*refused.problem()),
        (414, "address-too-long")
    );
    let shorter = format!("/api/v1/pads/mariash.pdf?title={}", "y".repeat(7_900));
    assert_eq!(
        server.get(&shorter, &[]).status,
        422,
        "the title is refused, not the address"
    );
}

#[test]
fn the_service_describes_itself() {
    let server = Server::start();
    let version = server.get("/api/v1/version", &[]);
    assert_eq!(version.status, 200, "{}", version.text());
    let version = version.json();
    assert_eq!(version["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(version["api"], "v1");
    let games = version["games"].as_array().unwrap();
    assert_eq!(games.len(), overtrick_games::all().len());
    for (game, entry) in games.iter().zip(overtrick_games::all()) {
        assert_eq!(game["id"], entry.facts.id);
        assert_eq!(game["edition"], entry.facts.edition);
    }
}

#[test]
fn every_kind_of_problem_has_a_place_on_the_page_that_its_type_leads_to() {
    let server = Server::start();
    let problem = server.get("/api/v1/games/chess", &[]).json();
    let kind = problem["type"].as_str().unwrap();
    let (page, anchor) = kind.split_once('#').unwrap();
    let html = server.get(page, &[("accept", "text/html")]);
    assert_eq!(
        html.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    let text = html.text();
    assert!(text.contains(&format!("id=\"{anchor}\"")), "{text}");
    let markdown = include_str!("../../openapi/problems.md");
    let headings = markdown.lines().filter_map(|line| line.strip_prefix("## "));
    let headings: Vec<&str> = headings.collect();
    assert!(headings.len() > 25, "{headings:?}");
    for heading in headings {
        assert!(
            text.contains(&format!("<h2 id=\"{heading}\">")),
            "{heading}"
        );
    }
    assert!(!text.contains('`') && !text.contains("**"), "{text}");
}
