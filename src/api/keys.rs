//! `/matches/{id}/keys/{role}`: renewing and revoking a key of a match.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::ToSchema;

use super::endpoint::{Endpoint, endpoints};
use super::parameters::{IfMatch, MatchPath};
use super::responses::{NotAcceptable, RoleErrors, VersionErrors};
use super::service::Service;
use super::{access, state};
use crate::http::problem::{Problem, ProblemKind};
use crate::http::request;
use crate::http::version::if_match;
use crate::service::Role;

pub fn endpoints() -> Vec<Endpoint> {
    endpoints![renew, revoke]
}

/// A key of a match.
#[derive(Debug, Serialize, ToSchema)]
struct Key {
    /// The key.
    key: String,
    /// What it opens.
    role: Role,
}

/// Replace the key of a role; the one before opens nothing any more.
#[utoipa::path(post, path = "/api/v1/matches/{id}/keys/{role}", tag = "keys", operation_id = "renewKey",
    params(MatchPath, IfMatch, ("role" = String, Path, description = "view, score or direct")),
    security(("key" = ["direct"])), responses(
    (status = 200, description = "The new key", body = Key),
    VersionErrors, RoleErrors, NotAcceptable,
))]
async fn renew(
    request: HttpRequest,
    service: Data<Service>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    let (id, word) = path.into_inner();
    let by = access::authorize(&request, &service, &id).await?;
    let role = role_with_key(&word)?;
    let language = request::language(request.headers());
    let precondition = if_match(&request);
    let renewed = service.matches.renew_key(&id, &precondition, role, by);
    let (key, ledger) = match renewed.await {
        Ok(renewed) => renewed,
        Err(error) => return Err(state::too_late(&service, &id, error, language).await),
    };
    Ok(state::tagged(StatusCode::OK, &ledger, language)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(Key { key, role }))
}

/// Take the key of a role away, until it is renewed.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/keys/{role}", tag = "keys", operation_id = "revokeKey",
    params(MatchPath, IfMatch, ("role" = String, Path, description = "view, score or direct")),
    security(("key" = ["direct"])), responses(
    (status = 204, description = "It opens nothing any more"),
    VersionErrors, RoleErrors,
))]
async fn revoke(
    request: HttpRequest,
    service: Data<Service>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, word) = path.into_inner();
    let by = access::authorize(&request, &service, &id).await?;
    let role = role_with_key(&word)?;
    let language = request::language(request.headers());
    let precondition = if_match(&request);
    let revoked = service.matches.revoke_key(&id, &precondition, role, by);
    match revoked.await {
        Ok(ledger) => Ok(state::tagged(StatusCode::NO_CONTENT, &ledger, language).finish()),
        Err(error) => Err(state::too_late(&service, &id, error, language).await),
    }
}

/// The role of a path, if a match has a key for it.
fn role_with_key(word: &str) -> Result<Role, Problem> {
    let role = Role::from_word(word).filter(|role| Role::KEYED.contains(role));
    role.ok_or_else(|| ProblemKind::NotFound.into())
}
