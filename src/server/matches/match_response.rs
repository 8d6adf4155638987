//! The representation of a match in answers.

use std::sync::Arc;

use actix_web::http::header::HeaderValue;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use validator::Validate;

use crate::app::state::Service;
use crate::error::ServiceError;
use crate::http::etag::tag;
use crate::http::{Answer, Problem, ProblemKind, Query, extractors, request};
use overtrick_core::args;
use overtrick_core::bounds::MAX_ANSWER_BYTES;
use overtrick_match::bounded_json;
use overtrick_match::document::{Detail, Scored};
use overtrick_match::lang::Language;
use overtrick_match::ledger::Match;
use overtrick_match::play::State;

/// Returns the state of a match in this language and level of detail.
///
/// # Errors
/// 500 if the match cannot be scored; no accepted change causes this.
pub fn build(played: &Match, presentation: impl Into<Presentation>) -> Result<State, Problem> {
    let Presentation { language, detail } = presentation.into();
    State::new(played, language, detail).map_err(|_| cannot_be_scored(played))
}

/// Returns the JSON that `body` makes of a match after something was stored, and its presentation. If the
/// JSON would be too large, it leaves out the reasons, because an error would mean that nothing was stored.
///
/// # Errors
/// 500 if the match cannot be scored.
pub fn stored(
    played: &Match,
    presentation: Presentation,
    body: impl Fn(State) -> serde_json::Result<Vec<u8>>,
) -> Result<(Presentation, Vec<u8>), Problem> {
    match bounded(body(build(played, presentation)?)) {
        Err(problem) if problem.kind() == ProblemKind::AnswerTooLarge => {}
        text => return Ok((presentation, text?)),
    }
    let presentation = Presentation {
        detail: Detail::Scores,
        ..presentation
    };
    Ok((presentation, bounded(body(build(played, presentation)?))?))
}

/// Returns an answer with the current match after something was stored, tagged with its version.
///
/// # Errors
/// 500 if the match cannot be scored.
pub fn answer(played: &Match, presentation: impl Into<Presentation>) -> Answer {
    let (presentation, text) = stored(played, presentation.into(), |state| {
        state.to_json(MAX_ANSWER_BYTES)
    })?;
    Ok(as_json(tagged(StatusCode::OK, played, presentation), text))
}

/// A JSON answer.
///
/// # Errors
/// Same as [`json`].
pub fn written(builder: HttpResponseBuilder, body: &impl Serialize) -> Answer {
    Ok(as_json(builder, json(body)?))
}

/// Returns the JSON of an answer. Its size is limited, because a small request can cause an answer of any
/// size.
///
/// # Errors
/// Same as [`bounded`].
pub fn json(body: &impl Serialize) -> Result<Vec<u8>, Problem> {
    bounded(bounded_json(body, MAX_ANSWER_BYTES))
}

/// Returns the JSON of an answer of at most [`MAX_ANSWER_BYTES`].
///
/// # Errors
/// 422 if it is larger; 500 if it cannot be serialized.
pub fn bounded(json: serde_json::Result<Vec<u8>>) -> Result<Vec<u8>, Problem> {
    json.map_err(|error| {
        if error.is_io() {
            let args = args![most: MAX_ANSWER_BYTES / 1024 / 1024];
            return Problem::new(ProblemKind::AnswerTooLarge).with_args(args);
        }
        Problem::new(ProblemKind::Internal)
    })
}

/// An answer with this JSON body.
pub fn as_json(mut builder: HttpResponseBuilder, text: Vec<u8>) -> HttpResponse {
    builder.content_type(header::ContentType::json()).body(text)
}

/// The header with the digest of a match's whole log up to its version.
pub const HEAD: &str = "overtrick-head";

/// Returns a builder for an answer about a match, tagged with the match's version.
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
/// 500 if the match cannot be scored; no accepted change causes this.
pub fn scored(played: &Match) -> Result<Arc<Scored>, Problem> {
    played.scored().map_err(|_| cannot_be_scored(played))
}

fn cannot_be_scored(played: &Match) -> Problem {
    let version = played.version();
    tracing::error!(version, "a stored match cannot be scored");
    Problem::new(ProblemKind::Internal)
}

/// Returns the result of a change. If the change was for an outdated version, the problem has the current
/// match and its tag.
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
    let played = service.matches.read(id).await?;
    let (presentation, text) = stored(&played, presentation.into(), |state| {
        state.to_json(MAX_ANSWER_BYTES)
    })?;
    let current = String::from_utf8(text).ok();
    let current = current.and_then(|text| RawValue::from_string(text).ok());
    let problem = Problem::new(ProblemKind::Changed).with_current(current.unwrap_or_default());
    let tag = tag(played.version(), presentation.language, presentation.detail);
    Err(match HeaderValue::from_str(&tag) {
        Ok(tag) => problem.with_header(header::ETAG, tag),
        Err(_) => problem,
    })
}

/// The detail of the result in an answer.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DetailQuery {
    /// How much of the result to return: `standings` for only the standings, `scores` for the points of every
    /// hand too, `full` for everything. Each level has its own ETag; changes accept all of them
    pub detail: Option<Detail>,
}

/// The language and the detail of an answer.
#[derive(Debug, Clone, Copy)]
pub struct Presentation {
    /// The language of its sentences.
    pub language: &'static Language,
    /// The detail of the result.
    pub detail: Detail,
}

impl From<&'static Language> for Presentation {
    /// Presents everything in this language.
    fn from(language: &'static Language) -> Presentation {
        let detail = Detail::Full;
        Presentation { language, detail }
    }
}

extractors! {
    Presentation = |request: &HttpRequest| {
        let Query(DetailQuery { detail }) = Query::from_request(request)?;
        let detail = detail.unwrap_or(Detail::Full);
        let language = request::language(request.headers());
        Ok(Presentation { language, detail })
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_at_most_four_mebibytes() {
        let text = |bytes: usize| "x".repeat(bytes - 2);
        assert_eq!(
            json(&text(MAX_ANSWER_BYTES)).unwrap().len(),
            MAX_ANSWER_BYTES
        );
        let refused = json(&text(MAX_ANSWER_BYTES + 1)).unwrap_err();
        assert_eq!(refused.kind(), ProblemKind::AnswerTooLarge);
    }
}
