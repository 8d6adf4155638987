//! Why a store did not do what was asked.

use std::fmt;

use sqlx::error::ErrorKind;

/// Why a store did not do what was asked. Nothing of it was done then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    /// The match has an event of this number already.
    Taken,
    /// There is no such match.
    NoMatch,
    /// Something is kept under this key.
    KeyTaken,
    /// Somebody else has locked the database for longer than one waits.
    Busy,
    /// Another server has it.
    InUse,
    /// The disk, or the database, is full.
    Full,
    /// Anything else, in words for a log.
    Other(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Taken => f.write_str("an event of this number is there"),
            StoreError::NoMatch => f.write_str("no such match"),
            StoreError::KeyTaken => f.write_str("the key was used"),
            StoreError::Busy => f.write_str("the database is locked"),
            StoreError::InUse => f.write_str("another server has the database"),
            StoreError::Full => f.write_str("the database is full"),
            StoreError::Other(said) => f.write_str(said),
        }
    }
}

/// The primary result codes of SQLite that mean something to us.
const BUSY: i64 = 5;
const LOCKED: i64 = 6;
const FULL: i64 = 13;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let sqlx::Error::Database(said) = &error else {
            return match error {
                sqlx::Error::PoolTimedOut => StoreError::Busy,
                other => StoreError::Other(other.to_string()),
            };
        };
        let message = said.message();
        match said.kind() {
            ErrorKind::UniqueViolation if message.contains("answers.key") => StoreError::KeyTaken,
            ErrorKind::UniqueViolation => StoreError::Taken,
            ErrorKind::ForeignKeyViolation => StoreError::NoMatch,
            ErrorKind::NotNullViolation if message.contains(".match_number") => StoreError::NoMatch,
            _ => {
                let code: Option<i64> = said.code().and_then(|code| code.parse().ok());
                match code.map(|code| code & 0xff) {
                    Some(BUSY | LOCKED) => StoreError::Busy,
                    Some(FULL) => StoreError::Full,
                    _ => StoreError::Other(error.to_string()),
                }
            }
        }
    }
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> StoreError {
        match error {
            sqlx::migrate::MigrateError::Execute(error) => error.into(),
            other => StoreError::Other(other.to_string()),
        }
    }
}
