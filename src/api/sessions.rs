//! `/matches/{id}/session`: a key of a match in exchange for a cookie.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::ToSchema;

use super::access;
use super::endpoint::{Endpoint, endpoints};
use super::parameters::MatchPath;
use super::responses::{BodyErrors, Forbidden, RoleErrors};
use super::service::Service;
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::{read, request};
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::service::Role;

pub fn endpoints() -> Vec<Endpoint> {
    endpoints![open, close]
}

/// The fields of a request.
pub const SESSION: &[Field] = &[Field::required("key", Kind::Text)];

/// What the cookie opens.
#[derive(Debug, Serialize, ToSchema)]
struct Session {
    /// The role of the key.
    role: Role,
}

/// Exchange a key for a cookie that only this match is sent, and that no script reads.
#[utoipa::path(post, path = "/api/v1/matches/{id}/session", tag = "keys", operation_id = "openSession",
    params(MatchPath),
    request_body(content = ref("#/components/schemas/SessionRequest"), content_type = "application/json"), responses(
    (status = 200, description = "The cookie is set", body = Session),
    BodyErrors, RoleErrors,
))]
async fn open(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
    body: Body,
) -> Result<HttpResponse, Problem> {
    request::accepts(&request, "application/json")?;
    access::same_site(&request, &service)?;
    let order = read::object(SESSION, body.entries()?)?;
    let key = order.get("key").and_then(Json::as_text).unwrap_or_default();
    let role = service.matches.role_of(&id, key).await?;
    let role = role.ok_or(ProblemKind::Unauthorized)?;
    Ok(HttpResponse::Ok()
        .cookie(cookie(&service, &id, key))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(Session { role }))
}

/// Give the cookie back.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/session", tag = "keys", operation_id = "closeSession",
    params(MatchPath), responses(
    (status = 204, description = "The cookie is gone"),
    Forbidden,
))]
async fn close(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    access::same_site(&request, &service)?;
    let mut cookie = cookie(&service, &id, "");
    cookie.set_max_age(Duration::ZERO);
    Ok(HttpResponse::NoContent().cookie(cookie).finish())
}

fn cookie<'a>(service: &Service, id: &str, key: &'a str) -> Cookie<'a> {
    // The path of a cookie ends at a semicolon: only characters that an id may have come into it.
    let safe: String = id
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || "-_".contains(*c))
        .collect();
    let base = &service.settings.base_path;
    Cookie::build(access::COOKIE, key)
        .path(format!("{base}/api/v1/matches/{safe}"))
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(service.settings.is_secure())
        .finish()
}
