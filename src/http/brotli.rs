//! Files compressed as far as possible, each once: there are few, and they are sent often.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use ::brotli::enc::BrotliEncoderParams;
use actix_web::web::Bytes;

static COMPRESSED: LazyLock<Mutex<HashMap<String, Bytes>>> = LazyLock::new(Mutex::default);

/// A file compressed with Brotli, and stored under its digest; `None` if compressing fails.
pub fn compressed(digest: &str, body: &[u8]) -> Option<Bytes> {
    let cache = || COMPRESSED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = cache().get(digest) {
        return Some(bytes.clone());
    }
    let mut bytes = Vec::with_capacity(body.len() / 3);
    let params = BrotliEncoderParams {
        quality: 11,
        ..BrotliEncoderParams::default()
    };
    let mut input = body;
    ::brotli::BrotliCompress(&mut input, &mut bytes, &params).ok()?;
    let bytes = Bytes::from(bytes);
    cache().insert(digest.to_owned(), bytes.clone());
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_bytes_are_the_file_again() {
        let text = "a trick and another trick, ".repeat(40);
        let bytes = compressed("its digest", text.as_bytes()).unwrap();
        assert!(bytes.len() < text.len() / 4);
        let mut out = Vec::new();
        ::brotli::BrotliDecompress(&mut &*bytes, &mut out).unwrap();
        assert_eq!(out, text.as_bytes());
        assert_eq!(
            compressed("its digest", b""),
            Some(bytes),
            "it is compressed once"
        );
    }
}
