//! The service's middleware, which handles every request and every answer.

use std::panic::AssertUnwindSafe;
use std::time::Instant;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest, HttpResponse, HttpResponseBuilder};
use futures_util::FutureExt;
use serde::Deserialize;
use tracing::Instrument;
use validator::Validate;

use crate::access::caller::{self, service_of};
use crate::app::state::Service;
use crate::assets::files::is_page_file;
use crate::bounds::ANSWER_CHUNK;
use crate::http::{
    HTML, PROBLEM_JSON, Problem, ProblemKind, ProblemReport, Query, csp, cut, in_parts, request,
};
use crate::limits::Connection;
use crate::publish::match_page::no_page;
use crate::settings::Settings;
use crate::system::Random;
use overtrick_core::args;
use overtrick_match::lang::Language;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The maximum length of a logged path, in characters.
const MAX_LOGGED: usize = 200;
/// The maximum length of a request's path and query, in bytes.
const MAX_ADDRESS: usize = 16 * 1024;
/// Headers that describe the body, and are dropped when an error gets another body.
const BODY_HEADERS: [HeaderName; 5] = [
    header::CONTENT_TYPE,
    header::CONTENT_LENGTH,
    header::CONTENT_ENCODING,
    header::TRANSFER_ENCODING,
    header::ETAG,
];

/// Gives a request an id, applies the limits, logs and counts it. Renders problems in the client's language
/// and adds the common headers to the answer.
///
/// # Errors
/// Errors of the next service.
pub async fn handle(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let service = service_of(request.request())?;
    #[expect(
        clippy::disallowed_methods,
        reason = "measures how long an answer takes"
    )]
    let started = Instant::now();
    let client = service.limits.client_of(request.request());
    let id = request_id(service.matches.random());
    let language = request::language(request.headers());
    let method = method_name(request.method());
    let path = cut(request.path(), MAX_LOGGED);
    let span = tracing::info_span!("request", id = %id, method, path = %path);
    // Files of the page have no limit: the page has dozens, and all phones at a table load them from one address.
    let base = &service.settings.base_path;
    let is_list = service.settings.public_list && request.path().len() <= base.len() + 1;
    let is_free = !is_list && is_page_file(request.path(), base);
    if is_free {
        request.extensions_mut().insert(FileOfPage);
    } else if let Some(key) = caller::client_key_of(request.request(), &service) {
        request.extensions_mut().insert(key);
    }
    let connection = request.request().conn_data::<Connection>();
    let connected = connection.map_or(Ok(()), Connection::check);
    // Upgrades to another protocol are not supported: answer `Connection: close`, instead of `upgrade`.
    let closes = connected.is_err() || request.head().upgrade();
    let admitted = connected.and_then(|()| admit(request.request(), &service, is_free));
    let origin = allowed_origin(request.request(), &service.settings);
    let preflight = preflight(request.request()).filter(|_| origin.is_some());
    let answer = match (admitted, preflight) {
        (Err(problem), _) => request.error_response(problem),
        (Ok(()), Some(preflight)) => request.into_response(preflight),
        (Ok(()), None) => {
            let answer = next.call(request).instrument(span.clone()).await;
            answer?.map_into_boxed_body()
        }
    };
    let route = answer.request().match_pattern();
    let route = route.unwrap_or_else(|| "unknown".to_owned());
    let error = answer.response().error();
    let problem = error.and_then(|error| error.as_error::<Problem>());
    if let Some(failure) = problem.and_then(Problem::store_failure) {
        // Log the route instead of the path, which may contain a match id.
        service.log_store_failure(&format!("{method} {route}"), &failure);
    }
    let mut answer = localize(answer, language, &service, &id);
    allow_origin(answer.headers_mut(), origin, &service.settings);
    complete_headers(answer.headers_mut(), &service, &id);
    let duration = started.elapsed();
    let status = answer.status().as_u16();
    service.metrics.record(method, &route, status, duration);
    let is_limited = answer.status() == StatusCode::TOO_MANY_REQUESTS;
    let took = duration.as_secs_f64();
    span.in_scope(|| match is_limited {
        // The number of refusals and file requests is not limited, so they must not fill the disk with log lines.
        true if !service.limits.may_log_line() => {}
        false if is_free => tracing::debug!(status, took, client = %client, "answered"),
        _ => tracing::info!(status, took, client = %client, "answered"),
    });
    if closes {
        let head = answer.response_mut().head_mut();
        head.set_connection_type(ConnectionType::Close);
    }
    Ok(answer)
}

/// Checks the client's request limit and the length of the request's address.
fn admit(request: &HttpRequest, service: &Service, is_free: bool) -> Result<(), Problem> {
    if !is_free {
        service.limits.check_request(request)?;
    }
    let address = request.uri().path_and_query();
    if address.is_some_and(|address| address.as_str().len() > MAX_ADDRESS) {
        let problem = Problem::new(ProblemKind::AddressTooLong);
        return Err(problem.with_args(args![most: MAX_ADDRESS]));
    }
    Ok(())
}

/// Marks a request for a file of the page. Its bytes are in memory anyway, so they are not counted.
struct FileOfPage;

/// Counts the bytes of a large answer for its client until they are sent, and sends the answer in parts.
///
/// # Errors
/// Errors of the next service.
pub async fn send_in_parts(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let answer = next.call(request).await?.map_into_boxed_body();
    let BodySize::Sized(size) = answer.response().body().size() else {
        return Ok(answer);
    };
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    if size <= ANSWER_CHUNK {
        return Ok(answer);
    }
    let request = answer.request();
    let is_counted = request.extensions().get::<FileOfPage>().is_none();
    let limits = &service_of(request)?.limits;
    let slot = is_counted.then(|| limits.hold_bytes(request, size));
    let slot = match slot.transpose() {
        Ok(slot) => slot,
        Err(problem) => return Ok(answer.into_response(HttpResponse::from_error(problem))),
    };
    Ok(answer.map_body(|_, body| in_parts(body, slot)))
}

/// Returns the name of a method for metrics and logs. All unknown methods share one name, to limit the
/// memory for metrics.
fn method_name(method: &Method) -> &'static str {
    let methods = ["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH"];
    let name = methods.into_iter().find(|name| *name == method.as_str());
    name.unwrap_or("OTHER")
}

/// Returns a random id, by which a request can be found in the log. If the random source fails, the id is not unique.
fn request_id(random: &dyn Random) -> String {
    let mut id = [0; 8];
    if let Err(error) = random.fill(&mut id) {
        tracing::error!(?error, "a request has no unique id");
    }
    format!("{:016x}", u64::from_le_bytes(id))
}

/// Renders any error as a problem in the client's language.
fn localize(
    answer: ServiceResponse<BoxBody>,
    language: &Language,
    service: &Service,
    id: &str,
) -> ServiceResponse<BoxBody> {
    let status = answer.status();
    if !status.is_client_error() && !status.is_server_error() {
        return answer;
    }
    let page = format!("{}/problems", service.settings.base_path);
    let error = answer.response().error();
    let mut report = match error.and_then(|error| error.as_error::<Problem>()) {
        Some(problem) => {
            tracing::debug!(id, kind = problem.kind().word(), "a problem");
            problem.report(language, &page, id)
        }
        None if is_explained(answer.headers()) => return answer,
        None => Problem::new(ProblemKind::of_status(status)).report(language, &page, id),
    };
    report.status = status.as_u16();
    let page = page_of(answer.request(), service, language, &report);
    let mut builder = HttpResponseBuilder::new(status);
    for (name, value) in answer.headers() {
        // A 412 keeps the tag of the current version, so that the client can update.
        let is_current = *name == header::ETAG && status == StatusCode::PRECONDITION_FAILED;
        if is_current || !BODY_HEADERS.contains(name) {
            builder.append_header((name.clone(), value.clone()));
        }
    }
    builder.insert_header((header::CONTENT_LANGUAGE, language.tag()));
    let response = match page {
        Some(page) => {
            let is_framed = is_below(answer.request(), &service.settings.base_path, "embed");
            let headers = if is_framed { csp::public } else { csp::page };
            headers(&mut builder).content_type(HTML).body(page)
        }
        None => builder.content_type(PROBLEM_JSON).body(report.to_json()),
    };
    answer.into_response(response)
}

/// Returns the page that shows a problem in a browser, or `None` if the client should get JSON.
fn page_of(
    request: &HttpRequest,
    service: &Service,
    language: &Language,
    report: &ProblemReport,
) -> Option<String> {
    let base = &service.settings.base_path;
    let media = request::preferred_type(request.headers(), &[PROBLEM_JSON, "text/html"]);
    let is_public = is_public(request.path(), base) && !is_below(request, base, "embed");
    let is_data = is_public || is_below(request, base, "api");
    let is_page = request.method() == Method::GET && media == "text/html" && !is_data;
    let details = report.errors.iter().map(|error| &error.detail);
    let text: String = details.fold(report.detail.clone(), |text, detail| text + " " + detail);
    is_page.then(|| no_page(language, &format!("{base}/"), &report.title, &text).ok())?
}

/// Whether a request's path is in this folder.
fn is_below(request: &HttpRequest, base_path: &str, folder: &str) -> bool {
    let folder = format!("{base_path}/{folder}/");
    request.path().starts_with(&folder)
}

/// Whether an error already has a body that explains it: a problem or an HTML page.
fn is_explained(headers: &HeaderMap) -> bool {
    let media = request::text_of(headers, &header::CONTENT_TYPE).unwrap_or_default();
    media.starts_with(PROBLEM_JSON) || media.starts_with("text/html")
}

/// Adds the common headers to an answer. Headers that the handler has set are kept.
fn complete_headers(headers: &mut HeaderMap, service: &Service, id: &str) {
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, id);
    }
    // If an answer has its own policy, that policy states which pages may frame it.
    let own_policy = headers.contains_key(header::CONTENT_SECURITY_POLICY);
    let mut default = |name: HeaderName, value: &'static str| {
        if !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    };
    default(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    default(header::REFERRER_POLICY, "no-referrer");
    default(header::CONTENT_SECURITY_POLICY, csp::NOTHING);
    if !own_policy {
        default(header::X_FRAME_OPTIONS, "DENY");
    }
    default(header::CACHE_CONTROL, "private, no-cache");
    if service.settings.is_secure() {
        default(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    headers.append(header::VARY, HeaderValue::from_static("accept-language"));
    mark_encoding(headers);
}

/// Adds the encoding to the strong tag of a compressed answer, because it is a different representation.
fn mark_encoding(headers: &mut HeaderMap) {
    let encoding = headers.get(header::CONTENT_ENCODING);
    if encoding.is_some_and(|encoding| encoding == "identity") {
        headers.remove(header::CONTENT_ENCODING);
    }
    let text = |name: &HeaderName| headers.get(name)?.to_str().ok().map(str::to_owned);
    let Some((tag, encoding)) = text(&header::ETAG).zip(text(&header::CONTENT_ENCODING)) else {
        return;
    };
    if let Some(tag) = tag.strip_suffix('"')
        && let Ok(tag) = HeaderValue::from_str(&format!("{tag}-{encoding}\""))
    {
        headers.insert(header::ETAG, tag);
    }
}

/// Answers with 500 if a handler panics; the service continues.
///
/// # Errors
/// Errors of the next service.
pub async fn catch_panic(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let head = request.request().clone();
    match AssertUnwindSafe(next.call(request)).catch_unwind().await {
        Ok(answer) => Ok(answer?.map_into_boxed_body()),
        Err(_) => {
            tracing::error!("a handler panicked");
            let response = HttpResponse::from_error(Problem::new(ProblemKind::Internal));
            Ok(ServiceResponse::new(head, response))
        }
    }
}

/// The query of an operation that has no parameters.
#[derive(Debug, Default, Deserialize, Validate)]
#[serde(deny_unknown_fields)]
struct NoParameters {}

/// Refuses every query parameter of an operation that has none. Otherwise a misspelled parameter would be ignored.
///
/// # Errors
/// 400; errors of the next service.
pub async fn refuse_query(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    match Query::<NoParameters>::from_request(request.request()) {
        Ok(_) => Ok(next.call(request).await?.map_into_boxed_body()),
        Err(problem) => Ok(request.error_response(problem)),
    }
}

/// The paths that pages of any origin may read, regardless of the settings: games, rules and published
/// matches, which need no key. Subpaths are also public.
const PUBLIC: [&str; 10] = [
    "/api/v1/games",
    "/api/v1/version",
    "/embed",
    "/matches.atom",
    "/matches.json",
    "/oembed",
    "/openapi.json",
    "/problems",
    "/robots.txt",
    "/sitemap.xml",
];
/// The methods that pages of other origins may use.
const METHODS: &str = "GET, HEAD, POST, PUT, DELETE";
/// The headers that pages of other origins may read.
const EXPOSED: &str = "etag, content-language, idempotency-replayed, link, location, overtrick-head, \
    preference-applied, retry-after, x-request-id";
/// The seconds for which a browser may cache a preflight answer.
const MAX_AGE: &str = "86400";

/// Whether a path belongs to a public resource.
fn is_public(path: &str, base_path: &str) -> bool {
    let path = path.strip_prefix(base_path).unwrap_or_default();
    let is_below = |rest: &str| rest.is_empty() || rest.starts_with('/');
    let is_data = |file: &str| matches!(file.rsplit_once('.'), Some((_, "json" | "csv" | "png")));
    let mut paths = PUBLIC.iter();
    paths.any(|public| path.strip_prefix(public).is_some_and(is_below))
        || path.strip_prefix("/matches/").is_some_and(is_data)
}

/// Returns the value of `Access-Control-Allow-Origin`: the origin whose pages may read the answer, or `*`.
fn allowed_origin(request: &HttpRequest, settings: &Settings) -> Option<HeaderValue> {
    let allowed = &settings.allowed_origins;
    let is_public = is_public(request.path(), &settings.base_path);
    if is_public || allowed.iter().any(|origin| origin == "*") {
        return Some(HeaderValue::from_static("*"));
    }
    let origin = request.headers().get(header::ORIGIN)?;
    let is_allowed = allowed.iter().any(|allowed| origin == allowed.as_str());
    is_allowed.then(|| origin.clone())
}

/// Returns the answer to a CORS preflight request, or `None` for other requests.
fn preflight(request: &HttpRequest) -> Option<HttpResponse> {
    let headers = request.headers();
    let method = headers.get(header::ACCESS_CONTROL_REQUEST_METHOD)?;
    if request.method() != Method::OPTIONS || !METHODS.split(", ").any(|one| method == one) {
        return None;
    }
    let mut builder = HttpResponse::NoContent();
    builder
        .insert_header((header::ACCESS_CONTROL_ALLOW_METHODS, METHODS))
        .insert_header((header::ACCESS_CONTROL_MAX_AGE, MAX_AGE))
        .insert_header((header::VARY, "access-control-request-headers"));
    if let Some(wanted) = headers.get(header::ACCESS_CONTROL_REQUEST_HEADERS) {
        builder.insert_header((header::ACCESS_CONTROL_ALLOW_HEADERS, wanted.clone()));
    }
    Some(builder.finish())
}

/// Allows pages of this origin to read an answer, without cookies. If the settings name origins, adds
/// `Vary: origin`, even if the request has no origin.
fn allow_origin(headers: &mut HeaderMap, origin: Option<HeaderValue>, settings: &Settings) {
    let is_for_all = origin.as_ref().is_some_and(|origin| origin == "*");
    if !is_for_all && !settings.allowed_origins.is_empty() {
        headers.append(header::VARY, HeaderValue::from_static("origin"));
    }
    let Some(origin) = origin else { return };
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(
        header::ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static(EXPOSED),
    );
}

#[cfg(test)]
mod tests {
    use actix_web::middleware::from_fn;
    use actix_web::test::{TestRequest, call_service, init_service};
    use actix_web::{App, web};

    use super::*;

    async fn fails() -> HttpResponse {
        let seats: Vec<HttpResponse> = Vec::new();
        seats.into_iter().next().expect("a bug")
    }

    #[tokio::test]
    async fn a_panic_is_one_failed_answer() {
        let routes = App::new().service(
            web::resource("/x")
                .route(web::get().to(fails))
                .wrap(from_fn(catch_panic)),
        );
        let app = init_service(routes).await;
        for _ in 0..2 {
            let answer = call_service(&app, TestRequest::get().uri("/x").to_request()).await;
            assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
            assert!(is_explained(answer.headers()));
        }
    }

    #[test]
    fn only_whole_parts_of_a_path_are_compared() {
        for public in [
            "/api/v1/games",
            "/api/v1/games/chess",
            "/embed/matches/x.json",
        ] {
            assert!(is_public(public, ""), "{public}");
            assert!(is_public(&format!("/cards{public}"), "/cards"), "{public}");
        }
        for own in ["/api/v1/gamesters", "/api/v1/matches", "/", "/games"] {
            assert!(!is_public(own, ""), "{own}");
        }
        assert!(!is_public("/api/v1/games", "/cards"));
    }
}
