//! Where the logs of matches are stored: one trait, and SQLite or PostgreSQL behind it.
//!
//! A write is answered only when it is durable. Of two writers of the same event number of a match the
//! first one wins, because the pair is unique; what others keep in memory is only a cache.

mod change;
mod condition;
mod error;
mod expiry;
mod feed;
mod files;
mod future;
mod interface;
mod listed;
mod lists;
mod lock;
mod migrate;
mod open;
mod postgres;
mod program_key_rows;
mod program_keys;
mod publications;
mod published;
mod read_only;
mod rows;
mod sqlite;
mod sqlite_keys;
mod sqlite_webhooks;
mod webhook_reads;
mod webhook_writes;
mod webhooks;
mod writer;

pub use change::{StoredAction, StoredChange};
pub use error::StoreError;
pub use files::{copy, folder_of, new_private, put_in_place, quiesce, sync};
pub use future::StoreFuture;
pub use interface::{
    AnsweredRequest, Append, Expiry, Idempotency, Store, StoredAnswer, StoredOutcome,
};
pub use lists::{
    ImportedMatch, Known, ListedMatch, ListingUpdate, MatchOrder, MatchQuery, MatchSummary,
};
pub use lock::Lock;
pub use open::{DatabaseSettings, is_postgres, open};
pub use postgres::PostgresSettings;
pub use program_keys::{ProgramKey, ProgramKeyStore, Scope};
pub use published::{ListPlace, PublicationUpdate, PublishedFilter, PublishedMatch};
pub use sqlite::{Sqlite, SqliteSettings};
pub use webhooks::{
    Delivery, DeliveryState, Next, Queued, Settled, Webhook, WebhookState, WebhookStore,
    WebhookWrite,
};
