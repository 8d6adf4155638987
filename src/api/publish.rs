//! `/matches/{id}/embed`: the director's switch that lets websites show a match.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::problem::Problem;
use super::responses::{Guarded, Versioned};
use super::version::if_match;
use super::{Service, access, request, state};
use crate::service::Role;

/// Publish the match: every website may show its standings, at `/embed/matches/{id}`.
#[utoipa::path(put, path = "/api/v1/matches/{id}/embed", tag = "embed", operation_id = "publishMatch",
    params(("id" = String, Path, description = "The match")), responses(
    (status = 200, description = "=State"),
    Versioned, Guarded,
    (status = 406, description = "=Problem"),
))]
pub async fn publish(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    set(&request, &service, &id, true).await
}

/// Show the match no longer to everybody.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/embed", tag = "embed", operation_id = "hideMatch",
    params(("id" = String, Path, description = "The match")), responses(
    (status = 200, description = "=State"),
    Versioned, Guarded,
    (status = 406, description = "=Problem"),
))]
pub async fn hide(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    set(&request, &service, &id, false).await
}

async fn set(
    request: &HttpRequest,
    service: &Service,
    id: &str,
    published: bool,
) -> Result<HttpResponse, Problem> {
    request::accepts(request, "application/json")?;
    let language = request::language(request.headers());
    let by = access::caller(request, service, id, Role::Direct).await?;
    let set = service
        .matches
        .set_published(id, &if_match(request), published, by)
        .await;
    match set {
        Ok(ledger) => state::answer(&ledger, language),
        Err(error) => Err(state::too_late(service, id, error, language).await),
    }
}
