//! Logs in a SQLite database.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::error::StoreError;
use super::expiry;
use super::files::{create_private, vacuum_into};
use super::future::StoreFuture;
use super::interface::{Append, Expiry, Store};
use super::lists::{FoundMatch, ImportedMatch, Known, ListedLog, MatchQuery, MatchSummary};
use super::migrate::{MIGRATIONS, migrate};
use super::place::Place;
use super::program_keys::ProgramKeyStore;
use super::publications;
use super::published::{PublicationUpdate, PublishedFilter, PublishedMatch};
use super::right::Right;
use super::statement::{Readers, Statement, Statements};
use super::url::DatabaseUrl;
use super::write_health::{PATIENCE, WriteHealth};
use super::writer::{Job, Reply, write};
use super::{listed, read_only, rows};
use overtrick_core::folded;
use overtrick_match::ledger::{MatchId, StoredLog, Timestamp};

/// The capacity of the writer's queue; further writes wait.
const MOST_QUEUED: usize = 4096;
/// The number of reading connections.
const READERS: u32 = 4;

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
    /// Whether to copy it before a migration.
    pub copy_before_migration: bool,
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
    pub(super) file: Option<PathBuf>,
    pub(super) write_health: WriteHealth,
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
    /// Opens a database, migrates it and starts its writer. If it cannot be written but is up to date, it is
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
        Ok(Sqlite::of(
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
        let file = settings.file()?.filter(|_| settings.copy_before_migration);
        migrate(&MIGRATIONS, &mut writer, &options, file.as_deref()).await?;
        let (jobs, received) = mpsc::channel(MOST_QUEUED);
        let store = Sqlite::of(settings, options, READERS, jobs);
        tokio::spawn(write(writer, received, store.place.clone()));
        Ok(store)
    }

    /// Adds the readers.
    fn of(
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
            place: Place::of(file.as_deref()),
            file,
            write_health: WriteHealth::default(),
        }
    }

    /// The number of jobs waiting for the writer.
    pub(super) fn waiting_jobs(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// Sends the writer a job and waits for its answer.
    pub(super) async fn ask<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StoreError> {
        let (reply, answered) = oneshot::channel();
        let closed = || StoreError::Other("the store is closed".to_owned());
        self.jobs.send(job(reply)).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }
}

impl Statements for Sqlite {
    fn readers(&self) -> Readers<'_> {
        Readers::Sqlite(&self.readers)
    }

    // Nobody else writes here, so memory has the current rights.
    fn write(&self, statements: Vec<Statement>, _right: Right) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let written = self.ask(|reply| Job::Write(statements, reply));
            self.write_health.note(written.await)
        })
    }
}

impl Store for Sqlite {
    fn append(&self, append: Append) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let written = self.ask(|reply| Job::Append(Box::new(append), reply));
            self.write_health.note(written.await)
        })
    }

    fn log<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, StoredLog> {
        Box::pin(async move {
            // One transaction for a consistent view.
            let mut reading = self.readers.begin().await?;
            let found =
                "SELECT number, id, game, created_at, count, head FROM matches WHERE id = ?1";
            let found = sqlx::query(found).bind(id.as_str());
            let Some(row) = found.fetch_optional(&mut *reading).await? else {
                return Ok(StoredLog::default());
            };
            let number: i64 = row.try_get("number")?;
            let events = sqlx::query(
                "SELECT sequence, at, by, kind, outcome, commitments, digest FROM events \
                 WHERE match_number = ?1 ORDER BY sequence",
            );
            let events = events.bind(number).fetch_all(&mut *reading).await?;
            let names =
                "SELECT number, name, salt FROM names WHERE match_number = ?1 ORDER BY number";
            let names = sqlx::query(names)
                .bind(number)
                .fetch_all(&mut *reading)
                .await?;
            Ok(StoredLog {
                head: Some(rows::head(&row)?),
                events: events.iter().map(rows::event).collect::<Result<_, _>>()?,
                names: names.iter().map(rows::name).collect::<Result<_, _>>()?,
            })
        })
    }

    fn faults(&self) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move {
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
        })
    }

    fn list<'a>(
        &'a self,
        after: Option<&'a str>,
        limit: usize,
    ) -> StoreFuture<'a, Vec<MatchSummary>> {
        Box::pin(async move {
            let rows = sqlx::query(
                "SELECT id, game, created_at, events.at AS changed_at, sequence AS version \
                 FROM matches JOIN events ON match_number = matches.number AND sequence = \
                 (SELECT max(sequence) FROM events WHERE match_number = matches.number) \
                 WHERE id > ?1 ORDER BY id LIMIT ?2",
            )
            .bind(after.unwrap_or_default())
            .bind(i64::try_from(limit).unwrap_or(i64::MAX))
            .fetch_all(&self.readers)
            .await?;
            rows.iter().map(rows::summary).collect()
        })
    }

    fn find<'a>(&'a self, query: &'a MatchQuery) -> StoreFuture<'a, Vec<FoundMatch>> {
        Box::pin(listed::find(&self.readers, query))
    }

    fn write_listings(&self, listings: Vec<ListedLog>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let mut compared = Vec::new();
            for ListedLog { id, .. } in &listings {
                let names = self.log(id).await?.names.into_iter();
                compared.extend(names.map(|name| {
                    let text = folded(&name.name);
                    (id.to_string(), name.number, text)
                }));
            }
            self.ask(|reply| Job::List(listings, compared, reply)).await
        })
    }

    fn known<'a>(&'a self, asked: &'a Known) -> StoreFuture<'a, Vec<Known>> {
        Box::pin(listed::known(&self.readers, asked))
    }

    fn deleted<'a>(&'a self, ids: &'a [String]) -> StoreFuture<'a, Vec<String>> {
        Box::pin(expiry::deleted(&self.readers, ids))
    }

    fn import(&self, matches: Vec<ImportedMatch>, _right: Right) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let written = self.ask(|reply| Job::Import(matches, reply));
            self.write_health.note(written.await)
        })
    }

    fn ids<'a>(&'a self, after: Option<&'a str>, limit: usize) -> StoreFuture<'a, Vec<String>> {
        Box::pin(async move {
            // Without the index, because a broken index could hide matches.
            let ids = "SELECT id FROM matches NOT INDEXED WHERE id > ?1 ORDER BY id LIMIT ?2";
            let ids = sqlx::query_scalar(ids)
                .bind(after.unwrap_or_default())
                .bind(i64::try_from(limit).unwrap_or(i64::MAX));
            Ok(ids.fetch_all(&self.readers).await?)
        })
    }

    // Nobody else writes here, so memory has the current rights.
    fn delete<'a>(
        &'a self,
        id: &'a MatchId,
        version: u64,
        at: Timestamp,
        _right: &'a Right,
    ) -> StoreFuture<'a, bool> {
        Box::pin(self.ask(move |reply| Job::Delete(id.clone(), version, at, reply)))
    }

    fn unused<'a>(
        &'a self,
        after: Option<&'a str>,
        since: Timestamp,
        limit: usize,
    ) -> StoreFuture<'a, Vec<MatchSummary>> {
        Box::pin(expiry::unused(&self.readers, after, since, limit))
    }

    fn expire(&self, expiry: Expiry) -> StoreFuture<'_, bool> {
        Box::pin(self.ask(move |reply| Job::Expire(expiry, reply)))
    }

    fn published<'a>(
        &'a self,
        filter: &'a PublishedFilter,
        limit: usize,
    ) -> StoreFuture<'a, Vec<PublishedMatch>> {
        Box::pin(publications::published(&self.readers, filter, limit))
    }

    fn write_publications(
        &self,
        updates: Vec<(MatchId, PublicationUpdate)>,
    ) -> StoreFuture<'_, ()> {
        Box::pin(self.ask(move |reply| Job::Publications(updates, reply)))
    }

    fn health(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.place.check()?;
            let read = sqlx::query("SELECT 1 FROM matches LIMIT 1").fetch_optional(&self.readers);
            timeout(PATIENCE, read)
                .await
                .map_err(|_| StoreError::Busy)??;
            self.write_health.check(self.ask(Job::Probe)).await
        })
    }

    fn backup<'a>(&'a self, file: &'a Path) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            self.place.check()?;
            vacuum_into(&self.options, file).await
        })
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.readers.close().await;
            match self.ask(Job::Close).await {
                Err(StoreError::Other(_)) if self.jobs.is_closed() => Ok(()),
                closed => closed,
            }
        })
    }
}

impl ProgramKeyStore for Sqlite {}
