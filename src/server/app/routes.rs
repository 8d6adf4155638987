//! Every route of the service.

use actix_cors::Cors;
use actix_web::http::header::{self, HeaderName};
use actix_web::web::ServiceConfig;

use crate::app::endpoints::endpoints;
use crate::assets::endpoints as page;
use crate::http::problem::{Problem, ProblemKind};
use crate::openapi::endpoint::register;
use crate::openapi::endpoints as documentation;
use crate::publish::{crawlers, embed, match_endpoints};
use crate::rules::{page_endpoints, verify_endpoint};
use crate::settings::Settings;

/// Registers every route of the service.
pub fn routes(config: &mut ServiceConfig) {
    register(endpoints(), config);
    register(embed::pages(), config);
    register(match_endpoints::pages(), config);
    register(crawlers::pages(), config);
    register(page_endpoints::pages(), config);
    register(verify_endpoint::pages(), config);
    register(documentation::endpoints(), config);
    register(page::endpoints(), config);
}

/// The handler for unknown paths.
pub async fn not_found() -> Result<&'static str, Problem> {
    Err(ProblemKind::NotFound.into())
}

/// The origins whose pages may call the service, and the methods and headers they may use.
pub fn cors(settings: &Settings) -> Cors {
    let any = settings.allowed_origins.iter().any(|origin| origin == "*");
    let cors = if any {
        Cors::default().allow_any_origin().send_wildcard()
    } else {
        let allow = |cors: Cors, origin: &String| cors.allowed_origin(origin);
        settings.allowed_origins.iter().fold(Cors::default(), allow)
    };
    cors.allowed_methods(["GET", "HEAD", "POST", "PUT", "DELETE"])
        .allowed_headers([
            header::ACCEPT,
            header::ACCEPT_LANGUAGE,
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::IF_MATCH,
            header::IF_NONE_MATCH,
            HeaderName::from_static("idempotency-key"),
            HeaderName::from_static("overtrick-client"),
            HeaderName::from_static("last-event-id"),
            HeaderName::from_static("traceparent"),
            HeaderName::from_static("prefer"),
        ])
        .expose_headers([
            "etag",
            "idempotency-replayed",
            "location",
            "missing-characters",
            crate::matches::match_response::HEAD,
            "preference-applied",
            "retry-after",
            "x-request-id",
        ])
        .max_age(3600)
}
