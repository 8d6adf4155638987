//! Opening a database, whichever it is: a file of SQLite, or PostgreSQL.

use std::path::PathBuf;
use std::sync::Arc;

use super::error::StoreError;
use super::interface::Store;
use super::postgres::{Postgres, PostgresSettings};
use super::sqlite::{Sqlite, SqliteSettings};

/// How a database is opened.
#[derive(Debug, Clone)]
pub enum DatabaseSettings {
    /// A file of SQLite, or a database in memory.
    Sqlite(SqliteSettings),
    /// A database of a PostgreSQL server.
    Postgres(PostgresSettings),
}

impl DatabaseSettings {
    /// The file of the database, or `None` for one in memory or of a server.
    ///
    /// # Errors
    /// A text that is no URL of a database.
    pub fn file(&self) -> Result<Option<PathBuf>, StoreError> {
        match self {
            DatabaseSettings::Sqlite(sqlite) => sqlite.file(),
            DatabaseSettings::Postgres(_) => Ok(None),
        }
    }

    /// Opens the database to be read only, if it is one that a server has for itself alone.
    pub fn only_read(&mut self) {
        if let DatabaseSettings::Sqlite(sqlite) = self {
            sqlite.read_only = true;
        }
    }
}

/// Whether this is the URL of a database of a PostgreSQL server.
pub fn is_postgres(url: &str) -> bool {
    ["postgres://", "postgresql://"]
        .iter()
        .any(|scheme| url.starts_with(scheme))
}

/// Opens a database and brings its tables up to date.
///
/// # Errors
/// One that cannot be opened, or is not a database of this program; a locked one.
pub async fn open(settings: &DatabaseSettings) -> Result<Arc<dyn Store>, StoreError> {
    match settings {
        DatabaseSettings::Sqlite(sqlite) => Ok(Arc::new(Sqlite::open(sqlite).await?)),
        DatabaseSettings::Postgres(postgres) => Ok(Arc::new(Postgres::open(postgres).await?)),
    }
}
