//! `/matches/{id}` and `/oembed`: the page of a published match, its picture, and its embedding.

use std::sync::Arc;

use actix_web::http::header;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::caller;
use crate::app::state::Service;
use crate::assets::{forms, words};
use crate::http::answer::Answer;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::query::Query;
use crate::http::request::{AcceptsJson, AcceptsPng, LangQuery};
use crate::http::static_text::{CSS, HTML, JAVASCRIPT, endpoint};
use crate::http::values::{Lang, lang_schema};
use crate::http::{csp, etag, request};
use crate::matches::judged::run_apart;
use crate::matches::match_reader::View;
use crate::matches::match_response;
use crate::matches::match_response::detail_schema;
use crate::openapi::endpoint::Endpoint;
use crate::openapi::parameters::{IfNoneMatch, MatchPath};
use crate::openapi::responses::{AnswerTooLarge, BadRequest, Cached, NotFound, PNG};
use crate::publish::board::Board;
use crate::publish::match_page::MatchView;
use crate::publish::picture::{HEIGHT, WIDTH};
use crate::publish::service::home;
use crate::publish::{list_endpoints, match_page, picture};
use overtrick_match::document::{Detail, Report};
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Match, PublishedPart};

/// Sheets with more hands are rendered off the threads that answer requests.
const MANY_HANDS: usize = 50;

/// The endpoints of the pages and their files.
pub fn pages() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/matches", list_endpoints::page),
        endpoint(
            "/matches/style.css",
            forms::hues() + match_page::STYLE,
            CSS,
            csp::page,
        ),
        endpoint("/matches/open.js", match_page::OPEN, JAVASCRIPT, csp::page),
        Endpoint::page("/matches/{id}", page),
    ]
}

/// The page of a published match; 404 with a sentence if it is not published.
async fn page(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let language = request::shown_language(&request)?;
    let home = home(&request, &service);
    let played = match caller::published(&service, &id).await {
        Ok(played) => played,
        Err(problem) if problem.kind() == ProblemKind::NotShown => {
            let page = match_page::none(language, &home)?;
            let mut builder = HttpResponse::NotFound();
            return Ok(csp::page(&mut builder).content_type(HTML).body(page));
        }
        Err(problem) => return Err(problem),
    };
    let is_listed = service.settings.public_list;
    let is_long =
        played.published_part() == Some(PublishedPart::Sheet) && played.hands() > MANY_HANDS;
    let render = move || -> Result<String, Problem> {
        let scored = match_response::scored(&played)?;
        let view = MatchView {
            board: &Board::new(&played, language)?,
            home: &home,
            language,
            is_listed,
        };
        Ok(match_page::page(&view, &scored)?)
    };
    // A sheet may have a thousand hands.
    let page = if is_long {
        run_apart(render).await??
    } else {
        render()?
    };
    Ok(etag::with_headers(
        &request,
        HTML,
        page.into_bytes(),
        |builder| {
            csp::page(builder).insert_header((header::CONTENT_LANGUAGE, language.tag()));
        },
    ))
}

/// A picture of the standings of a published match, 1200 by 630 pixels, for link previews.
#[utoipa::path(
    get,
    path = "/matches/{id}.png",
    tag = "internal",
    operation_id = "getPicture",
    params(MatchPath, LangQuery, IfNoneMatch)
)]
pub async fn png(
    _: AcceptsPng,
    Query(LangQuery { lang }): Query<LangQuery>,
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    let language = request::named_or_preferred(lang, &request);
    let played = caller::published(&service, &id).await?;
    let (tag, version) = (language.tag(), played.version());
    let known = service.pictures.get(&id, tag, version);
    let bytes = match known {
        Some(bytes) => bytes,
        None => {
            let drawn = drawn(played, language).await?;
            service.pictures.put(&id, tag, version, drawn.clone());
            drawn
        }
    };
    Ok(open_answer(&request, PNG, bytes.to_vec(), language))
}

/// The picture of a match, drawn off the threads that answer.
async fn drawn(played: Arc<Match>, language: &'static Language) -> Result<Bytes, Problem> {
    let draw = move || {
        let board = Board::new(&played, language)?;
        let day = words::day_in_words(&board.day, language);
        let drawn = picture::picture(&board, &day, language);
        drawn.ok_or_else(|| ProblemKind::Internal.into())
    };
    let drawn: Result<_, Problem> = run_apart(draw).await?;
    Ok(Bytes::from(drawn?))
}

/// What is to be embedded, and how large it may be.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct OEmbedQuery {
    /// The address of the page of a published match
    #[validate(required, length(min = 1, max = 400))]
    url: Option<String>,
    /// `json`: there is no other form
    #[validate(length(max = 400))]
    format: Option<String>,
    /// The most pixels of its width
    #[validate(range(min = 1, max = 1_000_000))]
    maxwidth: Option<usize>,
    /// The most pixels of its height
    #[validate(range(min = 1, max = 1_000_000))]
    maxheight: Option<usize>,
    /// The language, where it is another one than that of the request
    #[param(schema_with = lang_schema, required = false)]
    lang: Option<Lang>,
}

/// Describe how to embed the page of a published match, given its address (oembed.com).
#[utoipa::path(
    get,
    path = "/oembed",
    tag = "internal",
    operation_id = "oEmbed",
    params(OEmbedQuery, IfNoneMatch)
)]
pub async fn oembed(
    _: AcceptsJson,
    Query(query): Query<OEmbedQuery>,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    if query.format.is_some_and(|format| format != "json") {
        return Err(ProblemKind::UnknownFormat.into());
    }
    let language = request::named_or_preferred(query.lang, &request);
    let url = query.url.unwrap_or_default();
    let home = home(&request, &service);
    let id = id_in(&url, &home).ok_or(ProblemKind::NotShown)?;
    let played = caller::published(&service, id).await?;
    let view = MatchView {
        board: &Board::new(&played, language)?,
        home: &home,
        language,
        is_listed: service.settings.public_list,
    };
    let body = match_response::json(&embedded(&view, query.maxwidth, query.maxheight))?;
    Ok(open_answer(&request, "application/json", body, language))
}

/// The answer for websites of any origin, in a language.
fn open_answer(
    request: &HttpRequest,
    media: &'static str,
    bytes: Vec<u8>,
    language: &'static Language,
) -> HttpResponse {
    etag::with_headers(request, media, bytes, |builder| {
        csp::open(builder).insert_header((header::CONTENT_LANGUAGE, language.tag()));
    })
}

/// The id of the match whose page or frame has this address of the service, over HTTP or HTTPS.
fn id_in<'a>(url: &'a str, home: &str) -> Option<&'a str> {
    let after_scheme = |url: &'a str| url.split_once("://").map(|(_, rest)| rest);
    let own = home.split_once("://").map_or(home, |(_, rest)| rest);
    let path = after_scheme(url)?.strip_prefix(own)?;
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path = path.strip_prefix("embed/").unwrap_or(path);
    let id = path.strip_prefix("matches/")?;
    Some(id.strip_suffix('/').unwrap_or(id))
}

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
    let language = lang.map_or(view.language, |Lang(named)| named);
    let detail = match view.played.published_part() {
        Some(PublishedPart::Sheet) => detail.unwrap_or(Detail::Full),
        _ => Detail::Standings,
    };
    let view = view.in_language(&request, language);
    let view = view.in_detail(&request, detail);
    view.answer(|builder| {
        let board = Board::new(&view.played, language)?;
        let result = if detail == Detail::Standings {
            None
        } else {
            let scored = match_response::scored(&view.played)?;
            Some(Report::with(scored, language, detail))
        };
        let answer = PublicMatch {
            day: board.day.clone(),
            board,
            result,
        };
        match_response::written(builder, &answer)
    })
}

/// The default width of a frame.
const DEFAULT_WIDTH: u32 = 600;
/// The least width at which a frame is legible.
const MIN_WIDTH: u32 = 240;
/// The least height of a frame.
const MIN_HEIGHT: u32 = 200;
/// The height of a frame without rows, and that of a row.
const EMPTY_HEIGHT: u32 = 190;
const ROW_HEIGHT: u32 = 41;

/// The oEmbed description of a match, limited to this size in pixels: a link with the standings as text, followed by
/// the frame.
fn embedded(view: &MatchView<'_>, most_width: Option<usize>, most_height: Option<usize>) -> Value {
    let pixels = |most: usize| u32::try_from(most).unwrap_or(u32::MAX);
    let (most_width, most_height) = (most_width.map(pixels), most_height.map(pixels));
    let board = view.board;
    let rows = u32::try_from(board.standings.len()).unwrap_or(0);
    let width = most_width.unwrap_or(DEFAULT_WIDTH);
    let width = width.clamp(MIN_WIDTH.min(width), DEFAULT_WIDTH);
    let height = (EMPTY_HEIGHT + ROW_HEIGHT * rows).max(MIN_HEIGHT);
    let height = height.min(most_height.unwrap_or(height));
    let title = view.title();
    let address = escaped(&board.address(view.home));
    let frame = escaped(&format!("{}embed/matches/{}", view.home, board.id));
    let html = format!(
        "<blockquote><a href=\"{address}\">{0}</a> {1}</blockquote>\
         <iframe src=\"{frame}\" title=\"{0}\" width=\"{width}\" height=\"{height}\" \
         frameborder=\"0\" marginwidth=\"0\" marginheight=\"0\" scrolling=\"no\"></iframe>",
        escaped(&title),
        escaped(&view.description()),
    );
    let mut embedded = json!({
        "version": "1.0", "type": "rich", "title": title, "html": html, "width": width, "height": height,
        "provider_name": "Overtrick", "provider_url": view.home,
    });
    // The picture of the standings, if it fits.
    if most_width.is_none_or(|most| most >= WIDTH) && most_height.is_none_or(|most| most >= HEIGHT)
    {
        embedded["thumbnail_url"] = board.picture(view.home).into();
        embedded["thumbnail_width"] = WIDTH.into();
        embedded["thumbnail_height"] = HEIGHT.into();
    }
    embedded
}

/// Text escaped for HTML, between tags or in an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_this_service_names_a_match() {
        let home = "https://cards.example/club/";
        let id = |url| id_in(url, home);
        assert_eq!(id("https://cards.example/club/matches/abc"), Some("abc"));
        assert_eq!(
            id("http://cards.example/club/matches/abc/?lang=cs#x"),
            Some("abc")
        );
        assert_eq!(
            id("https://cards.example/club/embed/matches/abc"),
            Some("abc")
        );
        assert_eq!(id("https://other.example/club/matches/abc"), None);
        assert_eq!(id("https://cards.example/matches/abc"), None);
        assert_eq!(id("cards.example/club/matches/abc"), None);
    }
}
