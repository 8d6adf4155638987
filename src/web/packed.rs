//! Files compressed as far as it goes, each once: they are few, and sent often.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use actix_web::web::Bytes;
use brotli::enc::BrotliEncoderParams;

static PACKED: LazyLock<Mutex<HashMap<String, Bytes>>> = LazyLock::new(Mutex::default);

/// A file compressed by Brotli, its digest being what it is known by; nothing, if that fails.
pub fn packed(digest: &str, body: &[u8]) -> Option<Bytes> {
    let known = || PACKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(before) = known().get(digest) {
        return Some(before.clone());
    }
    let mut small = Vec::with_capacity(body.len() / 3);
    let params = BrotliEncoderParams {
        quality: 11,
        ..BrotliEncoderParams::default()
    };
    let mut from = body;
    brotli::BrotliCompress(&mut from, &mut small, &params).ok()?;
    let small = Bytes::from(small);
    known().insert(digest.to_owned(), small.clone());
    Some(small)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_out_as_it_went_in() {
        let text = "a trick and another trick, ".repeat(40);
        let small = packed("a digest of it", text.as_bytes()).unwrap();
        assert!(small.len() < text.len() / 4);
        let mut out = Vec::new();
        brotli::BrotliDecompress(&mut &*small, &mut out).unwrap();
        assert_eq!(out, text.as_bytes());
        assert_eq!(
            packed("a digest of it", b""),
            Some(small),
            "it is done once"
        );
    }
}
