//! Answers tagged with a digest of their contents, so that a client does not fetch them twice.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, ContentType};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::http::file::short;
use crate::http::{Answer, has_tag};
use crate::matches::match_response;

/// Returns the answer with these contents and the builder's media type, or 304 if the client already has them.
pub fn answer(
    request: &HttpRequest,
    mut builder: HttpResponseBuilder,
    bytes: Vec<u8>,
) -> HttpResponse {
    let tag = format!("\"{}\"", short(&Sha256::digest(&bytes)));
    let is_cached = has_tag(request, &tag);
    builder.insert_header((header::ETAG, tag));
    if is_cached {
        return builder.status(StatusCode::NOT_MODIFIED).finish();
    }
    builder.body(bytes)
}

/// Like [`answer`], for JSON.
///
/// # Errors
/// 422 if the JSON is too large.
pub fn json(
    request: &HttpRequest,
    mut builder: HttpResponseBuilder,
    body: &impl Serialize,
) -> Answer {
    builder.content_type(ContentType::json());
    Ok(answer(request, builder, match_response::json(body)?))
}
