//! Keys of a match: renewing one, taking one away, and exchanging one for a cookie.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;

use super::errors::problem;
use super::problem::{Kind, Problem};
use super::request::Body;
use super::responses::{Guarded, Sent, Versioned};
use super::version::if_match;
use super::{Service, access, read, request, state};
use crate::rules::form::{Field, Kind as Holds};
use crate::rules::json::Json;
use crate::service::{Role, ServiceError};

fn keyed(word: &str) -> Result<Role, Problem> {
    let role = Role::from_word(word).filter(|role| Role::KEYED.contains(role));
    role.ok_or_else(|| Kind::NotFound.into())
}

/// Replace the key of a role; the one before opens nothing any more.
#[utoipa::path(post, path = "/api/v1/matches/{id}/keys/{role}", tag = "keys", operation_id = "renewKey",
    params(("id" = String, Path, description = "The match"), ("role" = String, Path, description = "view, score or direct")), responses(
    (status = 200, description = "The new key", content_type = "application/json", body = ref("#/components/schemas/Key")),
    Versioned, Guarded,
    (status = 406, description = "=Problem"),
))]
pub async fn renew(
    request: HttpRequest,
    service: Data<Service>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    let (id, word) = path.into_inner();
    let by = access::caller(&request, &service, &id, Role::Direct).await?;
    let role = keyed(&word)?;
    let language = request::language(request.headers());
    let renewed = service
        .matches
        .renew_key(&id, &if_match(&request), role, by)
        .await;
    let (key, ledger) = match renewed {
        Ok(renewed) => renewed,
        Err(error) => return Err(state::too_late(&service, &id, error, language).await),
    };
    Ok(state::tagged(StatusCode::OK, &ledger, language)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(json!({ "role": role.word(), "key": key })))
}

/// Take the key of a role away, until it is renewed.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/keys/{role}", tag = "keys", operation_id = "revokeKey",
    params(("id" = String, Path, description = "The match"), ("role" = String, Path, description = "view, score or direct")), responses(
    (status = 204, description = "It opens nothing any more"),
    Versioned, Guarded,
))]
pub async fn revoke(
    request: HttpRequest,
    service: Data<Service>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, word) = path.into_inner();
    let by = access::caller(&request, &service, &id, Role::Direct).await?;
    let role = keyed(&word)?;
    let language = request::language(request.headers());
    let revoked = service
        .matches
        .revoke_key(&id, &if_match(&request), role, by)
        .await;
    match revoked {
        Ok(ledger) => Ok(state::tagged(StatusCode::NO_CONTENT, &ledger, language).finish()),
        Err(error) => Err(state::too_late(&service, &id, error, language).await),
    }
}

const SESSION: &[Field] = &[Field::required("key", Holds::Text)];

/// Exchange a key for a cookie that only this match is sent, and that no script reads.
#[utoipa::path(post, path = "/api/v1/matches/{id}/session", tag = "keys", operation_id = "openSession",
    params(("id" = String, Path, description = "The match")),
    request_body(content = ref("#/components/schemas/SessionRequest"), content_type = "application/json"), responses(
    (status = 200, description = "The cookie is set", content_type = "application/json", body = ref("#/components/schemas/Session")),
    Sent, Guarded,
))]
pub async fn open_session(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
    body: Body,
) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    access::same_site(&request, &service)?;
    let asked = read::object(SESSION, body.entries()?)?;
    let key = asked.get("key").and_then(Json::as_text).unwrap_or_default();
    let role = match service.matches.role_of(&id, key).await {
        Ok(Some(role)) => role,
        Ok(None) => return Err(Kind::Unauthorized.into()),
        Err(ServiceError::NotFound) => return Err(Kind::NotFound.into()),
        Err(error) => return Err(problem(error)),
    };
    Ok(HttpResponse::Ok()
        .cookie(session(&service, &id, key))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(json!({ "role": role.word() })))
}

/// Give the cookie back.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/session", tag = "keys", operation_id = "closeSession",
    params(("id" = String, Path, description = "The match")), responses(
    (status = 204, description = "The cookie is gone"),
    (status = 403, description = "=Problem"),
))]
pub async fn close_session(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    access::same_site(&request, &service)?;
    let mut cookie = session(&service, &id, "");
    cookie.set_max_age(Duration::ZERO);
    Ok(HttpResponse::NoContent().cookie(cookie).finish())
}

fn session<'a>(service: &Service, id: &str, key: &'a str) -> Cookie<'a> {
    // A path with other characters than an id has could say more than a path in the header.
    let safe: String = id
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || "-_".contains(*c))
        .collect();
    Cookie::build(access::COOKIE, key)
        .path(format!(
            "{}/api/v1/matches/{safe}",
            service.settings.base_path
        ))
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(service.settings.is_secure())
        .finish()
}
