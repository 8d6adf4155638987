//! Measuring how long something takes.

use std::time::Instant;

/// A moment to measure from.
pub fn moment() -> Instant {
    #[expect(
        clippy::disallowed_methods,
        reason = "how long an answer took is measured"
    )]
    let moment = Instant::now();
    moment
}
