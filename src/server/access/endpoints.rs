//! `/matches/{id}/keys/{role}` and `/matches/{id}/session`: renewing and revoking a match key, and
//! exchanging one for a cookie.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::caller::COOKIE;
use crate::access::caller::{Entered, OfSameSite};
use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::request::ClientLanguage;
use crate::http::version::IfMatch;
use crate::matches::match_response;
use crate::openapi::parameters::{MatchPath, RolePath};
use crate::openapi::responses::{BodyErrors, Forbidden, RoleErrors, TooMany, VersionErrors};
use overtrick_match::ledger::Role;

/// A request for a cookie.
#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SessionRequest {
    /// The key that the cookie holds
    #[validate(required)]
    key: Option<String>,
}

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
    params(Entered, IfMatch, RolePath),
    security(("key" = ["direct"])), responses(
    (status = 200, description = "The new key", body = Key),
    VersionErrors, RoleErrors, TooMany,
))]
pub async fn renew(
    ClientLanguage(language): ClientLanguage,
    IfMatch(precondition): IfMatch,
    entered: Entered,
    service: Data<Service>,
    path: Path<(String, String)>,
) -> Answer {
    let role = role_with_key(&path.1)?;
    entered.check_write(0)?;
    let Entered { id, caller, .. } = entered;
    let renewed = service.matches.renew_key(&id, &precondition, role, &caller);
    let (key, played) = match_response::changed(&service, &id, language, renewed.await).await?;
    Ok(match_response::tagged(StatusCode::OK, &played, language)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(Key { key, role }))
}

/// Revoke the key of a role until it is renewed.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/keys/{role}", tag = "keys", operation_id = "revokeKey",
    params(Entered, IfMatch, RolePath),
    security(("key" = ["direct"])), responses(
    (status = 204, description = "It opens nothing any more"),
    VersionErrors, RoleErrors, TooMany,
))]
pub async fn revoke(
    ClientLanguage(language): ClientLanguage,
    IfMatch(precondition): IfMatch,
    entered: Entered,
    service: Data<Service>,
    path: Path<(String, String)>,
) -> Answer {
    let role = role_with_key(&path.1)?;
    entered.check_write(0)?;
    let Entered { id, caller, .. } = entered;
    let matches = &service.matches;
    let revoked = matches.revoke_key(&id, &precondition, role, &caller);
    let played = match_response::changed(&service, &id, language, revoked.await).await?;
    Ok(match_response::tagged(StatusCode::NO_CONTENT, &played, language).finish())
}

/// The role of a path, if a match has a key for it.
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
#[utoipa::path(post, path = "/api/v1/matches/{id}/session", tag = "internal", operation_id = "openSession",
    params(MatchPath),
    request_body = SessionRequest, responses(
    (status = 200, description = "The cookie is set", body = Session),
    BodyErrors, RoleErrors,
))]
pub async fn open_session(
    body: Body,
    OfSameSite(()): OfSameSite,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    let SessionRequest { key } = body.read()?;
    let key = key.unwrap_or_default();
    let role = service.matches.role_of(&id, &key).await?;
    let role = role.ok_or(ProblemKind::Unauthorized)?;
    Ok(HttpResponse::Ok()
        .insert_header((header::SET_COOKIE, cookie(&service, &id, &key)))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(Session { role }))
}

/// Delete the cookie.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/session", tag = "internal", operation_id = "closeSession",
    params(MatchPath), responses(
    (status = 204, description = "The cookie is gone"),
    Forbidden,
))]
pub async fn close_session(
    OfSameSite(()): OfSameSite,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    let cookie = cookie(&service, &id, "") + "; Max-Age=0";
    Ok(HttpResponse::NoContent()
        .insert_header((header::SET_COOKIE, cookie))
        .finish())
}

/// The cookie of a match with this key.
fn cookie(service: &Service, id: &str, key: &str) -> String {
    // A semicolon would end the cookie's path, so only characters allowed in ids are kept.
    let safe: String = id
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || "-_".contains(*c))
        .collect();
    let base = &service.settings.base_path;
    let secure = if service.settings.is_secure() {
        "; Secure"
    } else {
        ""
    };
    format!("{COOKIE}={key}; HttpOnly; SameSite=Strict{secure}; Path={base}/api/v1/matches/{safe}")
}
