//! Why the service did not do what was asked.

use crate::rules::Finding;
use crate::store::StoreError;

/// Why something was not done. Nothing of it was done then.
#[derive(Debug, Clone, PartialEq)]
pub enum ServiceError {
    /// There is no such match.
    NotFound,
    /// The match is not at the version that was expected.
    Conflict {
        /// The version it is at.
        current: u64,
    },
    /// It breaks rules of the game or of the match: all that was found.
    Refused(Vec<Finding>),
    /// It takes another role.
    Forbidden,
    /// The database is locked by somebody else; try again soon.
    Busy,
    /// Another server has the database.
    InUse,
    /// There are matches, but not the secret that their keys were made with; this is where it should
    /// be.
    SecretLost(String),
    /// The disk, or the database, is full.
    Full,
    /// A request with the same idempotency key is being answered.
    InProgress,
    /// The idempotency key was used for another request.
    KeyReused,
    /// The store failed; the text is for a log, not for a client.
    Store(String),
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> ServiceError {
        match error {
            StoreError::NoMatch => ServiceError::NotFound,
            StoreError::KeyTaken => ServiceError::InProgress,
            StoreError::Busy => ServiceError::Busy,
            StoreError::InUse => ServiceError::InUse,
            StoreError::Full => ServiceError::Full,
            StoreError::Taken | StoreError::Other(_) => ServiceError::Store(error.to_string()),
        }
    }
}
