//! Storage of match logs: one trait, implemented for SQLite and PostgreSQL.
//!
//! A write returns when it is durable. If two writers store the same event number of a match, the first one
//! wins, because match and number are unique together; copies in memory are only caches.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

mod append;
mod backup;
mod digests;
mod error;
mod files;
mod idempotency;
mod lock;
mod match_entry;
mod migrate;
mod place;
mod postgres;
mod progress;
mod public_list;
mod read_only;
mod rows;
mod sql;
mod sqlite;
mod statement;
mod store;
mod url;
mod write;
mod write_health;
mod writer;

pub use append::{Append, BulkChange};
pub use backup::copy;
pub use digests::Shown;
pub use error::StoreError;
pub use files::{folder_of, new_private, put_in_place, quiesce, sync};
pub use idempotency::{AnsweredRequest, Idempotency, StoredAnswer, StoredOutcome};
pub use lock::Lock;
pub use match_entry::{
    FoundMatch, ImportedMatch, Known, ListedLog, ListedMatch, ListingUpdate, MatchOrder,
    MatchQuery, MatchSummary,
};
pub use postgres::{Notice, PostgresSettings};
pub use progress::{Progress, Stage};
pub use public_list::{
    ListPlace, PublicationUpdate, PublishedFilter, PublishedMatch, StoredPublication,
};
pub use sql::{
    ApiKey, CutLog, Expiry, Figures, ImportClaim, Scope, StoredChange, StoredCode, TaskLock,
    WhatChanged,
};
pub use sqlite::SqliteSettings;
pub use store::{DatabaseSettings, Store, is_postgres, open};
pub use url::{DatabaseUrl, HIDDEN, without_password};
