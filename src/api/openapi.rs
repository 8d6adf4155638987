//! The OpenAPI document, and the page that shows it.

use std::sync::LazyLock;

use actix_web::HttpResponse;
use serde_json::{Value, json};
use utoipa::OpenApi;

use super::{
    changes, draws, events, games, keys, matches, operations, pads, publish, qr, schemas, scores,
    sheets, views,
};
use crate::web::board;

#[derive(OpenApi)]
#[openapi(
    info(title = "Overtrick", description = "Scorer, adjudicator and score pad for trick-taking card games played at a real table."),
    paths(
        games::list, games::one, scores::scores, scores::adjudications, scores::comparisons,
        pads::get, pads::post, sheets::post, sheets::of_match, draws::draws, draws::rolls,
        matches::list, matches::create, matches::read, matches::delete,
        matches::rematch, changes::changes, changes::check, views::history, views::standings,
        views::document, views::result_csv, events::events, keys::renew, keys::revoke,
        keys::open_session, keys::close_session, publish::publish, publish::hide, board::json,
        board::csv, board::events, qr::qr, operations::healthz, operations::readyz,
        operations::metrics,
    ),
    tags(
        (name = "games", description = "What can be played, and by which rules"),
        (name = "stateless", description = "Scores, rulings and comparisons; nothing is kept"),
        (name = "paper", description = "Pads and sheets as PDF"),
        (name = "table", description = "Help at the table"),
        (name = "matches", description = "Matches that are kept"),
        (name = "keys", description = "Who may do what with a match"),
        (name = "embed", description = "Published matches, for websites"),
        (name = "operations", description = "For the people who run the service"),
    ),
)]
struct Paths;

static TEXT: LazyLock<String> = LazyLock::new(|| {
    let text = serde_json::to_string_pretty(&openapi());
    text.map(|text| text + "\n").unwrap_or_default()
});

/// The OpenAPI 3.1 document of the service.
pub fn openapi() -> Value {
    let mut document = serde_json::to_value(Paths::openapi()).unwrap_or_default();
    // A licence by its SPDX expression; what the crate has stands in its manifest.
    document["info"]["license"] =
        json!({ "name": env!("CARGO_PKG_LICENSE"), "identifier": env!("CARGO_PKG_LICENSE") });
    if let Some(info) = document["info"].as_object_mut() {
        info.remove("contact");
    }
    document["components"] = json!({
        "schemas": schemas::schemas(),
        "responses": schemas::responses(),
        "securitySchemes": {
            "key": { "type": "http", "scheme": "bearer", "description": "A key of the match, or the administrator's token" },
            "cookie": { "type": "apiKey", "in": "cookie", "name": super::access::COOKIE },
        },
    });
    let Some(paths) = document["paths"].as_object_mut() else {
        return document;
    };
    for (path, item) in paths {
        for operation in item
            .as_object_mut()
            .into_iter()
            .flat_map(|item| item.values_mut())
        {
            complete(path, operation);
        }
    }
    document
}

/// What every operation has: shared responses, which a handler names as `=Problem`; any other
/// problem; and who may use it.
fn complete(path: &str, operation: &mut Value) {
    let responses = operation["responses"].as_object_mut();
    for response in responses
        .into_iter()
        .flat_map(|responses| responses.values_mut())
    {
        let shared = response["description"]
            .as_str()
            .and_then(|text| text.strip_prefix('='));
        if let Some(name) = shared {
            *response = json!({ "$ref": format!("#/components/responses/{name}") });
        }
    }
    operation["responses"]["default"] = json!({ "$ref": "#/components/responses/Problem" });
    let needs_key = operation["responses"].get("401").is_some() && !path.ends_with("/session");
    if needs_key {
        operation["security"] = json!([{ "key": [] }, { "cookie": [] }]);
    }
    if operation["responses"].get("428").is_some() {
        add_header(
            operation,
            "If-Match",
            "The ETag of the version that is changed; needed",
            &json!({ "type": "string" }),
        );
    }
    if operation["responses"].get("304").is_some() {
        add_header(
            operation,
            "If-None-Match",
            "The ETag of the version that the client has",
            &json!({ "type": "string" }),
        );
    }
    if operation["responses"].get("201").is_some()
        || ["/changes", "/draws", "/rolls"]
            .iter()
            .any(|end| path.ends_with(end))
    {
        let schema =
            json!({ "type": "string", "minLength": 16, "maxLength": 255, "pattern": "^[!-~]+$" });
        add_header(
            operation,
            "Idempotency-Key",
            "The same key and body have the same answer again",
            &schema,
        );
    }
}

fn add_header(operation: &mut Value, name: &str, about: &str, schema: &Value) {
    let header = json!({ "name": name, "in": "header", "required": false, "description": about, "schema": schema });
    match operation["parameters"].as_array_mut() {
        Some(parameters) => parameters.push(header),
        None => operation["parameters"] = json!([header]),
    }
}

/// `/openapi.json`.
pub async fn served() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .body(TEXT.as_str())
}

/// The text of `openapi/openapi.json`.
pub fn text() -> &'static str {
    &TEXT
}
