//! `/openapi.json`, `/docs` and `/problems`: the documentation of the service.

use actix_web::HttpResponse;
use actix_web::http::header;

use super::endpoint::Endpoint;
use super::{docs, openapi};

pub fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/problems", problems),
        Endpoint::page("/openapi.json", openapi_json),
        Endpoint::page("/docs", to_docs),
        Endpoint::page("/docs/{name:.*}", docs::file),
    ]
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
