//! The OpenAPI document, the page that shows it, and what games tell of themselves.

use std::io::Read;

use serde_json::Value;

use crate::served::{Server, bearer};

#[test]
fn the_committed_openapi_document_is_the_served_one() {
    let server = Server::start();
    let answer = server.get("/openapi.json", &[]);
    let committed = include_str!("../../openapi/openapi.json");
    assert_eq!(
        answer.text(),
        committed,
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
    let document: Value = serde_json::from_str(include_str!("../../openapi/openapi.json")).unwrap();
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
fn the_documentation_needs_nothing_from_elsewhere() {
    let server = Server::start();
    let page = server.get("/docs/index.html", &[]);
    assert_eq!(page.status, 200);
    let text = page.text();
    let mut parts: Vec<&str> = text.split(['"', '\'']).collect();
    parts.retain(|part| part.contains("//") && part.starts_with("http"));
    assert!(parts.is_empty(), "{parts:?}");
    let scripts = text
        .split("src=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap());
    let mut count = 0;
    for script in scripts {
        let script = server.get(&format!("/docs/{}", script.trim_start_matches("./")), &[]);
        assert_eq!(script.status, 200);
        count += 1;
    }
    assert!(count > 0, "{text}");
    assert!(
        page.header("content-security-policy")
            .unwrap()
            .contains("script-src 'self'")
    );
    assert_eq!(server.get("/docs", &[]).header("location"), Some("docs/"));
    let markdown = [("accept", "text/markdown")];
    let problems = server.get("/problems", &markdown);
    assert!(problems.text().contains("## refused"));
}

#[test]
fn games_tell_their_rules_and_what_they_take() {
    let server = Server::start();
    let games = server.get("/api/v1/games", &[]).json();
    let games = games["games"].as_array().unwrap();
    assert_eq!(games.len(), overtrick::games::all().len());
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
    let document: Value = serde_json::from_str(include_str!("../../openapi/openapi.json")).unwrap();
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
        let changes = examples_of(operation);
        assert_eq!(changes.len(), documents.len());
        for ((name, change), (same, document)) in changes.iter().zip(&documents) {
            assert_eq!((name, &change["hand"]), (same, &document["hands"][0]));
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
    for entry in overtrick::games::all() {
        let stem = format!("{}-", entry.facts.id);
        for operation in ["score", "adjudicate", "changeMatch", "checkChange"] {
            let has = examples_of(operation)
                .iter()
                .any(|(name, _)| name.starts_with(&stem));
            assert!(has, "{operation} has no example of {stem}");
        }
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
        "/docs/swagger-ui-bundle.js",
        "/docs/swagger-ui.css",
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
