//! The problems that errors of the service are answered with.

use actix_web::http::header::{HeaderValue, IF_MATCH, RETRY_AFTER, WWW_AUTHENTICATE};

use super::problem::{Problem, ProblemKind};
use crate::rules::args;
use crate::service::ServiceError;

/// The problem of a key that is not valid.
pub fn invalid_key() -> Problem {
    let challenge = HeaderValue::from_static("Bearer realm=\"overtrick\", error=\"invalid_token\"");
    Problem::new(ProblemKind::Unauthorized).with_header(WWW_AUTHENTICATE, challenge)
}

impl From<ServiceError> for Problem {
    fn from(error: ServiceError) -> Problem {
        let retry = |kind: ProblemKind| {
            Problem::new(kind).with_header(RETRY_AFTER, HeaderValue::from_static("1"))
        };
        match error {
            ServiceError::NotFound => ProblemKind::NotFound.into(),
            ServiceError::Unauthorized => invalid_key(),
            ServiceError::VersionNeeded => ProblemKind::VersionNeeded.into(),
            ServiceError::VersionUnreadable => {
                let args = args![name: IF_MATCH.as_str().to_owned()];
                Problem::new(ProblemKind::BadRequest).with_args(args)
            }
            ServiceError::Conflict { current } => {
                Problem::new(ProblemKind::Changed).with_version(current)
            }
            ServiceError::Refused(findings) => findings.into(),
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
}
