//! Answers tagged with a digest of their contents, so that a client does not fetch them twice.

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::http::version::knows;

/// The answer with these contents and the builder's media type; 304 if the client has them.
pub fn answer(
    request: &HttpRequest,
    mut builder: HttpResponseBuilder,
    bytes: Vec<u8>,
) -> HttpResponse {
    let digest = Sha256::digest(&bytes);
    let tag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(&digest[..16]));
    let is_known = knows(request, &tag);
    builder.insert_header((header::ETAG, tag));
    if is_known {
        return builder.status(StatusCode::NOT_MODIFIED).finish();
    }
    builder.body(bytes)
}

/// Like [`answer`], with a media type and the headers that `prepare` adds.
pub fn with_headers(
    request: &HttpRequest,
    media: &'static str,
    bytes: Vec<u8>,
    prepare: impl FnOnce(&mut HttpResponseBuilder),
) -> HttpResponse {
    let mut builder = HttpResponse::Ok();
    builder.content_type(media);
    prepare(&mut builder);
    answer(request, builder, bytes)
}
