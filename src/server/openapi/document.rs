//! The OpenAPI document.

use std::sync::LazyLock;

use serde_json::{Value, json};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{
    InfoBuilder, LicenseBuilder, OpenApiBuilder, Paths, Ref, RefOr, Required, Tag,
};

use crate::access::caller::COOKIE;
use crate::app::operations;
use crate::app::routes::endpoints;
use crate::openapi::{responses, schemas};

const TAGS: [(&str, &str); 8] = [
    ("games", "What can be played, and by which rules"),
    ("stateless", "Scores and rulings; nothing is stored"),
    ("paper", "Pads and sheets as PDF"),
    ("matches", "Matches that are stored"),
    ("keys", "Who may do what with a match"),
    ("embed", "Published matches, for websites"),
    ("club", "The club: its members and seasons"),
    ("changes", "What is changed in all matches, for programs"),
];

static TEXT: LazyLock<String> = LazyLock::new(|| {
    let text = serde_json::to_string_pretty(&openapi());
    text.map(|text| text + "\n").unwrap_or_default()
});

/// The OpenAPI 3.1 document of the service.
pub fn openapi() -> Value {
    let license = LicenseBuilder::new()
        .name(env!("CARGO_PKG_LICENSE"))
        .identifier(Some(env!("CARGO_PKG_LICENSE")));
    let info = InfoBuilder::new()
        .title("Overtrick")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(format!(
            "{}. {}\n\nThe [guide](guide) has examples. Problems are [described](../problems) by kind.",
            env!("CARGO_PKG_DESCRIPTION"),
            operations::PROMISE
        )))
        .license(Some(license.build()));
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
    let tag = |(name, about): (&str, &str)| TagBuilder::new().name(name).description(Some(about));
    let document = OpenApiBuilder::new()
        .info(info)
        .paths(paths)
        .tags(Some(TAGS.map(|one| Tag::from(tag(one)))));
    let mut document = serde_json::to_value(document.build()).unwrap_or_default();
    document["info"]["contact"] = json!({ "name": "The authors of Overtrick" });
    document["servers"] = servers("");
    // An operation without requirements of its own needs no key.
    document["security"] = json!([]);
    document["components"] = json!({
        "schemas": schemas::components(referred),
        "responses": responses::components(),
        "securitySchemes": {
            "key": { "type": "http", "scheme": "bearer", "description": "A key of the match, a key for programs, or the administrator's token" },
            "cookie": { "type": "apiKey", "in": "cookie", "name": COOKIE },
        },
    });
    document
}

/// The address of the service, relative to that of its document.
fn servers(base_path: &str) -> Value {
    let url = if base_path.is_empty() { "/" } else { base_path };
    json!([{ "url": url, "description": "The service that this document comes from" }])
}

/// The text of `openapi/openapi.json`.
pub fn text() -> &'static str {
    &TEXT
}

/// The text of the document for a service under a base path.
pub fn text_under(base_path: &str) -> String {
    if base_path.is_empty() {
        return text().to_owned();
    }
    let mut document = openapi();
    document["servers"] = servers(base_path);
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}
