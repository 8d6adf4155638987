//! A match as the service tells it.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, HttpResponseBuilder};
use serde::Serialize;

use crate::app::state::Service;
use crate::error::ServiceError;
use crate::http::answer::Answer;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::version::tag;
use crate::matches::detail::Presentation;
use overtrick_match::document::Scored;
use overtrick_match::ledger::Ledger;
use overtrick_match::play::State;

/// How many bytes the JSON of a match usually has: to grow costs copies.
const ROOM: usize = 16 * 1024;

/// The state of a match in a language, with so much of its result.
///
/// # Errors
/// 500: the match cannot be scored, which no change leaves behind.
pub fn of(ledger: &Ledger, presentation: impl Into<Presentation>) -> Result<State, Problem> {
    let Presentation { language, detail } = presentation.into();
    State::of(ledger, language, detail).map_err(|_| cannot_be_scored(ledger))
}

/// An answer with the match as it stands, tagged with its version.
///
/// # Errors
/// 500: the match cannot be scored.
pub fn answer(ledger: &Ledger, presentation: impl Into<Presentation>) -> Answer {
    let presentation = presentation.into();
    let state = of(ledger, presentation)?;
    written(tagged(StatusCode::OK, ledger, presentation), &state)
}

/// An answer in JSON.
///
/// # Errors
/// As of [`json`].
pub fn written(builder: HttpResponseBuilder, body: &impl Serialize) -> Answer {
    Ok(as_json(builder, json(body)?))
}

/// JSON, written into room enough for a usual match.
///
/// # Errors
/// 500: it cannot be written.
pub fn json(body: &impl Serialize) -> Result<Vec<u8>, Problem> {
    let mut text = Vec::with_capacity(ROOM);
    serde_json::to_writer(&mut text, body).map_err(|_| Problem::new(ProblemKind::Internal))?;
    Ok(text)
}

/// The answer whose body this JSON is.
pub fn as_json(mut builder: HttpResponseBuilder, text: Vec<u8>) -> HttpResponse {
    builder.content_type(header::ContentType::json()).body(text)
}

/// The header with the digest that stands for the whole log of a match at its version.
pub const HEAD: &str = "overtrick-head";

/// The beginning of an answer about a match at its version.
pub fn tagged(
    status: StatusCode,
    ledger: &Ledger,
    presentation: impl Into<Presentation>,
) -> HttpResponseBuilder {
    let Presentation { language, detail } = presentation.into();
    let mut builder = HttpResponse::build(status);
    builder
        .insert_header((header::ETAG, tag(ledger.version(), language, detail)))
        .insert_header((header::CONTENT_LANGUAGE, language.tag()));
    if let Some(head) = ledger.head() {
        builder.insert_header((HEAD, head.to_string()));
    }
    builder
}

/// The scores of a match as it stands.
///
/// # Errors
/// 500: the match cannot be scored, which no change leaves behind.
pub fn scored(ledger: &Ledger) -> Result<Arc<Scored>, Problem> {
    ledger.scored().map_err(|_| cannot_be_scored(ledger))
}

fn cannot_be_scored(ledger: &Ledger) -> Problem {
    let version = ledger.version();
    tracing::error!(version, "a stored match cannot be scored");
    Problem::new(ProblemKind::Internal)
}

/// What a change came to. The problem of one to another version than the match has shows the match as
/// it is, and has its tag.
///
/// # Errors
/// That of the change; 500: the match cannot be scored.
pub async fn changed<T>(
    service: &Service,
    id: &str,
    presentation: impl Into<Presentation>,
    change: Result<T, ServiceError>,
) -> Result<T, Problem> {
    if !matches!(change, Err(ServiceError::Conflict { .. })) {
        return Ok(change?);
    }
    let ledger = service.matches.read_now(id).await?;
    let presentation = presentation.into();
    let current = serde_json::to_value(of(&ledger, presentation)?).unwrap_or_default();
    let problem = Problem::new(ProblemKind::Changed).with_current(current);
    let tag = tag(ledger.version(), presentation.language, presentation.detail);
    Err(match HeaderValue::from_str(&tag) {
        Ok(tag) => problem.with_header(header::ETAG, tag),
        Err(_) => problem,
    })
}
