//! The marks of requests that may be sent again.

/// The mark of a request that may be sent again: the same key and request get the same answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idempotency {
    /// The client's key, within a scope: see [`Idempotency::within`].
    pub key: String,
    /// A digest of method, path and body.
    pub fingerprint: [u8; 32],
}

impl Idempotency {
    /// The same within a scope: equal keys in different scopes are different keys.
    #[must_use]
    pub fn within(self, scope: &str) -> Idempotency {
        Idempotency {
            key: format!("{scope}/{}", self.key),
            ..self
        }
    }
}
