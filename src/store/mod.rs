//! Where the logs of matches are stored: one trait, and SQLite behind it.
//!
//! A write is answered only when it is durable. Of two writers of the same event number of a match the
//! first one wins, because the pair is unique; what others keep in memory is only a cache.

mod answers;
mod append;
mod error;
mod files;
mod interface;
mod lock;
mod migrate;
mod rows;
mod sqlite;
mod summary;
mod writer;

pub use answers::{IdempotencyRecord, StoredAnswer, StoredOutcome};
pub use append::Append;
pub use error::StoreError;
pub use files::{copy, put_in_place, quiesce};
pub use interface::{Store, StoreFuture};
pub use lock::Lock;
pub use sqlite::{Sqlite, SqliteSettings};
pub use summary::MatchSummary;
