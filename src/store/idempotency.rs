//! Marks of idempotent requests.

use sha2::{Digest, Sha256};

use overtrick_match::ledger::{MatchId, Role, hex};

/// What a request that opens a match is marked with, before the client and its key.
const CREATION: &str = "create/";

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

    /// The mark of a request that opens a match. Keys of different clients are different, although for a
    /// while the same request from another client is answered with the same match.
    #[must_use]
    pub fn of_creation(self, client: &str) -> Idempotency {
        let client = client.replace('/', "-");
        self.within(&format!("{CREATION}{client}"))
    }

    /// The mark of a request that changes a match in a role. Keys of different matches and roles are different.
    #[must_use]
    pub fn of_change(self, id: &MatchId, by: Role) -> Idempotency {
        Idempotency {
            changes: Some(id.clone()),
            ..self.within(&format!("change/{id}/{by:?}"))
        }
    }

    /// The client and the key of a request that opens a match.
    fn creation(&self) -> Option<(&str, &str)> {
        self.key.strip_prefix(CREATION)?.split_once('/')
    }

    /// The prefix of all stored keys of the same creation, whoever sent it.
    pub fn of_any_client(&self) -> Option<String> {
        let (_, key) = self.creation()?;
        Some(format!("{}/", digest(&["creation", key])))
    }

    /// The mark in its stored form, which does not reveal the key.
    #[must_use]
    pub fn stored(&self) -> Idempotency {
        let key = match (self.creation(), self.of_any_client()) {
            (Some((client, key)), Some(any)) => {
                format!("{any}{}", digest(&["client", client, key]))
            }
            _ => digest(&["request", &self.key]),
        };
        Idempotency {
            key,
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
            mark(key).of_creation("10.0.0.1"),
            mark(key).of_creation("10.0.0.2"),
        );
        for stored in [
            ann.stored(),
            mark(key).stored(),
            mark(key).within("x").stored(),
        ] {
            assert!(!stored.key.contains(key) && matches!(stored.key.len(), 32 | 65));
        }
        assert_ne!(ann.stored(), bo.stored());
        assert_eq!(ann.of_any_client(), bo.of_any_client());
        assert!(ann.stored().key.starts_with(&bo.of_any_client().unwrap()));
        let odd = mark("a/key/with/slashes");
        assert_eq!(
            odd.clone().of_creation("2001:db8::/64").of_any_client(),
            odd.of_creation("10.0.0.1").of_any_client()
        );
    }
}
