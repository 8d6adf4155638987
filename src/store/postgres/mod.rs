//! Logs in a PostgreSQL database.
//!
//! Several servers may share a database. Unique constraints decide who was first; writes in commit order hold
//! a lock of the database, see `in_order` in the first migration.

mod bulk;
mod bulk_writes;
mod connection;
mod database;
mod expiry;
mod feed;
mod imports;
mod instances;
mod listed;
mod listening;
mod logs;
mod migrate;
mod pool;
mod program_keys;
mod publications;
mod rights;
mod rows;
mod settings;
mod statements;
mod store;
mod texts;
mod webhook_writes;
mod webhooks;
mod writer;

pub use connection::Query;
pub use database::Postgres;
pub use pool::Pool;
pub use settings::PostgresSettings;
pub use texts::{read, stored};
