//! Matches on a real database: many writers at once, restarts, locks, a full disk.

#![cfg(feature = "store")]
#![expect(clippy::disallowed_methods, reason = "a test reads files")]

mod changes;
mod damage;
mod lists;
mod migrating;
mod names;
mod opening;
mod postgres;
mod published;
mod table;
mod troubles;
mod writers;

#[path = "../support/database.rs"]
mod database;
#[path = "../support/mod.rs"]
mod support;
