//! What a writer does after an answer.

use std::time::Duration;

/// What a writer does after an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    Go,
    Wait(Duration),
}
