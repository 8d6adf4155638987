//! The problems that errors of the service are answered with.

use actix_web::http::header::{HeaderValue, RETRY_AFTER};

use super::problem::{Problem, ProblemKind};
use crate::service::ServiceError;

/// The problem that an error of the service is answered with.
pub fn problem(error: ServiceError) -> Problem {
    let retry = |kind: ProblemKind| {
        Problem::new(kind).with_header(RETRY_AFTER, HeaderValue::from_static("1"))
    };
    match error {
        ServiceError::NotFound => ProblemKind::NotFound.into(),
        ServiceError::Conflict { current } => {
            Problem::new(ProblemKind::Changed).with_version(current)
        }
        ServiceError::Refused(findings) => Problem::of(findings),
        ServiceError::Forbidden => ProblemKind::Forbidden.into(),
        ServiceError::Busy => retry(ProblemKind::Busy),
        ServiceError::Full => retry(ProblemKind::Full),
        ServiceError::InProgress => retry(ProblemKind::InProgress),
        ServiceError::KeyReused => ProblemKind::KeyReused.into(),
        ServiceError::InUse | ServiceError::SecretLost(_) => ProblemKind::Unavailable.into(),
        ServiceError::Store(reason) => {
            tracing::error!(reason, "the store failed");
            ProblemKind::Unavailable.into()
        }
    }
}

impl From<ServiceError> for Problem {
    fn from(error: ServiceError) -> Problem {
        problem(error)
    }
}
