//! What is read or written in large: copies of a whole database, imports in batches, figures of its size.

use std::fmt::Debug;
use std::time::Duration;

use super::future::StoreFuture;
use super::lists::ImportedMatch;
use super::right::Right;
use super::tables::{Row, Table};
use overtrick_match::ledger::{MatchId, Timestamp};

/// How far a copy of a whole database into this one has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyMark {
    /// What the source had when the copy began.
    pub source: String,
    /// The index of the table that is being copied; as many as there are tables, once all are.
    pub table: usize,
    /// The key of the last row of it that was copied.
    pub after: Option<Row>,
}

/// An import in batches that goes on, or was cut off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnfinishedImport {
    /// The digest of what is imported.
    pub name: String,
    /// The matches that it has stored so far, each with the line that it comes from.
    pub matches: Vec<(u64, MatchId)>,
}

/// Something to be written, in one transaction.
#[derive(Debug)]
pub enum BulkWrite {
    /// Begins a copy into this database; 1, or 0 if it is not empty.
    BeginCopy {
        /// What the source has.
        source: String,
    },
    /// Empties the database, and begins a copy into it; 1.
    BeginCopyAgain {
        /// What the source has.
        source: String,
    },
    /// Writes copied rows, and how far the copy has come; how many.
    Rows {
        /// Their table.
        table: &'static Table,
        /// The rows.
        rows: Vec<Row>,
        /// How far the copy has come with them.
        mark: CopyMark,
    },
    /// Ends a copy: the database may be used.
    FinishCopy,
    /// Begins an import.
    BeginImport {
        /// A digest of what is imported.
        name: String,
        /// The time now.
        at: Timestamp,
    },
    /// Stores matches of the import that goes on; how many.
    ImportPart {
        /// The matches.
        matches: Vec<ImportedMatch>,
        /// The line of each.
        lines: Vec<u64>,
    },
    /// Ends an import: what it stored stays.
    FinishImport(Right),
    /// Deletes some of the matches that an import has stored; how many it has still.
    TakeBack {
        /// The time now.
        at: Timestamp,
        /// How many at most.
        limit: usize,
    },
}

/// How large a database is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    /// How many matches it has.
    pub matches: u64,
    /// How many bytes it takes.
    pub bytes: u64,
}

/// That nobody else writes an import while this is held.
pub trait ImportClaim: Debug + Send + Sync {}

/// A view of a whole database as of one moment, while others write.
pub trait Snapshot: Send {
    /// At most `limit` rows of a table in the order of their keys, beginning after a key.
    fn rows<'a>(
        &'a mut self,
        table: &'static Table,
        after: Option<&'a Row>,
        limit: usize,
    ) -> StoreFuture<'a, Vec<Row>>;

    /// How many rows a table has.
    fn count(&mut self, table: &'static Table) -> StoreFuture<'_, u64>;
}

/// Reading and writing in large.
pub trait BulkStore: Send + Sync {
    /// Everything, as of now.
    fn snapshot(&self) -> StoreFuture<'_, Box<dyn Snapshot>>;

    /// How far a copy into this database has come that was not ended.
    fn unfinished_copy(&self) -> StoreFuture<'_, Option<CopyMark>>;

    /// The import that was not ended.
    fn unfinished_import(&self) -> StoreFuture<'_, Option<UnfinishedImport>>;

    /// Claims to be the only one who writes an import, of all processes that use the database; waits for
    /// another for so long.
    ///
    /// # Errors
    /// [`Busy`](super::StoreError::Busy), if another still does.
    fn claim_import(&self, patience: Duration) -> StoreFuture<'_, Box<dyn ImportClaim>>;

    /// Writes something.
    ///
    /// # Errors
    /// Those of the store, such as [`Full`](super::StoreError::Full).
    fn write_bulk(&self, write: BulkWrite) -> StoreFuture<'_, u64>;

    /// How large it is. Matches are counted one by one: not to be asked often.
    fn figures(&self) -> StoreFuture<'_, Figures>;

    /// How many writes wait for their turn.
    fn queued(&self) -> usize;

    /// Whether it is a file, which is backed up and put back as one.
    fn is_file(&self) -> bool;
}
