//! Who sends a request, and whether they may: bearer keys, cookies, the administrator's token.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use subtle::ConstantTimeEq;

use super::service::Service;
use crate::http::problem::{Problem, ProblemKind, invalid_key};
use crate::http::request::text_of;
use crate::ledger::Ledger;
use crate::service::{Caller, Role, ServiceError};

/// The name of the cookie that holds the key of a match; its path is the match's.
pub const COOKIE: &str = "overtrick";
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The role that each method of a path needs: application data of its resource.
#[derive(Debug, Clone)]
pub struct NeededRoles(pub Vec<(Method, Role)>);

/// Who sends a request: the administrator, or whoever has its key. Whether the key is valid is not
/// checked.
///
/// # Errors
/// 401 without a key, 403 with a cookie from another site.
pub fn caller_of(request: &HttpRequest, service: &Service) -> Result<Caller, Problem> {
    let key = match bearer(request)? {
        Some(key) => key,
        None => cookie(request, service)?,
    };
    Ok(if is_admin(service, &key) {
        Caller::Role(Role::Admin)
    } else {
        Caller::Key(key)
    })
}

/// The role of the caller in a match, at least the one that the endpoint declares, and the match.
///
/// # Errors
/// 401 without a valid key, 403 with one of a lesser role or with a cookie from another site, 404 if
/// there is no such match; 500, if the endpoint declares no role.
pub async fn enter(
    request: &HttpRequest,
    service: &Service,
    id: &str,
) -> Result<(Role, Arc<Ledger>), Problem> {
    let roles = request.app_data::<NeededRoles>();
    let mut roles = roles.into_iter().flat_map(|NeededRoles(roles)| roles);
    let needed = roles.find(|(method, _)| method == request.method());
    let (_, needed) = needed.ok_or(ProblemKind::Internal)?;
    let caller = caller_of(request, service)?;
    let (role, ledger) = service.matches.enter(id, &caller).await?;
    if role < *needed {
        return Err(ProblemKind::Forbidden.into());
    }
    Ok((role, ledger))
}

/// A match that its director has published.
///
/// # Errors
/// 404: it is not published or does not exist; the answer is the same.
pub async fn published(service: &Service, id: &str) -> Result<Arc<Ledger>, Problem> {
    match service.matches.read(id).await {
        Ok(ledger) if ledger.is_published() => Ok(ledger),
        // A page of another origin must see that it is so, to stop showing it.
        Ok(_) | Err(ServiceError::NotFound | ServiceError::Expired) => {
            let any = HeaderValue::from_static("*");
            let problem = Problem::new(ProblemKind::NotShown);
            Err(problem.with_header(header::ACCESS_CONTROL_ALLOW_ORIGIN, any))
        }
        Err(error) => Err(error.into()),
    }
}

/// Lets the administrator pass; an instance without a token has none.
///
/// # Errors
/// 401 without a key, 403 with another.
pub fn administrator(request: &HttpRequest, service: &Service) -> Result<(), Problem> {
    match bearer(request)? {
        Some(key) if is_admin(service, &key) => Ok(()),
        Some(_) => Err(ProblemKind::Forbidden.into()),
        None => Err(ProblemKind::Unauthorized.into()),
    }
}

/// Lets pass who has the token of the metrics.
///
/// # Errors
/// 404: the instance has no such token; 401 without it or with another.
pub fn metrics_reader(request: &HttpRequest, service: &Service) -> Result<(), Problem> {
    if service.settings.metrics_token.is_none() {
        return Err(ProblemKind::NotFound.into());
    }
    let key = bearer(request)?.ok_or(ProblemKind::Unauthorized)?;
    let is_reader = is_token(service.settings.metrics_token.as_ref(), &key);
    is_reader.then_some(()).ok_or_else(invalid_key)
}

fn is_admin(service: &Service, key: &str) -> bool {
    is_token(service.settings.admin_token.as_ref(), key)
}

/// Whether a key is this token, in a time that does not depend on where they differ.
fn is_token(token: Option<&String>, key: &str) -> bool {
    let token = token.map(String::as_str).unwrap_or_default();
    !token.is_empty() && bool::from(token.as_bytes().ct_eq(key.as_bytes()))
}

/// The key in the `Authorization` header.
///
/// # Errors
/// 401: the header is there, but holds no bearer key.
pub fn bearer(request: &HttpRequest) -> Result<Option<String>, Problem> {
    if !request.headers().contains_key(header::AUTHORIZATION) {
        return Ok(None);
    }
    let text = text_of(request.headers(), &header::AUTHORIZATION).unwrap_or_default();
    match text.split_once(' ') {
        Some((scheme, key)) if scheme.eq_ignore_ascii_case("bearer") && !key.trim().is_empty() => {
            Ok(Some(key.trim().to_owned()))
        }
        _ => Err(invalid_key()),
    }
}

fn cookie(request: &HttpRequest, service: &Service) -> Result<String, Problem> {
    let cookie = request.cookie(COOKIE).ok_or(ProblemKind::Unauthorized)?;
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        same_site(request, service)?;
    }
    Ok(cookie.value().to_owned())
}

/// Refuses what a page of another site makes a browser send, by `Sec-Fetch-Site` and `Origin`.
///
/// # Errors
/// 403.
pub fn same_site(request: &HttpRequest, service: &Service) -> Result<(), Problem> {
    let headers = request.headers();
    let fetch_site = text_of(headers, &FETCH_SITE);
    let origin = text_of(headers, &header::ORIGIN);
    let own = match (fetch_site.as_deref(), origin.as_deref()) {
        (Some(site), _) => site == "same-origin",
        (None, Some(origin)) => own_origin(request, service) == origin,
        (None, None) => false,
    };
    own.then_some(()).ok_or(ProblemKind::CrossSite.into())
}

/// The origin of this service: the public one, or the one of the request.
fn own_origin(request: &HttpRequest, service: &Service) -> String {
    if let Some(url) = &service.settings.public_url {
        return origin_of(url);
    }
    let host = text_of(request.headers(), &header::HOST).unwrap_or_default();
    let scheme = if service.settings.is_secure() {
        "https"
    } else {
        "http"
    };
    format!("{scheme}://{host}")
}

/// Scheme, host and port of a URL.
fn origin_of(url: &str) -> String {
    url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_has_no_path() {
        assert_eq!(
            origin_of("https://club.example:8443/cards/x"),
            "https://club.example:8443"
        );
        assert_eq!(origin_of("https://club.example"), "https://club.example");
    }
}
