//! Texts of embedded pages, in each language.

use std::borrow::Cow;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::http::precompressed::{Body, File};
use crate::http::{precompressed, request};
use overtrick_match::lang::Language;

/// The media type of a page.
pub const HTML: &str = "text/html; charset=utf-8";
/// The media type of a stylesheet.
pub const CSS: &str = "text/css; charset=utf-8";
/// The media type of a script.
pub const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// A function that adds the headers of a page.
type Headers = fn(&mut HttpResponseBuilder) -> &mut HttpResponseBuilder;

/// A text with the digest that identifies its version.
pub struct OwnText {
    content: Cow<'static, str>,
    digest: String,
}

impl OwnText {
    /// A text with its digest.
    pub fn of(content: impl Into<Cow<'static, str>>) -> OwnText {
        let content = content.into();
        let digest = Sha256::digest(content.as_bytes());
        OwnText {
            digest: URL_SAFE_NO_PAD.encode(&digest[..16]),
            content,
        }
    }

    /// The answer with the text.
    pub fn answer(
        &self,
        request: &HttpRequest,
        media: &'static str,
        headers: Headers,
    ) -> HttpResponse {
        let file = File {
            body: Body::Text(self.content.as_bytes().into()),
            digest: &self.digest,
            media,
        };
        precompressed::answer(request, file, |builder| {
            headers(builder).append_header((header::VARY, "accept-language"));
        })
    }
}

/// The language in the query parameter `lang`, or the one that the client prefers.
pub fn language(request: &HttpRequest) -> &'static Language {
    let parameters = request.query_string().split('&');
    let mut named = parameters.filter_map(|pair| pair.strip_prefix("lang="));
    let named = named.next().and_then(Language::find);
    named.unwrap_or_else(|| request::language(request.headers()))
}
