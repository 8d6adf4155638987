//! `/matches/{id}/embed`: whether websites may show a match.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::endpoint::{Endpoint, endpoints};
use super::parameters::{IfMatch, MatchPath};
use super::responses::{MatchAnswer, NotAcceptable, RoleErrors, VersionErrors};
use super::service::Service;
use super::{access, state};
use crate::http::problem::Problem;
use crate::http::request;
use crate::http::version::if_match;

pub fn endpoints() -> Vec<Endpoint> {
    endpoints![publish, hide]
}

/// Publish the match: every website may show its standings, at `/embed/matches/{id}`.
#[utoipa::path(put, path = "/api/v1/matches/{id}/embed", tag = "embed", operation_id = "publishMatch",
    params(MatchPath, IfMatch), security(("key" = ["direct"])), responses(
    MatchAnswer, VersionErrors, RoleErrors, NotAcceptable,
))]
async fn publish(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    set_published(&request, &service, &id, true).await
}

/// Show the match no longer to everybody.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/embed", tag = "embed", operation_id = "hideMatch",
    params(MatchPath, IfMatch), security(("key" = ["direct"])), responses(
    MatchAnswer, VersionErrors, RoleErrors, NotAcceptable,
))]
async fn hide(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    set_published(&request, &service, &id, false).await
}

async fn set_published(
    request: &HttpRequest,
    service: &Service,
    id: &str,
    published: bool,
) -> Result<HttpResponse, Problem> {
    request::accepts(request, "application/json")?;
    let language = request::language(request.headers());
    let by = access::authorize(request, service, id).await?;
    let precondition = if_match(request);
    let set = service
        .matches
        .set_published(id, &precondition, published, by);
    match set.await {
        Ok(ledger) => state::answer(&ledger, language),
        Err(error) => Err(state::too_late(service, id, error, language).await),
    }
}
