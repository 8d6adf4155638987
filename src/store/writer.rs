//! The single writer of a database, and its queue. The writer appends all waiting events in one transaction,
//! and replies when they are durable.

use std::collections::HashSet;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::error::StoreError;
use super::match_entry::Append;
#[cfg(feature = "postgres")]
use super::postgres::PostgresWriter;
use super::sqlite::SqliteWriter;
use super::transaction::{Work, WriteOptions};
use super::write_health::WriteHealth;

/// The capacity of the queue. When it is full, senders wait.
const MAX_QUEUED: usize = 4096;
/// The maximum number of jobs that the writer takes from the queue at once.
const MAX_BATCH: usize = 256;
/// How long the writer must be idle before it does deferred work.
const IDLE: Duration = Duration::from_secs(1);

/// The channel for the writer's reply.
type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// A job for the writer.
enum Job {
    /// Append an event.
    Append(Box<Append>, Reply<()>),
    /// Run the work in a transaction.
    Transact(Work, WriteOptions, Reply<u64>),
    /// Write this many bytes and delete them, to test whether the database can be written.
    Probe(usize, Reply<()>),
    /// Close the database.
    Close(Reply<()>),
}

/// The queue of jobs for the writer.
#[derive(Debug)]
pub struct Queue {
    jobs: mpsc::Sender<Job>,
    health: WriteHealth,
}

/// The writer of a database.
pub enum Writer {
    /// A writer to a SQLite file, or to a database in memory.
    Sqlite(SqliteWriter),
    /// A writer to a PostgreSQL server.
    #[cfg(feature = "postgres")]
    Postgres(PostgresWriter),
    /// A writer that fails every write with this error, because the database is read-only.
    ReadOnly(StoreError),
}

impl Queue {
    /// Starts a writer.
    pub fn start(writer: Writer) -> Queue {
        let (jobs, received) = mpsc::channel(MAX_QUEUED);
        tokio::spawn(write(writer, received));
        Queue {
            jobs,
            health: WriteHealth::default(),
        }
    }

    /// Sends a job to the writer, and waits for the reply.
    async fn submit<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StoreError> {
        let (reply, answered) = oneshot::channel();
        let closed = || StoreError::Other("the store is closed".to_owned());
        self.jobs.send(job(reply)).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }

    /// Appends an event.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        let written = self.submit(|reply| Job::Append(Box::new(append), reply));
        self.health.note(written.await)
    }

    /// Runs the work in a transaction.
    pub async fn transact(&self, options: WriteOptions, work: Work) -> Result<u64, StoreError> {
        let written = self.submit(|reply| Job::Transact(work, options, reply));
        self.health.note(written.await)
    }

    /// Checks that the database can be written. Returns within a bounded time.
    pub async fn check(&self) -> Result<(), StoreError> {
        let bytes = self.health.probe_size();
        let probe = self.submit(|reply| Job::Probe(bytes, reply));
        self.health.check(probe).await
    }

    /// Returns the number of waiting jobs.
    pub fn waiting(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// Completes the waiting writes, and closes the database.
    pub async fn close(&self) -> Result<(), StoreError> {
        match self.submit(Job::Close).await {
            Err(StoreError::Other(_)) if self.jobs.is_closed() => Ok(()),
            closed => closed,
        }
    }
}

/// Executes jobs until a job closes the database or all senders are dropped.
async fn write(mut writer: Writer, mut jobs: mpsc::Receiver<Job>) {
    let mut waiting = Vec::with_capacity(MAX_BATCH);
    let mut last = None;
    while last.is_none() {
        match timeout(IDLE, jobs.recv_many(&mut waiting, MAX_BATCH)).await {
            Ok(0) => break,
            Ok(_) => {}
            Err(_) => {
                if let Writer::Sqlite(sqlite) = &mut writer {
                    sqlite.idle().await;
                }
            }
        }
        let mut appends = Vec::with_capacity(waiting.len());
        for job in waiting.drain(..) {
            // A caller that has disconnected does not receive the reply, but its events remain written.
            match job {
                Job::Append(append, reply) => appends.push((append, reply)),
                Job::Transact(work, options, reply) => {
                    writer.append_all(std::mem::take(&mut appends)).await;
                    drop(reply.send(writer.transact(work, options).await));
                }
                Job::Probe(bytes, reply) => drop(reply.send(writer.probe(bytes).await)),
                Job::Close(reply) => last = Some(reply),
            }
        }
        writer.append_all(appends).await;
    }
    let closed = match writer {
        Writer::Sqlite(sqlite) => sqlite.close().await,
        _ => Ok(()),
    };
    if let Some(last) = last {
        drop(last.send(closed));
    }
}

impl Writer {
    /// Appends events in batches with at most one event per match. If a batch is refused, writes each of its
    /// events in a separate transaction.
    async fn append_all(&mut self, mut appends: Vec<(Box<Append>, Reply<()>)>) {
        while !appends.is_empty() {
            let mut seen = HashSet::with_capacity(appends.len());
            let is_first = |(append, _): &(Box<Append>, Reply<()>)| seen.insert(append.id.clone());
            let (batch, later): (Vec<_>, Vec<_>) = appends.into_iter().partition(is_first);
            appends = later;
            let events: Vec<&Append> = batch.iter().map(|(append, _)| &**append).collect();
            let mut outcomes = self.append(&events).await;
            if events.len() > 1
                && let Some(Err(refused)) = outcomes.first()
                && (refused.concerns_one_write() || matches!(refused, StoreError::Other(_)))
            {
                outcomes.clear();
                for event in events {
                    outcomes.extend(self.append(&[event]).await);
                }
            }
            for ((_, reply), outcome) in batch.into_iter().zip(outcomes) {
                drop(reply.send(outcome));
            }
        }
    }

    /// Appends events of different matches: all or none, unless the connection is lost. Returns the result of
    /// each event.
    async fn append(&mut self, events: &[&Append]) -> Vec<Result<(), StoreError>> {
        let written = match self {
            Writer::Sqlite(sqlite) => sqlite.append(events).await,
            #[cfg(feature = "postgres")]
            Writer::Postgres(postgres) => match postgres.append(events).await {
                Ok(outcomes) => return outcomes,
                Err(error) => Err(error),
            },
            Writer::ReadOnly(reason) => Err(reason.clone()),
        };
        vec![written; events.len()]
    }

    async fn transact(&mut self, work: Work, options: WriteOptions) -> Result<u64, StoreError> {
        match self {
            Writer::Sqlite(sqlite) => sqlite.transact(work, options).await,
            #[cfg(feature = "postgres")]
            Writer::Postgres(postgres) => postgres.transact(work, options).await,
            Writer::ReadOnly(reason) => Err(reason.clone()),
        }
    }

    async fn probe(&mut self, bytes: usize) -> Result<(), StoreError> {
        match self {
            Writer::Sqlite(sqlite) => sqlite.probe(bytes).await,
            #[cfg(feature = "postgres")]
            Writer::Postgres(postgres) => postgres.probe().await,
            Writer::ReadOnly(reason) => Err(reason.clone()),
        }
    }
}
