//! The OpenAPI document: what the code says, and over it what no type says, from `overlay.json`.

use std::sync::LazyLock;

use serde_json::{Value, json};
use utoipa::openapi::{Paths, Ref, RefOr, Required};

use crate::app::operations;
use crate::app::routes::endpoints;
use crate::openapi::schemas;

/// The beginning of the document; descriptions and examples of requests that are read by field tables; and the
/// schemas of what depends on the game.
static OVERLAY: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("overlay.json")).unwrap_or_default());

/// The OpenAPI 3.1 document of the service.
pub fn openapi() -> Value {
    let mut paths = Paths::new();
    let mut referred = Vec::new();
    for endpoint in endpoints() {
        let Some(mut documented) = endpoint.documented else {
            continue;
        };
        let problem = RefOr::Ref(Ref::from_response_name("Problem"));
        if let Some(role) = endpoint.role {
            let about = documented.operation.description.take().unwrap_or_default();
            let needed = format!("Needs the role `{}`, or one that may do more.", role.word());
            let about = format!("{about}\n\n{needed}").trim().to_owned();
            documented.operation.description = Some(about);
        }
        let is_optional = documented.operation.operation_id.as_deref() == Some("publishMatch");
        if let Some(RefOr::T(body)) = &mut documented.operation.request_body
            && !is_optional
        {
            body.required = Some(Required::True);
        }
        let responses = &mut documented.operation.responses.responses;
        responses.insert("default".to_owned(), problem);
        paths.add_path_operation(&endpoint.path, documented.methods, documented.operation);
        referred.extend(documented.schemas);
    }
    let (about, license) = (env!("CARGO_PKG_DESCRIPTION"), env!("CARGO_PKG_LICENSE"));
    let links = OVERLAY["document"]["info"]["description"].as_str();
    let about = [about, ". ", operations::PROMISE, links.unwrap_or_default()].concat();
    let mut document = OVERLAY["document"].clone();
    let info = json!({
        "version": env!("CARGO_PKG_VERSION"), "description": about,
        "license": { "name": license, "identifier": license },
    });
    lay_over(&mut document["info"], &info);
    document["openapi"] = json!("3.1.0");
    document["paths"] = serde_json::to_value(paths).unwrap_or_default();
    let mut schemas = schemas::components(referred, &OVERLAY["match"]);
    lay_over(&mut schemas, &OVERLAY["schemas"]);
    document["components"]["schemas"] = schemas;
    document
}

/// Lays a value over another: objects are joined, everything else is replaced.
pub fn lay_over(below: &mut Value, above: &Value) {
    match (below, above) {
        (Value::Object(below), Value::Object(above)) => {
            for (key, value) in above {
                lay_over(below.entry(key).or_insert(Value::Null), value);
            }
        }
        (below, above) => *below = above.clone(),
    }
}

/// The text of the document for a service under a base path, relative to its address.
pub fn text(base_path: &str) -> String {
    let mut document = openapi();
    if !base_path.is_empty() {
        document["servers"][0]["url"] = base_path.into();
    }
    let text = serde_json::to_string_pretty(&document);
    text.map(|text| text + "\n").unwrap_or_default()
}
