//! Idempotent requests: a repeated request is carried out only once. The mark of a request is stored in the
//! same transaction as its event, so the database decides which of two equal requests comes first.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::header::{HeaderName, HeaderValue};
use sha2::{Digest, Sha256};
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use crate::error::ServiceError;
use crate::http::{Problem, extractors, shortened, visible_text};
use crate::matches::service::MatchService;
use crate::openapi::visible_header;
use overtrick_core::{Finding, args};
use overtrick_match::ledger::Match;
use overtrick_store::{DoneRequest, Idempotency};

impl MatchService {
    /// Returns the match as it was after the earlier request with this key, or `None` if there is no key or no such
    /// request. A request's mark is stored together with its event, so a crash cannot separate the two.
    ///
    /// # Errors
    /// [`ServiceError::KeyReused`] if the key belongs to another request; store errors.
    pub async fn replayed(
        &self,
        idempotency: Option<&Idempotency>,
    ) -> Result<Option<Arc<Match>>, ServiceError> {
        let Some(idempotency) = idempotency else {
            return Ok(None);
        };
        let done = self.store().done_request(&idempotency.stored()).await?;
        let Some(DoneRequest {
            fingerprint,
            id,
            version,
        }) = done
        else {
            return Ok(None);
        };
        if fingerprint != idempotency.fingerprint {
            return Err(ServiceError::KeyReused);
        }
        let mut played = self.read(id.as_str()).await?;
        if played.version() < version {
            // The database is updated a moment before the match in memory.
            played = self.0.load(&id).await?;
        }
        if played.version() != version {
            played = Arc::new(played.at_version(version)?);
        }
        Ok(Some(played))
    }
}

const KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// The header that marks a repeated answer.
pub const REPLAYED: (HeaderName, HeaderValue) = (
    HeaderName::from_static("idempotency-replayed"),
    HeaderValue::from_static("true"),
);
/// The minimum length of a key: a stranger could guess a shorter key and get its answer.
const MIN_LENGTH: usize = 16;
const MAX_LENGTH: usize = 255;

/// The header `Idempotency-Key`: the key of a request that may be sent again.
#[derive(Debug)]
pub struct IdempotencyKey {
    key: Option<String>,
    request: HttpRequest,
}

impl IdempotencyKey {
    /// Returns the mark of the request with this body, or `None` if it has no key. `scope` separates the keys
    /// of different matches.
    pub fn mark(self, scope: &str, body: &[u8]) -> Option<Idempotency> {
        self.unscoped(body).map(|key| key.within(scope))
    }

    /// Returns the mark of the request with this body. Its key is that of the header, without a scope.
    pub fn unscoped(self, body: &[u8]) -> Option<Idempotency> {
        let IdempotencyKey { key, request } = self;
        key.map(|key| Idempotency {
            key,
            fingerprint: fingerprint(&request, body),
            changes: None,
        })
    }

    /// # Errors
    /// 400 if the key has fewer than 16 or more than 255 characters, or characters that are not visible.
    fn read(request: &HttpRequest) -> Result<IdempotencyKey, Problem> {
        let key = visible_text(request, &KEY, MIN_LENGTH..=MAX_LENGTH).map_err(|key| {
            let length = key.chars().count();
            let args =
                args![found: shortened(&key), length: length, least: MIN_LENGTH, most: MAX_LENGTH];
            let fault = Finding::shape("idempotency-key-form", "/Idempotency-Key", args);
            Problem::bad_request(fault)
        })?;
        let request = request.clone();
        Ok(IdempotencyKey { key, request })
    }
}

extractors! {
    IdempotencyKey = IdempotencyKey::read;
}

impl IntoParams for IdempotencyKey {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let about = "The same key and body return the same answer again; for new matches, keys of different clients are different";
        visible_header("Idempotency-Key", about, MIN_LENGTH..=MAX_LENGTH)
    }
}

/// Returns the first 16 bytes of the digest of method, path, query and body.
fn fingerprint(request: &HttpRequest, body: &[u8]) -> [u8; 16] {
    let mut digest = Sha256::new();
    let parts = [
        request.method().as_str().as_bytes(),
        request.path().as_bytes(),
        request.query_string().as_bytes(),
        body,
    ];
    for part in parts {
        digest.update(part.len().to_le_bytes());
        digest.update(part);
    }
    let mut first = [0; 16];
    first.copy_from_slice(&digest.finalize()[..16]);
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::problem::ProblemKind;
    use actix_web::test::TestRequest;

    fn marked(key: &str, body: &str) -> Result<Option<Idempotency>, ProblemKind> {
        let request = TestRequest::post()
            .uri("/x")
            .insert_header((KEY, key))
            .to_http_request();
        let key = IdempotencyKey::read(&request).map_err(|problem| problem.kind());
        key.map(|key| key.mark("create", body.as_bytes()))
    }

    #[test]
    fn different_bodies_have_different_fingerprints() {
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
