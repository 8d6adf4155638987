//! What can be looked at of a match: history, standings, the document, the results as CSV.

use std::sync::Arc;

use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

use super::problem::{Kind, Problem};
use super::responses::{Keyed, Known};
use super::{Service, access, request, state, version};
use crate::document::{Report, csv};
use crate::lang::Language;
use crate::ledger::{Event, Ledger};
use crate::service::Role;

/// A match that somebody may look at, or the answer that nothing of it has changed.
///
/// # Errors
/// 401, 404, 406.
pub async fn load(
    request: &HttpRequest,
    service: &Service,
    id: &str,
    media: &str,
) -> Result<(Arc<Ledger>, &'static Language, Option<HttpResponse>), Problem> {
    request::accepts(request, media)?;
    let language = request::language(request.headers());
    let (_, ledger) = access::enter(request, service, id, Role::View).await?;
    let known = version::is_known(request, ledger.version(), language)
        .then(|| state::tagged(StatusCode::NOT_MODIFIED, &ledger, language).finish());
    Ok((ledger, language, known))
}

/// Everything that was done to the match, oldest first.
#[utoipa::path(get, path = "/api/v1/matches/{id}/history", tag = "matches", operation_id = "getHistory",
    params(("id" = String, Path, description = "The match")), responses(
    (status = 200, description = "The events of the match", content_type = "application/json", body = ref("#/components/schemas/History")),
    Known, Keyed,
))]
pub async fn history(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let (ledger, language, known) = load(&request, &service, &id, "application/json").await?;
    if let Some(known) = known {
        return Ok(known);
    }
    let events = ledger.events().iter();
    let events: Vec<Value> = events.map(|one| event(&ledger, one)).collect();
    let body = json!({ "id": ledger.id(), "version": ledger.version(), "events": events });
    Ok(state::tagged(StatusCode::OK, &ledger, language).json(body))
}

fn event(ledger: &Ledger, event: &Event) -> Value {
    json!({
        "sequence": event.sequence, "at": event.at, "by": event.by.word(),
        "change": ledger.named_event(event), "outcome": event.outcome,
    })
}

/// Everyone's place, best first.
#[utoipa::path(get, path = "/api/v1/matches/{id}/standings", tag = "matches", operation_id = "getStandings",
    params(("id" = String, Path, description = "The match")), responses(
    (status = 200, description = "The standings", content_type = "application/json", body = ref("#/components/schemas/Standings")),
    Known, Keyed,
))]
pub async fn standings(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let (ledger, language, known) = load(&request, &service, &id, "application/json").await?;
    if let Some(known) = known {
        return Ok(known);
    }
    let scored = state::scored(&ledger)?;
    let report = Report::of(scored.clone(), language);
    let body = json!({
        "id": ledger.id(), "version": ledger.version(), "game": report.game, "status": report.status,
        "hands": scored.hands.len(), "standings": report.standings, "winners": report.winners,
    });
    Ok(state::tagged(StatusCode::OK, &ledger, language).json(body))
}

/// The match document: to be scored, archived, or opened again elsewhere.
#[utoipa::path(get, path = "/api/v1/matches/{id}/document", tag = "matches", operation_id = "exportMatch",
    params(("id" = String, Path, description = "The match")), responses(
    (status = 200, description = "The match document", content_type = "application/json", body = ref("#/components/schemas/MatchDocument")),
    Known, Keyed,
))]
pub async fn document(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let (ledger, language, known) = load(&request, &service, &id, "application/json").await?;
    Ok(known.unwrap_or_else(|| {
        state::tagged(StatusCode::OK, &ledger, language).json(ledger.written_document())
    }))
}

/// The results as CSV: a row for each hand and player.
#[utoipa::path(get, path = "/api/v1/matches/{id}/result.csv", tag = "matches", operation_id = "getCsv",
    params(("id" = String, Path, description = "The match")), responses(
    (status = 200, description = "RFC 4180, in UTF-8", content_type = "text/csv", body = String),
    Known, Keyed,
))]
pub async fn result_csv(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let (ledger, language, known) = load(&request, &service, &id, "text/csv").await?;
    if let Some(known) = known {
        return Ok(known);
    }
    let scored = state::scored(&ledger)?;
    let mut rows = Vec::new();
    csv(&scored, &ledger.document(), &mut rows).map_err(|_| Problem::new(Kind::Internal))?;
    Ok(state::tagged(StatusCode::OK, &ledger, language)
        .insert_header((
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"result.csv\"",
        ))
        .content_type("text/csv; charset=utf-8")
        .body(rows))
}
