//! Opening a database: a SQLite file, or PostgreSQL.

use std::path::PathBuf;
use std::sync::Arc;

use super::error::StoreError;
use super::interface::Store;
use super::postgres::{Postgres, PostgresSettings};
use super::sqlite::{Sqlite, SqliteSettings};

/// The settings for opening a database.
#[derive(Debug, Clone)]
pub enum DatabaseSettings {
    /// A SQLite file, or a database in memory.
    Sqlite(SqliteSettings),
    /// A database on a PostgreSQL server.
    Postgres(PostgresSettings),
}

impl DatabaseSettings {
    /// The database file, or `None` for a database in memory or on a server.
    ///
    /// # Errors
    /// The text is not a database URL.
    pub fn file(&self) -> Result<Option<PathBuf>, StoreError> {
        match self {
            DatabaseSettings::Sqlite(sqlite) => sqlite.file(),
            DatabaseSettings::Postgres(_) => Ok(None),
        }
    }

    /// Opens the database read-only, if it is one that only a single server can use.
    pub fn only_read(&mut self) {
        if let DatabaseSettings::Sqlite(sqlite) = self {
            sqlite.read_only = true;
        }
    }
}

/// Whether this is the URL of a PostgreSQL database.
pub fn is_postgres(url: &str) -> bool {
    ["postgres://", "postgresql://"]
        .iter()
        .any(|scheme| url.starts_with(scheme))
}

/// Opens a database and migrates it.
///
/// # Errors
/// The database cannot be opened, is locked, or is not one of this program.
pub async fn open(settings: &DatabaseSettings) -> Result<Arc<dyn Store>, StoreError> {
    match settings {
        DatabaseSettings::Sqlite(sqlite) => Ok(Arc::new(Sqlite::open(sqlite).await?)),
        DatabaseSettings::Postgres(postgres) => Ok(Arc::new(Postgres::open(postgres).await?)),
    }
}
