//! `Idempotency-Key`: a request that is sent twice is carried out once.

use actix_web::HttpRequest;
use actix_web::http::header::{HeaderName, HeaderValue};
use sha2::{Digest, Sha256};

use crate::http::body::Body;
use crate::http::problem::{Problem, shortened};
use crate::http::request::text_of;
use overtrick_core::{Finding, args};
use overtrick_store::Idempotency;

const KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// The header of a repeated answer.
pub const REPLAYED: (HeaderName, HeaderValue) = (
    HeaderName::from_static("idempotency-replayed"),
    HeaderValue::from_static("true"),
);
/// The fewest characters of a key, so that strangers cannot guess one and get its answer.
const SHORTEST: usize = 16;
const LONGEST: usize = 255;

/// The idempotency mark of a request, or `None` without the header. `scope` separates the keys of different
/// matches.
///
/// # Errors
/// Same as [`key`].
pub fn mark(
    request: &HttpRequest,
    scope: &str,
    body: &Body,
) -> Result<Option<Idempotency>, Problem> {
    Ok(key(request, body)?.map(|key| key.within(scope)))
}

/// The idempotency key of a request, with the request's fingerprint.
///
/// # Errors
/// 400 if the key has fewer than 16 or more than 255 characters, or invisible ones.
pub fn key(request: &HttpRequest, body: &Body) -> Result<Option<Idempotency>, Problem> {
    let key = sent(request)?;
    Ok(key.map(|key| Idempotency {
        key,
        fingerprint: fingerprint(request, &body.0),
    }))
}

/// The idempotency key as it was sent.
///
/// # Errors
/// Same as [`key`].
pub fn sent(request: &HttpRequest) -> Result<Option<String>, Problem> {
    if !request.headers().contains_key(&KEY) {
        return Ok(None);
    }
    let key = text_of(request.headers(), &KEY).unwrap_or_default();
    let visible = key.bytes().all(|byte| byte.is_ascii_graphic());
    if !visible || !(SHORTEST..=LONGEST).contains(&key.len()) {
        let length = key.chars().count();
        let args = args![found: shortened(&key), length: length, least: SHORTEST, most: LONGEST];
        let fault = Finding::shape("idempotency-key-form", "/Idempotency-Key", args);
        return Err(Problem::bad_request(fault));
    }
    Ok(Some(key))
}

/// A digest of method, path, query and body.
pub fn fingerprint(request: &HttpRequest, body: &[u8]) -> [u8; 32] {
    let mut digest = Sha256::new();
    // Requests without a query keep the digest of earlier versions.
    let query = Some(request.query_string().as_bytes()).filter(|query| !query.is_empty());
    let parts = [
        Some(request.method().as_str().as_bytes()),
        Some(request.path().as_bytes()),
        query,
        Some(body),
    ];
    for part in parts.into_iter().flatten() {
        digest.update(part.len().to_le_bytes());
        digest.update(part);
    }
    digest.finalize().into()
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;
    use crate::http::problem::ProblemKind;

    fn marked(key: &str, body: &str) -> Result<Option<Idempotency>, ProblemKind> {
        let request = TestRequest::post()
            .uri("/x")
            .insert_header((KEY, key))
            .to_http_request();
        mark(&request, "create", &Body(body.into())).map_err(|problem| problem.kind())
    }

    #[test]
    fn another_body_has_another_fingerprint() {
        let key = "0123456789abcdef";
        let one = marked(key, "{}").unwrap().unwrap();
        assert_eq!(one.key, "create/0123456789abcdef");
        assert_eq!(marked(key, "{}").unwrap().unwrap(), one);
        assert_ne!(
            marked(key, "[]").unwrap().unwrap().fingerprint,
            one.fingerprint
        );
    }

    #[test]
    fn a_key_that_can_be_guessed_is_refused() {
        assert_eq!(marked("1", "{}"), Err(ProblemKind::BadRequest));
        assert_eq!(
            marked("with a space inside", "{}"),
            Err(ProblemKind::BadRequest)
        );
    }
}
