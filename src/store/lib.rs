//! Storage of match logs in a SQLite or PostgreSQL database.
//!
//! A write returns when it is durable. If two writers store an event with the same number in the same match,
//! a unique key makes the second write fail. Matches in memory are only a cache.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "postgres"),
    expect(irrefutable_let_patterns, reason = "the feature adds another database")
)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

mod api_keys;
mod change_feed;
mod club;
mod deletion;
mod error;
mod files;
mod idempotency;
mod join_codes;
mod lock;
mod match_entry;
mod match_index;
mod match_log;
mod migrate;
mod place;
#[cfg(feature = "postgres")]
mod postgres;
mod public_list;
mod rows;
mod servers;
mod sqlite;
mod statement;
mod store;
mod transaction;
mod url;
mod write_health;
mod writer;

pub use api_keys::{ApiKey, Scope};
pub use change_feed::{StoredChange, WhatChanged};
pub use club::StoredClub;
pub use error::StoreError;
pub use files::{copy, folder_of, new_private, put_in_place, quiesce, sync};
pub use idempotency::{DoneRequest, Idempotency};
pub use join_codes::StoredCode;
pub use lock::Lock;
pub use match_entry::{
    Append, BulkChange, FoundMatch, Identifiers, ImportedMatch, ListedLog, ListedMatch,
    ListingUpdate, MatchOrder, MatchQuery, MatchSummary,
};
pub use match_log::CutLog;
pub use public_list::{
    ListPlace, PublicationUpdate, PublishedFilter, PublishedMatch, StoredPublication,
};
pub use servers::{Figures, ImportClaim, Notice, TaskLock};
pub use store::{Store, StoreSettings, is_postgres, open};
pub use url::{DatabaseUrl, HIDDEN, without_password};
