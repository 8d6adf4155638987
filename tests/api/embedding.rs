//! Embedding a published match by its address alone, and with the element.

use serde_json::{Value, json};

use crate::api::publishing::{listing, page, shown};
use crate::served::{Server, bearer};

#[test]
fn a_website_that_has_only_the_address_is_told_how_to_embed_it() {
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
    assert_eq!(embed["thumbnail_width"], 1200);
    let small = server
        .get(&format!("{path}&maxwidth=300&maxheight=210"), &[])
        .json();
    assert_eq!(
        (&small["width"], &small["height"]),
        (&json!(300), &json!(210))
    );
    assert_eq!(
        small["thumbnail_url"],
        Value::Null,
        "a picture would be wider"
    );
    for (query, problem) in [
        ("", "bad-request"),
        ("?url=https://elsewhere.example/matches/x", "not-shown"),
        (&*format!("?url={home}/games/mariash"), "not-shown"),
        (
            &*format!("?url={home}/matches/{}&maxwidth=x", game.id),
            "bad-request",
        ),
        (
            &*format!("?url={home}/matches/{}&format=xml", game.id),
            "unknown-format",
        ),
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

#[test]
fn every_parameter_at_fault_is_named_at_once() {
    let server = listing();
    let pointers = |path: &str| -> Vec<String> {
        let answer = server.get(path, &[]);
        assert_eq!(answer.problem(), "bad-request", "{path}");
        let errors = answer.json()["errors"].as_array().unwrap().clone();
        let pointer = |error: &Value| error["pointer"].as_str().unwrap().to_owned();
        errors.iter().map(pointer).collect()
    };
    assert_eq!(
        pointers("/matches.json?game=chess&day=yesterday&cursor=x&limit=0&lang=xx"),
        ["/game", "/day", "/cursor", "/limit", "/lang"]
    );
    assert_eq!(
        pointers("/oembed?maxwidth=0&maxheight=-1&lang=xx"),
        ["/maxwidth", "/maxheight", "/lang", "/url"]
    );
    let game = shown(&server, "Early", "2026-11-19");
    assert_eq!(
        pointers(&format!("/matches/{}.png?lang=cs&lang=en", game.id)),
        ["/lang"]
    );
    let sheet = server.get(&format!("/matches/{}.json?lang=%63s", game.id), &[]);
    assert_eq!(sheet.header("content-language"), Some("cs"));
}
