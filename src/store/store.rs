//! The store: one database, which is either SQLite or PostgreSQL.
//!
//! Each feature has its own file, with statements that run on both databases. This file has the code that
//! differs between the databases.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;

use super::error::StoreError;
use super::match_entry::Append;
#[cfg(feature = "postgres")]
use super::postgres::Postgres;
use super::sqlite::Sqlite;
use super::statement::{Row, Sql, Value, on_sqlite};
use super::transaction::{Transaction, WorkFuture, WriteOptions};
use super::url::DatabaseUrl;
use super::write_health::PATIENCE;
use super::writer::Queue;

/// The settings for opening a database, and for the secret from which match keys are made.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are independent settings"
)]
pub struct StoreSettings {
    /// A URL such as `sqlite://overtrick.db`, `sqlite::memory:` or
    /// `postgres://overtrick@localhost/overtrick`.
    pub database: DatabaseUrl,
    /// The secret file. The default is `overtrick.secret`, next to a SQLite file, or in the working directory
    /// for a database server.
    pub secret: Option<PathBuf>,
    /// Whether to create the database and the secret if they do not exist. If there is no secret file and
    /// none is created, a random secret is used while the store is open.
    pub create: bool,
    /// Whether to create a new secret if there are matches but the secret is lost. All existing keys become
    /// invalid.
    pub new_secret: bool,
    /// Whether to refuse a database that another server uses. The cache is correct only if no other program
    /// changes the matches.
    pub exclusive: bool,
    /// Whether to open a SQLite file for reading only.
    pub read_only: bool,
    /// How long to wait for a locked database, or for a connection to a database server.
    pub patience: Duration,
    /// The maximum number of 4096-byte pages in a SQLite file; 0 for no limit.
    pub most_pages: u32,
    /// The time limit of a statement on a database server.
    pub statement_timeout: Duration,
}

impl StoreSettings {
    /// Returns the default settings for a database.
    pub fn new(database: impl Into<DatabaseUrl>) -> StoreSettings {
        StoreSettings {
            database: database.into(),
            secret: None,
            create: true,
            new_secret: false,
            exclusive: false,
            read_only: false,
            patience: Duration::from_secs(5),
            most_pages: 0,
            statement_timeout: Duration::from_secs(10),
        }
    }
}

/// Whether this is the URL of a PostgreSQL database.
pub fn is_postgres(url: &str) -> bool {
    ["postgres://", "postgresql://"]
        .iter()
        .any(|scheme| url.starts_with(scheme))
}

/// Opens a database and creates its tables if it is new.
///
/// # Errors
/// The database cannot be opened, is locked, or does not belong to this program.
pub async fn open(settings: &StoreSettings) -> Result<Arc<Store>, StoreError> {
    let (database, writer) = if is_postgres(&settings.database) {
        #[cfg(not(feature = "postgres"))]
        return Err(StoreError::Other(
            "this program was built without PostgreSQL: build it with the feature postgres, or use a file"
                .to_owned(),
        ));
        #[cfg(feature = "postgres")]
        {
            let (postgres, writer) = Postgres::open(settings).await?;
            (Database::Postgres(postgres), writer)
        }
    } else {
        let (sqlite, writer) = Sqlite::open(settings).await?;
        (Database::Sqlite(sqlite), writer)
    };
    let queue = Queue::start(writer);
    Ok(Arc::new(Store { database, queue }))
}

/// The store of matches and their related data.
#[derive(Debug)]
pub struct Store {
    pub(super) database: Database,
    queue: Queue,
}

/// An open database.
#[derive(Debug)]
pub enum Database {
    /// A SQLite file, or a database in memory.
    Sqlite(Sqlite),
    /// A database on a PostgreSQL server.
    #[cfg(feature = "postgres")]
    Postgres(Postgres),
}

impl Store {
    /// Appends an event to its match durably; the first event opens the match.
    ///
    /// # Errors
    /// [`VersionConflict`](StoreError::VersionConflict), [`NoMatch`](StoreError::NoMatch),
    /// [`KeyTaken`](StoreError::KeyTaken).
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.queue.append(append).await
    }

    /// Returns the faults that the database finds in its files and tables, as messages for the log.
    ///
    /// # Errors
    /// Database errors.
    pub async fn faults(&self) -> Result<Vec<String>, StoreError> {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.faults().await,
            #[cfg(feature = "postgres")]
            Database::Postgres(postgres) => postgres.faults().await,
        }
    }

    /// Checks that the store can be read and written. Returns within a bounded time.
    ///
    /// # Errors
    /// The reason why the store cannot be read or written.
    pub async fn health(&self) -> Result<(), StoreError> {
        if let Database::Sqlite(sqlite) = &self.database {
            sqlite.place.check()?;
        }
        let read = self.rows("SELECT 1 FROM matches LIMIT 1", &[]);
        timeout(PATIENCE, read)
            .await
            .map_err(|_| StoreError::Busy)??;
        self.queue.check().await
    }

    /// Writes a consistent copy into a new file. Others may read and write meanwhile.
    ///
    /// # Errors
    /// The database is not a file, or the file cannot be written.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.backup(file).await,
            #[cfg(feature = "postgres")]
            Database::Postgres(_) => Err(StoreError::Other(
                "a database of a PostgreSQL server cannot be copied as a file".to_owned(),
            )),
        }
    }

    /// Returns the number of waiting writes.
    pub fn queued(&self) -> usize {
        self.queue.waiting()
    }

    /// Completes the waiting writes, and closes the database.
    ///
    /// # Errors
    /// Database errors.
    pub async fn close(&self) -> Result<(), StoreError> {
        if let Database::Sqlite(sqlite) = &self.database {
            sqlite.readers.close().await;
        }
        let closed = self.queue.close().await;
        #[cfg(feature = "postgres")]
        if let Database::Postgres(postgres) = &self.database {
            postgres.close().await;
        }
        closed
    }

    /// Executes a query with these values, and returns its rows.
    ///
    /// # Errors
    /// Database errors.
    pub(super) async fn rows(
        &self,
        sql: impl Into<Sql>,
        values: &[Value<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        let sql = sql.into();
        match &self.database {
            Database::Sqlite(sqlite) => {
                let found = on_sqlite(&sql, values).fetch_all(&sqlite.readers).await?;
                Ok(found.into_iter().map(Row::Sqlite).collect())
            }
            #[cfg(feature = "postgres")]
            Database::Postgres(postgres) => {
                let found = postgres.rows(&sql, values).await?;
                Ok(found.into_iter().map(Row::Postgres).collect())
            }
        }
    }

    /// Executes a query with these values, and returns its first row.
    ///
    /// # Errors
    /// Database errors.
    pub(super) async fn row(
        &self,
        sql: impl Into<Sql>,
        values: &[Value<'_>],
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// Executes a statement durably.
    ///
    /// # Errors
    /// Database errors.
    pub(super) async fn write(
        &self,
        sql: &'static str,
        values: impl IntoIterator<Item = Value<'static>>,
    ) -> Result<(), StoreError> {
        let values: Vec<Value<'_>> = values.into_iter().collect();
        let written = self.transact(WriteOptions::default(), move |transaction| {
            Box::pin(async move { transaction.run(sql, &values).await })
        });
        written.await.map(|_| ())
    }

    /// Runs the work in a transaction, and returns its result. The transaction is committed durably unless
    /// the work fails.
    ///
    /// # Errors
    /// Errors of the work and of the database.
    pub(super) async fn transact<W>(
        &self,
        options: WriteOptions,
        work: W,
    ) -> Result<u64, StoreError>
    where
        W: for<'t, 'c> FnOnce(&'t mut Transaction<'c>) -> WorkFuture<'t> + Send + 'static,
    {
        self.queue.transact(options, Box::new(work)).await
    }
}
