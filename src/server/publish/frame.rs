//! `/embed`: the frame in which websites show a published match, which is readable without scripts; its files, and its
//! event stream.

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;
use validator::{Validate, ValidationError};

use crate::access::caller;
use crate::app::state::Service;
use crate::assets::files::without_comments;
use crate::assets::forms::hues;
use crate::http::answer::Answer;
use crate::http::file::{CSS, HTML, JAVASCRIPT, endpoint};
use crate::http::problem::ProblemKind;
use crate::http::query::Query;
use crate::http::request::LangQuery;
use crate::http::values::Lang;
use crate::http::{csp, request};
use crate::matches::events;
use crate::matches::events::Audience;
use crate::openapi::endpoint::Endpoint;
use crate::openapi::parameters::{LastEventId, MatchPath};
use crate::openapi::responses::{BadRequest, NotFound};
use crate::publish::board::Board;
use crate::publish::list;
use overtrick_core::wire::words;
use overtrick_match::lang::Language;

/// The stylesheet of a frame, before the colors of its theme.
const RULES: &str = include_str!("../../../templates/embed/frame.css");
/// The script that keeps a frame up to date.
const SCRIPT: &str = include_str!("../../../templates/embed/live.js");

/// The endpoints of the frames and their files.
pub fn pages() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/embed/theme.css", theme),
        endpoint("/embed/live.js", SCRIPT, JAVASCRIPT, csp::public),
        endpoint("/embed/standings.js", element(), JAVASCRIPT, csp::public),
        Endpoint::page("/embed/matches", list::frame),
        Endpoint::page("/embed/matches/{id}", frame),
    ]
}

/// The script of the custom element that shows standings, without comments.
fn element() -> String {
    let lines = without_comments(include_str!("../../../templates/embed/standings.js"));
    let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<&str>>().join("\n")
}

/// The frame of a match; without a board, a sentence that it is not published.
#[derive(Template)]
#[template(path = "embed/frame.html")]
struct Frame<'a> {
    board: Option<Board>,
    theme: Theme,
    language: &'static Language,
    /// The frame's own address, for visitors without scripts.
    address: &'a str,
}

impl Frame<'_> {
    fn text(&self, key: &str) -> String {
        self.language.text("embed", key)
    }
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

/// How a frame is shown.
#[derive(Debug, Default, Deserialize, Validate)]
#[serde(default, deny_unknown_fields)]
pub struct FrameQuery {
    theme: Scheme,
    #[validate(custom(function = check_color))]
    accent: Option<String>,
    /// The language, where it is another one than that of the request.
    pub lang: Option<Lang>,
}

/// The look of a frame.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Theme {
    /// The color scheme.
    pub scheme: Scheme,
    /// The accent color set by the website, as hexadecimal digits, in place of the game's.
    pub accent: Option<String>,
}

impl From<&FrameQuery> for Theme {
    fn from(query: &FrameQuery) -> Theme {
        Theme::new(query.theme, query.accent.as_deref())
    }
}

/// Checks a color of a query: 3, 6 or 8 hexadecimal digits, with or without `#`.
///
/// # Errors
/// It is none.
pub fn check_color(text: &str) -> Result<(), ValidationError> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let is_color = is_hex && [3, 6, 8].contains(&digits.len());
    is_color
        .then_some(())
        .ok_or_else(|| ValidationError::new("bad-color"))
}

impl Theme {
    /// The look with this scheme and accent color.
    pub fn new(scheme: Scheme, accent: Option<&str>) -> Theme {
        Theme {
            scheme,
            accent: accent.map(|color| color.trim_start_matches('#').to_ascii_lowercase()),
        }
    }

    /// The query that selects this theme.
    pub fn query(&self) -> String {
        let mut query = format!("theme={}", self.scheme.word());
        if let Some(digits) = &self.accent {
            query += &format!("&accent={digits}");
        }
        query
    }

    /// The stylesheet of a frame with this theme.
    pub fn css(&self) -> String {
        let scheme = match self.scheme {
            Scheme::Auto => "light dark",
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        };
        let accent = self.accent.as_ref();
        let accent = accent.map_or_else(String::new, |digits| format!("--felt:#{digits};"));
        let hues = hues();
        format!("{RULES}{hues}:root{{color-scheme:{scheme};{accent}}}\n")
    }
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
async fn frame(
    Query(query): Query<FrameQuery>,
    request: HttpRequest,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    let language = request::named_or_preferred(query.lang, &request);
    let played = caller::published(&service, &id).await;
    let (mut builder, board) = match played.and_then(|played| Board::new(&played, language)) {
        Ok(board) => (HttpResponse::Ok(), Some(board)),
        Err(problem) if problem.kind() == ProblemKind::NotShown => (HttpResponse::NotFound(), None),
        Err(problem) => return Err(problem),
    };
    let address = request.uri().path_and_query();
    let frame = Frame {
        board,
        theme: Theme::from(&query),
        language,
        address: address.map_or("", |address| address.as_str()),
    };
    csp::public(&mut builder);
    Ok(builder.content_type(HTML).body(frame.render()?))
}

/// The stylesheet of a frame.
async fn theme(Query(query): Query<FrameQuery>) -> Answer {
    let theme = Theme::from(&query);
    let mut builder = HttpResponse::Ok();
    csp::public(&mut builder).insert_header((header::CACHE_CONTROL, "public, max-age=3600"));
    Ok(builder.content_type(CSS).body(theme.css()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_color_is_hexadecimal_and_nothing_else() {
        for color in ["1E6B50", "#1e6b50", "fff", "00000080"] {
            assert!(check_color(color).is_ok(), "{color}");
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
            assert!(check_color(color).is_err(), "{color}");
        }
    }

    #[test]
    fn a_query_asks_for_the_same_again() {
        let theme = Theme::new(Scheme::Dark, Some("#1E6B50"));
        assert_eq!(theme.query(), "theme=dark&accent=1e6b50");
        let css = theme.css();
        assert!(
            css.contains("color-scheme:dark") && !css.contains("color-scheme:light"),
            "{css}"
        );
        assert!(css.contains("--felt:#1e6b50;}"), "{css}");
    }
}
