//! The time and the randomness, as the service is given them.

use std::fmt::{self, Debug};
use std::sync::Arc;

use overtrick_match::ledger::Timestamp;

/// A clock. The program has the system's; tests have one that stands still.
pub trait Clock: Debug + Send + Sync {
    /// The time now.
    fn now(&self) -> Timestamp;
}

/// A source of random bytes. The program has the system's; tests have one with a seed.
///
/// Keys and ids are drawn from it: in a program that others can reach it must be unpredictable.
pub trait Random: Debug + Send + Sync {
    /// Fills a buffer.
    ///
    /// # Errors
    /// The source has none to give.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError>;
}

/// The clock and the randomness that everything else is given.
pub type System = (Arc<dyn Clock>, Arc<dyn Random>);

/// A source that has no randomness to give, in words for a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RandomError(pub String);

impl fmt::Display for RandomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RandomError {}
