//! The OpenAPI document, its page, and the descriptions of games.

mod answers;
mod properties;
mod schema;

use std::io::Read;

use serde_json::{Value, json};

use crate::page::between;
use crate::served::{Server, brink_bid, first_hand};

/// The text of the committed OpenAPI document.
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
        "run: overtrick openapi > openapi/openapi.json"
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

#[test]
fn the_reader_of_the_api_document_needs_nothing_from_elsewhere() {
    let server = Server::start();
    let reader = server.get("/docs/", &[]);
    assert_eq!(reader.status, 200, "{}", reader.text());
    let policy = reader.header("content-security-policy").unwrap();
    assert!(
        policy.contains("default-src 'none'; script-src 'self';"),
        "{policy}"
    );
    let page = url::Url::parse("http://overtrick/docs/").unwrap();
    for source in between(&reader.text(), "src=\"", "\"") {
        let there = server.get(page.join(source).unwrap().path(), &[]);
        assert_eq!(there.status, 200, "{source}");
    }
    let start = server.get("/docs/swagger-initializer.js", &[]).text();
    assert!(
        start.contains("../openapi.json") && !start.contains("https://"),
        "{start}"
    );
    assert_eq!(server.get("/docs", &[]).header("location"), Some("docs/"));
    assert_eq!(server.get("/docs/nothing", &[]).status, 404);
}

#[test]
fn games_list_their_rules_and_their_fields() {
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

/// The example of each change, with its action.
fn examples_of_changes(document: &Value) -> Vec<(String, Value)> {
    let schemas = &document["components"]["schemas"];
    let variants = schemas["Change"]["discriminator"]["mapping"].as_object();
    let variants = variants.unwrap().iter().map(|(action, reference)| {
        let schema = document.pointer(&reference.as_str().unwrap()[1..]).unwrap();
        let example = schema["examples"][0].clone();
        assert_eq!(example["action"], **action);
        (action.clone(), example)
    });
    variants.collect()
}

/// Changes that must precede the example of a change.
fn before(action: &str) -> Vec<Value> {
    let rename = json!({ "action": "rename", "seat": 1, "name": "Somebody" });
    match action {
        "undo" => vec![rename],
        "redo" => vec![rename, json!({ "action": "undo" })],
        "reopen" => vec![json!({ "action": "finish" })],
        "retract" => {
            let adjustment = json!({ "after_hand": 1, "player": "Bo", "points": 1, "reason": "x" });
            vec![json!({ "action": "adjust", "adjustment": adjustment })]
        }
        _ => Vec::new(),
    }
}

/// A match with one hand, of a game that permits the change.
fn opening(action: &str, change: &Value) -> Value {
    let mut opening = match action {
        "redefine" => json!({ "game": "own", "definition": change["definition"] }),
        "record" => json!({ "game": overtrick_games::all()[0].facts.id }),
        _ => brink_bid(),
    };
    if action == "redefine" || action == "record" {
        let hand = change["hand"].to_string();
        let names = ["Ann", "Bo", "Cy", "Michelle", "DJ", "Jacob"];
        let mut players: Vec<&str> = names
            .into_iter()
            .filter(|name| hand.contains(name))
            .collect();
        players.extend(names.into_iter().filter(|name| !hand.contains(name)));
        opening["players"] = json!(players[..3]);
        opening["hands"] = json!([]);
    } else {
        opening["hands"] = json!([first_hand(1)]);
    }
    opening
}

#[test]
fn every_example_of_a_change_is_accepted() {
    let server = Server::start();
    let document = document();
    let examples = examples_of_changes(&document);
    assert_eq!(examples.len(), 15);
    for (action, change) in examples {
        let game = server.create(&opening(&action, &change));
        for earlier in before(&action) {
            game.changed(&game.direct, &earlier);
        }
        game.changed(&game.direct, &change);
    }
}

#[test]
fn an_answer_that_is_documented_for_a_refusal_is_a_problem() {
    let document = document();
    let mut refusals = 0;
    walk(&document["paths"], &mut |operation| {
        let Some(id) = operation.get("operationId") else {
            return;
        };
        assert!(!operation["summary"].as_str().unwrap().is_empty(), "{id}");
        let responses = operation["responses"].as_object().unwrap();
        for (status, response) in responses {
            if status.starts_with(['2', '3']) {
                continue;
            }
            assert_eq!(response["$ref"], "#/components/responses/Problem", "{id}");
            refusals += 1;
        }
    });
    assert!(refusals > 100, "{refusals}");
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
fn every_page_about_the_service_has_its_title() {
    let server = Server::start();
    for (path, title) in [
        ("/docs/", "Swagger UI"),
        ("/docs/guide", "Guide – Overtrick"),
        ("/problems", "Problems – Overtrick"),
        ("/docs/guide/custom-games", "Custom games – Overtrick"),
        ("/games?lang=en", "The games and their rules – Overtrick"),
    ] {
        let page = server.get(path, &[("accept", "text/html")]);
        let title = format!("<title>{title}</title>");
        assert!(page.text().contains(&title), "{path}: {}", page.text());
    }
}

#[test]
fn files_are_compressed_and_a_known_tag_gets_304() {
    let server = Server::start();
    for path in [
        "/openapi.json",
        "/problems",
        "/docs/docs.css",
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
            "{path}: compressed answers need their own tag"
        );
        let known = server.get(path, &[gzip[0], ("if-none-match", tag)]);
        assert_eq!((known.status, known.body.len()), (304, 0), "{path}");
    }
    let brotli = server.get("/openapi.json", &[("accept-encoding", "gzip, br")]);
    assert_eq!(brotli.header("content-encoding"), Some("br"));
}
