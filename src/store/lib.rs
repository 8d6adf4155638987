//! Storage of match logs: one trait, implemented for SQLite and PostgreSQL.
//!
//! A write returns when it is durable. If two writers store the same event number of a match, the first one
//! wins, because match and number are unique together; copies in memory are only caches.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

mod backup;
mod bulk;
mod bulk_writes;
mod change;
mod copying;
mod digests;
mod error;
mod expiry;
mod feed;
mod files;
mod future;
mod idempotency;
mod instances;
mod interface;
mod listed;
mod lists;
mod lock;
mod migrate;
mod open;
mod openapi;
mod place;
mod postgres;
mod program_keys;
mod progress;
mod publications;
mod published;
mod read_only;
mod reads;
mod right;
mod row_writes;
mod rows;
mod sqlite;
mod sqlite_bulk;
mod sqlite_instances;
mod sqlite_webhooks;
mod statement;
mod tables;
mod transaction;
mod url;
mod values;
mod webhook_store;
mod webhook_writes;
mod webhooks;
mod write_health;
mod writer;

pub use backup::copy;
pub use bulk::{BulkStore, BulkWrite, CopyMark, Figures, ImportClaim, Snapshot, UnfinishedImport};
pub use change::{StoredChange, WhatChanged};
pub use copying::{Counts, copy_rows, copy_to_file, fingerprint};
pub use digests::Shown;
pub use error::StoreError;
pub use files::{folder_of, new_private, put_in_place, quiesce, sync};
pub use future::StoreFuture;
pub use idempotency::{AnsweredRequest, Idempotency, StoredAnswer, StoredOutcome};
pub use instances::{Commit, Commits, Notice, SharedStore, StoredCode};
pub use interface::{Append, Expiry, Store};
pub use lists::{
    FoundMatch, ImportedMatch, Known, ListedLog, ListedMatch, ListingUpdate, MatchOrder,
    MatchQuery, MatchSummary,
};
pub use lock::Lock;
pub use open::{DatabaseSettings, is_postgres, open};
pub use postgres::PostgresSettings;
pub use program_keys::{ProgramKey, ProgramKeyStore, Scope};
pub use progress::{Progress, Stage};
pub use published::{
    ListPlace, PublicationUpdate, PublishedFilter, PublishedMatch, StoredPublication,
};
pub use right::{KeyInUse, Right};
pub use sqlite::{Sqlite, SqliteSettings};
pub use url::{DatabaseUrl, HIDDEN, without_password};
pub use webhook_store::WebhookStore;
pub use webhooks::{
    Delivery, DeliveryState, Next, Queued, Settled, Webhook, WebhookState, WebhookWrite,
};
