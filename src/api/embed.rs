//! `/embed`: published matches for websites, as a frame, JSON, CSV and a stream of events.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};

use super::endpoint::{Endpoint, endpoints};
use super::events::{self, Audience};
use super::parameters::{IfNoneMatch, LastEventId, MatchPath};
use super::responses::{BadRequest, Cached, NotAcceptable, NotFound};
use super::service::Service;
use super::{access, state};
use crate::document::standings_csv;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::{csp, request, version};
use crate::lang::Language;
use crate::ledger::Ledger;
use crate::web::board::Board;
use crate::web::frame;
use crate::web::theme::{Theme, bad_theme};

pub fn endpoints() -> Vec<Endpoint> {
    let mut endpoints = endpoints![board, board_csv, board_events];
    endpoints.extend([
        Endpoint::page("/embed/theme.css", theme),
        Endpoint::page("/embed/live.js", script),
        Endpoint::page("/embed/matches/{id}", html),
    ]);
    endpoints
}

/// How a published match stands; pages of any origin may ask.
#[utoipa::path(get, path = "/embed/matches/{id}.json", tag = "embed", operation_id = "getBoard",
    params(MatchPath, IfNoneMatch), responses(
    (status = 200, description = "The standings", body = Board),
    Cached, NotFound,
))]
async fn board(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let published = Published::load(&request, &service, &id, "application/json").await?;
    let scored = state::scored(&published.ledger)?;
    let board = Board::of(&published.ledger, &scored, published.language);
    Ok(published.answer(|builder| builder.json(board)))
}

/// The same as CSV: a row for each player, best first.
#[utoipa::path(get, path = "/embed/matches/{id}.csv", tag = "embed", operation_id = "getBoardCsv",
    params(MatchPath, IfNoneMatch), responses(
    (status = 200, description = "RFC 4180, in UTF-8", content_type = "text/csv", body = String),
    Cached, NotFound,
))]
async fn board_csv(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let published = Published::load(&request, &service, &id, "text/csv").await?;
    let scored = state::scored(&published.ledger)?;
    let mut rows = Vec::new();
    standings_csv(&scored, &mut rows).map_err(|_| Problem::new(ProblemKind::Internal))?;
    Ok(published.answer(|builder| builder.content_type("text/csv; charset=utf-8").body(rows)))
}

/// The same as it changes, as server-sent events named `standings`. The stream ends when the match
/// is no longer published.
#[utoipa::path(get, path = "/embed/matches/{id}/events", tag = "embed", operation_id = "watchBoard",
    params(MatchPath, LastEventId), responses(
    (status = 200, description = "Server-sent events", content_type = "text/event-stream", body = String),
    BadRequest, NotFound, NotAcceptable,
))]
async fn board_events(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let mut answer = events::stream(request, service, id.into_inner(), Audience::Public).await?;
    let any = HeaderValue::from_static("*");
    answer
        .headers_mut()
        .insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, any);
    Ok(answer)
}

/// A published match, at its version.
struct Published {
    ledger: Arc<Ledger>,
    language: &'static Language,
    /// Whether the client has this version in this language already.
    is_cached: bool,
}

impl Published {
    async fn load(
        request: &HttpRequest,
        service: &Service,
        id: &str,
        media: &str,
    ) -> Result<Published, Problem> {
        request::accepts(request, media)?;
        let language = request::language(request.headers());
        let ledger = access::published(service, id).await?;
        Ok(Published {
            is_cached: version::is_known(request, ledger.version(), language),
            ledger,
            language,
        })
    }

    /// The answer with this body, or without one if the client has this version.
    fn answer(&self, body: impl FnOnce(&mut HttpResponseBuilder) -> HttpResponse) -> HttpResponse {
        let status = if self.is_cached {
            StatusCode::NOT_MODIFIED
        } else {
            StatusCode::OK
        };
        let mut builder = state::tagged(status, &self.ledger, self.language);
        csp::public(&mut builder);
        if self.is_cached {
            builder.finish()
        } else {
            body(&mut builder)
        }
    }
}

/// The live standings of a published match, for an `<iframe>`; 404 with a sentence, if it is not
/// published.
async fn html(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let (theme, language) = theme_and_language(&request)?;
    let (mut builder, page) = match access::published(&service, &id).await {
        Ok(ledger) => {
            let scored = state::scored(&ledger)?;
            let board = Board::of(&ledger, &scored, language);
            let address = request.uri().path_and_query();
            let address = address.map_or("", |address| address.as_str());
            let page = frame::standings(&board, &theme, language, address);
            (HttpResponse::Ok(), page)
        }
        Err(problem) if problem.kind() == ProblemKind::NotShown => (
            HttpResponse::NotFound(),
            frame::unpublished(&theme, language),
        ),
        Err(problem) => return Err(problem),
    };
    let page = page.map_err(|_| Problem::new(ProblemKind::Internal))?;
    csp::public(&mut builder);
    Ok(builder.content_type("text/html; charset=utf-8").body(page))
}

/// The theme and the language of a frame, which its query sets.
fn theme_and_language(request: &HttpRequest) -> Result<(Theme, &'static Language), Problem> {
    let (mut theme, mut language) = (Theme::default(), request::language(request.headers()));
    for (name, value) in query(request)? {
        match name.as_str() {
            "lang" => language = Language::find(&value).ok_or_else(|| bad_theme("lang"))?,
            name => theme.set(name, &value)?,
        }
    }
    Ok((theme, language))
}

/// The parameters of a query, decoded.
fn query(request: &HttpRequest) -> Result<Vec<(String, String)>, Problem> {
    let query = Query::<Vec<(String, String)>>::from_query(request.query_string());
    Ok(query.map_err(|_| bad_theme("query"))?.into_inner())
}

/// The stylesheet of a frame.
async fn theme(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let mut theme = Theme::default();
    for (name, value) in query(&request)? {
        theme.set(&name, &value)?;
    }
    let mut builder = HttpResponse::Ok();
    csp::public(&mut builder).insert_header((header::CACHE_CONTROL, "public, max-age=3600"));
    Ok(builder
        .content_type("text/css; charset=utf-8")
        .body(theme.css()))
}

/// The script that keeps a frame up to date.
async fn script() -> HttpResponse {
    let mut builder = HttpResponse::Ok();
    csp::public(&mut builder);
    builder
        .content_type("text/javascript; charset=utf-8")
        .body(frame::SCRIPT)
}
