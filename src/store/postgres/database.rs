//! An open PostgreSQL database.

use std::time::Duration;

use sqlx::Row as _;
use sqlx::postgres::PgConnection;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::super::append::Append;
use super::super::error::StoreError;
use super::super::rows::Rows;
use super::super::statement::Statement;
use super::super::write::{Transaction, Work, WriteOptions};
use super::super::write_health::{PATIENCE, WriteHealth};
use super::connection::Connector;
use super::listening::{Notice, listen};
use super::migrate::make_tables;
use super::pool::{Pool, Writing};
use super::settings::PostgresSettings;
use super::statements::{check_texts, write_events};
use super::writer::{Job, Reply, write};

/// The capacity of the writer's queue; further writes wait.
const MOST_QUEUED: usize = 4096;
/// The capacity of the channel for notices.
const MAX_NOTICES: usize = 1024;

/// How long to wait for a lock.
const WAIT: &str = "SELECT set_config('lock_timeout', $1, false)";
/// The lock for writing an import. A session has it until its connection ends.
const CLAIM: &str = "SELECT pg_advisory_lock(1869902441, 16)";
/// A PostgreSQL database with its single writer of events and its other connections.
#[derive(Debug)]
pub struct Postgres {
    pub pool: Pool,
    write_health: WriteHealth,
    jobs: mpsc::Sender<Job>,
}

impl Postgres {
    /// Opens a database, makes the tables of a new one and starts its writer.
    ///
    /// # Errors
    /// The database cannot be reached or used; it is of a newer version of the program.
    pub async fn open(settings: &PostgresSettings) -> Result<Postgres, StoreError> {
        let connector = Connector::new(settings)?;
        make_tables(&connector).await?;
        let (jobs, received) = mpsc::channel(MOST_QUEUED);
        tokio::spawn(write(connector.clone(), received));
        Ok(Postgres {
            pool: Pool::new(connector),
            write_health: WriteHealth::default(),
            jobs,
        })
    }

    /// Sends the writer a job and waits for its answer.
    async fn ask(&self, job: impl FnOnce(Reply) -> Job) -> Result<(), StoreError> {
        let (reply, answered) = oneshot::channel();
        let closed = || StoreError::Other("the store is closed".to_owned());
        self.jobs.send(job(reply)).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }

    /// Appends an event.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        let written = self.ask(|reply| Job::Append(Box::new(append), reply));
        self.write_health.note(written.await)
    }

    /// Executes statements, all or none.
    pub async fn write(&self, statements: &[Statement]) -> Result<u64, StoreError> {
        let written = async {
            let mut writing = self.pool.begin().await?;
            let mut touched = 0;
            for statement in statements {
                touched = writing.execute(statement.on_postgres()).await?;
            }
            writing.commit().await?;
            Ok(touched)
        };
        let written = match statements {
            [only] => self.pool.write(only.on_postgres()).await,
            _ => written.await,
        };
        self.write_health.note(written)
    }

    /// Does some work in a transaction.
    pub async fn transact(&self, options: WriteOptions, work: Work) -> Result<u64, StoreError> {
        let written = async {
            let mut writing = self.pool.begin().await?;
            if options.in_order {
                writing.execute(sqlx::query("SELECT in_order()")).await?;
            }
            let mut transaction = Transaction::Postgres(writing);
            let written = work(&mut transaction).await?;
            if let Transaction::Postgres(writing) = transaction {
                writing.commit().await?;
            }
            Ok(written)
        };
        self.write_health.note(written.await)
    }

    /// What the database finds wrong with itself: it checks what it can without being asked, and keeps count.
    pub async fn faults(&self) -> Result<Vec<String>, StoreError> {
        let mut faults = Vec::new();
        let broken = "SELECT indexrelid::regclass::text FROM pg_index \
            JOIN pg_class ON pg_class.oid = indexrelid WHERE NOT (indisvalid AND indisready) \
            AND relnamespace = current_schema()::regnamespace";
        for row in self.pool.rows(|| sqlx::query(broken)).await? {
            let index: String = row.try_get("indexrelid")?;
            faults.push(format!("index {index} is not valid"));
        }
        let lost = "SELECT checksum_failures FROM pg_stat_database \
            WHERE datname = current_database() AND checksum_failures > 0";
        if let Some(row) = self.pool.row(|| sqlx::query(lost)).await? {
            let pages: i64 = row.try_get("checksum_failures")?;
            faults.push(format!(
                "{pages} pages had other checksums than were written"
            ));
        }
        let strays = "SELECT matches.id FROM matches WHERE count <> \
            (SELECT count(*) FROM events WHERE match_number = matches.number) \
            ORDER BY id LIMIT 100";
        for row in self.pool.rows(|| sqlx::query(strays)).await? {
            let id: String = row.try_get("id")?;
            faults.push(format!(
                "match {id} has another number of events than was written"
            ));
        }
        Ok(faults)
    }

    /// Whether it can be read and written.
    pub async fn health(&self) -> Result<(), StoreError> {
        let read = self
            .pool
            .rows(|| sqlx::query("SELECT 1 FROM matches LIMIT 1"));
        timeout(PATIENCE, read)
            .await
            .map_err(|_| StoreError::Busy)??;
        let probe = async {
            let probe = self.pool.write(sqlx::query("SELECT probe()"));
            probe.await.map(|_| ())
        };
        self.write_health.check(probe).await
    }

    /// The notices of the database, from now on.
    pub fn notices(&self) -> mpsc::Receiver<Notice> {
        let (sender, notices) = mpsc::channel(MAX_NOTICES);
        tokio::spawn(listen(self.pool.connector().clone(), sender));
        notices
    }

    /// Opens a connection of its own for a lock that its session holds.
    pub async fn session(&self) -> Result<PgConnection, StoreError> {
        Ok(self.pool.connector().connect_at_leisure().await?)
    }

    /// Claims to be the only one who writes an import.
    pub async fn claim_import(&self, patience: Duration) -> Result<PgConnection, StoreError> {
        let mut connection = self.session().await?;
        let wait = sqlx::query(WAIT).bind(patience.as_millis().to_string());
        wait.execute(&mut connection).await?;
        sqlx::query(CLAIM).execute(&mut connection).await?;
        Ok(connection)
    }

    /// How many jobs wait for the writer.
    pub fn queued(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// Writes what waits, and closes.
    pub async fn close(&self) -> Result<(), StoreError> {
        self.pool.close().await;
        match self.ask(Job::Close).await {
            Err(StoreError::Other(_)) if self.jobs.is_closed() => Ok(()),
            closed => closed,
        }
    }
}

/// Writes rows in a transaction that the caller begins and ends: those of whole logs, or of events, at most one
/// of a match.
pub async fn write_rows(
    writing: &mut Writing<'_>,
    rows: &Rows<'_>,
    is_import: bool,
) -> Result<(), StoreError> {
    check_texts(rows)?;
    writing.execute(write_events(rows, is_import)).await?;
    Ok(())
}
