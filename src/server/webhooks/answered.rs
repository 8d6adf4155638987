//! The outcome of a request to a receiver.

use std::time::Duration;

use overtrick_core::wire::words;

words! {
    /// Why there was no answer.
    pub enum Failure {
        /// The receiver's host name cannot be resolved.
        UnknownName = "unknown-name",
        /// The host name resolves to an internal address.
        InternalAddress = "internal-address",
        /// The connection failed.
        NotConnected = "not-connected",
        /// The receiver's certificate is not trusted, or it does not use TLS.
        BadCertificate = "bad-certificate",
        /// It took too long.
        TooSlow = "too-slow",
        /// The connection was closed before an answer arrived.
        Closed = "closed",
        /// The answer is not HTTP.
        NotHttp = "not-http",
        /// The URL is not allowed, or no longer.
        NotAllowed = "not-allowed",
    }
}

/// A receiver's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answered {
    /// The HTTP status.
    pub status: u16,
    /// How long it asks to wait before the next attempt.
    pub retry_after: Option<Duration>,
}

impl Answered {
    /// Whether the receiver accepted the message.
    pub fn is_success(self) -> bool {
        (200..300).contains(&self.status)
    }
}
