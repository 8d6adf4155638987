//! What holds for every name, property, parameter and answer of the OpenAPI document.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::schema::faults;
use super::{document, examples_of, walk, with_bodies};
use crate::served::{Match, Server, bearer, brink_bid, first_hand};

/// Every operation, with its method and path.
fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    let operations = paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().iter();
        methods.map(|(method, operation)| (method.to_uppercase(), path.clone(), operation.clone()))
    });
    operations.collect()
}

/// What a reference leads to, or the value itself.
fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(reference) => document.pointer(&reference[1..]).unwrap(),
        None => value,
    }
}

#[test]
fn every_property_has_a_description() {
    let document = document();
    let mut count = 0;
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        walk(schema, &mut |value| {
            let properties = value.get("properties").and_then(Value::as_object);
            for (property, schema) in properties.into_iter().flatten() {
                let about = schema["description"].as_str().unwrap_or_default();
                assert!(about.len() > 3, "{name}.{property} has no description");
                assert!(!about.contains("]("), "{name}.{property}: {about}");
                count += 1;
            }
        });
    }
    assert!(count > 1000);
}

#[test]
fn no_two_schemas_are_called_by_the_same_words() {
    let document = document();
    let mut by_words: BTreeMap<Vec<String>, &str> = BTreeMap::new();
    for name in document["components"]["schemas"]
        .as_object()
        .unwrap()
        .keys()
    {
        let mut words: Vec<String> = Vec::new();
        for letter in name.chars() {
            if letter.is_uppercase() {
                words.push(String::new());
            }
            words.last_mut().unwrap().extend(letter.to_lowercase());
        }
        for word in &mut words {
            if word.ends_with('s') {
                word.pop();
            }
        }
        words.sort();
        if let Some(other) = by_words.insert(words, name) {
            panic!("{name} and {other} differ only by order or number");
        }
    }
}

#[test]
fn every_parameter_has_an_example_that_it_takes() {
    let document = document();
    for (_, _, operation) in operations(&document) {
        let id = &operation["operationId"];
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = &parameter["name"];
            let example = parameter.get("example");
            let example = example.unwrap_or_else(|| {
                panic!("{id}: {name} has no example: src/server/openapi/examples.rs")
            });
            let faults = faults(&document, &parameter["schema"], example);
            assert!(faults.is_empty(), "{id}: {name}: {faults:?}");
        }
    }
}

#[test]
fn every_answer_has_an_example_by_its_schema() {
    let document = document();
    let mut count = 0;
    for (_, _, operation) in operations(&document) {
        let id = &operation["operationId"];
        let responses = operation["responses"].as_object().unwrap().iter();
        for (status, response) in responses.filter(|(status, _)| status.starts_with('2')) {
            let content = resolved(&document, response)["content"].as_object();
            for (media, content) in content.into_iter().flatten() {
                if resolved(&document, &content["schema"])["format"] == "binary" {
                    continue;
                }
                let example = content.get("example");
                let example =
                    example.unwrap_or_else(|| panic!("{id}: {status} has no example of {media}"));
                if media.ends_with("json") && media != "application/x-ndjson" {
                    let schema = &content["schema"];
                    let faults = if schema.is_null() {
                        Vec::new()
                    } else {
                        faults(&document, schema, example)
                    };
                    assert!(faults.is_empty(), "{id}: {media}: {faults:#?}");
                } else {
                    assert!(!example.as_str().unwrap().is_empty(), "{id}: {media}");
                }
                count += 1;
            }
        }
    }
    assert!(count > 50);
}

#[test]
fn every_body_is_valid_by_its_schema() {
    let document = document();
    for (_, path, operation) in with_bodies(&document) {
        let content = &operation["requestBody"]["content"]["application/json"];
        let examples = content["examples"].as_object().unwrap();
        assert!(!examples.is_empty(), "{path}");
        for (name, example) in examples {
            let faults = faults(&document, &content["schema"], &example["value"]);
            assert!(faults.is_empty(), "{path}, {name}: {faults:#?}");
        }
    }
}

#[test]
fn the_first_change_is_a_recorded_hand() {
    for operation in ["changeMatch", "checkChange"] {
        assert_eq!(examples_of(operation)[0].1["action"], "record");
    }
}

#[test]
fn lists_are_paged_by_the_same_words() {
    let document = document();
    let mut paged = 0;
    for (_, path, operation) in operations(&document) {
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let names: Vec<&str> = parameters
            .map(|parameter| parameter["name"].as_str().unwrap())
            .collect();
        for other in ["after", "since", "page", "offset"] {
            assert!(!names.contains(&other), "{path}: {other}");
        }
        assert_eq!(
            names.contains(&"cursor"),
            names.contains(&"limit"),
            "{path}"
        );
        paged += usize::from(names.contains(&"cursor"));
    }
    assert_eq!(paged, 4);
}

/// The keys of a match, by the role that they open, from the least.
fn keys<'a>(game: &'a Match<'_>) -> [(&'static str, &'a str); 3] {
    [
        ("view", &game.view),
        ("score", &game.score),
        ("direct", &game.direct),
    ]
}

#[test]
fn every_operation_on_a_match_takes_the_role_that_it_names() {
    let server = Server::start();
    let document = document();
    let mut asked = 0;
    for (method, path, operation) in operations(&document) {
        let role = operation["x-role"].as_str();
        let (Some(role), true) = (role, path.starts_with("/api/v1/matches/{id}")) else {
            continue;
        };
        if path.ends_with("/events") {
            continue;
        }
        let mut may = false;
        let game = server.create(&brink_bid());
        for (of_key, key) in keys(&game) {
            may |= of_key == role;
            let path = path.replace("{id}", &game.id).replace("{role}", "view");
            let bearer = bearer(key);
            let headers = [
                ("authorization", &*bearer),
                ("content-type", "application/json"),
                ("if-match", "\"99\""),
            ];
            let record = json!({ "action": "record", "hand": first_hand(1) }).to_string();
            let body = operation["requestBody"]
                .is_object()
                .then_some(record.as_bytes());
            let answer = server.send(&method, &path, &headers, body);
            let id = &operation["operationId"];
            assert_eq!(
                answer.status == 403,
                !may,
                "{id}: {of_key}: {}",
                answer.text()
            );
            asked += 1;
        }
    }
    assert!(asked > 50, "{asked}");
}

#[test]
fn every_change_takes_the_role_that_the_document_names() {
    let server = Server::start();
    let document = document();
    let operation = &document["paths"]["/api/v1/matches/{id}/changes"]["post"];
    let about = operation["description"].as_str().unwrap();
    let (_, directing) = about.split_once("These need the role `direct`: ").unwrap();
    let (directing, _) = directing.split_once(';').unwrap();
    let mut actions = 0;
    for (name, change) in examples_of("changeMatch") {
        let action = change["action"].as_str().unwrap();
        let by_director = directing.contains(&format!("`{action}`"));
        if !name.starts_with("to-") && actions > 0 {
            continue;
        }
        let game = server.create(&examples_of("score")[0].1);
        let asked = |key: &str| {
            let bearer = bearer(key);
            let headers = [("authorization", &*bearer), ("if-match", "\"99\"")];
            server
                .post(&game.path("/changes"), &headers, &change)
                .status
        };
        assert_eq!(asked(&game.view), 403, "{name}");
        assert_eq!(asked(&game.score) == 403, by_director, "{name}");
        assert_ne!(asked(&game.direct), 403, "{name}");
        actions += 1;
    }
    assert_eq!(actions, 15);
}
