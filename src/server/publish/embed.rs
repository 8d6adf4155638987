//! `/matches/{id}/publication` and `/embed`: publishing a match, and its standings for websites as a frame, CSV and an
//! event stream.

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use crate::access::caller;
use crate::access::caller::Entered;
use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::body::Body;
use crate::http::file::{CSS, HTML, JAVASCRIPT, endpoint};
use crate::http::problem::{Problem, ProblemKind};
use crate::http::query::Query;
use crate::http::request::LangQuery;
use crate::http::version::IfMatch;
use crate::http::{csp, request};
use crate::matches::change::Precondition;
use crate::matches::events::Audience;
use crate::matches::match_reader::View;
use crate::matches::match_response::{DetailQuery, Presentation};
use crate::matches::{events, match_response};
use crate::openapi::endpoint::Endpoint;
use crate::openapi::parameters::{IfNoneMatch, LastEventId, MatchPath};
use crate::openapi::responses::{
    BadRequest, BodyErrors, Cached, MatchAnswer, NotFound, RoleErrors, TooMany, VersionErrors,
};
use crate::publish::board::Board;
use crate::publish::frame;
use crate::publish::frame::{FrameQuery, Theme};
use crate::publish::list_endpoints;
use overtrick_match::document::standings_csv;
use overtrick_match::ledger::PublishedPart;

/// A request to publish a match.
#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishRequest {
    /// The part of the match that everybody may see
    part: Option<PublishedPart>,
}

/// The endpoints of the frame and its files.
pub fn pages() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/embed/theme.css", theme),
        endpoint("/embed/live.js", frame::SCRIPT, JAVASCRIPT, csp::public),
        endpoint(
            "/embed/standings.js",
            frame::element(),
            JAVASCRIPT,
            csp::public,
        ),
        Endpoint::page("/embed/matches", list_endpoints::frame),
        Endpoint::page("/embed/matches/{id}", html),
    ]
}

/// Publish the match: everybody can see it at `/matches/{id}`, and any website can embed it from
/// `/embed/matches/{id}`.
///
/// Without a body, or with `{"part": "standings"}`, only the standings are public; with `{"part": "sheet"}`,
/// every hand and its scoring.
#[utoipa::path(put, path = "/api/v1/matches/{id}/publication", tag = "embed", operation_id = "publishMatch",
    params(Entered, DetailQuery, IfMatch), security(("key" = ["direct"])),
    request_body = PublishRequest, responses(
    MatchAnswer, VersionErrors, RoleErrors, BodyErrors, TooMany,
))]
pub async fn publish(
    body: Body,
    presentation: Presentation,
    IfMatch(precondition): IfMatch,
    entered: Entered,
    service: Data<Service>,
) -> Answer {
    let PublishRequest { part } = body.read()?;
    let part = Some(part.unwrap_or_default());
    set_published(&service, &entered, &precondition, part, presentation).await
}

/// Withdraw the publication of the match.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/publication", tag = "embed", operation_id = "unpublishMatch",
    params(Entered, DetailQuery, IfMatch), security(("key" = ["direct"])), responses(
    MatchAnswer, VersionErrors, RoleErrors, TooMany,
))]
pub async fn unpublish(
    presentation: Presentation,
    IfMatch(precondition): IfMatch,
    entered: Entered,
    service: Data<Service>,
) -> Answer {
    set_published(&service, &entered, &precondition, None, presentation).await
}

async fn set_published(
    service: &Service,
    entered: &Entered,
    precondition: &Precondition,
    part: Option<PublishedPart>,
    presentation: Presentation,
) -> Answer {
    entered.check_write(0)?;
    let id = &entered.id;
    let set = service
        .matches
        .publish(id, precondition, part, &entered.caller);
    let played = match_response::changed(service, id, presentation, set.await).await?;
    match_response::answer(&played, presentation)
}

/// Show the standings as CSV: one row per player, best first.
#[utoipa::path(get, path = "/matches/{id}.csv", tag = "embed", operation_id = "getBoardCsv",
    params(MatchPath, IfNoneMatch), responses(
    (status = 200, description = "RFC 4180, in UTF-8", content_type = "text/csv", body = String),
    Cached, NotFound,
))]
pub async fn board_csv(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let view = View::published(&request, &service, &id).await?;
    view.answer(|mut builder| {
        let scored = match_response::scored(&view.played)?;
        let mut rows = Vec::new();
        standings_csv(&scored, &mut rows).map_err(|_| Problem::new(ProblemKind::Internal))?;
        Ok(builder.content_type("text/csv; charset=utf-8").body(rows))
    })
}

/// Follow the standings as server-sent events named `standings`. The stream ends when the match is no longer
/// published.
#[utoipa::path(get, path = "/embed/matches/{id}/events", tag = "internal", operation_id = "watchBoard",
    params(MatchPath, LangQuery, LastEventId), responses(
    (status = 200, description = "Server-sent events", content_type = "text/event-stream", body = String),
    BadRequest, NotFound,
))]
pub async fn board_events(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    let mut answer = events::stream(request, service, id.into_inner(), Audience::Public).await?;
    let any = HeaderValue::from_static("*");
    let headers = answer.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, any);
    Ok(answer)
}

/// The live standings of a published match, for an `<iframe>`; 404 with a sentence if it is not published.
async fn html(
    Query(query): Query<FrameQuery>,
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    let theme = Theme::from(&query);
    let language = request::named_or_preferred(query.lang, &request);
    let (mut builder, page) = match caller::published(&service, &id).await {
        Ok(played) => {
            let board = Board::new(&played, language)?;
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
    let page = page?;
    csp::public(&mut builder);
    Ok(builder.content_type(HTML).body(page))
}

/// The stylesheet of a frame.
async fn theme(Query(query): Query<FrameQuery>) -> Answer {
    let theme = Theme::from(&query);
    let mut builder = HttpResponse::Ok();
    csp::public(&mut builder).insert_header((header::CACHE_CONTROL, "public, max-age=3600"));
    Ok(builder.content_type(CSS).body(theme.css()))
}
