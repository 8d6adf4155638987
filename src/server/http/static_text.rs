//! Texts of embedded pages, each read once and sent from there.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::future::ready;
use std::sync::Arc;

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::http::precompressed::{Body, File};
use crate::http::{precompressed, request};
use crate::openapi::endpoint::Endpoint;
use overtrick_match::lang::Language;

/// The media type of a page.
pub const HTML: &str = "text/html; charset=utf-8";
/// The media type of a stylesheet.
pub const CSS: &str = "text/css; charset=utf-8";
/// The media type of Markdown.
pub const MARKDOWN: &str = "text/markdown; charset=utf-8";
/// The media type of a script.
pub const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// A function that adds the headers of a page.
type Headers = fn(&mut HttpResponseBuilder) -> &mut HttpResponseBuilder;

/// A text with the digest that identifies its version.
#[derive(Debug)]
pub struct OwnText {
    content: Bytes,
    digest: String,
    media: &'static str,
}

impl OwnText {
    /// A text of a media type.
    pub fn new(content: impl Into<Cow<'static, str>>, media: &'static str) -> OwnText {
        let content = match content.into() {
            Cow::Borrowed(text) => Bytes::from_static(text.as_bytes()),
            Cow::Owned(text) => Bytes::from(text),
        };
        let digest = Sha256::digest(&content);
        OwnText {
            digest: URL_SAFE_NO_PAD.encode(&digest[..16]),
            content,
            media,
        }
    }

    /// The answer with the text, which is the same in every language.
    pub fn answer(&self, request: &HttpRequest, headers: Headers) -> HttpResponse {
        let file = File {
            body: Body::Text(self.content.clone()),
            digest: &self.digest,
            media: self.media,
        };
        precompressed::answer(request, file, |builder| {
            headers(builder);
        })
    }

    /// The answer with the text, one of several languages.
    pub fn answer_in_language(&self, request: &HttpRequest, headers: Headers) -> HttpResponse {
        let mut answer = self.answer(request, headers);
        let vary = header::HeaderValue::from_static("accept-language");
        answer.headers_mut().append(header::VARY, vary);
        answer
    }
}

/// The endpoint of a constant file.
pub fn endpoint(
    path: &str,
    content: impl Into<Cow<'static, str>>,
    media: &'static str,
    headers: Headers,
) -> Endpoint {
    let text = Arc::new(OwnText::new(content, media));
    Endpoint::page(path, move |request: HttpRequest| {
        ready(text.answer(&request, headers))
    })
}

/// Pages by name. One that cannot be shown is logged and left out.
pub fn pages<K: Ord + Debug, E: Display>(
    made: impl IntoIterator<Item = (K, Result<String, E>)>,
) -> BTreeMap<K, OwnText> {
    let mut pages = BTreeMap::new();
    for (name, page) in made {
        match page {
            Ok(page) => drop(pages.insert(name, OwnText::new(page, HTML))),
            Err(error) => tracing::error!(?name, %error, "a page cannot be shown"),
        }
    }
    pages
}

/// The language in the query parameter `lang`, or the one that the client prefers.
pub fn language(request: &HttpRequest) -> &'static Language {
    let parameters = request.query_string().split('&');
    let mut named = parameters.filter_map(|pair| pair.strip_prefix("lang="));
    let named = named.next().and_then(Language::find);
    named.unwrap_or_else(|| request::language(request.headers()))
}
