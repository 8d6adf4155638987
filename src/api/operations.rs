//! `/healthz`, `/readyz` and `/metrics`: for the people who run the service.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::ToSchema;

use super::access;
use super::responses::{NotFound, NotReady, Unauthorized};
use super::service::Service;
use crate::http::answer::Answer;

/// The health of the service.
#[derive(Debug, Serialize, ToSchema)]
struct Health {
    status: HealthStatus,
}

/// A service that is not well answers with a problem.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum HealthStatus {
    Ok,
}

const OK: Health = Health {
    status: HealthStatus::Ok,
};

/// Whether the process answers.
#[utoipa::path(get, path = "/healthz", tag = "operations", operation_id = "health", responses(
    (status = 200, description = "It does", body = Health),
))]
pub async fn healthz() -> HttpResponse {
    HttpResponse::Ok().json(OK)
}

/// Whether matches can be read and kept.
#[utoipa::path(get, path = "/readyz", tag = "operations", operation_id = "ready", responses(
    (status = 200, description = "They can", body = Health), NotReady,
))]
pub async fn readyz(service: Data<Service>) -> Answer {
    match service.matches.health().await {
        Ok(()) => Ok(HttpResponse::Ok().json(OK)),
        Err(error) => {
            tracing::warn!(?error, "the store is not ready");
            Err(error.into())
        }
    }
}

/// Counts and durations for Prometheus, if the instance has a token for them.
#[utoipa::path(get, path = "/metrics", tag = "operations", operation_id = "metrics",
    security(("metrics" = [])), responses(
    (status = 200, description = "Prometheus text", content_type = "text/plain", body = String),
    Unauthorized, NotFound,
))]
pub async fn metrics(request: HttpRequest, service: Data<Service>) -> Answer {
    access::metrics_reader(&request, &service)?;
    Ok(counted(service).await)
}

/// The same at an address of its own, to whoever reaches it.
pub async fn counted(service: Data<Service>) -> HttpResponse {
    let waiting = service.matches.webhook_store().waiting().await;
    let sent = service.sender.counts.text(waiting.unwrap_or(0));
    HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .body(service.metrics.text(service.connections.count()) + &sent)
}
