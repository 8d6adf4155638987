//! `/oembed`: describes how websites embed the match, list or club page at an address (oembed.com).

use actix_web::HttpRequest;
use actix_web::web::Data;
use askama::Template;
use serde::Deserialize;
use serde_json::{Value, json};
use validator::Validate;

use crate::access::caller;
use crate::app::state::Service;
use crate::club::frames;
use crate::http::{Answer, Lang, Problem, ProblemKind, Query, csp, request};
use crate::matches::match_response;
use crate::publish::board::Board;
use crate::publish::list::{ListQuery, check_public};
use crate::publish::{answer, home};
use overtrick_match::lang::Language;

/// The default width of a frame.
const DEFAULT_WIDTH: usize = 600;
/// The minimum width at which a frame is legible.
const MIN_WIDTH: usize = 240;
/// The minimum height of a frame.
const MIN_HEIGHT: usize = 200;
/// The height of a frame without rows, and that of a row.
const EMPTY_HEIGHT: usize = 190;
const ROW_HEIGHT: usize = 41;
/// The height of the frame of a list.
const LIST_HEIGHT: usize = 480;

/// The address to embed, and the maximum size.
#[derive(Debug, Default, Deserialize, Validate)]
#[serde(default)]
pub struct OEmbedQuery {
    /// The address of the page of a published match
    #[validate(required, length(min = 1, max = 400))]
    url: Option<String>,
    /// The format, which must be `json`
    format: Option<String>,
    /// The maximum width of the frame in pixels
    #[validate(range(min = 1, max = 1_000_000))]
    maxwidth: Option<usize>,
    /// The maximum height of the frame in pixels
    #[validate(range(min = 1, max = 1_000_000))]
    maxheight: Option<usize>,
    /// The language, if it differs from that of the request
    lang: Option<Lang>,
}

/// The page at an address of this service.
#[derive(Debug, PartialEq, Eq)]
enum Target<'a> {
    /// The match with this id.
    Match(&'a str),
    /// The list of published matches with this query.
    List(&'a str),
    /// The club, in this frame.
    Club(&'static str),
}

/// The HTML of a description: a link with the contents as text, followed by the frame.
#[derive(Template)]
#[template(path = "embed/oembed.html")]
struct EmbeddedHtml<'a> {
    /// The address of the service, with a trailing slash.
    home: &'a str,
    /// The path of the page and its query.
    page: String,
    /// The path of the frame below `embed`, if it differs from that of the page.
    frame: Option<&'static str>,
    title: String,
    description: String,
    width: usize,
    height: usize,
    scrolls: bool,
}

/// Describe how to embed the page of a published match, given its address (oembed.com).
#[utoipa::path(get, path = "/oembed", tag = "internal")]
pub async fn oembed(
    Query(query): Query<OEmbedQuery>,
    request: HttpRequest,
    service: Data<Service>,
) -> Answer {
    if query.format.as_deref().is_some_and(|named| named != "json") {
        return Err(ProblemKind::UnknownFormat.into());
    }
    let language = request::named_or_preferred(query.lang, &request);
    let embedded = embedded(&query, &home(&request, &service), &service, language).await?;
    let body = match_response::json(&embedded)?;
    let answer = answer(&request, csp::open, "application/json", language, body);
    Ok(answer)
}

/// Returns the description for a query.
///
/// # Errors
/// 404 if the address is not one of this service, or is not public.
async fn embedded(
    query: &OEmbedQuery,
    home: &str,
    service: &Service,
    language: &'static Language,
) -> Result<Value, Problem> {
    let url = query.url.as_deref().unwrap_or_default();
    let width = query.maxwidth.unwrap_or(DEFAULT_WIDTH);
    let mut html = EmbeddedHtml {
        home,
        page: "matches".to_owned(),
        frame: None,
        title: String::new(),
        description: language.text("public", "about"),
        width: width.clamp(MIN_WIDTH.min(width), DEFAULT_WIDTH),
        height: LIST_HEIGHT,
        scrolls: true,
    };
    match target_of(url, home) {
        Some(Target::Match(id)) => {
            let shown = caller::published(service, id, language).await?;
            let board = Board::new(&shown.played, language)?;
            html.page += &format!("/{}", board.id);
            html.title = board.page_title(language);
            html.description = board.summary();
            html.height = (EMPTY_HEIGHT + ROW_HEIGHT * board.standings.len()).max(MIN_HEIGHT);
            html.scrolls = false;
        }
        Some(Target::List(list)) => {
            check_public(service)?;
            let list = ListQuery::of(list);
            html.page += &list.text();
            html.title = list.title(language);
        }
        Some(Target::Club(frame)) => {
            let members = service.club.members(&service.matches).await?;
            let members = members.filter(|members| members.club.is_public);
            let members = members.ok_or(ProblemKind::NotShown)?;
            html.title.clone_from(&members.club.name);
            "club".clone_into(&mut html.page);
            html.frame = Some(frame);
        }
        None => return Err(ProblemKind::NotShown.into()),
    }
    html.height = html.height.min(query.maxheight.unwrap_or(html.height));
    Ok(json!({
        "version": "1.0", "type": "rich", "title": html.title, "html": html.render()?,
        "width": html.width, "height": html.height,
        "provider_name": "Overtrick", "provider_url": home,
    }))
}

/// Returns the target of a page or frame with this address of the service, over HTTP or HTTPS.
fn target_of<'a>(url: &'a str, home: &str) -> Option<Target<'a>> {
    let after_scheme = |url: &'a str| url.split_once("://").map(|(_, rest)| rest);
    let own = home.split_once("://").map_or(home, |(_, rest)| rest);
    let address = after_scheme(url)?.strip_prefix(own)?;
    let address = address.split('#').next().unwrap_or_default();
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let path = path.strip_prefix("embed/").unwrap_or(path);
    match path.trim_end_matches('/') {
        "matches" => Some(Target::List(query)),
        path => match frames::frame_of(path) {
            Some(frame) => Some(Target::Club(frame)),
            None => Some(Target::Match(path.strip_prefix("matches/")?)),
        },
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
