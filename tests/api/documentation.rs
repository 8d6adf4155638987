//! The OpenAPI document, its page, and the descriptions of games.

mod answers;
mod properties;
mod schema;

use std::io::Read;

use serde_json::{Value, json};

use crate::api::joining::code_of;
use crate::served::{ADMIN, Server, bearer};

/// The text of the committed document.
fn committed() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/openapi.json");
    std::fs::read_to_string(path).unwrap()
}

fn document() -> Value {
    serde_json::from_str(&committed()).unwrap()
}

#[test]
fn the_committed_openapi_document_is_the_served_one() {
    let server = Server::start();
    let answer = server.get("/openapi.json", &[]);
    assert_eq!(
        answer.text(),
        committed(),
        "overtrick openapi > openapi/openapi.json writes it anew"
    );
    assert!(
        answer.json()["openapi"]
            .as_str()
            .unwrap()
            .starts_with("3.1")
    );
}

#[test]
fn every_reference_of_the_openapi_document_leads_somewhere() {
    let document = document();
    let mut found = 0;
    walk(&document, &mut |value| {
        if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{reference}");
            found += 1;
        }
    });
    assert!(found > 100);
}

fn walk(value: &Value, see: &mut impl FnMut(&Value)) {
    see(value);
    match value {
        Value::Object(entries) => entries.values().for_each(|value| walk(value, see)),
        Value::Array(items) => items.iter().for_each(|value| walk(value, see)),
        _ => {}
    }
}

/// The addresses in this attribute of a page.
fn addresses<'p>(page: &'p str, attribute: &str) -> Vec<&'p str> {
    let begin = format!("{attribute}=\"");
    let parts = page.split(begin.as_str()).skip(1);
    parts.map(|rest| rest.split('"').next().unwrap()).collect()
}

/// The path that an address on a page of `/docs/` leads to, and the place there.
fn led_to(address: &str) -> (String, Option<&str>) {
    let (path, place) = match address.split_once('#') {
        Some((path, place)) => (path, Some(place)),
        None => (address, None),
    };
    let path = match path.strip_prefix("../") {
        Some(rest) => format!("/{rest}"),
        None => format!("/docs/{}", path.trim_start_matches("./")),
    };
    (path, place)
}

#[test]
fn the_documentation_needs_nothing_from_elsewhere_and_no_script() {
    let server = Server::start();
    let index = server.get("/docs/", &[]).text();
    let own = |address: &&str| !address.contains(['/', '#', ':']) && *address != "docs.css";
    let mut pages = vec![""];
    pages.extend(addresses(&index, "href").into_iter().filter(own));
    pages.sort_unstable();
    pages.dedup();
    assert!(pages.len() > 9, "{pages:?}");
    let mut places = Vec::new();
    for name in pages {
        let answer = server.get(&format!("/docs/{name}"), &[]);
        assert_eq!(answer.status, 200, "{name}");
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("script-src 'self';") && policy.contains("style-src 'self';"));
        let text = answer.text();
        assert!(
            !text.contains("<style") && !text.contains(" style=\""),
            "{name}"
        );
        let own = |address: &&str| !address.starts_with("https://");
        for source in addresses(&text, "src").into_iter().filter(own) {
            assert_eq!(server.get(&led_to(source).0, &[]).status, 200, "{source}");
        }
        for address in addresses(&text, "href") {
            match address.strip_prefix('#') {
                Some(place) => places.push((format!("/docs/{name}"), place.to_owned())),
                None if address.starts_with("https://") => {}
                None => {
                    let (path, place) = led_to(address);
                    places.push((path, place.unwrap_or_default().to_owned()));
                }
            }
        }
    }
    places.sort_unstable();
    places.dedup();
    for (path, place) in &places {
        let there = server.get(path, &[]);
        assert_eq!(there.status, 200, "{path}");
        let is_there = place.is_empty() || there.text().contains(&format!("id=\"{place}\""));
        assert!(is_there, "{path}#{place}");
    }
    assert!(places.len() > 100, "{}", places.len());
    assert_eq!(server.get("/docs/index.html", &[]).text(), index);
    assert_eq!(server.get("/docs", &[]).header("location"), Some("docs/"));
    assert_eq!(server.get("/docs/nothing", &[]).status, 404);
    let markdown = [("accept", "text/markdown")];
    let problems = server.get("/problems", &markdown);
    assert!(problems.text().contains("## refused"));
}

#[test]
fn every_operation_is_listed_and_described_on_the_page_of_its_task() {
    let server = Server::start();
    let document: Value = serde_json::from_str(include_str!("../../openapi/openapi.json")).unwrap();
    let index = server.get("/docs/", &[]).text();
    let links = addresses(&index, "href");
    let mut described = 0;
    for methods in document["paths"].as_object().unwrap().values() {
        for operation in methods.as_object().unwrap().values() {
            let id = operation["operationId"].as_str().unwrap();
            let end = format!("#{id}");
            let link = links.iter().filter(|link| link.ends_with(&end));
            let [link] = link.collect::<Vec<_>>()[..] else {
                panic!("{id} is not listed once");
            };
            let (path, _) = led_to(link);
            let page = server.get(&path, &[]).text();
            let (_, section) = page.split_once(&format!("<section id=\"{id}\"")).unwrap();
            let (section, _) = section.split_once("</section>").unwrap();
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let name = format!("<code>{}</code>", parameter["name"].as_str().unwrap());
                assert!(section.contains(&name), "{id}: {name}");
            }
            assert!(section.contains("cards.example"), "{id}");
            described += 1;
        }
    }
    assert!(described > 40, "{described}");
    // What was sent once is small: the page of all, and the largest of a task.
    for (path, most) in [("/docs/", 12_000), ("/docs/play", 24_000)] {
        let packed = server.get(path, &[("accept-encoding", "br")]);
        assert!(packed.body.len() < most, "{path}: {}", packed.body.len());
    }
}

#[test]
fn games_tell_their_rules_and_what_they_take() {
    let server = Server::start();
    let games = server.get("/api/v1/games", &[]).json();
    let games = games["games"].as_array().unwrap();
    assert_eq!(games.len(), overtrick_games::all().len());
    for game in games {
        let id = game["id"].as_str().unwrap();
        let whole = server.get(&format!("/api/v1/games/{id}"), &[]).json();
        assert!(!whole["clauses"].as_array().unwrap().is_empty());
        let fields = whole["form"].as_array().unwrap();
        let schema = &whole["schemas"]["record"]["properties"];
        assert!(
            fields
                .iter()
                .all(|field| schema.get(field["name"].as_str().unwrap()).is_some()),
            "{id}"
        );
        let options = whole["options"].as_array().unwrap();
        assert_eq!(
            options.len(),
            whole["schemas"]["options"]["properties"]
                .as_object()
                .unwrap()
                .len()
        );
    }
}

/// The examples of the body of an operation.
fn examples_of(operation: &str) -> Vec<(String, Value)> {
    let document = document();
    let mut found = Vec::new();
    walk(&document["paths"], &mut |value| {
        if value.get("operationId").is_some_and(|id| id == operation) {
            let examples = &value["requestBody"]["content"]["application/json"]["examples"];
            for (name, example) in examples.as_object().unwrap() {
                assert!(!example["summary"].as_str().unwrap().is_empty());
                found.push((name.clone(), example["value"].clone()));
            }
        }
    });
    found
}

#[test]
fn every_example_of_the_openapi_document_is_answered_as_it_stands() {
    let server = Server::start();
    for (operation, path) in [
        ("score", "/api/v1/scores"),
        ("adjudicate", "/api/v1/adjudications"),
    ] {
        for (name, example) in examples_of(operation) {
            let answer = server.post(path, &[], &example);
            assert_eq!(answer.status, 200, "{name}: {}", answer.text());
        }
    }
    let documents = examples_of("score");
    for operation in ["changeMatch", "checkChange"] {
        let mut changes = examples_of(operation);
        changes.retain(|(_, change)| change["action"] == "record");
        assert_eq!(changes.len(), documents.len());
        for ((name, change), (same, document)) in changes.iter().zip(&documents) {
            let mut hand = change["hand"].clone();
            let game = hand.as_object_mut().unwrap().remove("game");
            assert_eq!(game.as_ref(), Some(&document["game"]));
            assert_eq!((name, &hand), (same, &document["hands"][0]));
            let mut fresh = document.clone();
            fresh["hands"] = Value::Array(Vec::new());
            let game = server.create(&fresh);
            let tail = if operation == "checkChange" {
                "/check"
            } else {
                "/changes"
            };
            let bearer = bearer(&game.score);
            let headers = [("authorization", &*bearer), ("if-match", "*")];
            let answer = server.post(&game.path(tail), &headers, change);
            assert!(answer.status < 300, "{name}: {}", answer.text());
        }
    }
    for entry in overtrick_games::all() {
        let stem = format!("{}-", entry.facts.id);
        for operation in ["score", "adjudicate", "changeMatch", "checkChange"] {
            let has = examples_of(operation)
                .iter()
                .any(|(name, _)| name.starts_with(&stem));
            assert!(has, "{operation} has no example of {stem}");
        }
    }
}

/// The method, path and operation of every request with a body.
fn with_bodies(document: &Value) -> Vec<(String, String, Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    let operations = paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().iter();
        methods.map(|(method, operation)| (method.to_uppercase(), path.clone(), operation.clone()))
    });
    operations
        .filter(|(_, _, operation)| operation["requestBody"].is_object())
        .collect()
}

/// Changes that must precede an example of a change.
fn before(action: &str, player: &Value) -> Vec<Value> {
    let rename = json!({ "action": "rename", "seat": 1, "name": "Somebody" });
    match action {
        "undo" => vec![rename],
        "redo" => vec![rename, json!({ "action": "undo" })],
        "reopen" => vec![json!({ "action": "finish" })],
        "retract" => {
            let adjustment =
                json!({ "after_hand": 1, "player": player, "points": 1, "reason": "x" });
            vec![json!({ "action": "adjust", "adjustment": adjustment })]
        }
        _ => Vec::new(),
    }
}

#[test]
fn every_body_has_an_example_and_every_example_is_answered() {
    let server = Server::start();
    let document = document();
    let documents = examples_of("score");
    for (method, path, operation) in with_bodies(&document) {
        let id = operation["operationId"].as_str().unwrap();
        let optional = ["publishMatch", "roll"].contains(&id);
        assert_eq!(operation["requestBody"]["required"], !optional, "{id}");
        let content = &operation["requestBody"]["content"]["application/json"];
        let examples = content["examples"].as_object();
        let examples = examples.filter(|examples| !examples.is_empty());
        let examples = examples.unwrap_or_else(|| {
            panic!("{id} takes a body and has no example: src/server/openapi/examples.rs")
        });
        for (name, example) in examples {
            let mut body = example["value"].clone();
            let of_its_own = body.get("game").is_some() && body.get("players").is_some();
            let opening = match documents.iter().find(|(same, _)| same == name) {
                Some((_, document)) => document.clone(),
                None => documents[0].1.clone(),
            };
            let mut opening = if of_its_own && id == "openAgain" {
                body.clone()
            } else {
                opening
            };
            if body["action"] == "record" {
                opening["hands"] = json!([]);
            }
            if body["action"] == "redefine" {
                opening["game"] = "own".into();
                opening["definition"] = body["definition"].clone();
                opening["hands"] = json!([]);
            }
            let game = server.create(&opening);
            let action = body["action"].as_str().unwrap_or_default();
            for change in before(action, &opening["players"][0]) {
                game.changed(&game.direct, &change);
            }
            match id {
                "join" => body["code"] = code_of(&game, "view").into(),
                "openSession" => body["key"] = game.view.as_str().into(),
                _ => {}
            }
            let played = opening["game"].as_str().unwrap();
            let path = path
                .replace("{id}", &game.id)
                .replace("{game}", played)
                .replace("{role}", "view");
            let bearer = bearer(ADMIN);
            let headers = [
                ("authorization", &*bearer),
                ("content-type", "application/json"),
                ("if-match", "*"),
                ("sec-fetch-site", "same-origin"),
            ];
            let answer = server.send(&method, &path, &headers, Some(body.to_string().as_bytes()));
            assert!(answer.status < 300, "{id}, {name}: {}", answer.text());
        }
    }
}

#[test]
fn every_operation_says_what_it_may_be_refused_for() {
    let document = document();
    walk(&document["paths"], &mut |operation| {
        let Some(id) = operation.get("operationId") else {
            return;
        };
        assert!(operation["security"].is_array(), "{id}");
        assert!(
            !operation["description"].as_str().unwrap().is_empty(),
            "{id}"
        );
        let responses = operation["responses"].as_object().unwrap();
        let refused = responses
            .iter()
            .filter(|(status, _)| !status.starts_with(['2', '3']));
        let mut count = 0;
        for (status, response) in refused {
            let response = match response["$ref"].as_str() {
                Some(reference) => document.pointer(&reference[1..]).unwrap(),
                None => response,
            };
            let examples = &response["content"]["application/problem+json"]["examples"];
            for example in examples.as_object().unwrap().values() {
                let answered = example["value"]["status"].to_string();
                assert!(
                    status == &answered || status.parse::<u16>().is_err(),
                    "{id}: {status}"
                );
                count += 1;
            }
        }
        assert!(count > 1, "{id}");
        let versions = operation["parameters"].as_array().into_iter().flatten();
        for version in versions.filter(|parameter| parameter["name"] == "If-Match") {
            let needed = responses.contains_key("428");
            assert_eq!(version["required"], needed, "{id}");
        }
    });
}

#[test]
fn the_served_document_names_the_base_path() {
    let service = Server::with(|settings| settings.base_path = "/cards".into());
    let served = service.get("/cards/openapi.json", &[]).json();
    assert_eq!(served["servers"][0]["url"], "/cards");
    let mut committed = document();
    assert_eq!(committed["servers"][0]["url"], "/");
    committed["servers"] = served["servers"].clone();
    assert_eq!(served, committed);
}

#[test]
fn what_happened_in_a_match_names_the_game_of_each_hand() {
    let server = Server::start();
    let (_, document) = examples_of("score").swap_remove(0);
    let game = server.create(&document);
    for (_, change) in examples_of("changeMatch") {
        if ["correct", "set_current"].contains(&change["action"].as_str().unwrap()) {
            game.changed(&game.direct, &change);
        }
    }
    let bearer = bearer(&game.view);
    let history = server
        .get(&game.path("/history"), &[("authorization", &*bearer)])
        .json();
    let id = &document["game"];
    assert_eq!(&history["events"][2]["change"]["hand"]["game"], id);
    assert_eq!(
        &history["events"][1]["change"]["edits"][0]["with"]["game"],
        id
    );
    let exported = server
        .get(&game.path("/document"), &[("authorization", &*bearer)])
        .json();
    assert_eq!(exported["hands"][0].get("game"), None);
}

#[test]
fn every_page_about_the_service_has_its_title() {
    let server = Server::start();
    for (path, title) in [
        ("/docs/", "API – Overtrick"),
        ("/docs/guide", "Guide – Overtrick"),
        ("/problems", "Problems – Overtrick"),
        ("/docs/guide/own-games", "Your own game – Overtrick"),
        ("/games?lang=en", "The games and their rules – Overtrick"),
    ] {
        let page = server.get(path, &[("accept", "text/html")]);
        let title = format!("<title>{title}</title>");
        assert!(page.text().contains(&title), "{path}: {}", page.text());
    }
}

#[test]
fn what_never_changes_is_sent_packed_and_once() {
    let server = Server::start();
    for path in [
        "/openapi.json",
        "/problems",
        "/docs/",
        "/docs/start.js",
        "/docs/docs.css",
        "/docs/play",
        "/docs/guide",
        "/docs/guide/api",
        "/",
        "/js/main.js",
    ] {
        let plain = server.get(path, &[]);
        assert_eq!(
            (plain.status, plain.header("content-encoding")),
            (200, None),
            "{path}"
        );
        let gzip = [("accept-encoding", "gzip, deflate")];
        let packed = server.get(path, &gzip);
        assert_eq!(packed.header("content-encoding"), Some("gzip"), "{path}");
        assert!(packed.header("vary").is_some(), "{path}");
        let mut unpacked = Vec::new();
        let mut decoder = flate2::read::GzDecoder::new(&*packed.body);
        decoder.read_to_end(&mut unpacked).unwrap();
        assert!(unpacked == plain.body, "{path}");
        let tag = packed.header("etag").unwrap();
        assert_ne!(
            Some(tag),
            plain.header("etag"),
            "{path}: another representation"
        );
        let known = server.get(path, &[gzip[0], ("if-none-match", tag)]);
        assert_eq!((known.status, known.body.len()), (304, 0), "{path}");
    }
    let brotli = server.get("/openapi.json", &[("accept-encoding", "gzip, br")]);
    assert_eq!(brotli.header("content-encoding"), Some("br"));
}
