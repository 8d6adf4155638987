//! Content negotiation: the language and the media type of an answer.

use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderMap, HeaderName};

use super::problem::{Problem, ProblemKind};
use crate::lang::Language;
use crate::rules::args;

/// The text of a header that a request has exactly once.
pub fn text_of(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let mut values = headers.get_all(name);
    let value = values.next()?.to_str().ok()?.trim().to_owned();
    values.next().is_none().then_some(value)
}

/// The values of a list header with their weights in thousandths, the greatest weight first.
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

/// The language that the client asks for, or English.
pub fn language(headers: &HeaderMap) -> &'static Language {
    weighted(headers, &header::ACCEPT_LANGUAGE)
        .iter()
        .filter(|(_, weight)| *weight > 0)
        .find_map(|(tag, _)| Language::find(tag))
        .unwrap_or_else(Language::english)
}

/// The language that `?lang=` names, if there is one of that name.
pub fn named_language(request: &HttpRequest) -> Option<&'static Language> {
    let mut parameters = request.query_string().split('&');
    Language::find(parameters.find_map(|pair| pair.strip_prefix("lang="))?)
}

/// The language of an answer of this media type, if the client accepts it.
///
/// # Errors
/// 406.
pub fn accepts(request: &HttpRequest, media: &str) -> Result<&'static Language, Problem> {
    let listed = weighted(request.headers(), &header::ACCEPT);
    let family = media.split('/').next().unwrap_or_default();
    let fits = |range: &str| range == media || range == "*/*" || range == format!("{family}/*");
    // The most precise range that fits decides, whatever comes first.
    let weight = listed
        .iter()
        .filter(|(range, _)| fits(range))
        .max_by_key(|(range, _)| range.len())
        .map(|(_, weight)| *weight);
    if listed.is_empty() || weight.is_some_and(|weight| weight > 0) {
        return Ok(language(request.headers()));
    }
    Err(Problem::new(ProblemKind::NotAcceptable).with_args(args![media: media.to_owned()]))
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
        assert!(accepts(&TestRequest::default().to_http_request(), "text/csv").is_ok());
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
