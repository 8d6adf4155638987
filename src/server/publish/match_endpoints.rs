//! `/matches/{id}` and `/oembed`: the page of a published match, its picture, and its embedding.

use std::sync::Arc;

use actix_web::http::header;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::caller;
use crate::app::state::Service;
use crate::assets::{forms, words};
use crate::club::frames;
use crate::http::answer::Answer;
use crate::http::file::{CSS, HTML, JAVASCRIPT, endpoint};
use crate::http::problem::{Problem, ProblemKind};
use crate::http::query::Query;
use crate::http::request::LangQuery;
use crate::http::values::{Lang, lang_schema};
use crate::http::{csp, etag, request};
use crate::matches::judged::run_apart;
use crate::matches::match_reader::View;
use crate::matches::match_response;
use crate::matches::match_response::{Presentation, detail_schema};
use crate::openapi::endpoint::Endpoint;
use crate::openapi::parameters::{IfNoneMatch, MatchPath};
use crate::openapi::responses::{AnswerTooLarge, BadRequest, Cached, NotFound, PNG};
use crate::publish::board::Board;
use crate::publish::list_endpoints::{ListQuery, check_public};
use crate::publish::match_page::MatchView;
use crate::publish::picture::{HEIGHT, WIDTH};
use crate::publish::service::home;
use crate::publish::{list_endpoints, list_page, match_page, picture};
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
    Query(query): Query<OEmbedQuery>,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    if query
        .format
        .as_deref()
        .is_some_and(|format| format != "json")
    {
        return Err(ProblemKind::UnknownFormat.into());
    }
    let language = request::named_or_preferred(query.lang, &request);
    let url = query.url.clone().unwrap_or_default();
    let home = home(&request, &service);
    let most = (query.maxwidth, query.maxheight);
    if let Some(embedded) = frames::embedded(&url, &home, &service, most).await {
        let body = match_response::json(&embedded)?;
        return Ok(open_answer(&request, "application/json", body, language));
    }
    let embedded = match target_of(&url, &home).ok_or(ProblemKind::NotShown)? {
        Target::Match(id) => {
            let played = caller::published(&service, id).await?;
            let view = MatchView {
                board: &Board::new(&played, language)?,
                home: &home,
                language,
                is_listed: service.settings.public_list,
            };
            embedded_match(&view, &query)?
        }
        Target::List(list) => {
            check_public(&service)?;
            embedded_list(&ListQuery::of(list), &home, language, &query)?
        }
    };
    let body = match_response::json(&embedded)?;
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

/// What an address of this service shows.
#[derive(Debug, PartialEq, Eq)]
enum Target<'a> {
    /// The match with this id.
    Match(&'a str),
    /// The list of published matches with this query.
    List(&'a str),
}

/// What the page or frame with this address of the service shows, over HTTP or HTTPS.
fn target_of<'a>(url: &'a str, home: &str) -> Option<Target<'a>> {
    let after_scheme = |url: &'a str| url.split_once("://").map(|(_, rest)| rest);
    let own = home.split_once("://").map_or(home, |(_, rest)| rest);
    let address = after_scheme(url)?.strip_prefix(own)?;
    let address = address.split('#').next().unwrap_or_default();
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let path = path.strip_prefix("embed/").unwrap_or(path);
    match path.trim_end_matches('/') {
        "matches" => Some(Target::List(query)),
        path => Some(Target::Match(path.strip_prefix("matches/")?)),
    }
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
    let mut view = View::published(&request, &service, &id).await?;
    let Query(SheetQuery { lang, detail }) = Query::from_request(&request)?;
    let language = lang.map_or(view.presentation.language, |Lang(named)| named);
    let detail = match view.played.published_part() {
        Some(PublishedPart::Sheet) => detail.unwrap_or(Detail::Full),
        _ => Detail::Standings,
    };
    view.presentation = Presentation { language, detail };
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

/// The height of the frame of a list.
const LIST_HEIGHT: u32 = 480;

/// The HTML of an oEmbed description: a link with the contents as text, followed by the frame.
#[derive(Template)]
#[template(path = "embed/oembed.html")]
struct EmbeddedHtml<'a> {
    address: &'a str,
    title: &'a str,
    description: &'a str,
    frame: &'a str,
    width: u32,
    height: u32,
    scrolls: bool,
}

impl EmbeddedHtml<'_> {
    /// The oEmbed description, limited to the size that a query allows.
    fn describe(mut self, home: &str, query: &OEmbedQuery) -> askama::Result<Value> {
        let pixels = |most: usize| u32::try_from(most).unwrap_or(u32::MAX);
        let width = query.maxwidth.map_or(DEFAULT_WIDTH, pixels);
        self.width = width.clamp(MIN_WIDTH.min(width), DEFAULT_WIDTH);
        self.height = self.height.min(query.maxheight.map_or(self.height, pixels));
        Ok(json!({
            "version": "1.0", "type": "rich", "title": self.title, "html": self.render()?,
            "width": self.width, "height": self.height,
            "provider_name": "Overtrick", "provider_url": home,
        }))
    }
}

/// The oEmbed description of a match.
fn embedded_match(view: &MatchView<'_>, query: &OEmbedQuery) -> askama::Result<Value> {
    let board = view.board;
    let rows = u32::try_from(board.standings.len()).unwrap_or(0);
    let html = EmbeddedHtml {
        address: &board.address(view.home),
        title: &view.title(),
        description: &view.description(),
        frame: &format!("{}embed/matches/{}", view.home, board.id),
        width: DEFAULT_WIDTH,
        height: (EMPTY_HEIGHT + ROW_HEIGHT * rows).max(MIN_HEIGHT),
        scrolls: false,
    };
    let mut embedded = html.describe(view.home, query)?;
    // The picture of the standings, if it fits.
    let fits = |most: Option<usize>, size: u32| most.is_none_or(|most| most >= size as usize);
    if fits(query.maxwidth, WIDTH) && fits(query.maxheight, HEIGHT) {
        embedded["thumbnail_url"] = board.picture(view.home).into();
        embedded["thumbnail_width"] = WIDTH.into();
        embedded["thumbnail_height"] = HEIGHT.into();
    }
    Ok(embedded)
}

/// The oEmbed description of a list of published matches.
fn embedded_list(
    list: &ListQuery,
    home: &str,
    language: &Language,
    query: &OEmbedQuery,
) -> askama::Result<Value> {
    let html = EmbeddedHtml {
        address: &format!("{home}matches{}", list.text()),
        title: &list_page::title(list, language),
        description: &language.text("public", "about"),
        frame: &format!("{home}embed/matches{}", list.text()),
        width: DEFAULT_WIDTH,
        height: LIST_HEIGHT,
        scrolls: true,
    };
    html.describe(home, query)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_this_service_names_a_match_or_a_list() {
        let home = "https://cards.example/club/";
        let target = |url| target_of(url, home);
        for url in [
            "https://cards.example/club/matches/abc",
            "http://cards.example/club/matches/abc/?lang=cs#x",
            "https://cards.example/club/embed/matches/abc",
        ] {
            assert_eq!(target(url), Some(Target::Match("abc")), "{url}");
        }
        for (url, query) in [
            ("https://cards.example/club/matches", ""),
            (
                "https://cards.example/club/matches/?day=2026-11-21#x",
                "day=2026-11-21",
            ),
            (
                "https://cards.example/club/embed/matches?game=whist",
                "game=whist",
            ),
        ] {
            assert_eq!(target(url), Some(Target::List(query)), "{url}");
        }
        for url in [
            "https://other.example/club/matches/abc",
            "https://cards.example/matches/abc",
            "cards.example/club/matches/abc",
            "https://cards.example/club/games",
        ] {
            assert_eq!(target(url), None, "{url}");
        }
    }
}
