//! `/oembed`: how websites embed a match, a list or a page of the club, given its address (oembed.com).

use actix_web::HttpRequest;
use actix_web::web::Data;
use askama::Template;
use serde::Deserialize;
use serde_json::{Value, json};
use validator::Validate;

use crate::access::caller;
use crate::app::state::Service;
use crate::club::frames;
use crate::http::answer::Answer;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::query::Query;
use crate::http::values::{Lang, lang_schema};
use crate::http::{csp, request};
use crate::matches::match_response;
use crate::openapi::parameters::IfNoneMatch;
use crate::publish::board::Board;
use crate::publish::list::{ListQuery, check_public};
use crate::publish::picture::{HEIGHT, WIDTH};
use crate::publish::{answer, home};
use overtrick_match::lang::Language;

/// The default width of a frame.
const DEFAULT_WIDTH: usize = 600;
/// The least width at which a frame is legible.
const MIN_WIDTH: usize = 240;
/// The least height of a frame.
const MIN_HEIGHT: usize = 200;
/// The height of a frame without rows, and that of a row.
const EMPTY_HEIGHT: usize = 190;
const ROW_HEIGHT: usize = 41;
/// The height of the frame of a list.
const LIST_HEIGHT: usize = 480;

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

/// What an address of this service shows.
#[derive(Debug, PartialEq, Eq)]
enum Target<'a> {
    /// The match with this id.
    Match(&'a str),
    /// The list of published matches with this query.
    List(&'a str),
}

/// The HTML of a description: a link with the contents as text, followed by the frame.
#[derive(Template)]
#[template(path = "embed/oembed.html")]
struct EmbeddedHtml {
    /// The path of the page and its query, and those of the frame.
    page: String,
    frame: String,
    title: String,
    description: String,
    home: String,
    width: usize,
    height: usize,
    scrolls: bool,
}

impl EmbeddedHtml {
    fn new_match(board: &Board, home: String, language: &Language) -> EmbeddedHtml {
        let rows = board.standings.len();
        EmbeddedHtml {
            page: format!("matches/{}", board.id),
            frame: format!("embed/matches/{}", board.id),
            title: board.page_title(language),
            description: board.summary(),
            home,
            width: DEFAULT_WIDTH,
            height: (EMPTY_HEIGHT + ROW_HEIGHT * rows).max(MIN_HEIGHT),
            scrolls: false,
        }
    }

    fn new_list(query: &ListQuery, home: String, language: &Language) -> EmbeddedHtml {
        let path = format!("matches{}", query.text());
        EmbeddedHtml {
            frame: format!("embed/{path}"),
            page: path,
            title: query.title(language),
            description: language.text("public", "about"),
            home,
            width: DEFAULT_WIDTH,
            height: LIST_HEIGHT,
            scrolls: true,
        }
    }

    /// The description, limited to the size that a query allows.
    fn describe(mut self, query: &OEmbedQuery) -> askama::Result<Value> {
        let width = query.maxwidth.unwrap_or(self.width);
        self.width = width.clamp(MIN_WIDTH.min(width), DEFAULT_WIDTH);
        self.height = self.height.min(query.maxheight.unwrap_or(self.height));
        Ok(json!({
            "version": "1.0", "type": "rich", "title": self.title, "html": self.render()?,
            "width": self.width, "height": self.height,
            "provider_name": "Overtrick", "provider_url": self.home,
        }))
    }
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
    if query.format.as_deref().is_some_and(|named| named != "json") {
        return Err(ProblemKind::UnknownFormat.into());
    }
    let language = request::named_or_preferred(query.lang, &request);
    let embedded = embedded(&query, home(&request, &service), &service, language).await?;
    let body = match_response::json(&embedded)?;
    Ok(answer(
        &request,
        csp::open,
        "application/json",
        language,
        body,
    ))
}

/// The description that a query asks for.
///
/// # Errors
/// 404 if nothing of this service that everybody may see is at the address.
async fn embedded(
    query: &OEmbedQuery,
    home: String,
    service: &Service,
    language: &'static Language,
) -> Result<Value, Problem> {
    let url = query.url.as_deref().unwrap_or_default();
    match target_of(url, &home) {
        Some(Target::Match(id)) => {
            let board = Board::new(&*caller::published(service, id).await?, language)?;
            let picture = board.picture(&home);
            let html = EmbeddedHtml::new_match(&board, home, language);
            let mut embedded = html.describe(query)?;
            // The picture of the standings, if it fits.
            let fits =
                |most: Option<usize>, size: u32| most.is_none_or(|most| most >= size as usize);
            if fits(query.maxwidth, WIDTH) && fits(query.maxheight, HEIGHT) {
                embedded["thumbnail_url"] = picture.into();
                embedded["thumbnail_width"] = WIDTH.into();
                embedded["thumbnail_height"] = HEIGHT.into();
            }
            Ok(embedded)
        }
        Some(Target::List(list)) => {
            check_public(service)?;
            let html = EmbeddedHtml::new_list(&ListQuery::of(list), home, language);
            Ok(html.describe(query)?)
        }
        None => {
            let most = (query.maxwidth, query.maxheight);
            let of_club = frames::embedded(url, &home, service, most).await;
            of_club.ok_or_else(|| ProblemKind::NotShown.into())
        }
    }
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
