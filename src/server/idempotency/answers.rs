//! Answers to requests that concern many matches, which are stored for a request that is sent again.

use serde::Serialize;

use crate::app::state::Service;
use crate::http::problem::Problem;
use crate::idempotency::replay::Replayed;
use overtrick_store::Idempotency;

/// The answer to the same request, where it was answered before.
///
/// # Errors
/// 422 if the key belongs to another request; 409 if the request is in progress; 503.
pub async fn before(
    service: &Service,
    mark: Option<&Idempotency>,
) -> Result<Option<String>, Problem> {
    let Some(mark) = mark else {
        return Ok(None);
    };
    Ok(match service.matches.replayed(mark).await? {
        Some(Replayed::Report(report)) => Some(report),
        _ => None,
    })
}

/// Keeps an answer for a request that is sent again: this one, or that of the same request that was sent at the
/// same time.
///
/// # Errors
/// Same as [`before`].
pub async fn saved(
    service: &Service,
    mark: Option<&Idempotency>,
    report: &impl Serialize,
) -> Result<String, Problem> {
    let text = serde_json::to_string(report).unwrap_or_default();
    let Some(mark) = mark else {
        return Ok(text);
    };
    Ok(service.matches.save_report(mark, text).await?)
}
