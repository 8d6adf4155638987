//! `/matches/{id}.json`: a published match, for websites with their own layout.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::caller;
use crate::app::state::Service;
use crate::http::answer::Answer;
use crate::http::query::Query;
use crate::http::values::{Lang, lang_schema};
use crate::matches::match_reader::View;
use crate::matches::match_response;
use crate::matches::match_response::detail_schema;
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

/// How a published match is shown.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SheetQuery {
    /// The language, where it is another one than that of the request
    #[param(schema_with = lang_schema, required = false)]
    lang: Option<Lang>,
    /// How much of the result: `standings` are the places alone, `scores` the points of every hand too, `full` is
    /// everything
    #[param(schema_with = detail_schema, required = false)]
    detail: Option<Detail>,
}

/// Show a published match. Pages of any origin may fetch it.
///
/// If only the standings are published, or with `detail=standings`, there is no `result`.
#[utoipa::path(get, path = "/matches/{id}.json", tag = "embed", operation_id = "getPublishedMatch",
    params(MatchPath, SheetQuery, IfNoneMatch), responses(
    (status = 200, description = "The published part of the match", body = PublicMatch),
    BadRequest, Cached, NotFound, AnswerTooLarge,
))]
pub async fn sheet(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let view = View::published(&request, &service, &id, "application/json").await?;
    let Query(SheetQuery { lang, detail }) = Query::from_request(&request)?;
    let language = lang.map_or(view.language, |Lang(language)| language);
    let detail = match view.played.published_part() {
        Some(PublishedPart::Sheet) => detail.unwrap_or(Detail::Full),
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
