//! A hash chain over the events of a match, which detects changes in a stored log.
//!
//! The digest of an event covers its stored texts and the digest of the event before, so that the last digest
//! covers the whole log. Names are not among these texts; instead, an event has commitments, each a digest of
//! a name and of a random salt stored with the name. When a name is erased, its salt is deleted too, and the
//! commitment does not reveal the name.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::keys::MatchId;
use super::labels::Labels;

/// The length of a name's salt in bytes.
pub const SALT: usize = 16;

/// A SHA-256 digest; as text it is hexadecimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digest([u8; 32]);

/// The stored texts of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventTexts {
    /// Its number in the log.
    pub sequence: u64,
    /// When it happened.
    pub at: String,
    /// The role that did it.
    pub by: String,
    /// What happened, as JSON.
    pub kind: String,
    /// The score after it, as JSON.
    pub outcome: String,
    /// The commitments to the names stored with it, as JSON: pairs of a number and a digest.
    pub commitments: String,
}

/// A stored name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredName {
    /// Its number, from 1.
    pub number: usize,
    /// The name.
    pub name: String,
    /// The salt of its commitment, in hexadecimal.
    pub salt: String,
}

impl Digest {
    /// Returns the digest of these texts, each preceded by its length.
    fn new(texts: &[&str]) -> Digest {
        let mut digest = Sha256::default();
        for text in texts {
            let length = u64::try_from(text.len()).unwrap_or(u64::MAX);
            sha2::Digest::update(&mut digest, length.to_le_bytes());
            sha2::Digest::update(&mut digest, text);
        }
        Digest(sha2::Digest::finalize(digest).into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl EventTexts {
    /// The digest of the event in a match, following an event with the digest `previous`.
    pub fn digest(&self, previous: Option<&Digest>, id: &MatchId) -> Digest {
        Digest::new(&[
            &previous.map(Digest::to_string).unwrap_or_default(),
            id.as_str(),
            &self.sequence.to_string(),
            &self.at,
            &self.by,
            &self.kind,
            &self.outcome,
            &self.commitments,
        ])
    }
}

impl StoredName {
    /// The commitment to the name in the log of a match.
    pub fn commitment(&self, id: &MatchId) -> Digest {
        Digest::new(&[
            &self.salt,
            id.as_str(),
            &self.number.to_string(),
            &self.name,
        ])
    }
}

/// The commitments to these names, as stored in their event.
pub fn commitments(names: &[StoredName], id: &MatchId) -> String {
    let pair = |name: &StoredName| (name.number, name.commitment(id).to_string());
    let pairs: Vec<(usize, String)> = names.iter().map(pair).collect();
    serde_json::to_string(&pairs).unwrap_or_default()
}

/// Bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half)]);
    let digits = |byte: &u8| [digit(byte >> 4), digit(byte & 15)];
    bytes.iter().flat_map(digits).collect()
}

/// The data of an opening event besides the document.
#[derive(Debug, Clone, Default)]
pub struct Opening {
    /// The labels.
    pub labels: Labels,
    /// The secret of the client that opens the match, if it has one. Only its digest is stored.
    pub client: Option<String>,
}

/// Returns the digest of a client's secret in a match, in hexadecimal. It differs from match to match, so that logs
/// do not show which matches one client opened.
pub fn client_digest(id: &MatchId, secret: &str) -> String {
    let mut digest = Sha256::new_with_prefix("overtrick client");
    for text in [id.as_str(), secret] {
        // A `usize` has another width in the WebAssembly module than in the service.
        digest.update(u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes());
        digest.update(text);
    }
    hex(&digest.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_other_lengths_have_other_digests() {
        // printf '\x02\0\0\0\0\0\0\0ab\x01\0\0\0\0\0\0\0c' | sha256sum
        let known = "43ee655579de01ca739b3f95c1c2d3f46d353b2c0df818064ea594506cdb2617";
        assert_eq!(Digest::new(&["ab", "c"]).to_string(), known);
        assert_ne!(Digest::new(&["ab", "c"]), Digest::new(&["a", "bc"]));
        assert_ne!(Digest::new(&[""]), Digest::new(&[]));
    }
}
