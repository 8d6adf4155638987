//! How a published match stands, for everybody: as JSON, as CSV, and as it changes.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use serde::Serialize;

use super::csp;
use crate::api::Service;
use crate::api::errors::problem;
use crate::api::events::{self, Watcher};
use crate::api::problem::{Kind, Problem};
use crate::api::request;
use crate::api::responses::Known;
use crate::api::{state, version};
use crate::document::{Status, standings_csv};
use crate::lang::Language;
use crate::ledger::{Ledger, MatchId};
use crate::rules::Points;
use crate::service::ServiceError;

/// How a match stands.
#[derive(Debug, Serialize)]
pub struct Board {
    /// The match's id.
    pub id: MatchId,
    /// Its version.
    pub version: u64,
    /// The game's id.
    pub game: String,
    /// The game's name.
    pub name: String,
    /// What the match is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Whether it goes on.
    pub status: Status,
    /// How many hands have been played.
    pub hands: usize,
    /// The number of the hand being played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playing: Option<usize>,
    /// Everyone's place, best first.
    pub standings: Vec<Place>,
    /// Who won, once it is over.
    pub winners: Vec<Arc<str>>,
}

/// A player's place.
#[derive(Debug, Serialize)]
pub struct Place {
    /// From 1; equal totals share one.
    pub rank: usize,
    /// Who.
    pub player: Arc<str>,
    /// With how many points.
    pub total: Points,
    /// What the last hand changed; nothing before the first.
    pub last: Option<Points>,
}

impl Board {
    /// How a match stands, in the words of a language.
    ///
    /// # Errors
    /// 500: the match cannot be scored, which no change leaves behind.
    pub fn of(ledger: &Ledger, language: &Language) -> Result<Board, Problem> {
        let scored = state::scored(ledger)?;
        let last = scored.hands.last();
        let places = scored.standings().into_iter().map(|standing| Place {
            rank: standing.rank,
            player: scored.table.name(standing.seat).clone(),
            total: standing.total,
            last: last.map(|hand| hand.scores[standing.seat.index()]),
        });
        let winners = scored.winners().into_iter();
        Ok(Board {
            id: ledger.id().clone(),
            version: ledger.version(),
            game: scored.facts.id.to_owned(),
            name: language.word(scored.facts.id),
            title: scored.title.as_deref().map(str::to_owned),
            hands: scored.hands.len(),
            playing: scored.current.as_ref().map(|current| current.number),
            standings: places.collect(),
            status: Status::of(&scored),
            winners: winners
                .map(|seat| scored.table.name(seat).clone())
                .collect(),
        })
    }
}

/// A match that its director has published.
///
/// # Errors
/// 404: it is not published, or not there, and nobody is told which.
pub async fn published(service: &Service, id: &str) -> Result<Arc<Ledger>, Problem> {
    match service.matches.read(id).await {
        Ok(ledger) if ledger.is_published() => Ok(ledger),
        Ok(_) | Err(ServiceError::NotFound) => Err(Kind::NotShown.into()),
        Err(error) => Err(problem(error)),
    }
}

/// How a published match stands; pages of any origin may ask.
#[utoipa::path(get, path = "/embed/matches/{id}.json", tag = "embed", operation_id = "getBoard",
    params(("id" = String, Path, description = "The match")), responses(
    (status = 200, description = "The standings", content_type = "application/json", body = ref("#/components/schemas/Board")),
    Known,
    (status = 404, description = "=Problem"),
))]
pub async fn json(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let asked = Asked::of(&request, &service, &id, "application/json").await?;
    let board = Board::of(&asked.ledger, asked.language)?;
    Ok(asked.answer(|answer| answer.json(board)))
}

/// The same as CSV: a row for each player, best first.
#[utoipa::path(get, path = "/embed/matches/{id}.csv", tag = "embed", operation_id = "getBoardCsv",
    params(("id" = String, Path, description = "The match")), responses(
    (status = 200, description = "RFC 4180, in UTF-8", content_type = "text/csv", body = String),
    Known,
    (status = 404, description = "=Problem"),
))]
pub async fn csv(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let asked = Asked::of(&request, &service, &id, "text/csv").await?;
    let scored = state::scored(&asked.ledger)?;
    let mut rows = Vec::new();
    standings_csv(&scored, &mut rows).map_err(|_| Problem::new(Kind::Internal))?;
    Ok(asked.answer(|answer| answer.content_type("text/csv; charset=utf-8").body(rows)))
}

/// The same as it changes, as server-sent events named `standings`. The stream ends when the match
/// is no longer published.
#[utoipa::path(get, path = "/embed/matches/{id}/events", tag = "embed", operation_id = "watchBoard",
    params(("id" = String, Path, description = "The match"),
           ("Last-Event-ID" = Option<String>, Header, description = "The version that the client has")), responses(
    (status = 200, description = "Server-sent events", content_type = "text/event-stream", body = String),
    (status = 400, description = "=Problem"),
    (status = 404, description = "=Problem"),
    (status = 406, description = "=Problem"),
))]
pub async fn events(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let mut answer = events::stream(request, service, id.into_inner(), Watcher::Public).await?;
    let any = header::HeaderValue::from_static("*");
    answer
        .headers_mut()
        .insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, any);
    Ok(answer)
}

/// What was asked of a published match.
struct Asked {
    ledger: Arc<Ledger>,
    language: &'static Language,
    known: bool,
}

impl Asked {
    async fn of(
        request: &HttpRequest,
        service: &Service,
        id: &str,
        media: &str,
    ) -> Result<Asked, Problem> {
        request::accepts(request, media)?;
        let language = request::language(request.headers());
        let ledger = published(service, id).await?;
        let known = version::is_known(request, ledger.version(), language);
        Ok(Asked {
            ledger,
            language,
            known,
        })
    }

    /// The answer, which needs no body if the client has this version.
    fn answer(&self, body: impl FnOnce(&mut HttpResponseBuilder) -> HttpResponse) -> HttpResponse {
        let status = if self.known {
            StatusCode::NOT_MODIFIED
        } else {
            StatusCode::OK
        };
        let mut answer = state::tagged(status, &self.ledger, self.language);
        csp::public(&mut answer);
        if self.known {
            answer.finish()
        } else {
            body(&mut answer)
        }
    }
}
