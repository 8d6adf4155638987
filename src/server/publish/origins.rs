//! Resources for pages of every origin, whatever the settings allow: games, their rules, published matches.
//! They need no key and change nothing.

use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};

/// Public paths and path prefixes.
const PATHS: [&str; 5] = [
    "/api/v1/games",
    "/api/v1/version",
    "/embed",
    "/openapi.json",
    "/problems",
];
/// The headers that pages of other origins may read.
const EXPOSED: &str = "etag, content-language, retry-after, x-request-id";
/// How many seconds a browser may cache the preflight answer.
const MAX_AGE: &str = "86400";

/// Whether a path belongs to a public resource.
pub fn is_public(path: &str, base_path: &str) -> bool {
    let Some(path) = path.strip_prefix(base_path) else {
        return false;
    };
    let is_below = |rest: &str| rest.is_empty() || rest.starts_with('/');
    let is_data = |file: &str| matches!(file.rsplit_once('.'), Some((_, "json" | "csv")));
    let mut paths = PATHS.iter();
    paths.any(|public| path.strip_prefix(public).is_some_and(is_below))
        || path.strip_prefix("/matches/").is_some_and(is_data)
}

/// The answer to a CORS preflight request; `None` if it is not one.
pub fn preflight(request: &HttpRequest) -> Option<HttpResponse> {
    let headers = request.headers();
    let method = headers.get(header::ACCESS_CONTROL_REQUEST_METHOD)?;
    if request.method() != Method::OPTIONS || !matches!(method.as_bytes(), b"GET" | b"HEAD") {
        return None;
    }
    let mut builder = HttpResponse::NoContent();
    builder
        .insert_header((header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD"))
        .insert_header((header::ACCESS_CONTROL_MAX_AGE, MAX_AGE))
        .insert_header((header::VARY, "access-control-request-headers"));
    if let Some(wanted) = headers.get(header::ACCESS_CONTROL_REQUEST_HEADERS) {
        builder.insert_header((header::ACCESS_CONTROL_ALLOW_HEADERS, wanted.clone()));
    }
    Some(builder.finish())
}

/// Allows pages of every origin to read an answer, without cookies.
pub fn open(headers: &mut HeaderMap) {
    let any = HeaderValue::from_static("*");
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, any);
    headers.remove(header::ACCESS_CONTROL_ALLOW_CREDENTIALS);
    if !headers.contains_key(header::ACCESS_CONTROL_EXPOSE_HEADERS) {
        let exposed = HeaderValue::from_static(EXPOSED);
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
