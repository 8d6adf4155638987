//! Building answers.

use std::convert::Infallible;

use actix_web::body::{BoxBody, MessageBody, SizedStream};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, HttpResponseBuilder};
use futures_util::stream::unfold;

use crate::bounds::ANSWER_CHUNK;
use crate::http::Problem;
use crate::limits::Slot;
use overtrick_match::lang::Language;

/// The answer of a handler.
pub type Answer = Result<HttpResponse, Problem>;

/// Returns a builder for a successful answer in a language.
pub fn in_language(language: &Language) -> HttpResponseBuilder {
    let mut builder = HttpResponse::Ok();
    builder.insert_header((header::CONTENT_LANGUAGE, language.tag()));
    builder
}

/// Returns a builder for an answer that proxies and browsers must not store.
pub fn unstored(status: StatusCode) -> HttpResponseBuilder {
    let mut builder = HttpResponse::build(status);
    builder.insert_header((header::CACHE_CONTROL, "no-store"));
    builder
}

/// Splits a large body into parts. The connection copies what it sends, so an unsplit body that the client
/// does not read would be in memory twice. `slot` counts the bytes for a client until the body is sent.
pub fn in_parts(body: BoxBody, slot: Option<Slot>) -> BoxBody {
    let bytes = match body.try_into_bytes() {
        Ok(bytes) => bytes,
        Err(body) => return body,
    };
    let size = bytes.len() as u64;
    let parts = unfold((bytes, slot), async |(mut left, slot)| {
        let part = left.split_to(left.len().min(ANSWER_CHUNK));
        (!part.is_empty()).then_some((Ok::<_, Infallible>(part), (left, slot)))
    });
    SizedStream::new(size, parts).boxed()
}
