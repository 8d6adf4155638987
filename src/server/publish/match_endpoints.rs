//! `/matches/{id}` and `/oembed`: the page of a published match, its picture, and its embedding.

use std::sync::Arc;

use actix_web::http::header;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use validator::Validate;

use crate::access::caller;
use crate::app::state::Service;
use crate::assets::{day, look};
use crate::http::answer::Answer;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::query::Query;
use crate::http::request::{AcceptsJson, AcceptsPng, LangQuery};
use crate::http::values::{Lang, lang_schema};
use crate::http::{csp, etag, request};
use crate::matches::judged::run_apart;
use crate::matches::match_response;
use crate::openapi::endpoint::Endpoint;
use crate::openapi::parameters::{IfNoneMatch, MatchPath};
use crate::openapi::responses::PNG;
use crate::publish::home::home;
use crate::publish::list_endpoints::listed;
use crate::publish::match_page::MatchView;
use crate::publish::oembed::OEmbed;
use crate::publish::{list_endpoints, match_page, picture};
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Match, PublishedPart};

const HTML: &str = "text/html; charset=utf-8";
/// Sheets with more hands are rendered off the threads that answer requests.
const LONG: usize = 50;

/// The endpoints of the pages and their files.
pub fn pages() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/matches", list_endpoints::page),
        Endpoint::page("/matches/style.css", style),
        Endpoint::page("/matches/open.js", open),
        Endpoint::page("/matches/{id}", page),
    ]
}

/// The page of a published match; 404 with a sentence if it is not published.
async fn page(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    let language = language(&request)?;
    let home = home(&request, &service);
    let played = match caller::published(&service, &id).await {
        Ok(played) => played,
        Err(problem) if problem.kind() == ProblemKind::NotShown => {
            let page = match_page::none(language, &home).map_err(|_| internal())?;
            let mut builder = HttpResponse::NotFound();
            return Ok(csp::page(&mut builder).content_type(HTML).body(page));
        }
        Err(problem) => return Err(problem),
    };
    let is_listed = service.settings.public_list;
    let is_long = played.published_part() == Some(PublishedPart::Sheet) && played.hands() > LONG;
    let render = move || {
        let listed = listed(&played, language)?.ok_or(ProblemKind::NotShown)?;
        let scored = match_response::scored(&played)?;
        let view = MatchView {
            listed: &listed,
            home: &home,
            language,
            is_listed,
        };
        match_page::page(&view, &scored).map_err(|_| internal())
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
    let language = lang.map(|Lang(language)| language);
    let language = language.unwrap_or_else(|| request::language(request.headers()));
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
        let listed = listed(&played, language)?.ok_or(ProblemKind::NotShown)?;
        let day = day::in_words(&listed.day, language);
        let drawn = picture::picture(&listed.board, &day, language);
        drawn.ok_or_else(internal)
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
    let language = query.lang.map(|Lang(language)| language);
    let language = language.unwrap_or_else(|| request::language(request.headers()));
    let url = query.url.unwrap_or_default();
    let home = home(&request, &service);
    let id = id_in(&url, &home).ok_or(ProblemKind::NotShown)?;
    let played = caller::published(&service, id).await?;
    let listed = listed(&played, language)?.ok_or(ProblemKind::NotShown)?;
    let view = MatchView {
        listed: &listed,
        home: &home,
        language,
        is_listed: service.settings.public_list,
    };
    let embedded = OEmbed::new(&view, query.maxwidth, query.maxheight);
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

/// The language in the query, or that of the request.
fn language(request: &HttpRequest) -> Result<&'static Language, Problem> {
    let named = request::named_language(request)?;
    Ok(named.unwrap_or_else(|| request::language(request.headers())))
}

fn internal() -> Problem {
    Problem::new(ProblemKind::Internal)
}

/// The stylesheet of the pages: the games' colors, then the rules that use them.
async fn style(request: HttpRequest) -> HttpResponse {
    let style = look::hues() + match_page::STYLE;
    etag::with_headers(
        &request,
        "text/css; charset=utf-8",
        style.into_bytes(),
        |builder| {
            csp::page(builder);
        },
    )
}

/// The script that redirects addresses of the page for phones.
async fn open(request: HttpRequest) -> HttpResponse {
    let media = "text/javascript; charset=utf-8";
    etag::with_headers(&request, media, match_page::OPEN.into(), |builder| {
        csp::page(builder);
    })
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
