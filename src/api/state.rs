//! A match as the service tells it.

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

use super::Service;
use super::problem::{Kind, Problem};
use super::trouble::problem;
use super::version::{if_match, tag};
use crate::document::{Report, Scored};
use crate::lang::Language;
use crate::ledger::{Ledger, Naming, Sitter};
use crate::service::{Keys, Trouble};

/// The match as it stands: its document, its seats, and the scores.
///
/// # Errors
/// 500: the match cannot be scored, which no change leaves behind.
pub fn state(ledger: &Ledger, language: &Language) -> Result<Value, Problem> {
    let scored = scored(ledger)?;
    let (undo, redo) = ledger.can();
    Ok(json!({
        "id": ledger.id(),
        "version": ledger.version(),
        "seats": ledger.seats().iter().map(seat).collect::<Vec<Value>>(),
        "people": ledger.people().iter().map(named).collect::<Vec<Value>>(),
        "can_undo": undo,
        "can_redo": redo,
        "embedded": ledger.is_shown(),
        "document": ledger.document(),
        "result": Report::of(scored, language),
    }))
}

fn seat(sitter: &Sitter) -> Value {
    let people: Vec<Value> = sitter
        .people
        .iter()
        .map(|person| json!({ "person": person.number, "name": person.name, "from_hand": person.from_hand }))
        .collect();
    json!({ "id": sitter.id, "people": people })
}

fn named(person: &Naming) -> Value {
    json!({ "person": person.number, "name": person.name })
}

/// An answer with the match as it stands, tagged with its version.
///
/// # Errors
/// 500: the match cannot be scored.
pub fn answer(ledger: &Ledger, language: &Language) -> Result<HttpResponse, Problem> {
    Ok(tagged(StatusCode::OK, ledger, language).json(state(ledger, language)?))
}

/// The beginning of an answer about a match at its version.
pub fn tagged(
    status: StatusCode,
    ledger: &Ledger,
    language: &Language,
) -> actix_web::HttpResponseBuilder {
    let mut builder = HttpResponse::build(status);
    builder
        .insert_header((header::ETAG, tag(ledger.version(), language)))
        .insert_header((header::CONTENT_LANGUAGE, language.tag()));
    builder
}

/// The scores of a match as it stands.
///
/// # Errors
/// 500: the match cannot be scored, which no change leaves behind.
pub fn scored(ledger: &Ledger) -> Result<Scored, Problem> {
    ledger.scored().map_err(|_| {
        tracing::error!(
            version = ledger.version(),
            "a stored match cannot be scored"
        );
        Problem::new(Kind::Internal)
    })
}

/// The version of a stored match that a change is made to.
///
/// # Errors
/// As of [`expected`]; 404, if there is no such match.
pub async fn wanted_version(
    request: &HttpRequest,
    service: &Service,
    id: &str,
    language: &Language,
) -> Result<u64, Problem> {
    let ledger = service.matches.read(id).await.map_err(problem)?;
    expected(request, &ledger, language)
}

/// The version that a change is made to: what `If-Match` says, if the match is there now.
///
/// # Errors
/// 428 without `If-Match`, 400 if it cannot be read, 412 with the match as it is now.
pub fn expected(
    request: &HttpRequest,
    ledger: &Ledger,
    language: &Language,
) -> Result<u64, Problem> {
    match if_match(request)?.at(ledger.version()) {
        Some(version) => Ok(version),
        None => Err(changed(ledger, language)?),
    }
}

/// The problem of a change to another version than the match has: it shows the match as it is.
///
/// # Errors
/// 500: the match cannot be scored.
pub fn changed(ledger: &Ledger, language: &Language) -> Result<Problem, Problem> {
    Ok(Problem::new(Kind::Changed).with("current", state(ledger, language)?))
}

/// The same of a change that came too late, whose trouble may be another.
pub async fn too_late(
    service: &Service,
    id: &str,
    trouble: Trouble,
    language: &Language,
) -> Problem {
    if !matches!(trouble, Trouble::Conflict { .. }) {
        return problem(trouble);
    }
    match service.matches.read(id).await {
        Ok(ledger) => changed(&ledger, language).unwrap_or_else(|failed| failed),
        Err(trouble) => problem(trouble),
    }
}

/// The keys of a match that was opened.
pub fn keys(keys: &Keys) -> Value {
    json!({ "view": keys.view, "score": keys.score, "direct": keys.direct })
}
