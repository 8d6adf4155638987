//! Files that are embedded in the program or made once. Each file is compressed once, with Brotli at the
//! highest level, because there are few files and they are sent often.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::sync::{Arc, OnceLock};

use ::brotli::enc::BrotliEncoderParams;
use actix_web::http::header::{self, ContentEncoding};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use crate::http::{has_tag, request};
use crate::matches::judged::run_blocking;
use crate::openapi::Endpoint;

/// The media type of a page.
pub const HTML: &str = "text/html; charset=utf-8";
/// The media type of a stylesheet.
pub const CSS: &str = "text/css; charset=utf-8";
/// The media type of a script.
pub const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
/// The media type of a font.
pub const FONT: &str = "font/woff2";
/// The media type of a picture.
pub const PICTURE: &str = "image/png";

/// A function that adds the headers of a file.
pub type Headers = fn(&mut HttpResponseBuilder) -> &mut HttpResponseBuilder;

/// A file with its media type, digest and compressed form.
#[derive(Debug)]
pub struct File {
    /// The digest of the contents, as text.
    pub digest: String,
    /// The media type.
    pub media: &'static str,
    plain: OnceLock<Bytes>,
    brotli: OnceCell<Option<Bytes>>,
}

/// Binary logarithms of the smallest and largest Brotli windows. The largest is the encoder's default.
const MIN_WINDOW: i32 = 16;
const MAX_WINDOW: i32 = 22;

impl File {
    /// Makes a file with these contents.
    pub fn new(contents: impl Into<Bytes>, media: &'static str) -> File {
        let plain = contents.into();
        File {
            digest: short(&Sha256::digest(&plain)),
            media,
            plain: plain.into(),
            brotli: OnceCell::new(),
        }
    }

    /// Makes a file from contents that are already compressed with Brotli.
    pub fn from_brotli(packed: &'static [u8], media: &'static str) -> File {
        File {
            digest: short(&Sha256::digest(packed)),
            media,
            plain: OnceLock::new(),
            brotli: OnceCell::new_with(Some(Some(Bytes::from_static(packed)))),
        }
    }

    /// Returns an answer with the file, tagged with its digest, or 304 if the client already has the file.
    pub async fn answer(&self, request: &HttpRequest, headers: Headers) -> HttpResponse {
        let tag = format!("\"{}\"", self.digest);
        let is_cached = has_tag(request, &tag);
        let mut builder = if is_cached {
            HttpResponse::NotModified()
        } else {
            HttpResponse::Ok()
        };
        headers(&mut builder);
        builder.insert_header((header::ETAG, tag));
        builder.append_header((header::VARY, "accept-encoding"));
        if is_cached {
            return builder.finish();
        }
        builder.content_type(self.media);
        let accepted = request::ranked(request.headers(), header::ACCEPT_ENCODING);
        if accepted.iter().any(|encoding| encoding == "br")
            && let Some(brotli) = self.brotli().await
        {
            builder.insert_header(ContentEncoding::Brotli);
            return builder.body(brotli.clone());
        }
        if !self.is_compressible() {
            // With this header, the compression middleware does not compress the answer again.
            builder.insert_header(ContentEncoding::Identity);
        }
        builder.body(self.plain().clone())
    }

    /// Returns the uncompressed contents.
    pub fn plain(&self) -> &Bytes {
        self.plain.get_or_init(|| {
            let packed = self.brotli.get().and_then(Option::as_deref);
            packed.and_then(unpacked).unwrap_or_default().into()
        })
    }

    /// Returns the contents compressed with Brotli, or `None` for media types that are already compressed.
    /// Compresses on first use, in another thread.
    pub async fn brotli(&self) -> Option<&Bytes> {
        if !self.is_compressible() {
            return None;
        }
        let packed = async || {
            let plain = self.plain().clone();
            run_blocking(move || brotli(&plain).map(Bytes::from)).await
        };
        // A failure is not stored, so that the next request tries again.
        self.brotli.get_or_try_init(packed).await.ok()?.as_ref()
    }

    fn is_compressible(&self) -> bool {
        ![FONT, PICTURE].contains(&self.media)
    }
}

/// Returns the first half of a digest as text. This is enough to distinguish files.
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

/// Returns the binary logarithm of the smallest window for a text of this length. The encoder reserves
/// memory for a whole window, even for a short text: 32 MB for the largest window.
fn window(length: usize) -> i32 {
    // The number of bytes of a window that cannot be used (RFC 7932, 9.1).
    const GAP: usize = 16;
    let bits = (length + GAP - 1).checked_ilog2().unwrap_or(0) + 1;
    bits.cast_signed().clamp(MIN_WINDOW, MAX_WINDOW)
}

/// Decompresses Brotli.
fn unpacked(mut packed: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(packed.len() * 4);
    ::brotli::BrotliDecompress(&mut packed, &mut bytes).ok()?;
    Some(bytes)
}

/// Returns the endpoint of a constant file.
pub fn endpoint(
    path: &str,
    content: impl Into<Bytes>,
    media: &'static str,
    headers: Headers,
) -> Endpoint {
    let text = Arc::new(File::new(content, media));
    Endpoint::page(path, move |request: HttpRequest| {
        let text = text.clone();
        async move { text.answer(&request, headers).await }
    })
}

/// Makes the files of pages, by name. Logs and skips a page that could not be made.
pub fn pages<K: Ord + Debug, E: Display>(
    made: impl IntoIterator<Item = (K, Result<String, E>)>,
) -> BTreeMap<K, File> {
    let mut pages = BTreeMap::new();
    for (name, page) in made {
        match page {
            Ok(page) => drop(pages.insert(name, File::new(page, HTML))),
            Err(error) => tracing::error!(?name, %error, "a page cannot be shown"),
        }
    }
    pages
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn a_file_is_compressed_once_and_decompresses_to_itself() {
        let text = "a trick and another trick, ".repeat(40);
        let file = File::new(text.clone(), "text/plain");
        let brotli = file.brotli().await.unwrap();
        assert!(brotli.len() < text.len() / 4);
        assert_eq!(unpacked(brotli).unwrap(), text.as_bytes());
        assert_eq!(file.brotli().await.unwrap().as_ptr(), brotli.as_ptr());
        assert_eq!(File::new(text, FONT).brotli().await, None);
    }

    #[tokio::test]
    async fn compression_does_not_block_other_answers() {
        let tricks: Vec<String> = (0..20_000).map(|number| number.to_string()).collect();
        let file = File::new(tricks.join(" tricks, "), "text/plain");
        assert_eq!(file.brotli().now_or_never(), None);
        assert!(file.brotli().await.is_some());
    }

    #[test]
    fn the_window_holds_the_whole_text() {
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

    #[tokio::test]
    async fn a_compressed_file_is_sent_as_it_is_and_decompressed_once() {
        let text = "a trick and yet another trick, ".repeat(40);
        let packed: &'static [u8] = brotli(text.as_bytes()).unwrap().leak();
        let file = File::from_brotli(packed, "text/plain");
        assert_eq!(file.brotli().await.unwrap(), packed);
        let plain = file.plain();
        assert_eq!(plain, text.as_bytes());
        assert_eq!(file.plain().as_ptr(), plain.as_ptr());
        assert_eq!(unpacked(b"nothing that was packed"), None);
    }

    #[tokio::test]
    async fn brotli_is_sent_to_clients_that_accept_it() {
        let file = File::new("a trick", "text/plain");
        for (header, is_packed) in [
            ("br, gzip", true),
            ("gzip;q=1.0, br;q=0.5", true),
            ("br;q=0, GZIP", false),
            ("zstd", false),
            ("", false),
        ] {
            let request = TestRequest::get().insert_header(("accept-encoding", header));
            let request = request.to_http_request();
            let answer = file.answer(&request, |builder| builder).await;
            let encoding = answer.headers().get(header::CONTENT_ENCODING);
            assert_eq!(encoding.is_some(), is_packed, "{header}");
        }
    }
}
