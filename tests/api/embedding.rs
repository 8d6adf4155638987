//! Embedding a published match: by its address through oEmbed, and with the custom element.

use serde_json::json;

use crate::api::own_games::own;
use crate::api::publishing::{listing, page, shown};
use crate::served::{Server, bearer};

#[test]
fn oembed_of_a_published_url_has_its_frame() {
    let server = Server::start();
    let game = shown(&server, "Thursday", "2026-11-20");
    let text = page(&game).text();
    let link = text.split("application/json+oembed").nth(1).unwrap();
    let link = link
        .split("href=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let home = format!("http://{}", server.address);
    let path = link.replace("&#38;", "&").replace(&home, "");
    let embed = server.get(&path, &[]).json();
    assert_eq!(
        (&embed["version"], &embed["type"]),
        (&json!("1.0"), &json!("rich"))
    );
    let html = embed["html"].as_str().unwrap();
    // The parts that WordPress keeps: a quotation, then an empty frame.
    let (quotation, frame) = html.split_once("</blockquote>").unwrap();
    assert!(
        quotation.starts_with("<blockquote><a href=\"") && quotation.contains("Ann 0, Bo 0"),
        "{html}"
    );
    assert!(
        frame.starts_with("<iframe src=\"") && frame.ends_with("></iframe>"),
        "{html}"
    );
    assert!(
        frame.contains(&format!("{home}/embed/matches/{}", game.id)),
        "{html}"
    );
    let small = server
        .get(&format!("{path}&maxwidth=300&maxheight=210"), &[])
        .json();
    assert_eq!(
        (&small["width"], &small["height"]),
        (&json!(300), &json!(210))
    );
    for (query, problem) in [
        ("?url=https://elsewhere.example/matches/x", "not-shown"),
        (&*format!("?url={home}/games/mariash"), "not-shown"),
    ] {
        assert_eq!(
            server.get(&format!("/oembed{query}"), &[]).problem(),
            problem,
            "{query}"
        );
    }
}

#[test]
fn addresses_are_those_that_the_settings_name() {
    let server = Server::with(|settings| {
        settings.public_url = Some("https://cards.example".into());
        settings.base_path = "/club".into();
        settings.public_list = true;
    });
    let document =
        json!({ "game": "brink-bid", "players": ["Ann", "Bo"], "hands": [], "title": "Thursday" });
    let answer = server.post("/club/api/v1/matches", &[], &document).json();
    let (id, key) = (
        answer["id"].as_str().unwrap(),
        answer["keys"]["direct"].as_str().unwrap(),
    );
    let headers = [("authorization", &*bearer(key)), ("if-match", "*")];
    server.send(
        "PUT",
        &format!("/club/api/v1/matches/{id}/publication"),
        &headers,
        None,
    );
    let own = format!("https://cards.example/club/matches/{id}");
    for path in ["/matches.json", "/matches.atom", "/sitemap.xml"] {
        let text = server
            .get(&format!("/club{path}"), &[])
            .text()
            .replace("\r\n ", "");
        assert!(text.contains(&own), "{path}: {text}");
    }
    let text = server.get(&format!("/club/matches/{id}"), &[]).text();
    assert!(
        text.contains(&format!("rel=\"canonical\" href=\"{own}\"")),
        "{text}"
    );
    assert!(!text.contains("127.0.0.1"), "{text}");
    let robots = server.get("/club/robots.txt", &[]).text();
    assert!(
        robots.contains("Disallow: /club/api/\n")
            && robots.contains("Sitemap: https://cards.example/club/sitemap.xml\n"),
        "{robots}"
    );
}

#[test]
fn the_element_for_websites_is_under_five_kilobytes() {
    let server = Server::start();
    let element = server.get("/embed/standings.js", &[]);
    assert!(element.body.len() < 5_000, "{} bytes", element.body.len());
    assert_eq!(
        element.header("content-type"),
        Some("text/javascript; charset=utf-8")
    );
    let text = element.text();
    assert!(
        !text.contains("innerHTML") && text.contains("overtrick-standings"),
        "{text}"
    );
}

/// The `Accept` header of a browser that opens a page.
const BROWSER: (&str, &str) = (
    "accept",
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
);

#[test]
fn an_address_with_a_slash_at_its_end_leads_to_the_one_without() {
    let server = Server::start();
    let game = shown(&server, "Thursday", "2026-11-20");
    for (address, location) in [
        (
            format!("/matches/{}/?lang=cs", game.id),
            format!("/matches/{}?lang=cs", game.id),
        ),
        (
            format!("/embed/matches/{}/", game.id),
            format!("/embed/matches/{}", game.id),
        ),
        ("/games/".to_owned(), "/games".to_owned()),
        ("/games/oh-hell//".to_owned(), "/games/oh-hell".to_owned()),
        ("/verify/".to_owned(), "/verify".to_owned()),
        ("/docs/guide/".to_owned(), "/docs/guide".to_owned()),
    ] {
        let answer = server.get(&address, &[]);
        assert_eq!(answer.status, 308, "{address}");
        assert_eq!(answer.header("location"), Some(&*location), "{address}");
        assert_eq!(server.get(&location, &[]).status, 200, "{location}");
    }
    // Without its last slash, this path would be the address of another host.
    let other = server.get("//evil.example/", &[]);
    assert_eq!((other.status, other.header("location")), (404, None));
    let posted = server.post("/api/v1/matches/", &[], &json!({}));
    assert_eq!(posted.header("location"), None);
}

#[test]
fn a_browser_gets_a_page_for_what_is_not_there() {
    let server = Server::with(|settings| settings.base_path = "/cards".into());
    for address in [
        "/cards/nothing",
        "/cards/games/chess",
        "/cards/matches/none",
    ] {
        let answer = server.get(address, &[BROWSER, ("accept-language", "cs")]);
        assert_eq!(answer.status, 404, "{address}");
        let media = answer.header("content-type").unwrap();
        assert!(media.starts_with("text/html"), "{address}: {media}");
        let text = answer.text();
        assert!(
            text.contains("<html lang=\"cs\">") && text.contains("href=\"/cards/")
                || text.contains("/cards/\""),
            "{text}"
        );
    }
    let plain = server.get("/cards/nothing", &[BROWSER]).text();
    assert!(
        plain.contains("There is nothing at this address."),
        "{plain}"
    );
    for (address, headers) in [
        ("/cards/nothing", &[][..]),
        ("/cards/nothing", &[("accept", "*/*")]),
        ("/cards/api/v1/nothing", &[BROWSER]),
    ] {
        assert_eq!(
            server.get(address, headers).problem(),
            "not-found",
            "{address}"
        );
    }
}

#[test]
fn the_frame_of_a_custom_game_has_its_style() {
    let server = Server::start();
    let game = server.create(&own());
    game.publish("standings");
    for game in [&game, &shown(&server, "Thursday", "2026-11-20")] {
        let frame = server.get(&format!("/embed/matches/{}?accent=fff", game.id), &[]);
        assert_eq!(frame.status, 200);
        let text = frame.text();
        let style = text.split("href=\"../").nth(1).unwrap();
        let style = style.split('"').next().unwrap().replace("&#38;", "&");
        let style = server.get(&format!("/embed/{style}"), &[]);
        assert_eq!(style.status, 200, "{}", style.text());
        assert!(style.text().contains("--felt:#fff;"));
    }
}

#[test]
fn a_list_can_be_framed_and_embedded_by_its_address() {
    let server = listing();
    let early = shown(&server, "Early", "2026-11-19");
    let late = shown(&server, "Late", "2026-11-20");
    let home = format!("http://{}", server.address);
    let all = server.get("/embed/matches?theme=dark&accent=8a1c1c", &[]);
    assert_eq!(all.status, 200, "{}", all.text());
    let policy = all.header("content-security-policy").unwrap();
    assert!(policy.contains("frame-ancestors *"), "{policy}");
    assert!(
        all.text()
            .contains("theme.css?theme=dark&#38;accent=8a1c1c")
    );
    for game in [&early, &late] {
        let link = format!("href=\"../matches/{}?lang=en\"", game.id);
        assert!(all.text().contains(&link), "{}", all.text());
    }
    let day = server.get("/embed/matches?day=2026-11-19", &[]).text();
    assert!(day.contains(&early.id) && !day.contains(&late.id), "{day}");
    assert_eq!(server.get("/embed/matches?ink=fff", &[]).status, 400);
    assert_eq!(
        server.get("/embed/matches?theme=blue", &[]).problem(),
        "bad-request"
    );

    let text = server.get("/matches?day=2026-11-19", &[]).text();
    let link = text.split("application/json+oembed").nth(1).unwrap();
    let link = link.split("href=\"").nth(1).unwrap();
    let link = link.split('"').next().unwrap().replace("&#38;", "&");
    let embed = server.get(&link.replace(&home, ""), &[]).json();
    let html = embed["html"].as_str().unwrap();
    let frame = format!("src=\"{home}/embed/matches?day=2026-11-19\"");
    assert!(html.contains(&frame), "{html}");
    assert!(embed["title"].as_str().unwrap().contains("19"), "{embed}");
    let small = server.get(&format!("/oembed?url={home}/matches"), &[]);
    assert_eq!(small.json()["width"], 600, "{}", small.text());
    // A service without a public list of matches has no list to embed.
    let silent = Server::start();
    assert_eq!(silent.get("/embed/matches", &[]).status, 404);
    let url = format!("/oembed?url=http://{}/matches", silent.address);
    assert_eq!(silent.get(&url, &[]).status, 404);
}
