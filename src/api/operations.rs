//! What the people who run the service request: is it alive, is it ready, what has it done.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde_json::json;

use super::Service;
use super::problem::{Kind, Problem};

/// Whether the process answers.
#[utoipa::path(get, path = "/healthz", tag = "operations", operation_id = "health", responses(
    (status = 200, description = "It does", content_type = "application/json", body = ref("#/components/schemas/Health")),
))]
pub async fn healthz() -> HttpResponse {
    HttpResponse::Ok().json(json!({ "status": "ok" }))
}

/// Whether matches can be read and kept.
#[utoipa::path(get, path = "/readyz", tag = "operations", operation_id = "ready", responses(
    (status = 200, description = "They can", content_type = "application/json", body = ref("#/components/schemas/Health")),
))]
pub async fn readyz(service: Data<Service>) -> Result<HttpResponse, Problem> {
    match service.matches.health().await {
        Ok(()) => Ok(HttpResponse::Ok().json(json!({ "status": "ok" }))),
        Err(error) => {
            tracing::warn!(?error, "the store is not ready");
            Err(Kind::Unavailable.into())
        }
    }
}

/// Counts and durations for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operations", operation_id = "metrics", responses(
    (status = 200, description = "Prometheus text", content_type = "text/plain", body = String),
))]
pub async fn metrics(service: Data<Service>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .body(service.metrics.text())
}

/// What each kind of problem means, as Markdown.
pub async fn problems() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/markdown; charset=utf-8")
        .body(include_str!("../../openapi/problems.md"))
}
