//! Marks of idempotent requests.

use sha2::{Digest, Sha256};

use overtrick_match::ledger::{MatchId, hex};

/// The mark of an idempotent request: the same key and request get the same answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idempotency {
    /// The client's key, within a scope: see [`Idempotency::within`].
    pub key: String,
    /// The first 16 bytes of a digest of method, path, query and body.
    pub fingerprint: [u8; 16],
    /// The match that the request changes, if it changes one.
    pub changes: Option<MatchId>,
}

impl Idempotency {
    /// Adds a scope: equal keys in different scopes are different keys.
    #[must_use]
    pub fn within(self, scope: &str) -> Idempotency {
        Idempotency {
            key: format!("{scope}/{}", self.key),
            ..self
        }
    }

    /// The mark of a request that opens a match. Keys of different callers are different.
    #[must_use]
    pub fn of_creation(self, caller: &str) -> Idempotency {
        self.within(&format!("create/{caller}"))
    }

    /// The mark of a request that changes a match. Keys of different matches and callers are different.
    #[must_use]
    pub fn of_change(self, id: &MatchId, caller: &str) -> Idempotency {
        Idempotency {
            changes: Some(id.clone()),
            ..self.within(&format!("change/{id}/{caller}"))
        }
    }

    /// The mark in its stored form, which does not reveal the key.
    #[must_use]
    pub fn stored(&self) -> Idempotency {
        Idempotency {
            key: digest(&["request", &self.key]),
            fingerprint: self.fingerprint,
            changes: self.changes.clone(),
        }
    }
}

/// The stored answer of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredOutcome {
    /// A match at this version; 1 if the request opened it.
    Version(MatchId, u64),
    /// This answer.
    StoredAnswer(StoredAnswer),
}

/// An answer as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// The HTTP status.
    pub status: u16,
    /// Headers, by name.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// An idempotent request and its answer.
pub type AnsweredRequest = (Idempotency, StoredOutcome);

/// The first 16 bytes of a digest of some texts, in hexadecimal: every hand carries one, and whoever finds two texts
/// with the same gets an answer of their own again.
fn digest(texts: &[&str]) -> String {
    let mut digest = Sha256::new_with_prefix("overtrick idempotency key");
    for text in texts {
        digest.update(text.len().to_le_bytes());
        digest.update(text);
    }
    hex(&digest.finalize()[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(key: &str) -> Idempotency {
        Idempotency {
            key: key.to_owned(),
            fingerprint: [1; 16],
            changes: None,
        }
    }

    #[test]
    fn a_stored_key_does_not_show_the_key_and_is_another_of_another_client() {
        let key = "a-key-that-nobody-guesses";
        let (ann, bo) = (
            mark(key).of_creation("client/ann"),
            mark(key).of_creation("client/bo"),
        );
        for stored in [
            ann.stored(),
            mark(key).stored(),
            mark(key).within("x").stored(),
        ] {
            assert!(!stored.key.contains(key) && stored.key.len() == 32);
        }
        assert_ne!(ann.stored(), bo.stored());
    }
}
