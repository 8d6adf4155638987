//! The single writer of events of this server. It writes all waiting events in one statement, and answers when they are
//! durable.

use std::collections::HashSet;
use std::time::Duration;

use sqlx::Row;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep};

use super::super::append::Append;
use super::super::error::StoreError;
use super::super::rows::{Rows, STORED_EVENTS};
use super::pool::{ExecError, Pool};

/// The most events in one statement.
const MAX_BATCH: usize = 256;
/// How long to wait before another attempt to reach a database that did not answer.
const PAUSE: Duration = Duration::from_millis(100);

/// The channel for the writer's answer.
pub type Reply = oneshot::Sender<Result<(), StoreError>>;

/// A job for the writer.
#[derive(Debug)]
pub enum Job {
    /// Append an event.
    Append(Box<Append>, Reply),
    /// Stop.
    Close(Reply),
}

/// Executes jobs until one of them is to stop, or all senders are gone.
pub async fn write(pool: Pool, mut jobs: mpsc::Receiver<Job>) {
    let mut waiting = Vec::with_capacity(MAX_BATCH);
    let mut last = None;
    while last.is_none() && jobs.recv_many(&mut waiting, MAX_BATCH).await > 0 {
        let mut appends = Vec::with_capacity(waiting.len());
        for job in waiting.drain(..) {
            match job {
                Job::Append(append, reply) => appends.push((append, reply)),
                Job::Close(reply) => last = Some(reply),
            }
        }
        while !appends.is_empty() {
            let (batch, later) = one_of_each(appends);
            append(&pool, batch).await;
            appends = later;
        }
    }
    if let Some(last) = last {
        drop(last.send(Ok(())));
    }
}

type Waiting = (Box<Append>, Reply);

/// Separates the first event of each match from the others.
fn one_of_each(appends: Vec<Waiting>) -> (Vec<Waiting>, Vec<Waiting>) {
    let mut seen = HashSet::with_capacity(appends.len());
    appends
        .into_iter()
        .partition(|(append, _)| seen.insert(append.id.clone()))
}

/// Writes these events in one statement; if one of them is refused, each in its own.
async fn append(pool: &Pool, batch: Vec<Waiting>) {
    let all: Vec<&Append> = batch.iter().map(|(append, _)| &**append).collect();
    let outcomes = match write_batch(pool, &all).await {
        Ok(outcomes) => outcomes,
        Err(error) if all.len() > 1 && error != StoreError::Busy => {
            let mut outcomes = Vec::with_capacity(all.len());
            for append in all {
                let written = write_batch(pool, &[append]).await;
                let written = written.map(|mut outcomes| outcomes.pop());
                outcomes.push(written.and_then(|one| one.unwrap_or(Err(StoreError::Busy))));
            }
            outcomes
        }
        Err(error) => vec![Err(error); all.len()],
    };
    for ((_, reply), outcome) in batch.into_iter().zip(outcomes) {
        // The caller may have disconnected; what was written stays.
        drop(reply.send(outcome));
    }
}

/// Writes these events durably, or none of them, with the reason. If the connection was lost, checks which of them
/// were written.
async fn write_batch(
    pool: &Pool,
    batch: &[&Append],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let rows = Rows::new(batch.iter().copied());
    let mut session = pool.session().await?;
    match session.write_rows(&rows).await {
        Ok(()) => Ok(vec![Ok(()); batch.len()]),
        Err(ExecError::Refused(error)) => Err(error),
        Err(ExecError::Lost) => {
            drop(session);
            let stored = stored_of(pool, &rows).await?;
            let outcome = |append: &&Append| {
                let is_stored = stored.contains(append.id.as_str());
                is_stored.then_some(()).ok_or(StoreError::Busy)
            };
            Ok(batch.iter().map(outcome).collect())
        }
    }
}

/// The matches whose events of these rows are stored.
async fn stored_of(pool: &Pool, rows: &Rows<'_>) -> Result<HashSet<String>, StoreError> {
    let end = Instant::now() + pool.patience;
    loop {
        match find_stored(pool, rows).await {
            Err(StoreError::Busy) if Instant::now() < end => sleep(PAUSE).await,
            found => return found,
        }
    }
}

async fn find_stored(pool: &Pool, rows: &Rows<'_>) -> Result<HashSet<String>, StoreError> {
    let mut session = pool.session().await?;
    // The lost connection may still be writing them: whoever has the lock is waited for.
    session.execute(sqlx::query("SELECT in_order()")).await?;
    let found = sqlx::query(STORED_EVENTS).bind(rows.events());
    let found = session.rows(found).await?;
    let ids = found.iter().map(|row| Ok(row.try_get("id")?));
    ids.collect()
}
