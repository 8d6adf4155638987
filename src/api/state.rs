//! A match as the service tells it.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, HttpResponseBuilder};
use serde::Serialize;
use utoipa::openapi::Ref;

use super::detail::Presentation;
use super::service::Service;
use crate::document::{Detail, Report, Scored};
use crate::http::answer::Answer;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::version::tag;
use crate::ledger::{Ledger, MatchId, NameEntry, SeatView, Showing, WrittenDocument};
use crate::rules::json::Json;
use crate::service::ServiceError;

/// How many bytes the JSON of a match usually has: to grow costs copies.
const ROOM: usize = 16 * 1024;

/// The match as it stands: its document, its seats, and the scores.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = MatchState)]
pub struct State {
    id: MatchId,
    #[schema(minimum = 1)]
    version: u64,
    /// The digest that stands for its whole log: SHA-256, hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    head: Option<String>,
    /// How it is damaged: only the administrator sees a damaged match.
    #[serde(skip_serializing_if = "Option::is_none")]
    damage: Option<String>,
    /// Who sits where; only with `detail=full`, as are `people`, `document` and `cards_ahead`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seats: Vec<SeatView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    people: Vec<NameEntry>,
    can_undo: bool,
    can_redo: bool,
    embedded: bool,
    /// What of the match is public.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    shown: Option<Showing>,
    /// What a program calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    external_id: Option<String>,
    /// What a program noted of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    metadata: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = match_document)]
    document: Option<WrittenDocument>,
    result: Report,
    /// How many cards each hand after the next one has, to the end of the match; absent where the game
    /// does not vary it, or no hand follows the next one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cards_ahead: Vec<i64>,
}

/// The document of a match is described for each game.
fn match_document() -> Ref {
    Ref::from_schema_name("MatchDocument")
}

impl State {
    /// The state of a match in a language, with so much of its result.
    ///
    /// # Errors
    /// 500: the match cannot be scored, which no change leaves behind.
    pub fn of(ledger: &Ledger, presentation: impl Into<Presentation>) -> Result<State, Problem> {
        let Presentation { language, detail } = presentation.into();
        let scored = scored(ledger)?;
        let cards_ahead = scored.cards_ahead();
        let is_full = detail == Detail::Full;
        let (seats, people) = if is_full {
            (ledger.seats(), ledger.people())
        } else {
            (Vec::new(), Vec::new())
        };
        Ok(State {
            id: ledger.id().clone(),
            version: ledger.version(),
            head: ledger.head().filter(|_| is_full).map(ToString::to_string),
            damage: ledger.damage().map(|damage| damage.to_string()),
            seats,
            people,
            can_undo: ledger.can_undo(),
            can_redo: ledger.can_redo(),
            embedded: ledger.is_published(),
            shown: ledger.showing(),
            external_id: ledger.labels().external_id.clone(),
            metadata: ledger.labels().metadata.clone(),
            document: is_full.then(|| ledger.written_document()),
            result: Report::with(scored, language, detail),
            cards_ahead,
        })
    }
}

/// An answer with the match as it stands, tagged with its version.
///
/// # Errors
/// 500: the match cannot be scored.
pub fn answer(ledger: &Ledger, presentation: impl Into<Presentation>) -> Answer {
    let presentation = presentation.into();
    let state = State::of(ledger, presentation)?;
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
    ledger.scored().map_err(|_| {
        let version = ledger.version();
        tracing::error!(version, "a stored match cannot be scored");
        Problem::new(ProblemKind::Internal)
    })
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
    let ledger = service.matches.read(id).await?;
    let presentation = presentation.into();
    let current = serde_json::to_value(State::of(&ledger, presentation)?).unwrap_or_default();
    let problem = Problem::new(ProblemKind::Changed).with_current(current);
    let tag = tag(ledger.version(), presentation.language, presentation.detail);
    Err(match HeaderValue::from_str(&tag) {
        Ok(tag) => problem.with_header(header::ETAG, tag),
        Err(_) => problem,
    })
}
