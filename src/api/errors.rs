//! The problems that errors of the service are answered with.

use actix_web::http::header::{HeaderValue, IF_MATCH, RETRY_AFTER, WWW_AUTHENTICATE};

use super::problem::{Kind, Problem};
use crate::rules::args;
use crate::service::ServiceError;

/// The problem of a key that is not valid.
pub fn invalid_key() -> Problem {
    let challenge = HeaderValue::from_static("Bearer realm=\"overtrick\", error=\"invalid_token\"");
    Problem::new(Kind::Unauthorized).with_header(WWW_AUTHENTICATE, challenge)
}

/// The problem that an error of the service is answered with.
pub fn problem(error: ServiceError) -> Problem {
    let soon =
        |kind: Kind| Problem::new(kind).with_header(RETRY_AFTER, HeaderValue::from_static("1"));
    match error {
        ServiceError::NotFound => Kind::NotFound.into(),
        ServiceError::Unauthorized => invalid_key(),
        ServiceError::VersionNeeded => Kind::VersionNeeded.into(),
        ServiceError::VersionUnreadable => {
            Problem::new(Kind::BadRequest).saying(args![name: IF_MATCH.as_str().to_owned()])
        }
        ServiceError::Conflict { current } => {
            Problem::new(Kind::Changed).with("version", current.into())
        }
        ServiceError::Refused(findings) => Problem::of(findings),
        ServiceError::Forbidden => Kind::Forbidden.into(),
        ServiceError::Busy => soon(Kind::Busy),
        ServiceError::Full => soon(Kind::Full),
        ServiceError::InProgress => soon(Kind::InProgress),
        ServiceError::KeyReused => Kind::KeyReused.into(),
        ServiceError::InUse | ServiceError::SecretLost(_) => Kind::Unavailable.into(),
        ServiceError::Store(reason) => {
            tracing::error!(reason, "the store failed");
            Kind::Unavailable.into()
        }
    }
}
