//! Troubles of the service as problems of HTTP.

use actix_web::http::header::{HeaderValue, RETRY_AFTER};

use super::problem::{Kind, Problem};
use crate::service::ServiceError;

/// The problem that a error is.
pub fn problem(error: ServiceError) -> Problem {
    let soon =
        |kind: Kind| Problem::new(kind).with_header(RETRY_AFTER, HeaderValue::from_static("1"));
    match error {
        ServiceError::NotFound => Kind::NotFound.into(),
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
