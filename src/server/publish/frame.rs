//! `/embed`: the frame in which websites show a published match, with its files and its event stream. The
//! frame works without scripts.

use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use validator::Validate;

use crate::access::caller;
use crate::app::state::Service;
use crate::assets::files::without_comments;
use crate::assets::forms::hues;
use crate::http::file::endpoint;
use crate::http::{Answer, CSS, HTML, JAVASCRIPT, Lang, ProblemKind, Query, csp, request};
use crate::matches::events::{self, Audience};
use crate::openapi::Endpoint;
use crate::publish::board::Board;
use crate::publish::list;
use overtrick_core::wire::words;
use overtrick_match::lang::Language;

/// The stylesheet of a frame, before the colors of its theme.
const RULES: &str = include_str!("../../../templates/embed/frame.css");
/// The script that keeps a frame up to date.
const SCRIPT: &str = include_str!("../../../templates/embed/live.js");

/// Returns the endpoints of the frames and their files, and of files that crawlers request by themselves.
pub fn pages() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/embed/theme.css", theme),
        endpoint("/embed/live.js", SCRIPT, JAVASCRIPT, csp::public),
        endpoint("/embed/standings.js", element(), JAVASCRIPT, csp::public),
        Endpoint::page("/embed/matches", list::frame),
        Endpoint::page("/embed/matches/{id}", frame),
        Endpoint::page("/robots.txt", list::robots),
        Endpoint::page("/sitemap.xml", list::sitemap),
    ]
}

/// Returns the script of the custom element that shows standings, without its comments.
fn element() -> String {
    let lines = without_comments(include_str!("../../../templates/embed/standings.js"));
    let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<&str>>().join("\n")
}

/// The frame of a match. Without a board, it shows a message that the match is not published.
#[derive(Template)]
#[template(path = "embed/frame.html")]
struct Frame<'a> {
    board: Option<Board>,
    theme: FrameQuery,
    language: &'static Language,
    /// The address of this frame, for visitors without scripts.
    address: &'a str,
}

words! {
    /// The color scheme of a frame.
    #[derive(Default)]
    pub enum Scheme {
        /// The scheme of the visitor's system.
        #[default]
        Auto = "auto",
        /// Dark on light.
        Light = "light",
        /// Light on dark.
        Dark = "dark",
    }
}

/// The theme and the language of a frame.
#[derive(Debug, Default, Deserialize, Validate)]
#[serde(default, deny_unknown_fields)]
pub struct FrameQuery {
    /// The color scheme.
    pub theme: Scheme,
    /// The website's accent color, which replaces the game's color.
    pub accent: Option<Color>,
    /// The language, if it differs from that of the request.
    pub lang: Option<Lang>,
}

/// A color, as 3, 6 or 8 hexadecimal digits.
#[derive(Debug, Clone)]
pub struct Color(String);

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_prefix('#').unwrap_or(&text);
        let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        if is_hex && [3, 6, 8].contains(&digits.len()) {
            return Ok(Color(digits.to_ascii_lowercase()));
        }
        Err(D::Error::custom("bad-color"))
    }
}

impl FrameQuery {
    /// Returns the query that selects this theme.
    pub fn query(&self) -> String {
        let mut query = format!("theme={}", self.theme.word());
        if let Some(Color(digits)) = &self.accent {
            query += &format!("&accent={digits}");
        }
        query
    }

    /// Returns the stylesheet of a frame with this theme.
    pub fn css(&self) -> String {
        let scheme = match self.theme {
            Scheme::Auto => "light dark",
            scheme => scheme.word(),
        };
        let accent = self.accent.as_ref();
        let accent = accent.map_or_else(String::new, |Color(digits)| format!("--felt:#{digits};"));
        let hues = hues();
        format!("{RULES}{hues}:root{{color-scheme:{scheme};{accent}}}\n")
    }
}

/// Follow the standings as server-sent events named `standings`. The stream ends when the match is no longer
/// published.
#[utoipa::path(get, path = "/embed/matches/{id}/events", tag = "internal")]
pub async fn board_events(
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    events::stream(request, service, id.into_inner(), Audience::Public).await
}

/// Shows the live standings of a published match, for an `<iframe>`. Answers 404 with a message if it is not
/// published.
async fn frame(
    Query(query): Query<FrameQuery>,
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    let language = request::named_or_preferred(query.lang, &request);
    let shown = caller::published(&service, &id, language).await;
    let (mut builder, board) = match shown.and_then(|shown| Board::new(&shown.played, language)) {
        Ok(board) => (HttpResponse::Ok(), Some(board)),
        Err(problem) if problem.kind() == ProblemKind::NotShown => (HttpResponse::NotFound(), None),
        Err(problem) => return Err(problem),
    };
    let address = request.uri().path_and_query();
    let frame = Frame {
        board,
        theme: query,
        language,
        address: address.map_or("", |address| address.as_str()),
    };
    csp::public(&mut builder);
    Ok(builder.content_type(HTML).body(frame.render()?))
}

/// The stylesheet of a frame.
async fn theme(Query(query): Query<FrameQuery>) -> Answer {
    let mut builder = HttpResponse::Ok();
    csp::public(&mut builder).insert_header((header::CACHE_CONTROL, "public, max-age=3600"));
    Ok(builder.content_type(CSS).body(query.css()))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;
    use crate::http::Problem;

    fn read(scheme: &str, accent: &str) -> Result<FrameQuery, Problem> {
        let uri = format!("/x?theme={scheme}&accent={}", list::encoded(accent));
        let request = TestRequest::with_uri(&uri).to_http_request();
        Query::from_request(&request).map(|Query(query)| query)
    }

    #[test]
    fn a_color_is_hexadecimal() {
        for color in ["1E6B50", "#1e6b50", "fff", "00000080"] {
            assert!(read("auto", color).is_ok(), "{color}");
        }
        for color in [
            "",
            "red",
            "12345",
            "#",
            "fff;}body{",
            "ﬀﬀﬀ",
            "url(x)",
            "1e6b50 ",
        ] {
            assert!(read("auto", color).is_err(), "{color}");
        }
    }

    #[test]
    fn a_query_restores_its_theme() {
        let theme = read("dark", "#1E6B50").unwrap();
        assert_eq!(theme.query(), "theme=dark&accent=1e6b50");
        let css = theme.css();
        assert!(
            css.contains("color-scheme:dark") && !css.contains("color-scheme:light"),
            "{css}"
        );
        assert!(css.contains("--felt:#1e6b50;}"), "{css}");
    }
}
