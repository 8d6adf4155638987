//! Troubles of the service as problems of HTTP.

use actix_web::http::header::{HeaderValue, RETRY_AFTER};

use super::problem::{Kind, Problem};
use crate::service::Trouble;

/// The problem that a trouble is.
pub fn problem(trouble: Trouble) -> Problem {
    let soon =
        |kind: Kind| Problem::new(kind).with_header(RETRY_AFTER, HeaderValue::from_static("1"));
    match trouble {
        Trouble::NotFound => Kind::NotFound.into(),
        Trouble::Conflict { current } => {
            Problem::new(Kind::Changed).with("version", current.into())
        }
        Trouble::Refused(findings) => Problem::of(findings),
        Trouble::Forbidden => Kind::Forbidden.into(),
        Trouble::Busy => soon(Kind::Busy),
        Trouble::Full => soon(Kind::Full),
        Trouble::InProgress => soon(Kind::InProgress),
        Trouble::KeyReused => Kind::KeyReused.into(),
        Trouble::InUse | Trouble::SecretLost(_) => Kind::Unavailable.into(),
        Trouble::Store(reason) => {
            tracing::error!(reason, "the store failed");
            Kind::Unavailable.into()
        }
    }
}
