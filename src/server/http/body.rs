//! The body of a request, which is JSON.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use futures_util::StreamExt;

use crate::http::held::HeldForRequest;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::request::text_of;
use overtrick_core::json::Json;
use overtrick_core::{Finding, args};
use overtrick_match::document::{MOST_BYTES, read_json, utf8};

/// How long a body may take to arrive; application data of the service.
#[derive(Debug, Clone, Copy)]
pub struct BodyTimeout(pub Duration);

impl Default for BodyTimeout {
    fn default() -> BodyTimeout {
        BodyTimeout(Duration::from_secs(30))
    }
}

/// The most bytes of a body that is judged without being stored; application data of the service.
#[derive(Debug, Clone, Copy)]
pub struct StatelessLimit(pub usize);

impl Default for StatelessLimit {
    fn default() -> StatelessLimit {
        StatelessLimit(1024 * 1024)
    }
}

/// The least limit of bodies in bytes, which suffices to correct a small match.
const SMALLEST_LIMIT: usize = 64 * 1024;

/// The most bytes of any other body; application data of the service.
#[derive(Debug, Clone, Copy)]
pub struct BodyLimit(pub usize);

impl BodyLimit {
    /// The limit for matches of this many bytes; 0 means any size. It is larger than the match, because a
    /// body may have spaces and line breaks that are not stored.
    pub fn for_matches(size: usize) -> BodyLimit {
        match size {
            0 => BodyLimit(MOST_BYTES),
            size => BodyLimit(size.saturating_mul(2).clamp(SMALLEST_LIMIT, MOST_BYTES)),
        }
    }
}

/// A JSON body that is judged without being stored; [`StatelessLimit`] limits its size.
#[derive(Debug)]
pub struct StatelessBody(pub Body);

/// The bytes of a JSON body, not yet parsed.
#[derive(Debug)]
pub struct Body(pub Vec<u8>);

impl Body {
    /// The body as a JSON value; an empty body is an empty object.
    ///
    /// # Errors
    /// The body is not JSON; the finding has the place of the fault.
    pub fn json(&self) -> Result<Json, Finding> {
        if self.0.is_empty() {
            return Ok(Json::Object(Vec::new()));
        }
        utf8(&self.0).and_then(read_json)
    }

    /// The entries of the body's object.
    ///
    /// # Errors
    /// The body is not JSON, or not an object.
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
        let limit = request.app_data().copied();
        let BodyLimit(most) = limit.unwrap_or(BodyLimit(MOST_BYTES));
        Box::pin(receive(request, payload, most))
    }
}

impl FromRequest for StatelessBody {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<StatelessBody, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let StatelessLimit(most) = request.app_data().copied().unwrap_or_default();
        let received = receive(request, payload, most.min(MOST_BYTES));
        Box::pin(async move { Ok(StatelessBody(received.await?)) })
    }
}

/// Receives a body of at most this many bytes.
fn receive(
    request: &HttpRequest,
    payload: &mut Payload,
    most: usize,
) -> impl Future<Output = Result<Body, Problem>> + use<> {
    let mut payload = payload.take();
    let headers = request.headers();
    let length =
        text_of(headers, &header::CONTENT_LENGTH).and_then(|length| length.parse::<usize>().ok());
    let empty = length.unwrap_or(0) == 0 && !headers.contains_key(header::TRANSFER_ENCODING);
    let media = text_of(headers, &header::CONTENT_TYPE).unwrap_or_default();
    let encoded = headers
        .get(header::CONTENT_ENCODING)
        .is_some_and(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity"));
    let held = request.extensions().get::<Arc<HeldForRequest>>().cloned();
    let BodyTimeout(timeout) = request.app_data().copied().unwrap_or_default();
    async move {
        if length.is_some_and(|length| length > most) {
            return Err(too_large(most));
        }
        if let Some(found) = patch(&media) {
            let args = args![found: found.to_owned()];
            return Err(not_json().saying("unsupported-type-patch", args));
        }
        if encoded || !(is_json(&media) || empty && media.is_empty()) {
            return Err(not_json());
        }
        if let (Some(held), Some(length)) = (&held, length) {
            held.add(length)?;
        }
        let all = async {
            // Preallocated, because a growing body is copied again and again. The system reserves no memory
            // until bytes arrive.
            let mut bytes = Vec::with_capacity(length.unwrap_or(0));
            while let Some(chunk) = payload.next().await {
                let chunk = chunk
                    .map_err(|_| Problem::bad_request(Finding::shape("body-form", "", args![])))?;
                if bytes.len() + chunk.len() > most {
                    return Err(too_large(most));
                }
                if let (Some(held), None) = (&held, length) {
                    held.add(chunk.len())?;
                }
                bytes.extend_from_slice(&chunk);
            }
            Ok(Body(bytes))
        };
        tokio::time::timeout(timeout, all)
            .await
            .unwrap_or_else(|_| Err(ProblemKind::TooSlow.into()))
    }
}

fn too_large(most: usize) -> Problem {
    Problem::new(ProblemKind::TooLarge).with_args(args![most: most / 1024])
}

fn not_json() -> Problem {
    unsupported_type("application/json")
}

/// The problem of a body whose type is none of these, which are listed with commas.
pub fn unsupported_type(accepted: &'static str) -> Problem {
    Problem::new(ProblemKind::UnsupportedType)
        .with_args(args![accepted: accepted.to_owned()])
        .with_header(header::ACCEPT, header::HeaderValue::from_static(accepted))
}

/// The media type if it is a patch format: such a body is JSON and would be mistaken for a complete one.
fn patch(media: &str) -> Option<&'static str> {
    let kind = media.split(';').next().unwrap_or_default().trim();
    let patches = [
        "application/merge-patch+json",
        "application/json-patch+json",
    ];
    patches
        .into_iter()
        .find(|patch| kind.eq_ignore_ascii_case(patch))
}

fn is_json(media: &str) -> bool {
    let pieces = media.split(';');
    let mut pieces = pieces.map(|piece| piece.trim().to_ascii_lowercase());
    let kind = pieces.next().unwrap_or_default();
    let json =
        kind == "application/json" || kind.starts_with("application/") && kind.ends_with("+json");
    let charset = |piece: String| {
        let set = piece.strip_prefix("charset=");
        set.is_none_or(|set| set.trim_matches('"') == "utf-8")
    };
    json && pieces.all(charset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_utf_8() {
        assert!(is_json("application/json"));
        assert!(is_json("application/vnd.cards+json; charset=UTF-8"));
        assert!(!is_json("application/json; charset=latin1"));
        assert!(!is_json("text/json"));
        assert!(!is_json(""));
    }
}
