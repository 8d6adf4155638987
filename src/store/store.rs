//! The store: one database, either an SQLite file or PostgreSQL.
//!
//! Statements that both databases run are in [`sql`](super::sql), one file per capability. This file has the
//! operations that each database does differently.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::append::Append;
use super::error::StoreError;
use super::postgres::{Postgres, PostgresSettings};
use super::sqlite::{Sqlite, SqliteSettings};
use super::statement::{Readers, Statement};
use super::write::{Answer, Transaction, WriteOptions};

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
pub async fn open(settings: &DatabaseSettings) -> Result<Arc<Store>, StoreError> {
    let database = match settings {
        DatabaseSettings::Sqlite(sqlite) => Database::Sqlite(Sqlite::open(sqlite).await?),
        DatabaseSettings::Postgres(postgres) => Database::Postgres(Postgres::open(postgres).await?),
    };
    Ok(Arc::new(Store { database }))
}

/// The place where matches are stored, with all that is stored beside them.
#[derive(Debug)]
pub struct Store {
    pub(super) database: Database,
}

/// A database that is open.
#[derive(Debug)]
pub enum Database {
    /// A file of SQLite, or a database in memory.
    Sqlite(Sqlite),
    /// A database of a PostgreSQL server.
    Postgres(Postgres),
}

impl Store {
    /// Appends an event to its match; the first event opens the match. Durable when answered.
    ///
    /// # Errors
    /// [`VersionConflict`](StoreError::VersionConflict), [`NoMatch`](StoreError::NoMatch),
    /// [`KeyTaken`](StoreError::KeyTaken).
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.append(append).await,
            Database::Postgres(postgres) => postgres.append(append).await,
        }
    }

    /// What the database itself finds wrong with its files and its tables, in words for a log.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn faults(&self) -> Result<Vec<String>, StoreError> {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.faults().await,
            Database::Postgres(postgres) => postgres.faults().await,
        }
    }

    /// Whether the store can be read and written; answered in a bounded time.
    ///
    /// # Errors
    /// Why it cannot.
    pub async fn health(&self) -> Result<(), StoreError> {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.health().await,
            Database::Postgres(postgres) => postgres.health().await,
        }
    }

    /// Writes a consistent copy into a file that does not exist yet, while others read and write.
    ///
    /// # Errors
    /// A database that is no file; those of the file.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.backup(file).await,
            Database::Postgres(_) => Err(StoreError::Other(
                "a database of a PostgreSQL server is no file to copy".to_owned(),
            )),
        }
    }

    /// How many writes wait for their turn.
    pub fn queued(&self) -> usize {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.queued(),
            Database::Postgres(postgres) => postgres.queued(),
        }
    }

    /// Writes what waits, and closes.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn close(&self) -> Result<(), StoreError> {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.close().await,
            Database::Postgres(postgres) => postgres.close().await,
        }
    }

    /// Where it reads.
    pub(super) fn readers(&self) -> Readers<'_> {
        match &self.database {
            Database::Sqlite(sqlite) => Readers::Sqlite(&sqlite.readers),
            Database::Postgres(postgres) => Readers::Postgres(postgres),
        }
    }

    /// Executes statements durably, all or none. Returns how many rows the last of them has touched.
    ///
    /// # Errors
    /// Those of the database.
    pub(super) async fn write(&self, statements: Vec<Statement>) -> Result<u64, StoreError> {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.write(statements).await,
            Database::Postgres(postgres) => postgres.write(&statements).await,
        }
    }

    /// Executes one statement durably.
    ///
    /// # Errors
    /// Those of the database.
    pub(super) async fn write_one(&self, statement: Statement) -> Result<(), StoreError> {
        self.write(vec![statement]).await.map(|_| ())
    }

    /// Does some work in a transaction, which is committed durably unless the work fails. Returns the result of the
    /// work.
    ///
    /// # Errors
    /// Those of the work, and of the database.
    pub(super) async fn transact<W>(
        &self,
        options: WriteOptions,
        work: W,
    ) -> Result<u64, StoreError>
    where
        W: for<'t, 'c> FnOnce(&'t mut Transaction<'c>) -> Answer<'t> + Send + 'static,
    {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.transact(options.erases, Box::new(work)).await,
            Database::Postgres(postgres) => postgres.transact(options, Box::new(work)).await,
        }
    }
}
