//! Conventions that hold for every operation of the OpenAPI document: a body is required where one is read,
//! `If-Match` where 428 is answered, and each problem is described with examples.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::openapi::operations::{operations, parameters};
use crate::openapi::unions::reference;
use crate::openapi::{examples, problem_responses as problems};
use overtrick_match::ledger::Role;

/// The operations whose body may be left out.
const OPTIONAL_BODIES: [&str; 1] = ["publishMatch"];

/// Completes every operation of a document, and adds the responses that they use.
pub fn apply(document: &mut Value) {
    let mut answered = BTreeSet::new();
    let components = document["components"]["responses"].clone();
    for operation in operations(document) {
        if operation["requestBody"].is_object() {
            let id = operation["operationId"].as_str().unwrap_or_default();
            let required = !OPTIONAL_BODIES.contains(&id);
            operation["requestBody"]["required"] = required.into();
        }
        if operation["security"].is_null() {
            operation["security"] = json!([]);
        }
        if operation["description"].is_null() {
            operation["description"] = answer(operation, &components).into();
        }
        name_role(operation);
        require_version(operation);
        tag_versions(operation);
        describe_problems(operation, &mut answered);
    }
    for status in answered {
        document["components"]["responses"][problems::name(&status)] = problems::response(&status);
    }
}

/// The success answer of an operation, in a sentence.
fn answer(operation: &Value, components: &Value) -> String {
    let responses = operation["responses"].as_object().into_iter().flatten();
    let mut good = responses.filter(|(status, _)| status.starts_with('2'));
    let about = good.find_map(|(_, response)| {
        let shared = response["$ref"]
            .as_str()
            .and_then(|name| name.rsplit('/').next());
        let response = shared.map_or(response, |name| &components[name]);
        response["description"].as_str()
    });
    format!("Answer: {}.", about.unwrap_or_default())
}

/// Describes the required key in words, because an OAuth scope is something else than a role.
fn name_role(operation: &mut Value) {
    let mut needed = None;
    let requirements = operation["security"].as_array_mut().into_iter().flatten();
    for requirement in requirements {
        for (_, roles) in requirement.as_object_mut().into_iter().flatten() {
            if let Some(role) = roles.get(0).and_then(Value::as_str) {
                needed = Some(role.to_owned());
            }
            *roles = json!([]);
        }
    }
    if let Some(role) = needed {
        let about = operation["description"].as_str().unwrap_or_default();
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        let more = if *body == reference("Change") {
            directing()
        } else {
            String::new()
        };
        let about = format!("{about}\n\nNeeds the role `{role}`, or one that may do more.{more}");
        operation["description"] = about.into();
        operation["x-role"] = role.into();
    }
}

/// The changes that a scorer may not make.
fn directing() -> String {
    let changes = examples::roles_of_changes().into_iter();
    let actions = changes.filter(|(_, role)| *role == Role::Direct);
    let actions: Vec<String> = actions.map(|(action, _)| format!("`{action}`")).collect();
    let role = Role::Direct.word();
    format!(
        " These need the role `{role}`: {}; and `undo` and `redo` of one of them.",
        actions.join(", ")
    )
}

/// Requires the version header if the operation can be refused for lack of it.
fn require_version(operation: &mut Value) {
    if operation["responses"]["428"].is_null() {
        return;
    }
    for parameter in parameters(operation) {
        if parameter["name"] == "If-Match" {
            parameter["required"] = true.into();
        }
    }
}

/// Operations with conditional requests return the version.
fn tag_versions(operation: &mut Value) {
    if operation["responses"]["304"].is_null() {
        return;
    }
    let answer = &mut operation["responses"]["200"];
    if answer["$ref"].is_null() && answer["headers"].is_null() {
        answer["headers"] = json!({ "ETag": crate::openapi::responses::etag() });
    }
}

/// Describes the possible problems of each status.
fn describe_problems(operation: &mut Value, answered: &mut BTreeSet<String>) {
    let problem = json!({ "$ref": problems::reference(problems::ANY) });
    let responses = operation["responses"].as_object_mut();
    if let Some(responses) = responses
        && !responses.keys().any(|status| status.starts_with('4'))
    {
        // Any request can have too long an address, or arrive too slowly.
        responses.insert("4XX".to_owned(), problem);
    }
    let responses = operation["responses"].as_object_mut();
    for (status, response) in responses.into_iter().flatten() {
        if response["$ref"] == problems::reference(problems::ANY) {
            response["$ref"] = problems::reference(&problems::name(status)).into();
            answered.insert(status.clone());
        }
    }
}
