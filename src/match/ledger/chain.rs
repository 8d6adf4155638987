//! Digests that chain the events of a match: what is changed in a stored log is noticed.
//!
//! The digest of an event is taken over the texts that are stored of it and over the digest of the
//! event before it, so that the last digest stands for the whole log. A name is not among these texts:
//! its commitment is, a digest of the name and of a random salt that is stored beside the name. Once
//! a name is erased, its salt is gone with it, and the commitment tells nobody what the name was.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::Sha256;

use super::event::Event;
use super::id::MatchId;
use super::logged::EventJson;
use super::names::NameEntry;

/// Bytes of the salt of a name.
pub const SALT: usize = 16;

/// A SHA-256 digest; its text is hexadecimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digest([u8; 32]);

/// The texts that are stored of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventTexts {
    /// Its number in the log.
    pub sequence: u64,
    /// When it happened.
    pub at: String,
    /// The role in which it was done.
    pub by: String,
    /// What happened, as JSON.
    pub kind: String,
    /// The score after it, as JSON.
    pub outcome: String,
    /// The commitments to the names that came with it, as JSON: pairs of a number and a digest.
    pub commitments: String,
}

/// A name as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredName {
    /// From 1.
    pub number: usize,
    /// The name.
    pub name: String,
    /// What its commitment is salted with, hexadecimal.
    pub salt: String,
}

impl Digest {
    /// The digest of these texts, each with its length before it.
    fn of(texts: &[&str]) -> Digest {
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
    /// The texts of an event with this JSON, with which these names came.
    pub(super) fn of(
        event: &Event,
        json: EventJson,
        names: &[StoredName],
        id: &MatchId,
    ) -> EventTexts {
        EventTexts {
            sequence: event.sequence,
            at: event.at.to_string(),
            by: event.by.word().to_owned(),
            kind: json.kind,
            outcome: json.outcome,
            commitments: commitments(names, id),
        }
    }

    /// The digest of the event in a match, after one with the digest `previous`.
    pub fn digest(&self, previous: Option<&Digest>, id: &MatchId) -> Digest {
        Digest::of(&[
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
    /// The names with the salts that these random bytes are, [`SALT`] for each.
    pub fn salted(names: Vec<NameEntry>, salts: &[u8]) -> Vec<StoredName> {
        let salts = salts
            .chunks(SALT)
            .map(hex)
            .chain(std::iter::repeat_with(String::new));
        let names = names.into_iter().zip(salts);
        let names =
            names.map(|(NameEntry { number, name }, salt)| StoredName { number, name, salt });
        names.collect()
    }

    /// What stands for the name in the log of a match.
    pub fn commitment(&self, id: &MatchId) -> Digest {
        Digest::of(&[
            &self.salt,
            id.as_str(),
            &self.number.to_string(),
            &self.name,
        ])
    }
}

/// The commitments to these names as they are stored in their event.
pub fn commitments(names: &[StoredName], id: &MatchId) -> String {
    let pairs = names
        .iter()
        .map(|name| (name.number, name.commitment(id).to_string()));
    serde_json::to_string(&pairs.collect::<Vec<_>>()).unwrap_or_default()
}

/// These bytes in hexadecimal digits, two lower-case ones each.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half)]);
    let digits = bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]);
    digits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_apart_by_their_lengths() {
        // printf '\x02\0\0\0\0\0\0\0ab\x01\0\0\0\0\0\0\0c' | sha256sum
        let known = "43ee655579de01ca739b3f95c1c2d3f46d353b2c0df818064ea594506cdb2617";
        assert_eq!(Digest::of(&["ab", "c"]).to_string(), known);
        assert_ne!(Digest::of(&["ab", "c"]), Digest::of(&["a", "bc"]));
        assert_ne!(Digest::of(&[""]), Digest::of(&[]));
    }
}
