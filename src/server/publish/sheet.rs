//! `/matches/{id}.json`: a published match, for websites with their own layout.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::caller;
use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::query::Query;
use crate::http::request::LangQuery;
use crate::matches::detail::DetailQuery;
use crate::matches::match_reader::View;
use crate::matches::match_response;
use crate::openapi::parameters::{IfNoneMatch, MatchPath};
use crate::openapi::responses::{AnswerTooLarge, BadRequest, Cached, NotFound};
use crate::publish::board::Board;
use crate::publish::list_endpoints::listed;
use overtrick_match::document::{Detail, Report};
use overtrick_match::ledger::PublishedPart;

/// A published match: its standings, and every hand if the whole sheet is published.
///
/// It contains only those parts of the match document that the match's page shows: no notes, labels or
/// history.
#[derive(Debug, Serialize, ToSchema)]
struct PublicMatch {
    #[serde(flatten)]
    board: Board,
    /// The day it was played, or else opened.
    #[schema(format = Date)]
    day: String,
    /// Every hand with its scoring, and the adjustments; absent if only the standings are published.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    result: Option<Report>,
}

/// Show a published match. Pages of any origin may fetch it.
///
/// If only the standings are published, or with `detail=standings`, there is no `result`.
#[utoipa::path(get, path = "/matches/{id}.json", tag = "embed", operation_id = "getPublishedMatch",
    params(MatchPath, LangQuery, DetailQuery, IfNoneMatch), responses(
    (status = 200, description = "The published part of the match", body = PublicMatch),
    BadRequest, Cached, NotFound, AnswerTooLarge,
))]
pub async fn sheet(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let view = View::published(&request, &service, &id, "application/json").await?;
    let Query((LangQuery { lang }, DetailQuery { detail })) = Query::from_request(&request)?;
    let language = lang.unwrap_or(view.language);
    let detail = match view.played.published_part() {
        Some(PublishedPart::Sheet) => detail,
        _ => Detail::Standings,
    };
    let view = view.in_language(&request, language);
    let view = view.in_detail(&request, detail);
    view.answer(|builder| {
        let listed = listed(&view.played, language)?.ok_or_else(caller::not_shown)?;
        let result = if detail == Detail::Standings {
            None
        } else {
            let scored = match_response::scored(&view.played)?;
            Some(Report::with(scored, language, detail))
        };
        let answer = PublicMatch {
            board: listed.board,
            day: listed.day,
            result,
        };
        match_response::written(builder, &answer)
    })
}
