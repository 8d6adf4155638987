//! The caller of a request and their rights: bearer keys, cookies and the administrator's token.

use std::pin::Pin;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::header::HeaderName;
use actix_web::http::{Method, header};
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use subtle::ConstantTimeEq;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use crate::access::match_keys::EARLY_GENERATIONS;
use crate::access::program_keys::{Program, is_program_key};
use crate::app::state::Service;
use crate::club::names::ShownMatch;
use crate::error::ServiceError;
use crate::http::{
    Problem, ProblemKind, extractors, invalid_key, invalid_program_key, text_of, visible_text,
};
use crate::limits::ClientKey;
use crate::openapi::{MatchPath, visible_header};
use crate::publish::home;
use crate::settings::Secret;
use overtrick_core::{Finding, args};
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Match, MatchId, Role};

/// The name of the cookie that holds a match key. The cookie's path is the path of the match.
pub const COOKIE: &str = "overtrick";
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The roles that the methods of a path require. They are stored in the application data of the path's resource.
#[derive(Debug, Clone)]
pub struct NeededRoles(pub Vec<(Method, Role)>);

/// The caller of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// A caller with this match key, which is not checked yet.
    Key(String),
    /// A program with an API key.
    Program(Program),
    /// A caller with a fixed role: the administrator or a command.
    Role(Role),
}

impl Caller {
    /// Returns the caller's role in every match, or `None` if the caller has a match key.
    pub fn role_everywhere(&self) -> Option<Role> {
        match self {
            Caller::Role(role) => Some(*role),
            Caller::Program(program) => Some(program.scope.role()),
            Caller::Key(_) => None,
        }
    }

    /// Whether the caller is the administrator, or a program with the same rights.
    pub fn is_admin(&self) -> bool {
        self.role_everywhere() == Some(Role::Admin)
    }

    /// Whether the caller is the administrator or a program that may write. Such callers may set any external id.
    pub fn is_program(&self) -> bool {
        match self {
            Caller::Program(program) => program.scope.role() >= Role::Score,
            caller => caller.is_admin(),
        }
    }

    /// Returns the scope of the caller's idempotency keys. All callers with match keys have the same scope.
    pub(crate) fn scope(&self) -> String {
        match self {
            Caller::Key(_) => "key".to_owned(),
            Caller::Program(program) => format!("program/{:016x}", program.number),
            Caller::Role(role) => role.word().to_owned(),
        }
    }
}

/// Returns the caller of a request: the administrator, a program with an API key, or anyone with a match
/// key. A match key is not checked here.
///
/// # Errors
/// 401 without a key or with an invalid API key; 403 with a cookie from another site.
pub fn caller_of(request: &HttpRequest, service: &Service) -> Result<Caller, Problem> {
    if let Some(key) = bearer(request)? {
        return caller_with(service, key);
    }
    let key = cookie(request, service)?;
    // API keys are accepted only as bearer keys, not in cookies.
    if is_token(service.settings.admin_token.as_ref(), &key) {
        return Ok(Caller::Role(Role::Admin));
    }
    Ok(Caller::Key(key))
}

/// Returns the caller who sent this key.
///
/// # Errors
/// 401 with an invalid API key.
fn caller_with(service: &Service, key: String) -> Result<Caller, Problem> {
    if is_token(service.settings.admin_token.as_ref(), &key) {
        return Ok(Caller::Role(Role::Admin));
    }
    if !is_program_key(&key) {
        return Ok(Caller::Key(key));
    }
    let program = service.matches.program(&key).map_err(invalid_program_key)?;
    Ok(Caller::Program(program))
}

/// Returns the role of a key in every match, or `None` for a match key or an invalid API key.
pub fn role_everywhere(service: &Service, key: &str) -> Option<Role> {
    let caller = caller_with(service, key.to_owned()).ok()?;
    caller.role_everywhere()
}

/// Returns the caller if they have at least this role in all matches: the administrator or a program.
///
/// # Errors
/// 401 without a key or with an invalid API key; 403 with an API key of a lesser scope or a match key.
pub fn whole_instance(
    request: &HttpRequest,
    service: &Service,
    at_least: Role,
) -> Result<Caller, Problem> {
    let caller = caller_of(request, service)?;
    if caller.role_everywhere() < Some(at_least) {
        return Err(ProblemKind::Forbidden.into());
    }
    Ok(caller)
}

/// Returns the caller at an endpoint that needs no key, or `None` if the request has no bearer key.
///
/// # Errors
/// 401 with an invalid API key.
fn presented(request: &HttpRequest, service: &Service) -> Result<Option<Caller>, Problem> {
    match bearer(request) {
        Ok(Some(_)) => caller_of(request, service).map(Some),
        _ => Ok(None),
    }
}

/// Returns the client whose limits apply to a request: a program, or everyone with a key to the match in
/// the path, because several tables may share one address. `None` if the limits of the address apply.
pub fn client_key_of(request: &HttpRequest, service: &Service) -> Option<ClientKey> {
    if !service.limits.is_on {
        return Some(ClientKey::Exempt);
    }
    match caller_of(request, service).ok()? {
        caller if caller.is_admin() => Some(ClientKey::Exempt),
        Caller::Program(program) => Some(ClientKey::Program(program.number)),
        Caller::Key(key) => {
            let path = request.path().strip_prefix(&service.settings.base_path)?;
            let rest = path.strip_prefix("/api/v1/matches/")?;
            let id = MatchId::read(rest.split('/').next()?)?;
            let is_key = service.matches.was_key(&id, &key, |_| EARLY_GENERATIONS);
            is_key.then_some(ClientKey::Match(id))
        }
        Caller::Role(_) => None,
    }
}

/// Returns the caller, their role in a match, and the match. Checks that the role is sufficient for the endpoint.
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

/// Returns a published match with the names that are public.
///
/// # Errors
/// 404 if the match is not published or does not exist, with the same answer for both.
pub async fn published(
    service: &Service,
    id: &str,
    language: &'static Language,
) -> Result<ShownMatch, Problem> {
    match service.matches.read(id).await {
        Ok(played) if played.published_part().is_some() => Ok(service
            .club
            .shown(&service.matches, played, language)
            .await?),
        Ok(_) | Err(ServiceError::NotFound) => Err(ProblemKind::NotShown.into()),
        Err(error) => Err(error.into()),
    }
}

/// Checks access to a list of changes. Returns the match if `of` names one; `None` stands for all matches,
/// which only the administrator or a program may read.
///
/// # Errors
/// Same as [`whole_instance`] and [`enter`].
pub async fn scope(
    request: &HttpRequest,
    service: &Service,
    of: Option<&str>,
) -> Result<Option<Arc<Match>>, Problem> {
    match of {
        None => whole_instance(request, service, Role::View).map(|_| None),
        Some(id) => Ok(Some(enter(request, service, id).await?.2)),
    }
}

/// Checks that a request has the metrics token.
///
/// # Errors
/// 404 if the instance has no metrics token; 401 if the token is missing or wrong.
pub fn metrics_reader(request: &HttpRequest, service: &Service) -> Result<(), Problem> {
    if service.settings.metrics_token.is_none() {
        return Err(ProblemKind::NotFound.into());
    }
    let key = bearer(request)?.ok_or(ProblemKind::Unauthorized)?;
    let is_reader = is_token(service.settings.metrics_token.as_ref(), &key);
    is_reader.then_some(()).ok_or_else(invalid_key)
}

/// Whether a key equals this token. Compares in constant time.
fn is_token(token: Option<&Secret>, key: &str) -> bool {
    let token = token.map(|token| &**token).unwrap_or_default();
    !token.is_empty() && bool::from(token.as_bytes().ct_eq(key.as_bytes()))
}

/// Returns the key in the `Authorization` header, if the request has this header.
///
/// # Errors
/// 401 if the header does not contain a bearer key.
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

/// Returns the key in the cookie.
///
/// # Errors
/// 401 without a cookie; 403 if the request is not GET or HEAD and comes from another site.
pub fn cookie(request: &HttpRequest, service: &Service) -> Result<String, Problem> {
    let sent = request.headers().get_all(header::COOKIE);
    let mut cookies = sent
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'));
    let key = cookies.find_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='));
    let key = key.ok_or(ProblemKind::Unauthorized)?;
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        same_site(request, service)?;
    }
    Ok(key.to_owned())
}

/// Refuses cross-site requests, which it detects by the headers `Sec-Fetch-Site` and `Origin`.
///
/// # Errors
/// 403.
fn same_site(request: &HttpRequest, service: &Service) -> Result<(), Problem> {
    let headers = request.headers();
    let fetch_site = text_of(headers, &FETCH_SITE);
    let origin = text_of(headers, &header::ORIGIN);
    let own = match (fetch_site.as_deref(), origin.as_deref()) {
        (Some(site), _) => site == "same-origin",
        (None, Some(origin)) => origin_of(&home(request, service)) == origin,
        (None, None) => false,
    };
    own.then_some(()).ok_or(ProblemKind::CrossSite.into())
}

/// Returns the scheme, host and port of a URL.
fn origin_of(url: &str) -> String {
    url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/")
}

/// Returns the service that handles a request.
///
/// # Errors
/// 500 if the application has no service.
pub fn service_of(request: &HttpRequest) -> Result<Data<Service>, Problem> {
    let service = request.app_data::<Data<Service>>();
    service.cloned().ok_or_else(|| ProblemKind::Internal.into())
}

/// Defines extractors. Each gets its value by calling a function with the request and the service.
macro_rules! callers {
    ($($(#[$doc:meta])* $name:ident($value:ty) = $read:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name(pub $value);

        extractors! {
            $name = |request| $read(request, &*service_of(request)?).map($name);
        }
    )+};
}

callers! {
    /// The administrator or a program with the scope `admin`. Other callers are refused.
    Administrator(()) = |request, service| whole_instance(request, service, Role::Admin).map(drop);
    /// The administrator or any program, who may read all matches. Other callers are refused.
    ReadsAll(()) = |request, service| whole_instance(request, service, Role::View).map(drop);
    /// A request from a page of this site. Requests from other sites are refused with 403.
    SameSite(()) = same_site;
    /// The caller at an endpoint that needs no key, or `None` if the request has no bearer key.
    Presented(Option<Caller>) = presented;
    /// The secret in the header `Overtrick-Client`, if the request has one.
    ClientSecret(Option<Secret>) = |request, _: &Service| client_secret(request);
}

/// The match in the path, for a caller with at least the role that the endpoint declares.
///
/// Put it after all other extractors that can refuse a request, because it reads the store.
#[derive(Debug)]
pub struct Entered {
    /// The id of the match, from the path.
    pub id: String,
    /// The role of the caller in the match.
    pub role: Role,
    /// The match.
    pub played: Arc<Match>,
    /// The caller.
    pub caller: Caller,
    /// The service that handles the request.
    pub service: Data<Service>,
    request: HttpRequest,
}

impl Entered {
    /// Counts a write of this many bytes toward the caller's limits.
    ///
    /// # Errors
    /// 429, with the time to wait.
    pub fn check_write(&self, bytes: usize) -> Result<(), Problem> {
        self.service.limits.check_write(&self.request, bytes)
    }
}

impl FromRequest for Entered {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Entered, Problem>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let service = service_of(&request)?;
            let id = request
                .match_info()
                .get("id")
                .unwrap_or_default()
                .to_owned();
            let (caller, role, played) = enter(&request, &service, &id).await?;
            Ok(Entered {
                id,
                role,
                played,
                caller,
                service,
                request,
            })
        })
    }
}

impl IntoParams for Entered {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        MatchPath::into_params(place)
    }
}

const CLIENT: HeaderName = HeaderName::from_static("overtrick-client");
/// The minimum length of a secret: 22 random base64 characters hold 128 bits.
const MIN_SECRET: usize = 22;
const MAX_SECRET: usize = 255;

/// # Errors
/// 400 if the secret has fewer than 22 or more than 255 characters, or characters that are not visible.
fn client_secret(request: &HttpRequest) -> Result<Option<Secret>, Problem> {
    let secret = visible_text(request, &CLIENT, MIN_SECRET..=MAX_SECRET);
    let secret = secret.map_err(|secret| {
        let length = secret.chars().count();
        let args = args![length: length, least: MIN_SECRET, most: MAX_SECRET];
        Problem::bad_request(Finding::shape("client-form", "/Overtrick-Client", args))
    });
    Ok(secret?.map(Secret::from))
}

impl ClientSecret {
    /// The secret.
    pub fn secret(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// Whether the secret proves that this client opened a match.
    pub fn opened(&self, played: &Match) -> bool {
        let secret = self.secret();
        secret.is_some_and(|secret| played.is_opened_by(secret))
    }

    /// Returns the scope of the idempotency keys when this client opens a match: the administrator, a
    /// program, or the client with this secret. `None` if the client is none of these.
    pub fn scope(&self, caller: Option<&Caller>) -> Option<String> {
        match caller {
            Some(Caller::Key(_)) | None => self.secret().map(|secret| format!("client/{secret}")),
            Some(caller) => Some(caller.scope()),
        }
    }
}

impl IntoParams for ClientSecret {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let about = "A secret that the client draws at random and keeps; the log stores only a digest of it. A client without a key uses it to prove that it opened a match; only then are keys returned again";
        visible_header("Overtrick-Client", about, MIN_SECRET..=MAX_SECRET)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn an_origin_has_no_path() {
        assert_eq!(
            origin_of("https://club.example:8443/cards/x"),
            "https://club.example:8443"
        );
        assert_eq!(origin_of("https://club.example"), "https://club.example");
    }

    fn sent(secret: &str) -> Result<Option<String>, ()> {
        let request = TestRequest::post().insert_header((CLIENT, secret));
        let read = client_secret(&request.to_http_request());
        let read = read.map(|read| read.map(|secret| secret.to_string()));
        read.map_err(|_| ())
    }

    #[test]
    fn a_secret_has_22_to_255_visible_characters() {
        for (length, is_accepted) in [(21, false), (22, true), (255, true), (256, false)] {
            assert_eq!(sent(&"x".repeat(length)).is_ok(), is_accepted, "{length}");
        }
        assert_eq!(sent("a secret with spaces in it"), Err(()));
        let none = client_secret(&TestRequest::get().to_http_request());
        assert_eq!(none.unwrap(), None);
        let secret = ClientSecret(Some("x".repeat(22).into()));
        assert!(!format!("{secret:?}").contains('x'));
    }
}
