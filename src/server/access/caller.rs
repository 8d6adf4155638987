//! The sender of a request and their rights: bearer keys, cookies, the administrator's token.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use subtle::ConstantTimeEq;

use crate::api_keys::known::is_program_key;
use crate::app::state::Service;
use crate::error::ServiceError;
use crate::http::problem::{Problem, ProblemKind, invalid_key, invalid_program_key};
use crate::http::request::text_of;
use crate::limits::ClientKey;
use crate::matches::request::Caller;
use crate::settings::Secret;
use overtrick_match::ledger::Match;
use overtrick_match::ledger::Role;

/// The name of the cookie that holds a match key; its path is the match's.
pub const COOKIE: &str = "overtrick";
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The role that each method of a path needs; application data of its resource.
#[derive(Debug, Clone)]
pub struct NeededRoles(pub Vec<(Method, Role)>);

/// The sender of a request: the administrator, a program with an API key, or a holder of a match key. Does
/// not check whether a match key is valid.
///
/// # Errors
/// 401 without a key or with an invalid API key; 403 with a cookie from another site.
pub fn caller_of(request: &HttpRequest, service: &Service) -> Result<Caller, Problem> {
    let Some(key) = bearer(request)? else {
        let key = cookie(request, service)?;
        return Ok(if is_admin(service, &key) {
            Caller::Role(Role::Admin)
        } else {
            Caller::Key(key)
        });
    };
    let caller = caller_everywhere(service, &key)?;
    Ok(caller.unwrap_or(Caller::Key(key)))
}

/// The sender's role over all matches: the administrator, or a program whose key has at least this scope.
///
/// # Errors
/// 401 without a key or with an invalid API key; 403 with an API key of a lesser scope or a match key.
pub fn whole_instance(
    request: &HttpRequest,
    service: &Service,
    at_least: Role,
) -> Result<Role, Problem> {
    let key = bearer(request)?.ok_or(ProblemKind::Unauthorized)?;
    let role = role_everywhere(service, &key)?;
    let role = role.filter(|role| *role >= at_least);
    role.ok_or_else(|| ProblemKind::Forbidden.into())
}

/// Whether the administrator sends a request to an endpoint that needs no key.
///
/// # Errors
/// 401 with an invalid API key.
pub fn is_operator(request: &HttpRequest, service: &Service) -> Result<bool, Problem> {
    match bearer(request) {
        Ok(Some(key)) => Ok(role_everywhere(service, &key)? == Some(Role::Admin)),
        _ => Ok(false),
    }
}

/// The client for which a request with a valid key over all matches is counted; `None` for any other.
pub fn client_key_of(request: &HttpRequest, service: &Service) -> Option<ClientKey> {
    let key = bearer(request).ok()??;
    let caller = caller_everywhere(service, &key).ok()??;
    Some(match caller {
        caller if caller.is_admin() => ClientKey::Exempt,
        Caller::Program(program) => ClientKey::Program(program.number),
        Caller::Role(_) | Caller::Key(_) => return None,
    })
}

/// The role that a bearer key has in every match; `None` for a match key.
///
/// # Errors
/// 401 with an invalid API key.
fn role_everywhere(service: &Service, key: &str) -> Result<Option<Role>, Problem> {
    Ok(match caller_everywhere(service, key)? {
        Some(Caller::Role(role)) => Some(role),
        Some(Caller::Program(program)) => Some(program.scope.role()),
        Some(Caller::Key(_)) | None => None,
    })
}

/// The caller with a bearer key; `None` for a match key.
///
/// # Errors
/// 401 with an invalid API key.
fn caller_everywhere(service: &Service, key: &str) -> Result<Option<Caller>, Problem> {
    if is_admin(service, key) {
        return Ok(Some(Caller::Role(Role::Admin)));
    }
    if !is_program_key(key) {
        return Ok(None);
    }
    let program = service.matches.program(key).map_err(invalid_program_key)?;
    Ok(Some(Caller::Program(program)))
}

/// The caller, their role in a match, which is at least the one that the endpoint declares, and the match.
///
/// # Errors
/// 401 without a valid key; 403 with a key of a lesser role or a cookie from another site; 404 if there is no
/// such match; 500 if the endpoint declares no role.
pub async fn enter(
    request: &HttpRequest,
    service: &Service,
    id: &str,
) -> Result<(Caller, Role, Arc<Match>), Problem> {
    let roles = request.app_data::<NeededRoles>();
    let mut roles = roles.into_iter().flat_map(|NeededRoles(roles)| roles);
    let needed = roles.find(|(method, _)| method == request.method());
    let (_, needed) = needed.ok_or(ProblemKind::Internal)?;
    let caller = caller_of(request, service)?;
    let (role, played) = service.matches.enter(id, &caller).await?;
    if role < *needed {
        return Err(ProblemKind::Forbidden.into());
    }
    Ok((caller, role, played))
}

/// A published match.
///
/// # Errors
/// 404 if the match is not published or does not exist, with the same answer for both.
pub async fn published(service: &Service, id: &str) -> Result<Arc<Match>, Problem> {
    match service.matches.read(id).await {
        Ok(played) if played.is_published() => Ok(played),
        Ok(_) | Err(ServiceError::NotFound | ServiceError::Expired) => Err(not_shown()),
        Err(error) => Err(error.into()),
    }
}

/// The answer for a match that is not published. Pages of other origins may read it, so that they stop
/// showing the match.
pub fn not_shown() -> Problem {
    let any = HeaderValue::from_static("*");
    let problem = Problem::new(ProblemKind::NotShown);
    problem.with_header(header::ACCESS_CONTROL_ALLOW_ORIGIN, any)
}

/// Accepts the administrator, and programs whose key has the scope `admin`.
///
/// # Errors
/// Same as [`whole_instance`].
pub fn administrator(request: &HttpRequest, service: &Service) -> Result<(), Problem> {
    whole_instance(request, service, Role::Admin).map(|_| ())
}

/// The scope of a request for changes: all matches, for the administrator or a program of at
/// least this scope; or one match, for a key of it with the role that the endpoint declares.
///
/// # Errors
/// Same as [`whole_instance`] and [`enter`]; also 404 for an expired match.
pub async fn scope(
    request: &HttpRequest,
    service: &Service,
    of: Option<&str>,
    at_least: Role,
) -> Result<Option<Arc<Match>>, Problem> {
    match of {
        None => whole_instance(request, service, at_least).map(|_| None),
        Some(id) => match enter(request, service, id).await {
            Ok((.., played)) => Ok(Some(played)),
            Err(problem) if problem.kind() == ProblemKind::Expired => {
                Err(ProblemKind::NotFound.into())
            }
            Err(problem) => Err(problem),
        },
    }
}

/// Accepts requests with the metrics token.
///
/// # Errors
/// 404 if the instance has no metrics token; 401 without the token or with another one.
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

/// Whether a key equals this token, compared in constant time.
fn is_token(token: Option<&Secret>, key: &str) -> bool {
    let token = token.map(|token| &**token).unwrap_or_default();
    !token.is_empty() && bool::from(token.as_bytes().ct_eq(key.as_bytes()))
}

/// The key in the `Authorization` header.
///
/// # Errors
/// 401 if the header is there but holds no bearer key.
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

/// Refuses requests that a page of another site makes a browser send, by `Sec-Fetch-Site` and `Origin`.
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

/// The origin of this service: its public origin if set, otherwise the request's.
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
