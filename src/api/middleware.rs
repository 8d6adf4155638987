//! The middleware of the service: what happens to every request and every answer.

use std::hash::{BuildHasher, RandomState};
use std::panic::AssertUnwindSafe;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpResponse, HttpResponseBuilder};
use futures_util::FutureExt;
use tracing::Instrument;

use super::problem::{Kind, PROBLEM_JSON, Problem};
use super::{Service, clock, request};
use crate::lang::Language;
use crate::web;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Headers that describe a body, and go with it.
const OF_THE_BODY: [HeaderName; 5] = [
    header::CONTENT_TYPE,
    header::CONTENT_LENGTH,
    header::CONTENT_ENCODING,
    header::TRANSFER_ENCODING,
    header::ETAG,
];

/// Names, limits, logs and counts a request, and finishes the answer: problems in the client's
/// language, headers that every answer has.
///
/// # Errors
/// None of its own.
pub async fn middleware(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let Some(service) = request.app_data::<Data<Service>>().cloned() else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let started = clock::moment();
    let flight = service.flights.begin();
    let id = request_id();
    let language = request::language(request.headers());
    let client = service.limits.client_of(request.request());
    let method = request.method().clone();
    let span = tracing::info_span!("request", id = %id, method = %method, path = %request.path());
    // A page is dozens of files, and a table of phones loads it at once from one address.
    let free = web::is_of_the_page(request.path(), &service.settings.base_path);
    let counted = if free {
        Ok(None)
    } else {
        service.limits.count(client)
    };
    let (answer, allowance) = match counted {
        Ok(allowance) => {
            let answer = next.call(request).instrument(span.clone()).await?;
            (answer.map_into_boxed_body(), allowance)
        }
        Err(problem) => (request.error_response(problem), None),
    };
    let mut answer = said(answer, language, &service, &id);
    let html = has_type(answer.headers(), "text/html");
    let headers = answer.headers_mut();
    for (name, value) in allowance.iter().flat_map(super::limits::Allowance::headers) {
        headers.insert(name, value);
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID, id);
    }
    if html && !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        // The page of the documentation brings its own scripts, and styles within its elements.
        let own = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                   img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";
        headers.insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(own),
        );
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    finish(headers, service.settings.is_secure());
    let took = started.elapsed();
    let status = answer.status().as_u16();
    let route = answer
        .request()
        .match_pattern()
        .unwrap_or_else(|| "unknown".to_owned());
    let method = if known(&method) {
        method.as_str()
    } else {
        "OTHER"
    };
    service.metrics.answered(method, &route, status, took);
    span.in_scope(|| {
        tracing::info!(status, took = took.as_secs_f64(), client = %client, "answered");
    });
    Ok(answer.map_body(|_, body| BoxBody::new(flight.until_sent(body))))
}

/// A name that no other request of this process has, and hardly one of another.
fn request_id() -> String {
    static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{:016x}", KEY.hash_one(number))
}

fn known(method: &Method) -> bool {
    [
        Method::GET,
        Method::HEAD,
        Method::POST,
        Method::DELETE,
        Method::OPTIONS,
        Method::PUT,
        Method::PATCH,
    ]
    .contains(method)
}

/// An error as a problem in the client's language, whoever made it.
fn said(
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
    let known = answer
        .response()
        .error()
        .and_then(|error| error.as_error::<Problem>());
    let mut body = match known {
        Some(problem) => {
            tracing::debug!(id, kind = problem.kind().word(), "a problem");
            problem.to_json(language, &page, id)
        }
        None if finished(answer.headers()) => return answer,
        None => Problem::new(Kind::of_status(status)).to_json(language, &page, id),
    };
    body["status"] = status.as_u16().into();
    let mut builder = HttpResponseBuilder::new(status);
    for (name, value) in answer.headers() {
        if !OF_THE_BODY.contains(name) {
            builder.append_header((name.clone(), value.clone()));
        }
    }
    let response = builder
        .insert_header((header::CONTENT_TYPE, PROBLEM_JSON))
        .insert_header((header::CONTENT_LANGUAGE, language.tag()))
        .body(body.to_string());
    answer.into_response(response)
}

/// Whether an error says all that it has to say: it is a problem, or a page for people.
fn finished(headers: &HeaderMap) -> bool {
    has_type(headers, PROBLEM_JSON) || has_type(headers, "text/html")
}

fn has_type(headers: &HeaderMap, media: &str) -> bool {
    let found = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    found.is_some_and(|found| found.starts_with(media))
}

/// The headers of every answer, where it has not set them itself.
fn finish(headers: &mut HeaderMap, secure: bool) {
    // What sets a policy of its own says there who may frame it.
    let own_policy = headers.contains_key(header::CONTENT_SECURITY_POLICY);
    let mut usual = |name: HeaderName, value: &'static str| {
        if !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    };
    usual(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    usual(header::REFERRER_POLICY, "no-referrer");
    usual(
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; frame-ancestors 'none'",
    );
    if !own_policy {
        usual(header::X_FRAME_OPTIONS, "DENY");
    }
    usual(header::CACHE_CONTROL, "private, no-cache");
    if secure {
        usual(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    headers.append(header::VARY, HeaderValue::from_static("accept-language"));
    mark_encoding(headers);
}

/// A compressed answer is another representation, and has a strong tag of its own.
fn mark_encoding(headers: &mut HeaderMap) {
    if headers
        .get(header::CONTENT_ENCODING)
        .is_some_and(|encoding| encoding == "identity")
    {
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

/// Catches a panic of a handler: one answer fails, and the service goes on.
///
/// # Errors
/// None of its own.
pub async fn catch(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let head = request.request().clone();
    match AssertUnwindSafe(next.call(request)).catch_unwind().await {
        Ok(answer) => Ok(answer?.map_into_boxed_body()),
        Err(_) => {
            tracing::error!("a handler panicked");
            let response = HttpResponse::from_error(Problem::new(Kind::Internal));
            Ok(ServiceResponse::new(head, response))
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::StatusCode;
    use actix_web::middleware::from_fn;
    use actix_web::test::{TestRequest, call_service, init_service};
    use actix_web::{App, web};

    use super::*;

    async fn fails() -> HttpResponse {
        let seats: Vec<HttpResponse> = Vec::new();
        seats.into_iter().next().expect("a slip of ours")
    }

    #[actix_web::test]
    async fn a_panic_is_one_failed_answer() {
        let routes = App::new().service(
            web::resource("/x")
                .route(web::get().to(fails))
                .wrap(from_fn(catch)),
        );
        let app = init_service(routes).await;
        for _ in 0..2 {
            let answer = call_service(&app, TestRequest::get().uri("/x").to_request()).await;
            assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
            assert!(has_type(answer.headers(), PROBLEM_JSON));
        }
    }
}
