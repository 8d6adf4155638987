//! Where the logs of matches are stored: one trait, and SQLite behind it.
//!
//! A write is answered only when it is durable. Of two writers of the same event number of a match the
//! first one wins, because the pair is unique; what others keep in memory is only a cache.

mod change;
mod condition;
mod error;
mod expiry;
mod feed;
mod files;
mod interface;
mod lock;
mod migrate;
mod read_only;
mod rows;
mod sqlite;
mod webhook_reads;
mod webhook_writes;
mod webhooks;
mod writer;

pub use change::{StoredAction, StoredChange};
pub use error::{StoreError, StoreFuture};
pub use files::{copy, folder_of, new_private, put_in_place, quiesce, sync};
pub use interface::{
    AnsweredRequest, Append, Expiry, Idempotency, MatchSummary, Store, StoredAnswer, StoredOutcome,
};
pub use lock::Lock;
pub use sqlite::{Sqlite, SqliteSettings};
pub use webhooks::{
    Delivery, DeliveryState, Next, Queued, Settled, Webhook, WebhookState, WebhookStore,
    WebhookWrite,
};
