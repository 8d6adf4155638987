//! Logs in a PostgreSQL database.
//!
//! Several servers may share a database. Unique constraints decide who was first; writes in commit order hold
//! a lock of the database, see `in_order` in the first migration.

mod connection;
mod database;
mod listening;
mod migrate;
mod pool;
mod settings;
mod statements;
mod texts;
mod writer;

pub use connection::Query;
pub use database::{Postgres, write_rows};
pub use listening::Notice;
pub use pool::{Pool, Writing};
pub use settings::PostgresSettings;
pub use texts::{read, stored};
