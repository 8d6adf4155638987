//! A writer's next step after an answer.

use std::time::Duration;

/// A writer's next step after an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    Go,
    Wait(Duration),
}
