//! What came of a request.

use std::time::Duration;

use overtrick_core::wire::words;

words! {
    /// Why nothing was answered.
    pub enum Failure {
        /// The name of the receiver cannot be resolved.
        UnknownName = "unknown-name",
        /// It leads to an address of an internal network.
        InternalAddress = "internal-address",
        /// No connection came about.
        NotConnected = "not-connected",
        /// The certificate of the receiver is not trusted, or it speaks no TLS.
        BadCertificate = "bad-certificate",
        /// It took too long.
        TooSlow = "too-slow",
        /// The connection ended before an answer had come.
        Closed = "closed",
        /// What came is no answer of HTTP.
        NotHttp = "not-http",
        /// The address that was given is not allowed, or no longer.
        NotAllowed = "not-allowed",
    }
}

/// What a receiver answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answered {
    /// The status.
    pub status: u16,
    /// How long it asks to be left alone.
    pub retry_after: Option<Duration>,
}

impl Answered {
    /// Whether it has taken what was sent.
    pub fn is_success(self) -> bool {
        (200..300).contains(&self.status)
    }
}
