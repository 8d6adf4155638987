//! Why a store did not do what was asked.

use std::fmt;

use sqlx::error::ErrorKind;

/// Why a store did not do what was asked. Nothing of it was done then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
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
    Broken(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Taken => f.write_str("an event of this number is there"),
            Fault::NoMatch => f.write_str("no such match"),
            Fault::KeyTaken => f.write_str("the key was used"),
            Fault::Busy => f.write_str("the database is locked"),
            Fault::InUse => f.write_str("another server has the database"),
            Fault::Full => f.write_str("the database is full"),
            Fault::Broken(said) => f.write_str(said),
        }
    }
}

/// The primary result codes of SQLite that mean something to us.
const BUSY: i64 = 5;
const LOCKED: i64 = 6;
const FULL: i64 = 13;

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Fault {
        let sqlx::Error::Database(said) = &error else {
            return match error {
                sqlx::Error::PoolTimedOut => Fault::Busy,
                other => Fault::Broken(other.to_string()),
            };
        };
        let message = said.message();
        match said.kind() {
            ErrorKind::UniqueViolation if message.contains("answers.key") => Fault::KeyTaken,
            ErrorKind::UniqueViolation => Fault::Taken,
            ErrorKind::ForeignKeyViolation => Fault::NoMatch,
            ErrorKind::NotNullViolation if message.contains(".match_number") => Fault::NoMatch,
            _ => {
                let code: Option<i64> = said.code().and_then(|code| code.parse().ok());
                match code.map(|code| code & 0xff) {
                    Some(BUSY | LOCKED) => Fault::Busy,
                    Some(FULL) => Fault::Full,
                    _ => Fault::Broken(error.to_string()),
                }
            }
        }
    }
}

impl From<sqlx::migrate::MigrateError> for Fault {
    fn from(error: sqlx::migrate::MigrateError) -> Fault {
        match error {
            sqlx::migrate::MigrateError::Execute(error) => error.into(),
            other => Fault::Broken(other.to_string()),
        }
    }
}
