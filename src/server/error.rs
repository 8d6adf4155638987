//! The errors of the service.

use std::{fmt, io};

use overtrick_core::Faults;
use overtrick_match::ledger::Damage;
use overtrick_store::StoreError;

/// The reason why an operation failed. A failed operation has changed nothing.
#[derive(Debug, Clone, PartialEq)]
pub enum ServiceError {
    /// The store refused or failed.
    Store(StoreError),
    /// There is no such match.
    NotFound,
    /// The match was deleted and cannot be restored. Open another one with its document.
    Deleted,
    /// The caller's key is not valid for this match. Ask the director for another one.
    Unauthorized,
    /// The caller's key was a key of this match, and was replaced or revoked. Ask the director for another one.
    KeyRevoked,
    /// No match has this join code: it is wrong, has expired or was revoked. Ask the table for another one.
    UnknownCode,
    /// The caller's role is not sufficient. Use the key of another role.
    Forbidden,
    /// The change has no version. Read the match and send its version.
    VersionNeeded,
    /// The version of a change cannot be read; the text is quoted.
    VersionUnreadable(String),
    /// The match is not at the expected version. Read it again and check whether the change is still wanted.
    Conflict {
        /// The current version.
        current: u64,
    },
    /// A rule of the game or of the match is broken; all findings are listed. Correct the change.
    Refused(Faults),
    /// There are matches, but this file does not contain the secret of their keys. Restore the file, or allow
    /// a new secret, which invalidates all keys.
    SecretLost(String),
    /// The database's keys were made with another secret than the one in this file. Restore the right file,
    /// or allow a new secret, which invalidates all keys.
    OtherSecret(String),
    /// A request with the same idempotency key is in progress. Try again in a second.
    InProgress,
    /// The idempotency key was used for another request. Use a new one.
    KeyReused,
    /// The stored data of a match differs from what was recorded. It can be recovered from a backup.
    Damaged {
        /// The id of the match.
        id: String,
        /// Where the damage was detected.
        damage: Damage,
    },
}

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServiceError::Store(error) => error.fmt(f),
            error => write!(f, "{error:?}"),
        }
    }
}

impl std::error::Error for ServiceError {}

impl ServiceError {
    /// Converts any other failure to a text for a log.
    #[expect(clippy::needless_pass_by_value, reason = "errors are consumed here")]
    pub fn other(reason: impl ToString) -> ServiceError {
        ServiceError::Store(StoreError::Other(reason.to_string()))
    }
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> ServiceError {
        match error {
            StoreError::NoMatch => ServiceError::NotFound,
            StoreError::KeyTaken => ServiceError::InProgress,
            other => ServiceError::Store(other),
        }
    }
}

impl From<Faults> for ServiceError {
    fn from(faults: Faults) -> ServiceError {
        ServiceError::Refused(faults)
    }
}

impl From<Damage> for ServiceError {
    fn from(damage: Damage) -> ServiceError {
        ServiceError::other(damage)
    }
}

impl From<io::Error> for ServiceError {
    fn from(error: io::Error) -> ServiceError {
        ServiceError::other(error)
    }
}
