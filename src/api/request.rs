//! What a request says of itself: its language, what it takes, its body, its headers.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderMap, HeaderName};
use actix_web::web::{BytesMut, Data};
use actix_web::{FromRequest, HttpRequest};
use futures_util::StreamExt;

use super::Service;
use super::problem::{Kind, Problem};
use crate::document::{MOST_BYTES, read_json, utf8};
use crate::lang::Language;
use crate::rules::json::Json;
use crate::rules::{Finding, args};

/// A header's text, if it is there once and is text.
pub fn text_of(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let mut values = headers.get_all(name);
    let value = values.next()?.to_str().ok()?.trim().to_owned();
    values.next().is_none().then_some(value)
}

/// The parts of a list header that have a weight above zero, the weightiest first.
fn weighted(headers: &HeaderMap, name: &HeaderName) -> Vec<(String, u16)> {
    let texts: Vec<&str> = headers
        .get_all(name)
        .filter_map(|value| value.to_str().ok())
        .collect();
    let mut parts: Vec<(String, u16)> = texts
        .join(",")
        .split(',')
        .filter_map(|part| {
            let mut pieces = part.split(';').map(str::trim);
            let value = pieces
                .next()
                .filter(|value| !value.is_empty())?
                .to_ascii_lowercase();
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

/// Whether the client takes an answer of this media type.
///
/// # Errors
/// 406.
pub fn accepts(request: &HttpRequest, media: &str) -> Result<(), Problem> {
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
        return Ok(());
    }
    Err(Problem::new(Kind::NotAcceptable).saying(args![media: media.to_owned()]))
}

/// A body of JSON: its bytes, not yet read.
#[derive(Debug)]
pub struct Body(pub Vec<u8>);

impl Body {
    /// The body as a value, an empty one as an empty object.
    ///
    /// # Errors
    /// 400, with the place of the fault.
    pub fn json(&self) -> Result<Json, Finding> {
        if self.0.is_empty() {
            return Ok(Json::Object(Vec::new()));
        }
        utf8(&self.0).and_then(read_json)
    }

    /// The entries of the body's object.
    ///
    /// # Errors
    /// 400: no JSON, or no object.
    pub fn entries(&self) -> Result<Vec<(String, Json)>, Finding> {
        match self.json()? {
            Json::Object(entries) => Ok(entries),
            other => {
                let args = args![expected: "object", found: other.kind()];
                Err(Finding::shape("wrong-type", "", args))
            }
        }
    }
}

impl FromRequest for Body {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Body, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let mut payload = payload.take();
        let headers = request.headers();
        let length = text_of(headers, &header::CONTENT_LENGTH)
            .and_then(|length| length.parse::<usize>().ok());
        let empty = length.unwrap_or(0) == 0 && !headers.contains_key(header::TRANSFER_ENCODING);
        let media = text_of(headers, &header::CONTENT_TYPE).unwrap_or_default();
        let encoded = headers
            .get(header::CONTENT_ENCODING)
            .is_some_and(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity"));
        let wait = request
            .app_data::<Data<Service>>()
            .map_or(30, |service| service.settings.timeout);
        Box::pin(async move {
            if length.is_some_and(|length| length > MOST_BYTES) {
                return Err(too_large());
            }
            if encoded || !(is_json(&media) || empty && media.is_empty()) {
                let supported = header::HeaderValue::from_static("application/json");
                return Err(
                    Problem::new(Kind::UnsupportedType).with_header(header::ACCEPT, supported)
                );
            }
            let all = async {
                let mut bytes = BytesMut::new();
                while let Some(chunk) = payload.next().await {
                    let chunk = chunk.map_err(|_| Problem::new(Kind::BadRequest))?;
                    if bytes.len() + chunk.len() > MOST_BYTES {
                        return Err(too_large());
                    }
                    bytes.extend_from_slice(&chunk);
                }
                Ok(Body(bytes.to_vec()))
            };
            tokio::time::timeout(Duration::from_secs(wait), all)
                .await
                .unwrap_or_else(|_| Err(Kind::TooSlow.into()))
        })
    }
}

fn too_large() -> Problem {
    Problem::new(Kind::TooLarge).saying(args![most: MOST_BYTES / 1024 / 1024])
}

fn is_json(media: &str) -> bool {
    let mut pieces = media
        .split(';')
        .map(|piece| piece.trim().to_ascii_lowercase());
    let kind = pieces.next().unwrap_or_default();
    let known =
        kind == "application/json" || kind.starts_with("application/") && kind.ends_with("+json");
    let charset = |piece: String| {
        piece
            .strip_prefix("charset=")
            .is_none_or(|set| set.trim_matches('"') == "utf-8")
    };
    known && pieces.all(charset)
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
        let takes = |accept, media| accepts(&asking(accept), media).is_ok();
        assert!(takes("text/html, */*;q=0.1", "application/json"));
        assert!(takes("application/*", "application/json"));
        assert!(!takes("application/json;q=0, */*", "application/json"));
        assert!(!takes("text/html", "application/json"));
        assert!(accepts(&TestRequest::default().to_http_request(), "text/csv").is_ok());
    }

    #[test]
    fn json_is_utf_8() {
        assert!(is_json("application/json"));
        assert!(is_json("application/vnd.cards+json; charset=UTF-8"));
        assert!(!is_json("application/json; charset=latin1"));
        assert!(!is_json("text/json"));
        assert!(!is_json(""));
    }

    #[test]
    fn the_first_language_that_is_known_is_spoken() {
        let request =
            TestRequest::default().insert_header((header::ACCEPT_LANGUAGE, "xx, en;q=0.3"));
        assert_eq!(language(request.to_http_request().headers()).tag(), "en");
        let request = TestRequest::default()
            .insert_header((header::ACCEPT_LANGUAGE, "de, cs-CZ;q=0.8, en;q=0.3"));
        assert_eq!(language(request.to_http_request().headers()).tag(), "cs");
    }
}
