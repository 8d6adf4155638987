//! The body of a request, which is JSON.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use validator::Validate;

use crate::access::caller::service_of;
use crate::bounds::{MAX_BODY, MAX_LOG_BODY};
use crate::http::problem::{Problem, ProblemKind};
use crate::http::request::text_of;
use crate::http::valid;
use crate::limits::Slot;
use overtrick_core::json::Json;
use overtrick_core::{Finding, args};
use overtrick_match::document::{read_json, utf8};

/// How long a body may take to arrive; application data of the service.
#[derive(Debug, Clone, Copy)]
pub struct BodyTimeout(pub Duration);

impl Default for BodyTimeout {
    fn default() -> BodyTimeout {
        BodyTimeout(Duration::from_secs(30))
    }
}

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

    /// The body as a request.
    ///
    /// # Errors
    /// 400 or 422, with every fault; the body is not JSON, or not an object.
    pub fn read<T: DeserializeOwned + Default + Validate>(&self) -> Result<T, Problem> {
        let (request, faults) = valid::read(&self.entries()?);
        if faults.is_empty() {
            return Ok(request);
        }
        Err(faults.into())
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
        Box::pin(receive(request, payload, MAX_BODY))
    }
}

/// A JSON body with the log of a match, of at most [`MAX_LOG_BODY`] bytes, which are counted for the client.
#[derive(Debug)]
pub struct LogBody {
    /// The body.
    pub body: Body,
    /// Counts its bytes.
    pub slot: Slot,
}

impl FromRequest for LogBody {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<LogBody, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let received = receive(request, payload, MAX_LOG_BODY);
        let request = request.clone();
        Box::pin(async move {
            let service = service_of(&request)?;
            let slot = service.limits.hold_bytes(&request, MAX_LOG_BODY)?;
            let body = received.await?;
            Ok(LogBody { body, slot })
        })
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
    let BodyTimeout(timeout) = request.app_data().copied().unwrap_or_default();
    async move {
        if let Some(length) = length.filter(|length| *length > most) {
            return Err(too_large(length, most));
        }
        if let Some(found) = patch(&media) {
            let args = args![found: found.to_owned()];
            return Err(not_json().saying("unsupported-type-patch", args));
        }
        if encoded || !(is_json(&media) || empty && media.is_empty()) {
            return Err(not_json());
        }
        let all = async {
            // Preallocated, because a growing body is copied again and again. The system reserves no memory
            // until bytes arrive.
            let mut bytes = Vec::with_capacity(length.unwrap_or(0));
            while let Some(chunk) = payload.next().await {
                let chunk = chunk
                    .map_err(|_| Problem::bad_request(Finding::shape("body-form", "", args![])))?;
                let size = bytes.len() + chunk.len();
                if size > most {
                    return Err(too_large(size, most));
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

/// The problem of a body that has this many bytes or more, when it may have `most`.
pub fn too_large(bytes: usize, most: usize) -> Problem {
    let args = args![size: bytes.div_ceil(1024), most: most / 1024];
    Problem::new(ProblemKind::TooLarge).saying("too-large-body", args)
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
