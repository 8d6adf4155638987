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
    /// The match was deleted and cannot be restored. Open a new match with its document.
    Deleted,
    /// The caller's key is not valid for this match. Ask the director for a valid key.
    Unauthorized,
    /// The caller's key for this match was replaced or revoked. Ask the director for a new key.
    KeyRevoked,
    /// The join code is wrong, has expired or was revoked. Ask the table for a new code.
    UnknownCode,
    /// The caller's role is not sufficient. Use a key with a higher role.
    Forbidden,
    /// The change does not state the expected version. Read the match, and send its version.
    VersionNeeded,
    /// The expected version of a change cannot be read. Contains the text that was sent.
    VersionUnreadable(String),
    /// The match does not have the expected version. Read it again, and check whether the change still applies.
    Conflict {
        /// The current version.
        current: u64,
    },
    /// The change breaks rules of the game or of the match. Contains all faults. Correct the change.
    Refused(Faults),
    /// The database is in use, but this secret file does not exist. Restore the file, or allow a new
    /// secret, which invalidates all keys.
    SecretLost(String),
    /// The keys of the database were made with a different secret than the secret in this file. Restore the
    /// right file, or allow a new secret, which invalidates all keys.
    OtherSecret(String),
    /// A request with the same idempotency key is in progress. Try again in a second.
    InProgress,
    /// The idempotency key was used for a different request. Use a new key.
    KeyReused,
    /// The stored data of a match is damaged. Restore the match from a backup.
    Damaged {
        /// The id of the match.
        id: String,
        /// The place and kind of the damage.
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
    /// Makes an error from any other failure, with a text for the log.
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
