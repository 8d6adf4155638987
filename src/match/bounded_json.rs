//! JSON text of bounded size.

use std::io;

use serde::Serialize;

/// The usual size of a match as JSON, in bytes. Reserving this capacity avoids reallocations.
const USUAL_SIZE: usize = 16 * 1024;

/// Returns a value as JSON of at most `most` bytes. Serialization stops when the JSON exceeds this limit.
///
/// # Errors
/// The JSON exceeds the limit (then [`is_io`](serde_json::Error::is_io) is true), or a key is not a string.
///
/// ```
/// use overtrick_match::bounded_json;
///
/// assert_eq!(bounded_json(&[1, 2], 5).unwrap(), b"[1,2]");
/// assert!(bounded_json(&[1, 2], 4).unwrap_err().is_io());
/// ```
pub fn bounded_json(value: &impl Serialize, most: usize) -> serde_json::Result<Vec<u8>> {
    let text = Vec::with_capacity(USUAL_SIZE.min(most));
    let mut bounded = BoundedText { text, most };
    serde_json::to_writer(&mut bounded, value)?;
    Ok(bounded.text)
}

/// A buffer that refuses writes beyond `most` bytes.
struct BoundedText {
    text: Vec<u8>,
    most: usize,
}

impl io::Write for BoundedText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > self.most - self.text.len() {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    // `write` always writes everything, so the loop of the default implementation is unnecessary and slower.
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write(bytes).map(|_| ())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_stops_at_the_bound() {
        struct Endless;
        impl Serialize for Endless {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(std::iter::repeat("x".repeat(1000)))
            }
        }
        assert!(bounded_json(&Endless, 1 << 20).unwrap_err().is_io());
    }
}
