//! `/matches/{id}.json`: the whole sheet of a published match, for websites with their own layout.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::caller;
use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::query::QueryPart;
use crate::http::request::LangQuery;
use crate::matches::detail::DetailQuery;
use crate::matches::match_reader::View;
use crate::matches::match_response;
use crate::openapi::parameters::{IfNoneMatch, MatchPath};
use crate::openapi::responses::{AnswerTooLarge, BadRequest, Cached, NotFound};
use crate::publish::entry::Listed;
use crate::publish::list_endpoints::listed;
use overtrick_match::document::Report;
use overtrick_match::ledger::{Match, MatchId};

/// The whole sheet of a published match.
///
/// It contains only those parts of the match document that the match's page shows: no notes, labels or
/// history.
#[derive(Debug, Serialize, ToSchema)]
struct PublicSheet<'a> {
    /// The match.
    id: &'a MatchId,
    /// Its version.
    #[schema(minimum = 1)]
    version: u64,
    /// The title of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    title: Option<&'a str>,
    /// The day it was played, or else opened.
    #[schema(format = Date)]
    day: &'a str,
    /// Where it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    location: Option<&'a str>,
    /// Every hand with its scoring, the adjustments and the standings.
    result: Report,
}

impl<'a> PublicSheet<'a> {
    fn new(played: &'a Match, listed: &'a Listed, result: Report) -> PublicSheet<'a> {
        PublicSheet {
            id: played.id(),
            version: played.version(),
            title: listed.board.title.as_deref(),
            day: &listed.day,
            location: listed.board.location.as_deref(),
            result,
        }
    }
}

/// Show every hand of a published match with its scoring, if its director has published the whole sheet.
/// Pages of any origin may fetch it.
///
/// 404 if only the standings are published: `/embed/matches/{id}.json` has them.
#[utoipa::path(get, path = "/matches/{id}.json", tag = "embed", operation_id = "getPublishedSheet",
    params(MatchPath, LangQuery, DetailQuery, IfNoneMatch), responses(
    (status = 200, description = "The sheet", body = PublicSheet),
    BadRequest, Cached, NotFound, AnswerTooLarge,
))]
pub async fn sheet(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let view = View::published_sheet(&request, &service, &id, "application/json").await?;
    let QueryPart(LangQuery { lang }) = QueryPart::from_request(&request)?;
    let QueryPart(DetailQuery { detail }) = QueryPart::from_request(&request)?;
    let language = lang.unwrap_or(view.language);
    let view = view.in_language(&request, language);
    let view = view.in_detail(&request, detail);
    view.answer(|builder| {
        let listed = listed(&view.played, language)?.ok_or_else(caller::not_shown)?;
        let scored = match_response::scored(&view.played)?;
        let result = Report::with(scored, language, detail);
        match_response::written(builder, &PublicSheet::new(&view.played, &listed, result))
    })
}
