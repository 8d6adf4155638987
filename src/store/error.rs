//! Errors of a store.

use std::fmt;

use sqlx::error::ErrorKind;
use sqlx::migrate::MigrateError;
#[cfg(feature = "postgres")]
use sqlx::postgres::PgDatabaseError;

/// The reason why a store operation failed. A failed operation changes nothing in the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    /// Another writer stored an event with the same number first. Read the match again and redo the change.
    VersionConflict,
    /// There is no such match, or it was deleted.
    NoMatch,
    /// The idempotency key belongs to another request.
    KeyTaken,
    /// Another match already has this external id.
    ExternalIdTaken,
    /// The database was locked, slow or unreachable for longer than the settings allow. Try again.
    Busy,
    /// Another server is using the database. Stop it first.
    InUse,
    /// The disk is full, or the database has reached its limit. Try again when there is room.
    Full,
    /// A part of the database cannot be read, because another program changed it or the disk failed. Restore
    /// a backup.
    Damaged(String),
    /// The database is read-only, because its file or disk is read-only. Make it writable.
    ReadOnly,
    /// The folder of the database does not exist. Mount its drive, or create the folder.
    NoFolder(String),
    /// This file is not a database of this program. Choose another file.
    NotOurs(String),
    /// The database was written by another version of the program. Export its matches with that version, and
    /// import them with this version.
    OtherVersion,
    /// The database has a trigger, view, index or table that no version of this program creates. Drop it.
    Foreign(String),
    /// Any other error, with its message for the log.
    Other(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::VersionConflict => f.write_str("an event with this number exists"),
            StoreError::NoMatch => f.write_str("no such match"),
            StoreError::KeyTaken => f.write_str("the key was used"),
            StoreError::ExternalIdTaken => f.write_str("another match has the external id"),
            StoreError::Busy => f.write_str("the database is locked, slow or unreachable"),
            StoreError::InUse => f.write_str("another server is using the database"),
            StoreError::Full => f.write_str("the database is full"),
            StoreError::ReadOnly => f.write_str("the database is read-only"),
            StoreError::NoFolder(folder) => write!(f, "there is no folder {folder}"),
            StoreError::NotOurs(file) => write!(f, "{file} is not a database of Overtrick"),
            StoreError::OtherVersion => f.write_str("the database belongs to another version"),
            StoreError::Foreign(what) => write!(f, "{what} does not belong to Overtrick"),
            StoreError::Damaged(text) | StoreError::Other(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for StoreError {}

impl StoreError {
    /// Whether the stored data conflicts with this particular write. Other writes may still succeed.
    pub(super) fn concerns_one_write(&self) -> bool {
        matches!(
            self,
            StoreError::VersionConflict
                | StoreError::NoMatch
                | StoreError::KeyTaken
                | StoreError::ExternalIdTaken
        )
    }
}

/// The primary SQLite result codes that this program handles separately.
const BUSY: i64 = 5;
const LOCKED: i64 = 6;
const READ_ONLY: i64 = 8;
const CORRUPT: i64 = 11;
const FULL: i64 = 13;
const NO_DATABASE: i64 = 26;
/// SQLite's extended code when the shared-memory file cannot grow because the disk is full.
const NO_SHARED_MEMORY: i64 = 4874;
/// SQLite's extended code when a file has reached the largest size that the system allows.
const CANNOT_WRITE: i64 = 778;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let sqlx::Error::Database(database) = &error else {
            return match error {
                sqlx::Error::PoolTimedOut => StoreError::Busy,
                sqlx::Error::Io(error) => error.into(),
                other => StoreError::Other(other.to_string()),
            };
        };
        #[cfg(feature = "postgres")]
        if let Some(postgres_error) = database.try_downcast_ref::<PgDatabaseError>() {
            return from_postgres(postgres_error);
        }
        let message = database.message();
        match database.kind() {
            ErrorKind::UniqueViolation
                if message.contains("idempotency.key")
                    || message.contains("idempotent_changes.key") =>
            {
                StoreError::KeyTaken
            }
            ErrorKind::UniqueViolation if message.contains("matches.external_id") => {
                StoreError::ExternalIdTaken
            }
            ErrorKind::UniqueViolation => StoreError::VersionConflict,
            ErrorKind::ForeignKeyViolation => StoreError::NoMatch,
            ErrorKind::NotNullViolation if message.contains(".match_number") => StoreError::NoMatch,
            ErrorKind::NotNullViolation if message.contains("matches.head") => {
                StoreError::VersionConflict
            }
            _ => {
                let code = database.code().and_then(|code| code.parse::<i64>().ok());
                if matches!(code, Some(NO_SHARED_MEMORY | CANNOT_WRITE)) {
                    return StoreError::Full;
                }
                match code.map(|code| code & 0xff) {
                    Some(BUSY | LOCKED) => StoreError::Busy,
                    Some(READ_ONLY) => StoreError::ReadOnly,
                    Some(FULL) => StoreError::Full,
                    Some(CORRUPT | NO_DATABASE) => StoreError::Damaged(message.to_owned()),
                    _ => StoreError::Other(message.to_owned()),
                }
            }
        }
    }
}

/// Converts an error from a PostgreSQL server, depending on its code.
#[cfg(feature = "postgres")]
fn from_postgres(error: &PgDatabaseError) -> StoreError {
    match (error.code(), error.constraint()) {
        ("23505", Some("idempotency_key" | "idempotent_changes_key")) => StoreError::KeyTaken,
        ("23505", Some("matches_by_external_id")) => StoreError::ExternalIdTaken,
        ("23505", _) => StoreError::VersionConflict,
        ("23503", _) => StoreError::NoMatch,
        ("23502", _) if error.column() == Some("match_number") => StoreError::NoMatch,
        ("23502", _) if error.column() == Some("head") => StoreError::VersionConflict,
        // The database is read-only, or the role lacks a privilege.
        ("25006", _) => StoreError::ReadOnly,
        ("53100", _) => StoreError::Full,
        ("XX001" | "XX002", _) => StoreError::Damaged(error.message().to_owned()),
        // A timeout, an unavailable lock, a serialization failure, a deadlock, or a plan made before a migration.
        ("57014" | "55P03" | "40001" | "40P01" | "0A000", _) => StoreError::Busy,
        // The server is stopping or starting, has too many connections, or dropped this one.
        (code, _)
            if ["57P", "53", "08"]
                .iter()
                .any(|class| code.starts_with(class)) =>
        {
            StoreError::Busy
        }
        (code, _) => StoreError::Other(format!("{} ({code})", error.message())),
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> StoreError {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            other => StoreError::Other(other.to_string()),
        }
    }
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> StoreError {
        match error.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => StoreError::Full,
            _ => StoreError::Other(error.to_string()),
        }
    }
}
