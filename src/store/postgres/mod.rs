//! Logs in a database of a PostgreSQL server.

mod settings;

pub use settings::PostgresSettings;
