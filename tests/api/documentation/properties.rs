//! Properties of every name, property and example in the OpenAPI document.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::schema::faults;
use super::{document, examples_of_changes, walk};
use crate::cases::cases;
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

#[test]
fn every_property_has_a_description() {
    let document = document();
    let mut count = 0;
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        walk(schema, &mut |value| {
            let properties = value.get("properties").and_then(Value::as_object);
            for (property, schema) in properties.into_iter().flatten() {
                if schema.get("$ref").is_some() {
                    continue;
                }
                let about = schema["description"].as_str().unwrap_or_default();
                assert!(about.len() > 1, "{name}.{property} has no description");
                assert!(!about.contains("]("), "{name}.{property}: {about}");
                count += 1;
            }
        });
    }
    assert!(count > 500, "{count}");
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
fn every_example_of_a_change_is_valid_by_its_schema() {
    let document = document();
    for (action, change) in examples_of_changes(&document) {
        let schema = json!({ "$ref": "#/components/schemas/Change" });
        let faults = faults(&document, &schema, &change);
        assert!(faults.is_empty(), "{action}: {faults:#?}");
    }
}

#[test]
fn every_scored_case_is_valid_by_the_schema_of_its_game() {
    let document = document();
    let scored = cases()
        .into_iter()
        .filter(|(_, case)| case.get("result").is_some());
    let mut count = 0;
    let mut refused = Vec::new();
    for (place, case) in scored {
        let Some(game) = case["document"]["game"].as_str() else {
            continue;
        };
        let words = game
            .split('-')
            .map(|word| word[..1].to_uppercase() + &word[1..]);
        let name = format!("{}Match", words.collect::<String>());
        let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
        let faults = faults(&document, &schema, &case["document"]);
        if !faults.is_empty() {
            refused.push(format!("{place}: {faults:#?}"));
        }
        count += 1;
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(count > 300, "{count}");
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
            // For a club, `after` is a day: the season table after that day.
            let is_day = path.contains("/club/") && other == "after";
            assert!(is_day || !names.contains(&other), "{path}: {other}");
        }
        assert_eq!(
            names.contains(&"cursor"),
            names.contains(&"limit"),
            "{path}"
        );
        paged += usize::from(names.contains(&"cursor"));
    }
    assert_eq!(paged, 3);
}

/// The keys of a match with their roles, the role with the fewest rights first.
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
        let role = operation["security"][0]["key"][0].as_str();
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
    assert!(asked >= 30, "{asked}");
}

/// Changes that need the key of a director.
const DIRECTING: [&str; 9] = [
    "adjust",
    "correct",
    "erase",
    "finish",
    "redefine",
    "reopen",
    "retract",
    "substitute",
    "void",
];

#[test]
fn every_change_takes_its_role() {
    let server = Server::start();
    let examples = examples_of_changes(&document());
    for (action, change) in &examples {
        let game = server.create(&brink_bid());
        let asked = |key: &str| {
            let bearer = bearer(key);
            let headers = [("authorization", &*bearer), ("if-match", "\"99\"")];
            let answer = server.post(&game.path("/changes"), &headers, change);
            answer.status
        };
        assert_eq!(asked(&game.view), 403, "{action}");
        let by_director = DIRECTING.contains(&&**action);
        assert_eq!(asked(&game.score) == 403, by_director, "{action}");
        assert_ne!(asked(&game.direct), 403, "{action}");
    }
    assert_eq!(examples.len(), 15);
}
