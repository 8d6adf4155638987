//! `/healthz`, `/readyz` and `/metrics`, for operators.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;

use crate::access::caller;
use crate::app::metrics::of_store;
use crate::app::state::Service;
use crate::http::answer::Answer;

/// The health of the service.
#[derive(Debug, Serialize)]
struct Health {
    status: HealthStatus,
}

/// An unhealthy service answers with a problem instead.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum HealthStatus {
    Ok,
}

const OK: Health = Health {
    status: HealthStatus::Ok,
};

/// Check whether the process answers.
#[utoipa::path(get, path = "/healthz", tag = "internal", operation_id = "health")]
pub async fn healthz() -> HttpResponse {
    HttpResponse::Ok().json(OK)
}

/// Check whether matches can be read and stored.
#[utoipa::path(get, path = "/readyz", tag = "internal", operation_id = "ready")]
pub async fn readyz(service: Data<Service>) -> Answer {
    service.matches.health().await?;
    Ok(HttpResponse::Ok().json(OK))
}

/// Counts and durations for Prometheus, if the instance has a metrics token.
#[utoipa::path(get, path = "/metrics", tag = "internal", operation_id = "metrics")]
pub async fn metrics(request: HttpRequest, service: Data<Service>) -> Answer {
    caller::metrics_reader(&request, &service)?;
    Ok(counted(service).await)
}

/// The same metrics without a token, at their own address.
pub async fn counted(service: Data<Service>) -> HttpResponse {
    let figures = service.matches.figures().await;
    if let Err(error) = &figures {
        service.log_trouble("metrics", error);
    }
    let stored = of_store(figures.ok(), service.matches.queued());
    let mut text = service.metrics.text(service.limits.connections()) + &stored;
    text += &service.webhooks.metrics(service.matches.clock().now());
    HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .body(text)
}
