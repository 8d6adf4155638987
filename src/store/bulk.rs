//! Bulk reads and writes: copies of a whole database, imports in batches, database size.

use std::fmt::Debug;
use std::time::Duration;

use super::future::StoreFuture;
use super::lists::ImportedMatch;
use super::right::Right;
use super::tables::{Row, Table};
use overtrick_match::ledger::{MatchId, Timestamp};

/// The progress of a copy of a whole database into this one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyMark {
    /// The fingerprint of the source when the copy began.
    pub source: String,
    /// The index of the table being copied; the number of tables when all are copied.
    pub table: usize,
    /// The key of the last copied row of that table.
    pub after: Option<Row>,
}

/// An import in batches that is in progress or was interrupted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnfinishedImport {
    /// The digest of the imported data.
    pub name: String,
    /// The matches stored so far, each with its line.
    pub matches: Vec<(u64, MatchId)>,
}

/// A bulk write, done in one transaction.
#[derive(Debug)]
pub enum BulkWrite {
    /// Begins a copy into this database; returns 1, or 0 if it is not empty.
    BeginCopy {
        /// The fingerprint of the source.
        source: String,
    },
    /// Empties the database and begins a copy into it; returns 1.
    BeginCopyAgain {
        /// The fingerprint of the source.
        source: String,
    },
    /// Writes copied rows and the progress of the copy; returns the number of rows.
    Rows {
        /// Their table.
        table: &'static Table,
        /// The rows.
        rows: Vec<Row>,
        /// The progress including these rows.
        mark: CopyMark,
    },
    /// Ends a copy, so that the database can be used.
    FinishCopy,
    /// Begins an import.
    BeginImport {
        /// The digest of the imported data.
        name: String,
        /// The current time.
        at: Timestamp,
    },
    /// Stores matches of the current import; returns their number.
    ImportPart {
        /// The matches.
        matches: Vec<ImportedMatch>,
        /// The line of each.
        lines: Vec<u64>,
    },
    /// Ends an import and keeps what it stored.
    FinishImport(Right),
    /// Deletes some matches of an unfinished import; returns how many remain.
    TakeBack {
        /// The current time.
        at: Timestamp,
        /// The most matches to delete.
        limit: usize,
    },
}

/// The size of a database.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    /// The number of matches.
    pub matches: u64,
    /// The size in bytes.
    pub bytes: u64,
}

/// The exclusive right to write an import, until this is dropped.
pub trait ImportClaim: Debug + Send + Sync {}

/// A consistent view of a whole database at one moment, while others write.
pub trait Snapshot: Send {
    /// At most `limit` rows of a table in key order, after a key.
    fn rows<'a>(
        &'a mut self,
        table: &'static Table,
        after: Option<&'a Row>,
        limit: usize,
    ) -> StoreFuture<'a, Vec<Row>>;

    /// The number of rows of a table.
    fn count(&mut self, table: &'static Table) -> StoreFuture<'_, u64>;
}

/// Bulk reads and writes.
pub trait BulkStore: Send + Sync {
    /// A view of everything, as of now.
    fn snapshot(&self) -> StoreFuture<'_, Box<dyn Snapshot>>;

    /// The progress of an unfinished copy into this database.
    fn unfinished_copy(&self) -> StoreFuture<'_, Option<CopyMark>>;

    /// The unfinished import, if any.
    fn unfinished_import(&self) -> StoreFuture<'_, Option<UnfinishedImport>>;

    /// Claims the exclusive right to write an import, among all processes that use the database; waits this
    /// long for another holder.
    ///
    /// # Errors
    /// [`Busy`](super::StoreError::Busy) if another process still holds it.
    fn claim_import(&self, patience: Duration) -> StoreFuture<'_, Box<dyn ImportClaim>>;

    /// Executes a bulk write.
    ///
    /// # Errors
    /// Store errors, such as [`Full`](super::StoreError::Full).
    fn write_bulk(&self, write: BulkWrite) -> StoreFuture<'_, u64>;

    /// The size of the database. It counts all matches, so call it rarely.
    fn figures(&self) -> StoreFuture<'_, Figures>;

    /// The number of waiting writes.
    fn queued(&self) -> usize;

    /// Whether it is a file, which is backed up and restored as one.
    fn is_file(&self) -> bool;
}
