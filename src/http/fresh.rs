//! Answers that are made anew for each request, tagged with a digest of what they say.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::version::knows;

/// The answer with a body, tagged with its digest; 304, if the client has it. `prepare` adds headers.
pub fn answer(
    request: &HttpRequest,
    media: &'static str,
    body: Vec<u8>,
    prepare: impl FnOnce(&mut HttpResponseBuilder),
) -> HttpResponse {
    let digest = Sha256::digest(&body);
    let tag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(&digest[..16]));
    let is_known = knows(request, &tag);
    let mut builder = if is_known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    prepare(&mut builder);
    builder.insert_header((header::ETAG, tag));
    if is_known {
        return builder.finish();
    }
    builder.content_type(media).body(body)
}
