//! Where logs are kept: one trait, and SQLite behind it.
//!
//! A write is answered only when it is durable. That a match and a sequence number are unique
//! settles who was first; whatever is remembered elsewhere is a hint.

mod error;
mod lock;
mod restore;
mod rows;
mod sqlite;
mod writer;

use std::fmt::Debug;
use std::future::Future;
use std::path::Path;
use std::pin::Pin;

pub use error::StoreError;
pub use lock::Lock;
pub use restore::{copy, put_in_place, quiesce};
pub use sqlite::{Sqlite, SqliteSettings};

use crate::ledger::{Change, Event, EventKind, Log, MatchId, NameEntry};

/// An answer of a store that is to come.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Where logs are kept.
pub trait Store: Debug + Send + Sync {
    /// Appends an event to its match; the first event opens the match. Durable when answered.
    ///
    /// # Errors
    /// [`StoreError::Taken`], if there is an event of this number; [`StoreError::NoMatch`], if there is no
    /// such match; [`StoreError::KeyTaken`], if the key of what is kept with it was used.
    fn append(&self, append: Append) -> StoreFuture<'_, ()>;

    /// All events of a match in order with the names that stand beside them; none, if there is no
    /// such match.
    fn log<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, Log>;

    /// Matches in the order of their ids, after this one, at most so many.
    fn list<'a>(
        &'a self,
        after: Option<&'a str>,
        limit: usize,
    ) -> StoreFuture<'a, Vec<MatchSummary>>;

    /// Deletes a match with its log and the answers that tell of it; whether there was one.
    fn delete<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, bool>;

    /// What was kept under a key.
    fn idempotency_record<'a>(&'a self, key: &'a str)
    -> StoreFuture<'a, Option<IdempotencyRecord>>;

    /// Keeps an answer.
    ///
    /// # Errors
    /// [`StoreError::KeyTaken`], if the key was used.
    fn save_answer(&self, kept: IdempotencyRecord) -> StoreFuture<'_, ()>;

    /// Forgets answers that were kept before this moment, written as RFC 3339.
    fn forget_answers<'a>(&'a self, before: &'a str) -> StoreFuture<'a, u64>;

    /// Whether it can be read and written.
    fn health(&self) -> StoreFuture<'_, ()>;

    /// Writes a consistent copy into a file that is not there yet, while others go on.
    fn backup<'a>(&'a self, file: &'a Path) -> StoreFuture<'a, ()>;

    /// Writes what waits, and closes.
    fn close(&self) -> StoreFuture<'_, ()>;
}

/// An event to be appended.
#[derive(Debug)]
pub struct Append {
    /// To which match.
    pub id: MatchId,
    /// The id of its game.
    pub game: &'static str,
    /// The event; its number is one more than the version that the writer saw.
    pub event: Event,
    /// The names that come with it, each kept in the place of one of the same number.
    pub names: Vec<NameEntry>,
    /// What is kept with it, in the same transaction.
    pub kept: Option<IdempotencyRecord>,
}

impl Append {
    /// Whether somebody's name is to be gone from now on.
    pub(crate) fn erases(&self) -> bool {
        matches!(self.event.change, EventKind::Changed(Change::Erase { .. }))
    }
}

/// What outcome of a request that may be sent again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyRecord {
    /// The key of the request.
    pub key: String,
    /// A digest of the request.
    pub fingerprint: [u8; 32],
    /// When it was kept, as RFC 3339.
    pub at: String,
    /// What outcome of it.
    pub outcome: StoredOutcome,
}

/// What outcome of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredOutcome {
    /// A match outcome to a version; to 1, if it was opened.
    Version(MatchId, u64),
    /// An answer as it was given.
    StoredAnswer(StoredAnswer),
}

/// An answer that was kept as it was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// The HTTP status.
    pub status: u16,
    /// Headers, by name.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// A match in the list of all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchSummary {
    /// Its id.
    pub id: MatchId,
    /// Its game.
    pub game: String,
    /// When it was opened.
    pub created_at: String,
    /// When it last changed.
    pub changed_at: String,
    /// Its version.
    pub version: u64,
}
