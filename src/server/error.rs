//! Why the service could not do something.

use std::fmt;

use crate::clock::RandomError;
use overtrick_core::Faults;
use overtrick_match::ledger::{Damage, ReplayError};
use overtrick_store::StoreError;

/// Why something was not done. Nothing of it was done then.
#[derive(Debug, Clone, PartialEq)]
pub enum ServiceError {
    /// There is no such match.
    NotFound,
    /// The match expired: nothing was played in it, and nobody used it. Whoever has a key of it can open
    /// it again.
    Expired,
    /// The match was deleted: nothing brings it back. Open another with its document.
    Deleted,
    /// The key of the caller is not valid for this match. Ask the director for another.
    Unauthorized,
    /// No match is joined by this code: it is wrong, it has ended, or it was taken away. Ask at the table
    /// for another.
    UnknownCode,
    /// Too many wrong codes came lately. Wait so many seconds.
    TooManyGuesses {
        /// The seconds until codes are taken again.
        seconds: u64,
    },
    /// The role of the caller does not suffice. Use the key of another role.
    Forbidden,
    /// A change that names no version. Read the match, and name its version.
    VersionNeeded,
    /// The version that a change names, in these words, cannot be read.
    VersionUnreadable(String),
    /// The match is not at the version that was expected. Read it again, and see whether the change
    /// is still wanted.
    Conflict {
        /// The version it is at.
        current: u64,
    },
    /// A rule of the game or of the match is broken: all findings. Correct the change.
    Refused(Faults),
    /// The database is locked, slow or out of reach, or other instances were first again and again. Try again
    /// in a second.
    Busy,
    /// Another server has the database. Stop that one first.
    InUse,
    /// The database that is to be written is not empty. Name another.
    NotEmpty,
    /// A copy of another database into this one was begun and not ended. Run the same copy again.
    HalfCopied,
    /// Somebody wrote into the database while it was copied. Stop what uses it, and run the copy again.
    SourceChanged,
    /// There are matches, but not the secret that their keys were made with, in this file. Put it back,
    /// or allow another secret, which invalidates all keys.
    SecretLost(String),
    /// The keys in the database were made with another secret than the one in this file. Put that one there,
    /// or allow another secret, which invalidates all keys.
    OtherSecret(String),
    /// The disk is full, or the database has reached its limit. Try again when there is room.
    Full,
    /// The database may not be written: its file or its disk is read-only. Make it writable, and start
    /// the service again.
    ReadOnly,
    /// A request with the same idempotency key is being answered. Try again in a second.
    InProgress,
    /// The idempotency key was used for another request. Use a new one.
    KeyReused,
    /// Another match has the external id. Give this one another, or find that one by it.
    ExternalIdTaken,
    /// What is stored of a match is not what was recorded. It can be recovered from a backup.
    Damaged {
        /// The id of the match.
        id: String,
        /// Where it was noticed.
        damage: Damage,
    },
    /// This file is no database of this program. Name another.
    NotOurs(String),
    /// The database was written by a version of the program before the first release. Export its matches with
    /// that version, and import them here.
    Unreleased,
    /// The database was written by a newer version of the program. Use that one.
    Newer,
    /// The database has this trigger, view, index or table, which no version of this program makes: it could act
    /// on what is written. Drop it, or take another backup.
    Foreign(String),
    /// The store failed; the text is for a log, not for a client.
    Store(String),
}

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServiceError::NotFound => f.write_str("no such match"),
            ServiceError::Expired => f.write_str("the match expired"),
            ServiceError::Deleted => f.write_str("the match was deleted"),
            ServiceError::Unauthorized => f.write_str("the key is not valid"),
            ServiceError::UnknownCode => f.write_str("no such code"),
            ServiceError::TooManyGuesses { seconds } => {
                write!(f, "too many wrong codes; wait {seconds} s")
            }
            ServiceError::Forbidden => f.write_str("the role does not suffice"),
            ServiceError::VersionNeeded => f.write_str("no version is named"),
            ServiceError::VersionUnreadable(_) => f.write_str("the version cannot be read"),
            ServiceError::Conflict { current } => write!(f, "the match is at version {current}"),
            ServiceError::Refused(findings) => write!(f, "refused with {} faults", findings.len()),
            ServiceError::Busy => f.write_str("the database is locked, slow or out of reach"),
            ServiceError::InUse => f.write_str("another server has the database"),
            ServiceError::NotEmpty => f.write_str("the database is not empty"),
            ServiceError::HalfCopied => f.write_str("a copy into the database was not ended"),
            ServiceError::SourceChanged => f.write_str("the source changed while it was copied"),
            ServiceError::SecretLost(file) => write!(f, "the secret is not in {file}"),
            ServiceError::OtherSecret(file) => write!(f, "another secret is in {file}"),
            ServiceError::Full => f.write_str("the database is full"),
            ServiceError::ReadOnly => f.write_str("the database is read-only"),
            ServiceError::InProgress => f.write_str("the same request is being answered"),
            ServiceError::KeyReused => f.write_str("the idempotency key was used"),
            ServiceError::ExternalIdTaken => f.write_str("another match has the external id"),
            ServiceError::Damaged { id, damage } => write!(f, "match {id} is damaged: {damage}"),
            ServiceError::NotOurs(file) => write!(f, "{file} is no database of Overtrick"),
            ServiceError::Unreleased => f.write_str("the database is older than the first release"),
            ServiceError::Newer => f.write_str("the database is of a newer version"),
            ServiceError::Foreign(what) => write!(f, "{what} is not of Overtrick"),
            ServiceError::Store(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for ServiceError {}

impl ServiceError {
    /// Whether the store could not do what was asked, whatever that was: for those who run the service.
    pub fn is_of_the_store(&self) -> bool {
        use ServiceError::{Busy, Full, ReadOnly, Store};
        matches!(self, Busy | Full | ReadOnly | Store(_))
    }
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> ServiceError {
        match error {
            StoreError::NoMatch => ServiceError::NotFound,
            StoreError::KeyTaken => ServiceError::InProgress,
            StoreError::ExternalIdTaken => ServiceError::ExternalIdTaken,
            StoreError::NoRight => ServiceError::Unauthorized,
            StoreError::Busy => ServiceError::Busy,
            StoreError::InUse => ServiceError::InUse,
            StoreError::Full => ServiceError::Full,
            StoreError::ReadOnly => ServiceError::ReadOnly,
            StoreError::Foreign(what) => ServiceError::Foreign(what),
            StoreError::NotOurs(file) => ServiceError::NotOurs(file),
            StoreError::Unreleased => ServiceError::Unreleased,
            StoreError::Newer => ServiceError::Newer,
            StoreError::VersionConflict | StoreError::Damaged(_) | StoreError::Other(_) => {
                ServiceError::Store(error.to_string())
            }
        }
    }
}

impl From<Faults> for ServiceError {
    fn from(faults: Faults) -> ServiceError {
        ServiceError::Refused(faults)
    }
}

impl From<ReplayError> for ServiceError {
    fn from(error: ReplayError) -> ServiceError {
        ServiceError::Store(error.to_string())
    }
}

impl From<RandomError> for ServiceError {
    fn from(error: RandomError) -> ServiceError {
        ServiceError::Store(error.to_string())
    }
}
