//! Embedded files, each compressed once as strongly as possible: there are few, and they are sent often.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{LazyLock, Mutex, PoisonError};

use ::brotli::enc::BrotliEncoderParams;
use actix_web::http::header::{self, ContentEncoding, HeaderMap, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::http::version::knows;

/// A file as it is embedded in the program.
#[derive(Debug, Clone)]
pub struct File<'a> {
    /// Its contents.
    pub body: Body,
    /// The digest of its contents, as text.
    pub digest: &'a str,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Encoding {
    Brotli,
    Gzip,
}

static PACKED: LazyLock<Mutex<HashMap<(String, Encoding), Bytes>>> = LazyLock::new(Mutex::default);

/// The answer with a file, tagged with its digest; 304 if the client has it. `prepare` adds headers.
pub fn answer(
    request: &HttpRequest,
    file: File<'_>,
    prepare: impl FnOnce(&mut HttpResponseBuilder),
) -> HttpResponse {
    let tag = format!("\"{}\"", file.digest);
    let is_cached = knows(request, &tag);
    let mut builder = if is_cached {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    prepare(&mut builder);
    builder.insert_header((header::ETAG, tag));
    builder.append_header((header::VARY, "accept-encoding"));
    // Set on every answer, so that the compression middleware leaves it alone.
    let identity = ContentEncoding::Identity.to_header_value();
    builder.insert_header((header::CONTENT_ENCODING, identity));
    if is_cached {
        return builder.finish();
    }
    builder.content_type(file.media);
    for encoding in accepted(request.headers()) {
        if let Some(packed) = packed(&file, encoding) {
            builder.insert_header((header::CONTENT_ENCODING, encoding.name()));
            return builder.body(packed);
        }
    }
    match file.body {
        Body::Text(body) | Body::Compressed(body) => builder.body(body),
        Body::Brotli(bytes) => match unpacked(bytes) {
            Some(body) => builder.body(body),
            None => HttpResponse::InternalServerError().finish(),
        },
    }
}

/// Compresses a file before the first request.
pub fn prepare(file: &File<'_>) {
    for encoding in [Encoding::Gzip, Encoding::Brotli] {
        packed(file, encoding);
    }
}

/// The encodings that a client accepts, preferred ones first.
fn accepted(headers: &HeaderMap) -> Vec<Encoding> {
    let listed = headers.get_all(header::ACCEPT_ENCODING);
    let listed = listed.filter_map(|value: &HeaderValue| value.to_str().ok());
    let listed: Vec<&str> = listed.flat_map(|value| value.split(',')).collect();
    let weight = |encoding: Encoding| {
        let mut named = listed.iter().filter_map(|entry| {
            let (name, weight) = entry.split_once(';').unwrap_or((entry, "q=1"));
            let is_it = name.trim().eq_ignore_ascii_case(encoding.name());
            let weight = weight.trim().strip_prefix("q=")?.parse::<f32>().ok()?;
            is_it.then_some(weight)
        });
        named.next().unwrap_or(0.0)
    };
    let mut taken = vec![Encoding::Brotli, Encoding::Gzip];
    taken.retain(|encoding| weight(*encoding) > 0.0);
    taken.sort_by(|one, other| weight(*other).total_cmp(&weight(*one)));
    taken
}

/// The file in an encoding, compressed on first use; `None` if it is not available in it.
fn packed(file: &File<'_>, encoding: Encoding) -> Option<Bytes> {
    let store = || PACKED.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (file.digest.to_owned(), encoding);
    if let Some(packed) = store().get(&key) {
        return Some(packed.clone());
    }
    let packed = match (&file.body, encoding) {
        (Body::Brotli(bytes), Encoding::Brotli) => return Some(Bytes::from_static(bytes)),
        (Body::Brotli(bytes), Encoding::Gzip) => gzip(&unpacked(bytes)?)?,
        (Body::Text(text), Encoding::Brotli) => brotli(text)?,
        (Body::Text(text), Encoding::Gzip) => gzip(text)?,
        (Body::Compressed(_), _) => return None,
    };
    let packed = Bytes::from(packed);
    store().insert(key, packed.clone());
    Some(packed)
}

impl Encoding {
    fn name(self) -> &'static str {
        match self {
            Encoding::Brotli => "br",
            Encoding::Gzip => "gzip",
        }
    }
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
    let has_room = |bits: &i32| length + GAP <= 1 << bits;
    (SMALLEST_WINDOW..LARGEST_WINDOW)
        .find(has_room)
        .unwrap_or(LARGEST_WINDOW)
}

/// Decompresses Brotli.
pub fn unpacked(mut packed: &[u8]) -> Option<Vec<u8>> {
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

#[cfg(test)]
mod tests {
    use std::io::Read;

    use actix_web::test::TestRequest;

    use super::*;

    fn file(text: &str) -> File<'_> {
        File {
            body: Body::Text(Bytes::copy_from_slice(text.as_bytes())),
            digest: "its digest",
            media: "text/plain",
        }
    }

    #[test]
    fn packed_bytes_are_the_file_again_and_it_is_packed_once() {
        let text = "a trick and another trick, ".repeat(40);
        let brotli = packed(&file(&text), Encoding::Brotli).unwrap();
        let gzip = packed(&file(&text), Encoding::Gzip).unwrap();
        assert!(brotli.len() < text.len() / 4 && gzip.len() < text.len() / 4);
        let mut out = Vec::new();
        ::brotli::BrotliDecompress(&mut &*brotli, &mut out).unwrap();
        assert_eq!(out, text.as_bytes());
        let mut out = String::new();
        let mut decoder = flate2::read::GzDecoder::new(&*gzip);
        decoder.read_to_string(&mut out).unwrap();
        assert_eq!(out, text);
        assert_eq!(packed(&file(""), Encoding::Brotli), Some(brotli));
        assert_eq!(packed(&file(""), Encoding::Gzip), Some(gzip));
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
    fn what_is_packed_already_is_sent_so_and_unpacked_for_others() {
        let text = "a trick and another trick, ".repeat(40);
        let known: &'static [u8] = brotli(text.as_bytes()).unwrap().leak();
        let file = File {
            body: Body::Brotli(known),
            digest: "packed already",
            media: "text/plain",
        };
        assert_eq!(packed(&file, Encoding::Brotli).unwrap(), known);
        let gzip = packed(&file, Encoding::Gzip).unwrap();
        let mut out = String::new();
        let mut decoder = flate2::read::GzDecoder::new(&*gzip);
        decoder.read_to_string(&mut out).unwrap();
        assert_eq!(out, text);
        assert_eq!(unpacked(known).unwrap(), text.as_bytes());
        assert_eq!(unpacked(b"nothing that was packed"), None);
    }

    #[test]
    fn a_client_is_answered_in_the_encoding_that_it_likes_best() {
        use Encoding::{Brotli, Gzip};
        for (header, expected) in [
            ("br, gzip", vec![Brotli, Gzip]),
            ("gzip, deflate", vec![Gzip]),
            ("gzip;q=1.0, br;q=0.5", vec![Gzip, Brotli]),
            ("br;q=0, GZIP", vec![Gzip]),
            ("zstd", vec![]),
            ("", vec![]),
        ] {
            let request = TestRequest::get().insert_header(("accept-encoding", header));
            let request = request.to_http_request();
            assert_eq!(accepted(request.headers()), expected, "{header}");
        }
    }
}
