//! Content negotiation: the language and the media type of an answer.

use std::convert::Infallible;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderMap, HeaderName};
use actix_web::{FromRequest, HttpRequest};
use serde::Deserialize;
use validator::Validate;

use crate::http::problem::{PROBLEM_JSON, Problem, ProblemKind};
use crate::http::query::Query;
use crate::http::values::{Lang, lang_schema};
use overtrick_core::args;
use overtrick_match::lang::Language;

/// The text of a header that occurs exactly once.
pub fn text_of(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let mut values = headers.get_all(name);
    let value = values.next()?.to_str().ok()?.trim().to_owned();
    values.next().is_none().then_some(value)
}

/// The values of a list header with their weights in thousandths, greatest weight first.
fn weighted(headers: &HeaderMap, name: &HeaderName) -> Vec<(String, u16)> {
    let texts = headers
        .get_all(name)
        .filter_map(|value| value.to_str().ok());
    let mut parts: Vec<(String, u16)> = texts
        .flat_map(|text| text.split(','))
        .filter_map(|part| {
            let mut pieces = part.split(';').map(str::trim);
            let value = pieces.next().filter(|value| !value.is_empty())?;
            let value = value.to_ascii_lowercase();
            let weight = pieces.find_map(|piece| piece.strip_prefix("q=")?.parse::<f32>().ok());
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "clamped"
            )]
            let weight = (weight.unwrap_or(1.0).clamp(0.0, 1.0) * 1000.0) as u16;
            Some((value, weight))
        })
        .collect();
    parts.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
    parts
}

/// The language that the client prefers, or English.
pub fn language(headers: &HeaderMap) -> &'static Language {
    weighted(headers, &header::ACCEPT_LANGUAGE)
        .iter()
        .filter(|(_, weight)| *weight > 0)
        .find_map(|(tag, _)| Language::find(tag))
        .unwrap_or_else(Language::english)
}

/// The language of an answer, where a query names it.
#[derive(Debug, Default, Deserialize, Validate, utoipa::IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct LangQuery {
    /// The language, where it is another one than that of the request
    #[param(schema_with = lang_schema, required = false)]
    pub lang: Option<Lang>,
}

/// The language that a query names, or else the one that the client prefers.
pub fn named_or_preferred(lang: Option<Lang>, request: &HttpRequest) -> &'static Language {
    lang.map_or_else(|| language(request.headers()), |Lang(named)| named)
}

/// The language that `?lang=` names, or else the one that the client prefers.
///
/// # Errors
/// 400: there is no language of that name.
pub fn shown_language(request: &HttpRequest) -> Result<&'static Language, Problem> {
    let Query(LangQuery { lang }) = Query::from_request(request)?;
    Ok(named_or_preferred(lang, request))
}

/// Of these media types, the one that the client prefers; the first, if it names none of them.
pub fn preferred_type<'a>(headers: &HeaderMap, media: &[&'a str]) -> Option<&'a str> {
    let listed = weighted(headers, &header::ACCEPT);
    let listed = listed.iter().filter(|(_, weight)| *weight > 0);
    let named = |range: &str| media.iter().find(|one| **one == range);
    let mut known = listed.filter_map(|(range, _)| named(range));
    known.next().or(media.first()).copied()
}

/// The language that the client asks for, of an answer without a media type.
#[derive(Debug)]
pub struct AnyLanguage(pub &'static Language);

impl FromRequest for AnyLanguage {
    type Error = Infallible;
    type Future = Ready<Result<AnyLanguage, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(AnyLanguage(language(request.headers()))))
    }
}

/// The language of an answer of this media type, if the client accepts it. Whoever names the type of
/// problems and no other says how errors may come, and nothing about answers.
///
/// # Errors
/// 406 if the client does not accept the type.
pub fn accepts(request: &HttpRequest, media: &str) -> Result<&'static Language, Problem> {
    let listed = weighted(request.headers(), &header::ACCEPT);
    let family = media.split('/').next().unwrap_or_default();
    let fits = |range: &str| range == media || range == "*/*" || range == format!("{family}/*");
    // The most specific matching range decides, independent of the order.
    let weight = listed
        .iter()
        .filter(|(range, _)| fits(range))
        .max_by_key(|(range, _)| range.len())
        .map(|(_, weight)| *weight);
    let is_open = listed.iter().all(|(range, _)| range == PROBLEM_JSON);
    if is_open || weight.is_some_and(|weight| weight > 0) {
        return Ok(language(request.headers()));
    }
    Err(Problem::new(ProblemKind::NotAcceptable).with_args(args![media: media.to_owned()]))
}

/// The language of an answer in JSON. A client that does not accept JSON is refused with 406.
#[derive(Debug)]
pub struct AcceptsJson(pub &'static Language);

impl FromRequest for AcceptsJson {
    type Error = Problem;
    type Future = Ready<Result<AcceptsJson, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(accepts(request, "application/json").map(AcceptsJson))
    }
}

/// Defines extractors: a client that accepts an answer of a media type. Others are refused with 406.
macro_rules! accepts {
    ($($(#[$doc:meta])* $name:ident = $media:literal;)+) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;

        impl FromRequest for $name {
            type Error = Problem;
            type Future = Ready<Result<$name, Problem>>;

            fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
                ready(accepts(request, $media).map(|_| $name))
            }
        }
    )+};
}

accepts! {
    /// A client that accepts a file of rows.
    AcceptsCsv = "text/csv";
    /// A client that accepts a feed.
    AcceptsAtom = "application/atom+xml";
    /// A client that accepts a picture made of pixels.
    AcceptsPng = "image/png";
    /// A client that accepts a picture made of lines.
    AcceptsSvg = "image/svg+xml";
    /// A client that accepts a JSON Schema.
    AcceptsSchema = "application/schema+json";
}

/// Of these media types, the one that the client prefers; the first, if it has no preference.
///
/// # Errors
/// 406 if the client accepts none of them.
pub fn preferred(request: &HttpRequest, media: &[&'static str]) -> Result<&'static str, Problem> {
    let listed = weighted(request.headers(), &header::ACCEPT);
    let accepted = |one: &&&'static str| accepts(request, one).is_ok();
    let named = |range: &str| media.iter().find(|one| **one == range);
    let mut known = listed.iter().filter(|(_, weight)| *weight > 0);
    let preferred = known.find_map(|(range, _)| named(range));
    let found = preferred.or_else(|| media.iter().find(accepted)).copied();
    let refuse = || {
        let first = media.first().copied().unwrap_or_default();
        Problem::new(ProblemKind::NotAcceptable).with_args(args![media: first.to_owned()])
    };
    found.ok_or_else(refuse)
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn asking(accept: &str) -> HttpRequest {
        TestRequest::default()
            .insert_header((header::ACCEPT, accept))
            .to_http_request()
    }

    #[test]
    fn the_most_precise_range_decides() {
        let accepts_media = |accept, media| accepts(&asking(accept), media).is_ok();
        assert!(accepts_media("text/html, */*;q=0.1", "application/json"));
        assert!(accepts_media("application/*", "application/json"));
        assert!(!accepts_media(
            "application/json;q=0, */*",
            "application/json"
        ));
        assert!(!accepts_media("text/html", "application/json"));
        assert!(accepts_media("application/problem+json", "application/pdf"));
        assert!(!accepts_media(
            "application/problem+json, text/html",
            "text/csv"
        ));
        assert!(accepts(&TestRequest::default().to_http_request(), "text/csv").is_ok());
    }

    #[test]
    fn the_media_type_that_is_named_and_weighs_most_is_taken() {
        let media = [
            "application/x-ndjson",
            "text/event-stream",
            "application/json",
        ];
        let taken = |accept| preferred(&asking(accept), &media).unwrap_or_default();
        assert_eq!(taken("*/*"), "application/x-ndjson");
        assert_eq!(
            taken("application/json, text/plain, */*"),
            "application/json"
        );
        assert_eq!(
            taken("text/event-stream;q=0.5, application/json"),
            "application/json"
        );
        assert_eq!(taken("text/*"), "text/event-stream");
        assert_eq!(taken("image/png"), "");
    }

    #[test]
    fn the_first_language_of_ours_is_taken() {
        let request =
            TestRequest::default().insert_header((header::ACCEPT_LANGUAGE, "xx, en;q=0.3"));
        assert_eq!(language(request.to_http_request().headers()).tag(), "en");
        let request = TestRequest::default()
            .insert_header((header::ACCEPT_LANGUAGE, "de, cs-CZ;q=0.8, en;q=0.3"));
        assert_eq!(language(request.to_http_request().headers()).tag(), "cs");
    }
}
