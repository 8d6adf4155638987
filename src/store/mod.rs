//! Where the logs of matches are stored: one trait, and SQLite behind it.
//!
//! A write is answered only when it is durable. Of two writers of the same event number of a match the
//! first one wins, because the pair is unique; what others keep in memory is only a cache.

mod condition;
mod error;
mod expiry;
mod files;
mod interface;
mod lock;
mod migrate;
mod publications;
mod published;
mod read_only;
mod rows;
mod sqlite;
mod writer;

pub use error::StoreError;
pub use files::{copy, folder_of, new_private, put_in_place, quiesce, sync};
pub use interface::{
    AnsweredRequest, Append, Expiry, Idempotency, MatchSummary, Store, StoreFuture, StoredAnswer,
    StoredOutcome,
};
pub use lock::Lock;
pub use published::{ListPlace, PublicationUpdate, PublishedFilter, PublishedMatch};
pub use sqlite::{Sqlite, SqliteSettings};
