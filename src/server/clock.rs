//! The clock and the source of randomness, which are passed to the service.

use std::fmt::{self, Debug};
use std::sync::Arc;

use overtrick_match::ledger::Timestamp;

/// A clock: the system's in the program, a fixed one in tests.
pub trait Clock: Debug + Send + Sync {
    /// The current time.
    fn now(&self) -> Timestamp;

    /// The current day where the tables are.
    fn day(&self) -> String {
        self.now().day()
    }
}

/// A source of random bytes: the system's in the program, a seeded one in tests.
///
/// Keys and ids are drawn from it, so it must be unpredictable in any program that others can reach.
pub trait Random: Debug + Send + Sync {
    /// Fills a buffer.
    ///
    /// # Errors
    /// The source has no randomness.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError>;
}

/// The clock and the source of randomness.
pub type System = (Arc<dyn Clock>, Arc<dyn Random>);

/// The source has no randomness; the text is for a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RandomError(pub String);

impl fmt::Display for RandomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RandomError {}
