//! The time, as the service is given it.

use std::fmt::Debug;

use crate::ledger::Timestamp;

/// A clock. The program has the system's; tests have one that stands still.
pub trait Clock: Debug + Send + Sync {
    /// The time now.
    fn now(&self) -> Timestamp;
}
