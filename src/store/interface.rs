//! What a store can do.

use std::fmt::Debug;
use std::future::Future;
use std::path::Path;
use std::pin::Pin;

use super::answers::IdempotencyRecord;
use super::append::Append;
use super::error::StoreError;
use super::summary::MatchSummary;
use crate::ledger::{Log, MatchId, Timestamp};

/// The answer of a store, to be awaited.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A place where the logs of matches are stored.
pub trait Store: Debug + Send + Sync {
    /// Appends an event to its match; the first event opens the match. Durable when answered.
    ///
    /// # Errors
    /// [`StoreError::Taken`], [`StoreError::NoMatch`], [`StoreError::KeyTaken`].
    fn append(&self, append: Append) -> StoreFuture<'_, ()>;

    /// The events of a match in order, and its names; none, if there is no such match.
    fn log<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, Log>;

    /// At most `limit` matches in the order of their ids, beginning after an id.
    fn list<'a>(
        &'a self,
        after: Option<&'a str>,
        limit: usize,
    ) -> StoreFuture<'a, Vec<MatchSummary>>;

    /// Deletes a match with its log and its idempotency records; whether there was one.
    fn delete<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, bool>;

    /// The record of an idempotency key.
    fn idempotency_record<'a>(&'a self, key: &'a str)
    -> StoreFuture<'a, Option<IdempotencyRecord>>;

    /// Stores the record of a request that changed no match.
    ///
    /// # Errors
    /// [`StoreError::KeyTaken`].
    fn save_idempotency_record(&self, record: IdempotencyRecord) -> StoreFuture<'_, ()>;

    /// Deletes the idempotency records from before a moment; how many there were.
    fn forget_idempotency_records(&self, before: Timestamp) -> StoreFuture<'_, u64>;

    /// Whether the store can be read and written.
    fn health(&self) -> StoreFuture<'_, ()>;

    /// Writes a consistent copy into a file that does not exist yet, while others read and write.
    fn backup<'a>(&'a self, file: &'a Path) -> StoreFuture<'a, ()>;

    /// Writes what waits, and closes.
    fn close(&self) -> StoreFuture<'_, ()>;
}
