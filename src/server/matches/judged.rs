//! Judging large matches outside the request threads; and judging without storing, at `/scores` and
//! `/adjudications`.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::thread::available_parallelism;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::error::ServiceError;
use crate::http::{Answer, Body, ClientLanguage, in_language};
use crate::matches::match_response::{self, DetailQuery, Presentation};
use crate::openapi::{BodyErrors, Refused};
use overtrick_core::bounds::MAX_ANSWER_BYTES;
use overtrick_match::adjudicate::{RulingsReport, adjudicate};
use overtrick_match::document::{Report, score};
use overtrick_match::ledger::Match;
use overtrick_own::OWN;

/// The size in bytes below which a match is judged directly, because passing it to another thread would take as long.
const SMALL: usize = 32 * 1024;

/// Returns the weight of a body, which is its size in bytes. A custom game always counts as large, because a
/// few bytes can cause a hundred thousand steps.
pub fn weight(body: &[u8]) -> usize {
    let text = str::from_utf8(body).unwrap_or_default();
    if body.len() < SMALL && text.contains("\"definition\"") {
        return SMALL;
    }
    body.len()
}

/// Returns the weight of a stored match and its change, like [`weight`].
pub fn weight_of(played: &Match, change: usize) -> usize {
    if played.game() == OWN {
        return SMALL.max(change);
    }
    change.max(played.size())
}

/// The permits for work on other threads: one per processor.
static PERMITS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(available_parallelism().map_or(2, NonZeroUsize::get)));

/// Judges a match of this weight: directly if it is small, or else on a separate thread when a permit is free.
///
/// # Errors
/// [`ServiceError::Store`] if the work panics.
pub async fn judge_by_weight<T: Send + 'static>(
    weight: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ServiceError> {
    if weight < SMALL {
        return Ok(work());
    }
    run_blocking(work).await
}

/// Runs `work` on a separate thread when a permit is free.
///
/// # Errors
/// [`ServiceError::Store`] if the work panics.
pub async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ServiceError> {
    let failed = |error: &dyn Display| ServiceError::other(error);
    let permit = PERMITS.acquire().await.map_err(|error| failed(&error))?;
    spawn_blocking(move || {
        // The permit is held until the work ends, even if its client has disconnected.
        let _permit = permit;
        work()
    })
    .await
    .map_err(|error| failed(&error))
}

/// Score a match document without storing it.
#[utoipa::path(post, path = "/api/v1/scores", tag = "stateless", operation_id = "score",
    params(DetailQuery),
    request_body(content = ref("#/components/schemas/MatchDocument"), content_type = "application/json"), responses(
    (status = 200, description = "The current state of the match", body = Report),
    BodyErrors, Refused,
))]
pub async fn scores(body: Body, Presentation { language, detail }: Presentation) -> Answer {
    let work = move |body: &Body| {
        let report = Report::with(score(&body.0)?, language, detail);
        match_response::bounded(report.to_json(MAX_ANSWER_BYTES))
    };
    let report = judge_by_weight(weight(&body.0), move || work(&body)).await??;
    Ok(match_response::as_json(in_language(language), report))
}

/// Answer a rules question about a bid, a trick, the play of a whole hand, or a discard.
#[utoipa::path(post, path = "/api/v1/adjudications", tag = "stateless", operation_id = "adjudicate",
    request_body(content = ref("#/components/schemas/RulesQuestion"), content_type = "application/json"), responses(
    (status = 200, description = "A ruling for every step", body = RulingsReport),
    BodyErrors, Refused,
))]
pub async fn adjudications(body: Body, ClientLanguage(language): ClientLanguage) -> Answer {
    let work = move |body: &Body| {
        match_response::json(&RulingsReport::new(adjudicate(&body.0)?, language))
    };
    let report = judge_by_weight(weight(&body.0), move || work(&body)).await??;
    Ok(match_response::as_json(in_language(language), report))
}

#[cfg(test)]
mod tests {
    use std::thread::current;

    use super::*;

    #[tokio::test]
    async fn large_matches_are_judged_on_another_thread() {
        let here = current().id();
        let small = judge_by_weight(SMALL - 1, || current().id()).await;
        assert_eq!(small.unwrap(), here);
        let large = judge_by_weight(SMALL, || current().id()).await;
        assert_ne!(large.unwrap(), here);
    }

    #[test]
    fn a_custom_game_always_counts_as_large() {
        let shipped = br#"{"game": "a-game", "notes": "a definition"}"#;
        assert_eq!(weight(shipped), shipped.len());
        assert_eq!(weight(br#"{"game": "own", "definition": {}}"#), SMALL);
        assert_eq!(weight(&vec![b' '; 2 * SMALL]), 2 * SMALL);
    }
}
