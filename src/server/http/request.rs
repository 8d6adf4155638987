//! Content negotiation: the language and the media type of an answer.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use actix_web::HttpRequest;
use actix_web::http::header::{
    self, HeaderMap, HeaderName, Quality, QualityItem, from_comma_delimited,
};
use serde::Deserialize;
use validator::Validate;

use crate::http::{Lang, Problem, Query};
use overtrick_match::lang::Language;

/// Returns the text of a header, if it occurs exactly once.
pub fn text_of(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let mut values = headers.get_all(name);
    let value = values.next()?.to_str().ok()?.trim().to_owned();
    values.next().is_none().then_some(value)
}

/// Returns the text of an optional header. Checks that its length is in this range and that all its
/// characters are visible.
///
/// # Errors
/// The text, if it fails a check.
pub fn visible_text(
    request: &HttpRequest,
    name: &HeaderName,
    lengths: RangeInclusive<usize>,
) -> Result<Option<String>, String> {
    if !request.headers().contains_key(name) {
        return Ok(None);
    }
    let text = text_of(request.headers(), name).unwrap_or_default();
    let is_visible = text.bytes().all(|byte| byte.is_ascii_graphic());
    if is_visible && lengths.contains(&text.len()) {
        return Ok(Some(text));
    }
    Err(text)
}

/// Returns the accepted values of a list header in lower case, the most preferred first.
pub fn ranked(headers: &HeaderMap, name: HeaderName) -> Vec<String> {
    let listed = from_comma_delimited::<_, QualityItem<String>>(headers.get_all(name));
    let mut listed = listed.unwrap_or_default();
    listed.retain(|one| one.quality > Quality::ZERO);
    listed.sort_by_key(|one| Reverse(one.quality));
    let values = listed.into_iter();
    values.map(|one| one.item.to_ascii_lowercase()).collect()
}

/// Returns the language that the client prefers, or English.
pub fn language(headers: &HeaderMap) -> &'static Language {
    let listed = ranked(headers, header::ACCEPT_LANGUAGE);
    let mut supported = listed.iter().filter_map(|tag| Language::find(tag));
    supported.next().unwrap_or_else(Language::english)
}

/// Returns the media type that the client prefers, or the first in `media` if the client accepts none of them.
pub fn preferred_type(headers: &HeaderMap, media: &[&'static str]) -> &'static str {
    let listed = ranked(headers, header::ACCEPT);
    let named = listed
        .iter()
        .find_map(|range| media.iter().find(|one| *one == range));
    let family = || {
        let families = listed.iter().filter_map(|range| range.strip_suffix('*'));
        let mut families = families.filter(|family| family.len() > "*/".len());
        families.find_map(|family| media.iter().find(|one| one.starts_with(family)))
    };
    let found = named.or_else(family).or(media.first());
    found.copied().unwrap_or_default()
}

/// The query parameter for the language of an answer.
#[derive(Debug, Default, Deserialize, Validate)]
#[serde(default)]
pub struct LangQuery {
    /// The language of the answer; if absent, the language of the request
    pub lang: Option<Lang>,
}

/// Returns the language from a query, or the language that the client prefers.
pub fn named_or_preferred(lang: Option<Lang>, request: &HttpRequest) -> &'static Language {
    lang.map_or_else(|| language(request.headers()), |Lang(named)| named)
}

/// Returns the language from `?lang=`, or the language that the client prefers.
///
/// # Errors
/// 400 if there is no such language.
pub fn shown_language(request: &HttpRequest) -> Result<&'static Language, Problem> {
    let Query(LangQuery { lang }) = Query::from_request(request)?;
    Ok(named_or_preferred(lang, request))
}

/// Like [`shown_language`], but ignores an invalid query.
pub fn page_language(request: &HttpRequest) -> &'static Language {
    shown_language(request).unwrap_or_else(|_| language(request.headers()))
}

/// Turns types into extractors. For each type, a function reads the value from the request, without the body.
macro_rules! extractors {
    ($($name:ty = $read:expr;)+) => {$(
        impl actix_web::FromRequest for $name {
            type Error = crate::http::Problem;
            type Future = std::future::Ready<Result<$name, crate::http::Problem>>;

            fn from_request(
                request: &actix_web::HttpRequest,
                _: &mut actix_web::dev::Payload,
            ) -> Self::Future {
                std::future::ready($read(request))
            }
        }
    )+};
}
pub(crate) use extractors;

/// An extractor of the language that the client prefers, or English.
#[derive(Debug)]
pub struct ClientLanguage(pub &'static Language);

extractors! {
    ClientLanguage = |request: &HttpRequest| Ok(ClientLanguage(language(request.headers())));
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn request_with(name: HeaderName, value: &str) -> HttpRequest {
        TestRequest::default()
            .insert_header((name, value))
            .to_http_request()
    }

    #[test]
    fn the_preferred_supported_media_type_is_used() {
        let media = [
            "application/x-ndjson",
            "text/event-stream",
            "application/json",
        ];
        for (accept, expected) in [
            ("*/*", "application/x-ndjson"),
            ("application/json, text/plain, */*", "application/json"),
            (
                "text/event-stream;q=0.5, application/json",
                "application/json",
            ),
            ("application/json;q=0, */*", "application/x-ndjson"),
            ("text/*", "text/event-stream"),
            ("image/png", "application/x-ndjson"),
        ] {
            let request = request_with(header::ACCEPT, accept);
            assert_eq!(
                preferred_type(request.headers(), &media),
                expected,
                "{accept}"
            );
        }
    }

    #[test]
    fn the_preferred_supported_language_is_used() {
        for (accept, expected) in [
            ("xx, en;q=0.3", "en"),
            ("de, cs-CZ;q=0.8, en;q=0.3", "cs"),
            ("cs;q=0", "en"),
        ] {
            let request = request_with(header::ACCEPT_LANGUAGE, accept);
            assert_eq!(language(request.headers()).tag(), expected, "{accept}");
        }
    }
}
