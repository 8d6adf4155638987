//! `/matches/{id}/keys/{role}` and `/matches/{id}/session`: renewing and revoking a match key, and
//! exchanging one for a cookie.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::caller;
use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::version::if_match;
use crate::http::{read, request};
use crate::matches::match_response;
use crate::openapi::parameters::{IfMatch, MatchPath, RolePath};
use crate::openapi::responses::{
    BodyErrors, Forbidden, NotAcceptable, RoleErrors, TooMany, VersionErrors,
};
use overtrick_core::form::{Field, Kind};
use overtrick_core::json::Json;
use overtrick_match::ledger::Role;

/// The fields of a request for a cookie.
pub const SESSION: &[Field] = &[Field::required("key", Kind::Text)];

/// A key of a match.
#[derive(Debug, Serialize, ToSchema)]
struct Key {
    /// The key.
    key: String,
    /// The role of the key.
    role: Role,
}

/// Replace the key of a role. The previous key stops working.
#[utoipa::path(post, path = "/api/v1/matches/{id}/keys/{role}", tag = "keys", operation_id = "renewKey",
    params(MatchPath, IfMatch, RolePath),
    security(("key" = ["direct"])), responses(
    (status = 200, description = "The new key", body = Key),
    VersionErrors, RoleErrors, NotAcceptable, TooMany,
))]
pub async fn renew(
    request: HttpRequest,
    service: Data<Service>,
    path: Path<(String, String)>,
) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    let (id, word) = path.into_inner();
    let (by, _) = caller::enter(&request, &service, &id).await?;
    let role = role_with_key(&word)?;
    count(&request, &service, by)?;
    let precondition = if_match(&request);
    let caller = caller::caller_of(&request, &service)?;
    let renewed = service.matches.renew_key(&id, &precondition, role, &caller);
    let (key, ledger) = match_response::changed(&service, &id, language, renewed.await).await?;
    Ok(match_response::tagged(StatusCode::OK, &ledger, language)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(Key { key, role }))
}

/// Revoke the key of a role until it is renewed.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/keys/{role}", tag = "keys", operation_id = "revokeKey",
    params(MatchPath, IfMatch, RolePath),
    security(("key" = ["direct"])), responses(
    (status = 204, description = "It opens nothing any more"),
    VersionErrors, RoleErrors, TooMany,
))]
pub async fn revoke(
    request: HttpRequest,
    service: Data<Service>,
    path: Path<(String, String)>,
) -> Answer {
    let (id, word) = path.into_inner();
    let (by, _) = caller::enter(&request, &service, &id).await?;
    let role = role_with_key(&word)?;
    count(&request, &service, by)?;
    let language = request::language(request.headers());
    let precondition = if_match(&request);
    let caller = caller::caller_of(&request, &service)?;
    let revoked = service
        .matches
        .revoke_key(&id, &precondition, role, &caller);
    let ledger = match_response::changed(&service, &id, language, revoked.await).await?;
    Ok(match_response::tagged(StatusCode::NO_CONTENT, &ledger, language).finish())
}

/// Counts the stored event towards the limits.
fn count(request: &HttpRequest, service: &Service, by: Role) -> Result<(), Problem> {
    if by < Role::Admin {
        service.limits.count_write(request, 0)?;
    }
    Ok(())
}

/// The role named in a path, if matches have a key for it.
///
/// # Errors
/// 404.
pub fn role_with_key(word: &str) -> Result<Role, Problem> {
    let role = Role::from_word(word).filter(|role| Role::KEYED.contains(role));
    role.ok_or_else(|| ProblemKind::NotFound.into())
}

/// The session that the cookie opens.
#[derive(Debug, Serialize, ToSchema)]
struct Session {
    /// The role of the key.
    role: Role,
}

/// Exchange a key for a cookie that is sent to this match only and that scripts cannot read.
#[utoipa::path(post, path = "/api/v1/matches/{id}/session", tag = "keys", operation_id = "openSession",
    params(MatchPath),
    request_body(content = ref("#/components/schemas/SessionRequest"), content_type = "application/json"), responses(
    (status = 200, description = "The cookie is set", body = Session),
    BodyErrors, RoleErrors,
))]
pub async fn open_session(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
    body: Body,
) -> Answer {
    request::accepts(&request, "application/json")?;
    caller::same_site(&request, &service)?;
    let order = read::object(SESSION, body.entries()?)?;
    let key = order.get("key").and_then(Json::as_text).unwrap_or_default();
    let role = service.matches.role_of(&id, key).await?;
    let role = role.ok_or(ProblemKind::Unauthorized)?;
    Ok(HttpResponse::Ok()
        .cookie(cookie(&service, &id, key))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(Session { role }))
}

/// Delete the cookie.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/session", tag = "keys", operation_id = "closeSession",
    params(MatchPath), responses(
    (status = 204, description = "The cookie is gone"),
    Forbidden,
))]
pub async fn close_session(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    caller::same_site(&request, &service)?;
    let mut cookie = cookie(&service, &id, "");
    cookie.set_max_age(Duration::ZERO);
    Ok(HttpResponse::NoContent().cookie(cookie).finish())
}

fn cookie<'a>(service: &Service, id: &str, key: &'a str) -> Cookie<'a> {
    // A semicolon would end the cookie's path, so only characters allowed in ids are kept.
    let safe: String = id
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || "-_".contains(*c))
        .collect();
    let base = &service.settings.base_path;
    Cookie::build(caller::COOKIE, key)
        .path(format!("{base}/api/v1/matches/{safe}"))
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(service.settings.is_secure())
        .finish()
}
