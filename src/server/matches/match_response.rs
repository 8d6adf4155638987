//! The representation of a match in answers.

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
use overtrick_match::ledger::Match;
use overtrick_match::play::State;

/// The usual number of bytes of a match as JSON; reallocating would cost copies.
const ROOM: usize = 16 * 1024;

/// The state of a match in a language and level of detail.
///
/// # Errors
/// 500 if the match cannot be scored, which no accepted change causes.
pub fn build(played: &Match, presentation: impl Into<Presentation>) -> Result<State, Problem> {
    let Presentation { language, detail } = presentation.into();
    State::new(played, language, detail).map_err(|_| cannot_be_scored(played))
}

/// An answer with the current match, tagged with its version.
///
/// # Errors
/// 500 if the match cannot be scored.
pub fn answer(played: &Match, presentation: impl Into<Presentation>) -> Answer {
    let presentation = presentation.into();
    let state = build(played, presentation)?;
    written(tagged(StatusCode::OK, played, presentation), &state)
}

/// A JSON answer.
///
/// # Errors
/// Same as [`json`].
pub fn written(builder: HttpResponseBuilder, body: &impl Serialize) -> Answer {
    Ok(as_json(builder, json(body)?))
}

/// Serializes into a buffer large enough for a usual match.
///
/// # Errors
/// 500 if it cannot be serialized.
pub fn json(body: &impl Serialize) -> Result<Vec<u8>, Problem> {
    let mut text = Vec::with_capacity(ROOM);
    serde_json::to_writer(&mut text, body).map_err(|_| Problem::new(ProblemKind::Internal))?;
    Ok(text)
}

/// An answer with this JSON body.
pub fn as_json(mut builder: HttpResponseBuilder, text: Vec<u8>) -> HttpResponse {
    builder.content_type(header::ContentType::json()).body(text)
}

/// The header with the digest of a match's whole log at its version.
pub const HEAD: &str = "overtrick-head";

/// A builder for an answer about a match at its version.
pub fn tagged(
    status: StatusCode,
    played: &Match,
    presentation: impl Into<Presentation>,
) -> HttpResponseBuilder {
    let Presentation { language, detail } = presentation.into();
    let mut builder = HttpResponse::build(status);
    builder
        .insert_header((header::ETAG, tag(played.version(), language, detail)))
        .insert_header((header::CONTENT_LANGUAGE, language.tag()));
    if let Some(head) = played.head() {
        builder.insert_header((HEAD, head.to_string()));
    }
    builder
}

/// The scores of the current match.
///
/// # Errors
/// 500 if the match cannot be scored, which no accepted change causes.
pub fn scored(played: &Match) -> Result<Arc<Scored>, Problem> {
    played.scored().map_err(|_| cannot_be_scored(played))
}

fn cannot_be_scored(played: &Match) -> Problem {
    let version = played.version();
    tracing::error!(version, "a stored match cannot be scored");
    Problem::new(ProblemKind::Internal)
}

/// The result of a change. If the change named another version than the current one, the problem shows the
/// current match, with its tag.
///
/// # Errors
/// The error of the change; 500 if the match cannot be scored.
pub async fn changed<T>(
    service: &Service,
    id: &str,
    presentation: impl Into<Presentation>,
    change: Result<T, ServiceError>,
) -> Result<T, Problem> {
    if !matches!(change, Err(ServiceError::Conflict { .. })) {
        return Ok(change?);
    }
    let played = service.matches.read_now(id).await?;
    let presentation = presentation.into();
    let current = serde_json::to_value(build(&played, presentation)?).unwrap_or_default();
    let problem = Problem::new(ProblemKind::Changed).with_current(current);
    let tag = tag(played.version(), presentation.language, presentation.detail);
    Err(match HeaderValue::from_str(&tag) {
        Ok(tag) => problem.with_header(header::ETAG, tag),
        Err(_) => problem,
    })
}
