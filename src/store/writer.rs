//! The one writer of a database: it gathers what waits into one transaction, and answers when that
//! is durable.

use std::collections::HashMap;

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Executor};
use tokio::sync::{mpsc, oneshot};

use super::rows::{Rows, hex, json};
use super::{Append, IdempotencyRecord, StoreError, StoredAnswer, StoredOutcome};
use crate::ledger::MatchId;

/// The most events that go into one transaction.
const MOST_TOGETHER: usize = 256;

/// Where the writer says what outcome of it.
pub type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// One thing to be written.
#[derive(Debug)]
pub enum Job {
    /// An event.
    Append(Box<Append>, Reply<()>),
    /// A match goes.
    Delete(MatchId, Reply<bool>),
    /// An answer.
    Keep(IdempotencyRecord, Reply<()>),
    /// Old answers go.
    Forget(String, Reply<u64>),
    /// Nothing: only whether one could.
    Try(Reply<()>),
    /// The end.
    Close(Reply<()>),
}

/// Writes until it is told to end, or until nobody is left who could tell it anything.
pub async fn write(mut connection: SqliteConnection, mut jobs: mpsc::Receiver<Job>) {
    let mut waiting = Vec::with_capacity(MOST_TOGETHER);
    let mut last = None;
    while last.is_none() && jobs.recv_many(&mut waiting, MOST_TOGETHER).await > 0 {
        let mut together: Vec<(Box<Append>, Reply<()>)> = Vec::with_capacity(waiting.len());
        for job in waiting.drain(..) {
            match job {
                Job::Append(append, reply) => together.push((append, reply)),
                Job::Close(reply) => last = Some(reply),
                other => {
                    append(&mut connection, std::mem::take(&mut together)).await;
                    alone(&mut connection, other).await;
                }
            }
        }
        append(&mut connection, together).await;
    }
    let closed = connection.close().await.map_err(StoreError::from);
    if let Some(last) = last {
        answer(last, closed);
    }
}

/// Whoever asked may have gone away; what was written is written.
fn answer<T>(reply: Reply<T>, result: Result<T, StoreError>) {
    drop(reply.send(result));
}

async fn alone(connection: &mut SqliteConnection, job: Job) {
    match job {
        Job::Delete(id, reply) => answer(reply, delete(connection, &id).await),
        Job::Keep(kept, reply) => answer(reply, save_answer(connection, &kept).await),
        Job::Forget(before, reply) => answer(reply, forget(connection, &before).await),
        Job::Try(reply) => {
            let tried = begin(connection).await;
            rollback(connection).await;
            answer(reply, tried);
        }
        Job::Append(..) | Job::Close(..) => {}
    }
}

/// Writes these events, together if that goes, else one by one.
async fn append(connection: &mut SqliteConnection, appends: Vec<(Box<Append>, Reply<()>)>) {
    if appends.is_empty() {
        return;
    }
    let erases = appends.iter().any(|(append, _)| append.erases());
    let firsts = firsts(&appends);
    let rows = Rows::of(firsts.iter().map(|index| &*appends[*index].0));
    let mut outcome: HashMap<usize, Result<(), StoreError>> = HashMap::new();
    match transaction(connection, &rows).await {
        Err(StoreError::Taken | StoreError::NoMatch | StoreError::KeyTaken) => {
            for index in &firsts {
                let rows = Rows::of([&*appends[*index].0]);
                outcome.insert(*index, transaction(connection, &rows).await);
            }
        }
        all => outcome.extend(firsts.iter().map(|index| (*index, all.clone()))),
    }
    if erases {
        forget_log(connection).await;
    }
    for (index, (_, reply)) in appends.into_iter().enumerate() {
        answer(
            reply,
            outcome.remove(&index).unwrap_or(Err(StoreError::Taken)),
        );
    }
}

/// Of several events of one number of a match, only the first that outcome is tried.
fn firsts(appends: &[(Box<Append>, Reply<()>)]) -> Vec<usize> {
    let mut seen = std::collections::HashSet::with_capacity(appends.len());
    let mut firsts = Vec::with_capacity(appends.len());
    for (index, (append, _)) in appends.iter().enumerate() {
        if seen.insert((append.id.as_str(), append.event.sequence)) {
            firsts.push(index);
        }
    }
    firsts
}

/// Writes these rows and makes them durable, or does nothing.
async fn transaction(connection: &mut SqliteConnection, rows: &Rows<'_>) -> Result<(), StoreError> {
    let written = sqlx::query(WRITE)
        .bind(json(&rows.matches))
        .bind(json(&rows.events))
        .bind(json(&rows.names))
        .bind(json(&rows.answers))
        .execute(&mut *connection)
        .await;
    if written.is_err() {
        rollback(connection).await;
    }
    Ok(written.map(|_| ())?)
}

/// Empties SQLite's own log, in which what was erased would stand until it is written over. Where
/// somebody reads at this moment, that is left to the next time.
async fn forget_log(connection: &mut SqliteConnection) {
    drop(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await);
}

async fn begin(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    connection.execute("BEGIN IMMEDIATE").await?;
    Ok(())
}

/// Ends a transaction that failed. SQLite may have ended it by itself, which is as good.
async fn rollback(connection: &mut SqliteConnection) {
    drop(connection.execute("ROLLBACK").await);
}

/// One statement after the other, each with one list of rows; the first that fails is the last. All
/// of it is sent at once: between two statements would be two changes of threads.
const WRITE: &str = "BEGIN IMMEDIATE; \
    INSERT INTO matches (id, game, created_at) \
    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?); \
    INSERT INTO events (match_number, sequence, at, by, deed, outcome) \
    SELECT (SELECT number FROM matches WHERE id = value ->> 0), \
    value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?); \
    INSERT INTO names (match_number, number, name) \
    SELECT (SELECT number FROM matches WHERE id = value ->> 0), value ->> 1, value ->> 2 \
    FROM json_each(?) WHERE true \
    ON CONFLICT (match_number, number) DO UPDATE SET name = excluded.name; \
    INSERT INTO answers (key, fingerprint, at, match_number, version) \
    SELECT value ->> 0, value ->> 1, value ->> 2, \
    (SELECT number FROM matches WHERE id = value ->> 3), value ->> 4 FROM json_each(?); \
    COMMIT";

async fn delete(connection: &mut SqliteConnection, id: &MatchId) -> Result<bool, StoreError> {
    let deleted = sqlx::query("DELETE FROM matches WHERE id = ?1")
        .bind(id.as_str())
        .execute(&mut *connection)
        .await?;
    forget_log(connection).await;
    Ok(deleted.rows_affected() > 0)
}

async fn save_answer(
    connection: &mut SqliteConnection,
    kept: &IdempotencyRecord,
) -> Result<(), StoreError> {
    let (id, version, answer) = match &kept.outcome {
        StoredOutcome::Version(id, version) => {
            (Some(id.as_str()), i64::try_from(*version).ok(), None)
        }
        StoredOutcome::StoredAnswer(answer) => (None, None, Some(answer)),
    };
    let headers = answer.map(|answer: &StoredAnswer| json(&answer.headers));
    sqlx::query(
        "INSERT INTO answers (key, fingerprint, at, match_number, version, status, headers, body) \
         VALUES (?1, ?2, ?3, (SELECT number FROM matches WHERE id = ?4), ?5, ?6, ?7, ?8)",
    )
    .bind(&kept.key)
    .bind(hex(kept.fingerprint))
    .bind(&kept.at)
    .bind(id)
    .bind(version)
    .bind(answer.map(|answer| i64::from(answer.status)))
    .bind(headers)
    .bind(answer.map(|answer| answer.body.as_slice()))
    .execute(connection)
    .await?;
    Ok(())
}

async fn forget(connection: &mut SqliteConnection, before: &str) -> Result<u64, StoreError> {
    let forgotten = sqlx::query("DELETE FROM answers WHERE at < ?1")
        .bind(before)
        .execute(connection)
        .await?;
    Ok(forgotten.rows_affected())
}
