//! The JSON body of a request.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use actix_web::body::{BodyStream, to_bytes_limited};
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use serde::de::DeserializeOwned;
use validator::Validate;

use crate::access::caller::service_of;
use crate::bounds::MAX_BODY;
use crate::http::{Problem, ProblemKind, text_of, valid};
use crate::limits::Slot;
use overtrick_core::json::Json;
use overtrick_core::{Finding, args};
use overtrick_match::document::{read_json, utf8};

/// The bytes of a JSON body of at most `MAX` bytes, not yet parsed. If `MAX` is above the usual limit, that
/// many bytes are counted for the client while the body is in memory.
#[derive(Debug)]
pub struct Body<const MAX: usize = MAX_BODY>(
    pub Bytes,
    #[expect(dead_code, reason = "dropping it ends the count")] Option<Slot>,
);

impl<const MAX: usize> Body<MAX> {
    /// Reads the body as JSON. An empty body is read as an empty object.
    ///
    /// # Errors
    /// The body is not JSON. The finding contains the place of the fault.
    pub fn json(&self) -> Result<Json, Finding> {
        if self.0.is_empty() {
            return Ok(Json::Object(Vec::new()));
        }
        utf8(&self.0).and_then(read_json)
    }

    /// Reads the body into a struct.
    ///
    /// # Errors
    /// 400 or 422 with every fault; also if the body is not JSON, or not an object.
    pub fn read<T: DeserializeOwned + Default + Validate>(&self) -> Result<T, Problem> {
        let (request, faults) = valid::read(&self.entries()?);
        if faults.is_empty() {
            return Ok(request);
        }
        Err(faults.into())
    }

    /// Returns the entries of the JSON object in the body.
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

impl<const MAX: usize> FromRequest for Body<MAX> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Body<MAX>, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let service = service_of(&request)?;
            let slot = (MAX > MAX_BODY).then(|| service.limits.hold_bytes(&request, MAX));
            let slot = slot.transpose()?;
            check_headers(&request, MAX)?;
            let timeout = Duration::from_secs(service.settings.timeout);
            let bytes = receive(payload, MAX, timeout).await?;
            Ok(Body(bytes, slot))
        })
    }
}

/// Receives a body of at most this many bytes.
///
/// # Errors
/// 413 if the body is larger; 408 after the timeout; 400 if the connection breaks.
pub async fn receive(payload: Payload, most: usize, timeout: Duration) -> Result<Bytes, Problem> {
    let received = to_bytes_limited(BodyStream::new(payload), most);
    let broken = || Problem::bad_request(Finding::shape("body-form", "", args![]));
    match tokio::time::timeout(timeout, received).await {
        Err(_) => Err(ProblemKind::TooSlow.into()),
        Ok(Err(_)) => Err(too_large(most + 1, most)),
        Ok(Ok(received)) => received.map_err(|_| broken()),
    }
}

/// Returns the length of a body by its header. Checks that it is at most this many bytes.
///
/// # Errors
/// 413.
pub fn check_length(request: &HttpRequest, most: usize) -> Result<usize, Problem> {
    let length = text_of(request.headers(), &header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.parse().ok()).unwrap_or(0);
    if length > most {
        return Err(too_large(length, most));
    }
    Ok(length)
}

/// Checks the headers of a body: it must be JSON of at most this many bytes.
fn check_headers(request: &HttpRequest, most: usize) -> Result<(), Problem> {
    let headers = request.headers();
    let length = check_length(request, most)?;
    let not_json = unsupported_type("application/json");
    let media = request.content_type().to_ascii_lowercase();
    if PATCHES.contains(&&*media) {
        return Err(not_json.worded("unsupported-type-patch", args![found: media]));
    }
    let encoding = headers.get(header::CONTENT_ENCODING);
    let is_plain = encoding.is_none_or(|it| it.as_bytes().eq_ignore_ascii_case(b"identity"));
    let is_empty = length == 0 && !headers.contains_key(header::TRANSFER_ENCODING);
    if is_plain && is_json(request, is_empty) {
        return Ok(());
    }
    Err(not_json)
}

/// Returns the problem for a body of at least `bytes` bytes, where `most` bytes are allowed.
pub fn too_large(bytes: usize, most: usize) -> Problem {
    let args = args![size: bytes.div_ceil(1024), most: most / 1024];
    Problem::new(ProblemKind::TooLarge).worded("too-large-body", args)
}

/// Returns the problem for a body whose type is not accepted. `accepted` lists the types, separated by commas.
pub fn unsupported_type(accepted: &'static str) -> Problem {
    Problem::new(ProblemKind::UnsupportedType)
        .with_args(args![accepted: accepted.to_owned()])
        .with_header(header::ACCEPT, header::HeaderValue::from_static(accepted))
}

/// Media types of patches. A patch is JSON, so it could be mistaken for a complete document.
const PATCHES: [&str; 2] = [
    "application/merge-patch+json",
    "application/json-patch+json",
];

/// Whether the media type of a request is JSON in UTF-8. An empty body needs no media type.
fn is_json(request: &HttpRequest, is_empty: bool) -> bool {
    request.mime_type().is_ok_and(|media| {
        media.map_or(is_empty, |media| {
            let is_json =
                media.subtype() == "json" || media.suffix().is_some_and(|kind| kind == "json");
            let charset = media.get_param("charset");
            media.type_() == "application" && is_json && charset.is_none_or(|set| set == "utf-8")
        })
    })
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn json_is_utf_8() {
        let is_json = |media: &str| {
            let request = TestRequest::post().insert_header((header::CONTENT_TYPE, media));
            is_json(&request.to_http_request(), false)
        };
        assert!(is_json("application/json"));
        assert!(is_json("application/vnd.cards+json; charset=UTF-8"));
        assert!(!is_json("application/json; charset=latin1"));
        assert!(!is_json("text/json"));
        assert!(!is_json(""));
    }
}
