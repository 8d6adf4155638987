//! The time, where the service takes it from the world.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

pub use crate::service::now;
use crate::service::rfc3339;

/// The time so long ago, as RFC 3339 writes it.
pub fn ago(time: Duration) -> String {
    #[expect(
        clippy::disallowed_methods,
        reason = "what is old is found by the time that it is"
    )]
    let now = SystemTime::now();
    let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    rfc3339(since.saturating_sub(time).as_secs(), 0)
}

/// A moment to measure from.
pub fn moment() -> Instant {
    #[expect(
        clippy::disallowed_methods,
        reason = "how long an answer took is measured"
    )]
    let moment = Instant::now();
    moment
}
