//! `/openapi.json`, `/docs` and `/problems`: the documentation of the service.

use actix_web::HttpResponse;
use actix_web::http::header;
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::endpoint::Endpoint;
use super::openapi;

pub fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/problems", problems),
        Endpoint::page("/openapi.json", openapi_json),
        Endpoint::page("/docs", to_docs),
    ]
}

/// The pages under `/docs/`, which load nothing from elsewhere.
pub fn swagger_ui() -> SwaggerUi {
    let config = Config::new(["../openapi.json"])
        .validator_url("none")
        .use_base_layout();
    SwaggerUi::new("/docs/{_:.*}").config(config)
}

/// What each kind of problem means, as Markdown.
async fn problems() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/markdown; charset=utf-8")
        .body(include_str!("../../openapi/problems.md"))
}

/// The OpenAPI document.
async fn openapi_json() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .body(openapi::text())
}

/// The address of the documentation without the slash at its end.
async fn to_docs() -> HttpResponse {
    HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, "docs/"))
        .finish()
}
