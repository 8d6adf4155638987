//! Files that are in the program or made once, each compressed once as strongly as possible: there are few, and
//! they are sent often.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::{Debug, Display};
use std::future::ready;
use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use ::brotli::enc::BrotliEncoderParams;
use actix_web::http::header::{self, ContentEncoding, HeaderMap};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::http::request;
use crate::http::version::knows;
use crate::openapi::endpoint::Endpoint;

/// The media type of a page.
pub const HTML: &str = "text/html; charset=utf-8";
/// The media type of a stylesheet.
pub const CSS: &str = "text/css; charset=utf-8";
/// The media type of Markdown.
pub const MARKDOWN: &str = "text/markdown; charset=utf-8";
/// The media type of a script.
pub const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// A function that adds the headers of a file.
pub type Headers = fn(&mut HttpResponseBuilder) -> &mut HttpResponseBuilder;

/// A file as it is served.
#[derive(Debug, Clone)]
pub struct File {
    /// Its contents.
    pub body: Body,
    /// The digest of its contents, as text.
    pub digest: String,
    /// Its media type.
    pub media: &'static str,
}

/// The contents of a file.
#[derive(Debug, Clone)]
pub enum Body {
    /// Compressible text.
    Text(Bytes),
    /// A format that is already compressed.
    Compressed(Bytes),
    /// Compressed with Brotli at the highest level.
    Brotli(&'static [u8]),
}

/// Binary logarithms of the smallest Brotli window used here (larger ones gain less), and of the encoder's
/// default, the largest.
const SMALLEST_WINDOW: i32 = 16;
const LARGEST_WINDOW: i32 = 22;

/// The files in the encodings that were asked for.
static ENCODED: LazyLock<Mutex<HashMap<(String, &'static str), Bytes>>> =
    LazyLock::new(Mutex::default);

impl File {
    /// A text of a media type.
    pub fn text(content: impl Into<Cow<'static, str>>, media: &'static str) -> File {
        let content = match content.into() {
            Cow::Borrowed(text) => Bytes::from_static(text.as_bytes()),
            Cow::Owned(text) => Bytes::from(text),
        };
        File {
            digest: short(&Sha256::digest(&content)),
            body: Body::Text(content),
            media,
        }
    }

    /// The answer with the file, tagged with its digest; 304 if the client has it.
    pub fn answer(&self, request: &HttpRequest, headers: Headers) -> HttpResponse {
        let tag = format!("\"{}\"", self.digest);
        let is_cached = knows(request, &tag);
        let mut builder = if is_cached {
            HttpResponse::NotModified()
        } else {
            HttpResponse::Ok()
        };
        headers(&mut builder);
        builder.insert_header((header::ETAG, tag));
        builder.append_header((header::VARY, "accept-encoding"));
        // Set on every answer, so that the compression middleware leaves it alone.
        builder.insert_header(ContentEncoding::Identity);
        if is_cached {
            return builder.finish();
        }
        builder.content_type(self.media);
        for encoding in accepted(request.headers()) {
            if let Some(encoded) = self.encoded(encoding) {
                builder.insert_header(encoding);
                return builder.body(encoded);
            }
        }
        HttpResponse::InternalServerError().finish()
    }

    /// The answer with the file, one of several languages.
    pub fn answer_in_language(&self, request: &HttpRequest, headers: Headers) -> HttpResponse {
        let mut answer = self.answer(request, headers);
        let vary = header::HeaderValue::from_static("accept-language");
        answer.headers_mut().append(header::VARY, vary);
        answer
    }

    /// Compresses the file before the first request.
    pub fn prepare(&self) {
        for encoding in [ContentEncoding::Gzip, ContentEncoding::Brotli] {
            self.encoded(encoding);
        }
    }

    /// The contents, not compressed by the server.
    pub fn plain(&self) -> Option<Bytes> {
        self.encoded(ContentEncoding::Identity)
    }

    /// The file in an encoding, which is made on first use and then shared by all answers; `None` if it is not
    /// available in it.
    fn encoded(&self, encoding: ContentEncoding) -> Option<Bytes> {
        match (&self.body, encoding) {
            (Body::Text(body) | Body::Compressed(body), ContentEncoding::Identity) => {
                return Some(body.clone());
            }
            (Body::Brotli(bytes), ContentEncoding::Brotli) => {
                return Some(Bytes::from_static(bytes));
            }
            (Body::Compressed(_), _) => return None,
            _ => {}
        }
        let store = || ENCODED.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (self.digest.clone(), encoding.as_str());
        if let Some(encoded) = store().get(&key) {
            return Some(encoded.clone());
        }
        let encoded = Bytes::from(match (&self.body, encoding) {
            (Body::Brotli(bytes), ContentEncoding::Gzip) => gzip(&unpacked(bytes)?)?,
            (Body::Brotli(bytes), _) => unpacked(bytes)?,
            (Body::Text(text), ContentEncoding::Gzip) => gzip(text)?,
            (Body::Text(text) | Body::Compressed(text), _) => brotli(text)?,
        });
        // Of two that were made at once, all answers share one.
        Some(store().entry(key).or_insert(encoded).clone())
    }
}

/// The encodings that a client accepts, the smallest first.
fn accepted(headers: &HeaderMap) -> impl Iterator<Item = ContentEncoding> {
    let listed = request::ranked(headers, header::ACCEPT_ENCODING);
    let all = [
        ContentEncoding::Brotli,
        ContentEncoding::Gzip,
        ContentEncoding::Identity,
    ]
    .into_iter();
    all.filter(move |encoding| {
        *encoding == ContentEncoding::Identity
            || listed.iter().any(|name| name == encoding.as_str())
    })
}

/// The first half of a digest as text, which suffices to distinguish files.
pub fn short(digest: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(&digest[..digest.len().min(16)])
}

fn brotli(mut text: &[u8]) -> Option<Vec<u8>> {
    let mut packed = Vec::with_capacity(text.len() / 3);
    let params = BrotliEncoderParams {
        quality: 11,
        lgwin: window(text.len()),
        ..BrotliEncoderParams::default()
    };
    ::brotli::BrotliCompress(&mut text, &mut packed, &params).ok()?;
    Some(packed)
}

/// The binary logarithm of the smallest window that holds a text of this length. The encoder reserves memory
/// for a whole window, 32 MB for the largest, even if the text is short.
fn window(length: usize) -> i32 {
    // The part of a window that cannot be used (RFC 7932, 9.1).
    const GAP: usize = 16;
    let bits = (length + GAP - 1).checked_ilog2().unwrap_or(0) + 1;
    bits.cast_signed().clamp(SMALLEST_WINDOW, LARGEST_WINDOW)
}

/// Decompresses Brotli.
fn unpacked(mut packed: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(packed.len() * 4);
    ::brotli::BrotliDecompress(&mut packed, &mut bytes).ok()?;
    Some(bytes)
}

fn gzip(text: &[u8]) -> Option<Vec<u8>> {
    let packed = Vec::with_capacity(text.len() / 3);
    let mut encoder = GzEncoder::new(packed, Compression::best());
    encoder.write_all(text).ok()?;
    encoder.finish().ok()
}

/// The endpoint of a constant file.
pub fn endpoint(
    path: &str,
    content: impl Into<Cow<'static, str>>,
    media: &'static str,
    headers: Headers,
) -> Endpoint {
    let text = Arc::new(File::text(content, media));
    Endpoint::page(path, move |request: HttpRequest| {
        ready(text.answer(&request, headers))
    })
}

/// Pages by name. One that cannot be shown is logged and left out.
pub fn pages<K: Ord + Debug, E: Display>(
    made: impl IntoIterator<Item = (K, Result<String, E>)>,
) -> BTreeMap<K, File> {
    let mut pages = BTreeMap::new();
    for (name, page) in made {
        match page {
            Ok(page) => drop(pages.insert(name, File::text(page, HTML))),
            Err(error) => tracing::error!(?name, %error, "a page cannot be shown"),
        }
    }
    pages
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use actix_web::test::TestRequest;

    use super::*;

    fn ungzipped(gzip: &[u8]) -> String {
        let mut out = String::new();
        let mut decoder = flate2::read::GzDecoder::new(gzip);
        decoder.read_to_string(&mut out).unwrap();
        out
    }

    #[test]
    fn packed_bytes_are_the_file_again_and_it_is_packed_once() {
        let text = "a trick and another trick, ".repeat(40);
        let file = File::text(text.clone(), "text/plain");
        let brotli = file.encoded(ContentEncoding::Brotli).unwrap();
        let gzip = file.encoded(ContentEncoding::Gzip).unwrap();
        assert!(brotli.len() < text.len() / 4 && gzip.len() < text.len() / 4);
        assert_eq!(unpacked(&brotli).unwrap(), text.as_bytes());
        assert_eq!(ungzipped(&gzip), text);
        for (encoding, first) in [
            (ContentEncoding::Brotli, brotli),
            (ContentEncoding::Gzip, gzip),
        ] {
            let again = file.encoded(encoding).unwrap();
            assert_eq!(again.as_ptr(), first.as_ptr(), "{encoding:?}");
        }
    }

    #[test]
    fn a_text_is_packed_in_a_window_that_it_has_room_in() {
        assert_eq!(window(0), 16);
        assert_eq!(window((1 << 16) - 16), 16);
        assert_eq!(window((1 << 16) - 15), 17);
        assert_eq!(window(1 << 20), 21);
        assert_eq!(window(1 << 30), 22);
        let tricks: Vec<String> = (0..3_000).map(|number| number.to_string()).collect();
        let text = tricks.join(" tricks, ").repeat(2);
        let packed = brotli(text.as_bytes()).unwrap();
        assert_eq!(unpacked(&packed).unwrap(), text.as_bytes());
        let mut in_largest = Vec::new();
        let params = BrotliEncoderParams {
            quality: 11,
            ..BrotliEncoderParams::default()
        };
        ::brotli::BrotliCompress(&mut text.as_bytes(), &mut in_largest, &params).unwrap();
        assert!(packed.len() <= in_largest.len() + in_largest.len() / 100);
    }

    #[test]
    fn what_is_packed_already_is_sent_so_and_unpacked_once_for_others() {
        let text = "a trick and yet another trick, ".repeat(40);
        let known: &'static [u8] = brotli(text.as_bytes()).unwrap().leak();
        let file = File {
            body: Body::Brotli(known),
            digest: "packed already".to_owned(),
            media: "text/plain",
        };
        assert_eq!(file.encoded(ContentEncoding::Brotli).unwrap(), known);
        assert_eq!(
            ungzipped(&file.encoded(ContentEncoding::Gzip).unwrap()),
            text
        );
        let plain = file.plain().unwrap();
        assert_eq!(plain, text.as_bytes());
        assert_eq!(file.plain().unwrap().as_ptr(), plain.as_ptr());
        assert_eq!(unpacked(b"nothing that was packed"), None);
    }

    #[test]
    fn a_client_is_answered_in_the_smallest_encoding_that_it_accepts() {
        for (header, expected) in [
            ("br, gzip", "br gzip identity"),
            ("gzip, deflate", "gzip identity"),
            ("gzip;q=1.0, br;q=0.5", "br gzip identity"),
            ("br;q=0, GZIP", "gzip identity"),
            ("zstd", "identity"),
            ("", "identity"),
        ] {
            let request = TestRequest::get().insert_header(("accept-encoding", header));
            let request = request.to_http_request();
            let names: Vec<&str> = accepted(request.headers())
                .map(ContentEncoding::as_str)
                .collect();
            assert_eq!(names.join(" "), expected, "{header}");
        }
    }
}
