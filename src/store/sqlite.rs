//! Logs in a SQLite database.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, timeout};

use super::append::Append;
use super::error::StoreError;
use super::files::{create_private, vacuum_into};
use super::lock::Lock;
use super::migrate::make_tables;
use super::place::Place;
use super::read_only;
use super::statement::Statement;
use super::url::DatabaseUrl;
use super::write::Work;
use super::write_health::{PATIENCE, WriteHealth};
use super::writer::{Job, Reply, write};

/// The capacity of the writer's queue; further writes wait.
const MOST_QUEUED: usize = 4096;
/// The number of reading connections.
const READERS: u32 = 4;
/// How long to wait before a lock is tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// The settings for opening a database.
#[derive(Debug, Clone)]
pub struct SqliteSettings {
    /// For example `sqlite://overtrick.db`, or `sqlite::memory:`.
    pub url: DatabaseUrl,
    /// How long to wait for a database locked by another process.
    pub patience: Duration,
    /// The most pages of 4096 bytes; 0 means as many as the disk holds.
    pub most_pages: u32,
    /// Whether to create it if it does not exist.
    pub create: bool,
    /// Whether to open it read-only, if it is not locked against other writers.
    pub read_only: bool,
}

/// A SQLite database with its single writer and its readers.
#[derive(Debug)]
pub struct Sqlite {
    pub(super) readers: SqlitePool,
    jobs: mpsc::Sender<Job>,
    options: SqliteConnectOptions,
    /// Its file, unless it is in memory.
    file: Option<PathBuf>,
    write_health: WriteHealth,
    place: Place,
}

impl SqliteSettings {
    fn options(&self) -> Result<SqliteConnectOptions, StoreError> {
        Ok(SqliteConnectOptions::from_str(&self.url)?
            .create_if_missing(self.create)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // Erased names and deleted matches are overwritten.
            .pragma("secure_delete", "ON")
            .busy_timeout(self.patience))
    }

    /// The database file, or `None` for a database in memory.
    ///
    /// # Errors
    /// The text is not a database URL.
    pub fn file(&self) -> Result<Option<PathBuf>, StoreError> {
        let options = self.options()?;
        let in_memory = self.url.contains(":memory:") || self.url.contains("mode=memory");
        Ok((!in_memory).then(|| options.get_filename().to_owned()))
    }
}

impl Sqlite {
    /// Opens a database, makes the tables of a new one and starts its writer. If it cannot be written, it is
    /// opened for reading and every write is refused.
    ///
    /// # Errors
    /// The file cannot be opened, is locked, or is not a database of this program.
    pub async fn open(settings: &SqliteSettings) -> Result<Sqlite, StoreError> {
        let opened = if settings.read_only {
            Err(StoreError::ReadOnly)
        } else {
            Sqlite::open_to_write(settings).await
        };
        let (error, file) = match (opened, settings.file()?) {
            (Err(error), Some(file)) if error != StoreError::Busy => (error, file),
            (opened, _) => return opened,
        };
        let options = read_only::options(&settings.url, &file, settings.patience).await;
        let Ok((options, readers)) = options else {
            return Err(error);
        };
        let reason = match error {
            StoreError::Full => StoreError::Full,
            _ => StoreError::ReadOnly,
        };
        let (jobs, received) = mpsc::channel(MOST_QUEUED);
        tokio::spawn(read_only::refuse(reason, received));
        Ok(Sqlite::new(
            settings,
            options,
            readers.unwrap_or(READERS),
            jobs,
        ))
    }

    async fn open_to_write(settings: &SqliteSettings) -> Result<Sqlite, StoreError> {
        let options = settings.options()?;
        let writing = match settings.most_pages {
            0 => options.clone(),
            most => options.clone().pragma("max_page_count", most.to_string()),
        };
        if let Some(file) = settings.file()?.filter(|_| settings.create) {
            create_private(&file)?;
        }
        let mut writer = writing.connect().await?;
        make_tables(&mut writer).await?;
        let (jobs, received) = mpsc::channel(MOST_QUEUED);
        let store = Sqlite::new(settings, options, READERS, jobs);
        tokio::spawn(write(writer, received, store.place.clone()));
        Ok(store)
    }

    /// Adds the readers.
    fn new(
        settings: &SqliteSettings,
        options: SqliteConnectOptions,
        readers: u32,
        jobs: mpsc::Sender<Job>,
    ) -> Sqlite {
        let file = settings.file().ok().flatten();
        // Readers must not create a new file in place of a deleted one.
        let options = match file {
            Some(_) => options.create_if_missing(false),
            None => options,
        };
        let readers = SqlitePoolOptions::new()
            .max_connections(readers)
            .min_connections(0)
            .acquire_timeout(settings.patience.max(Duration::from_secs(1)))
            .connect_lazy_with(options.clone().pragma("query_only", "ON"));
        Sqlite {
            readers,
            jobs,
            options,
            place: Place::new(file.as_deref()),
            file,
            write_health: WriteHealth::default(),
        }
    }

    /// Gives the writer a job, and waits for its answer.
    async fn ask<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StoreError> {
        let (reply, answered) = oneshot::channel();
        let closed = || StoreError::Other("the store is closed".to_owned());
        self.jobs.send(job(reply)).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }

    /// Appends an event.
    pub(super) async fn append(&self, append: Append) -> Result<(), StoreError> {
        let written = self.ask(|reply| Job::Append(Box::new(append), reply));
        self.write_health.note(written.await)
    }

    /// Executes statements, all or none.
    pub(super) async fn write(&self, statements: Vec<Statement>) -> Result<u64, StoreError> {
        let written = self.ask(|reply| Job::Write(statements, reply));
        self.write_health.note(written.await)
    }

    /// Does some work in a transaction; where it erases something, nothing is left of that in the log beside the
    /// database.
    pub(super) async fn transact(&self, erases: bool, work: Work) -> Result<u64, StoreError> {
        let written = self.ask(|reply| Job::Transact(work, erases, reply));
        self.write_health.note(written.await)
    }

    /// What SQLite finds wrong with the file and the tables.
    pub(super) async fn faults(&self) -> Result<Vec<String>, StoreError> {
        let check = sqlx::query_scalar("PRAGMA integrity_check");
        let mut faults: Vec<String> = check.fetch_all(&self.readers).await?;
        faults.retain(|fault| fault != "ok");
        let strays = sqlx::query("PRAGMA foreign_key_check");
        for row in strays.fetch_all(&self.readers).await? {
            let (table, number): (String, Option<i64>) = (row.try_get(0)?, row.try_get(1)?);
            let number = number
                .map(|number| format!(" {number}"))
                .unwrap_or_default();
            faults.push(format!("row{number} in table {table} belongs to no match"));
        }
        Ok(faults)
    }

    /// Whether it can be read and written.
    pub(super) async fn health(&self) -> Result<(), StoreError> {
        self.place.check()?;
        let read = sqlx::query("SELECT 1 FROM matches LIMIT 1").fetch_optional(&self.readers);
        timeout(PATIENCE, read)
            .await
            .map_err(|_| StoreError::Busy)??;
        let bytes = self.write_health.probe_size();
        let probe = self.ask(|reply| Job::Probe(bytes, reply));
        self.write_health.check(probe).await
    }

    /// Writes a consistent copy into a new file.
    pub(super) async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        self.place.check()?;
        vacuum_into(&self.options, file).await
    }

    /// Claims to be the only process that writes an import.
    pub(super) async fn claim_import(&self, patience: Duration) -> Result<FileClaim, StoreError> {
        let end = Instant::now() + patience;
        loop {
            let lock = self.file.as_deref().map(Lock::take_for_import);
            match lock.transpose() {
                Err(StoreError::InUse) if Instant::now() < end => sleep(PAUSE).await,
                Err(StoreError::InUse) => return Err(StoreError::Busy),
                taken => return Ok(FileClaim(taken?)),
            }
        }
    }

    /// How many jobs wait for the writer.
    pub(super) fn queued(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// Writes what waits, and closes.
    pub(super) async fn close(&self) -> Result<(), StoreError> {
        self.readers.close().await;
        match self.ask(Job::Close).await {
            Err(StoreError::Other(_)) if self.jobs.is_closed() => Ok(()),
            closed => closed,
        }
    }
}

/// The lock of whoever writes an import; `None` of a database that no other process has.
#[derive(Debug)]
pub struct FileClaim(Option<Lock>);

impl Drop for FileClaim {
    fn drop(&mut self) {
        if let Some(lock) = &self.0 {
            lock.release();
        }
    }
}
