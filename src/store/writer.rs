//! The single writer of a database. It writes all waiting events in one transaction, and answers when they
//! are durable.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use sqlx::query::Query;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection, Executor, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::append::Append;
use super::error::StoreError;
use super::place::Place;
use super::rows::Rows;
use super::statement::Statement;
use super::write::{Transaction, Work};
use super::write_health::probe;
use overtrick_match::ledger::{Change, EventKind};

/// The most events in one transaction.
const MOST_TOGETHER: usize = 256;

/// How long nothing is written before the file of the database gets what is in the write-ahead log, so that a copy
/// of the file alone is whole.
const IDLE: Duration = Duration::from_secs(1);

/// The channel for the writer's answer.
pub type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// A job for the writer.
pub enum Job {
    /// Append an event.
    Append(Box<Append>, Reply<()>),
    /// Do these statements, all or none.
    Write(Vec<Statement>, Reply<u64>),
    /// Do some work in a transaction; whether it erases something.
    Transact(Work, bool, Reply<u64>),
    /// Write so many bytes and delete them, to see whether writing is possible.
    Probe(usize, Reply<()>),
    /// Close.
    Close(Reply<()>),
}

/// Executes jobs until one of them closes the database, or all senders are gone.
///
/// Nothing is written to a deleted file, and writes made while it was deleted are not reported as stored.
pub async fn write(mut connection: SqliteConnection, mut jobs: mpsc::Receiver<Job>, place: Place) {
    let mut waiting = Vec::with_capacity(MOST_TOGETHER);
    let mut last = None;
    // Whether the write-ahead log may have what the file of the database does not have yet.
    let mut is_behind = true;
    while last.is_none() {
        let received = timeout(IDLE, jobs.recv_many(&mut waiting, MOST_TOGETHER)).await;
        match received {
            Ok(0) => break,
            Ok(_) => is_behind = true,
            Err(_) => {
                if is_behind && place.check().is_ok() {
                    is_behind = !checkpoint(&mut connection).await;
                }
                continue;
            }
        }
        if let Err(gone) = place.check() {
            let refused = waiting.drain(..).map(|job| refuse_one(&gone, job));
            last = refused.fold(None, |last, closes| closes.or(last));
            continue;
        }
        let mut together: Vec<(Box<Append>, Reply<()>)> = Vec::with_capacity(waiting.len());
        for job in waiting.drain(..) {
            match job {
                Job::Append(append, reply) => together.push((append, reply)),
                Job::Close(reply) => last = Some(reply),
                other => {
                    append(&mut connection, std::mem::take(&mut together), &place).await;
                    alone(&mut connection, other).await;
                }
            }
        }
        append(&mut connection, together, &place).await;
    }
    let closed = connection.close().await.map_err(StoreError::from);
    if let Some(last) = last {
        answer(last, closed);
    }
}

/// Sends the answer. The caller may have disconnected; what was written stays.
pub fn answer<T>(reply: Reply<T>, result: Result<T, StoreError>) {
    drop(reply.send(result));
}

/// Answers a job with the reason why nothing can be written; a job that closes the database is returned for
/// its answer.
pub fn refuse_one(reason: &StoreError, job: Job) -> Option<Reply<()>> {
    match job {
        Job::Append(_, reply) | Job::Probe(_, reply) => answer(reply, Err(reason.clone())),
        Job::Write(_, reply) | Job::Transact(_, _, reply) => answer(reply, Err(reason.clone())),
        Job::Close(reply) => return Some(reply),
    }
    None
}

async fn alone(connection: &mut SqliteConnection, job: Job) {
    match job {
        Job::Write(statements, reply) => {
            let done = do_all(connection, &statements).await;
            answer(reply, make_room(connection, done).await);
        }
        Job::Transact(work, erases, reply) => {
            let done = transact(connection, work, erases).await;
            answer(reply, make_room(connection, done).await);
        }
        Job::Probe(bytes, reply) => {
            let done = probe(connection, bytes).await;
            answer(reply, make_room(connection, done).await);
        }
        Job::Append(..) | Job::Close(..) => {}
    }
}

/// Empties the write-ahead log if a write found no room, and returns the result of the write: a deletion that comes
/// next then has the room of the log.
async fn make_room<T>(
    connection: &mut SqliteConnection,
    written: Result<T, StoreError>,
) -> Result<T, StoreError> {
    if matches!(written, Err(StoreError::Full)) {
        truncate_log(connection).await;
    }
    written
}

/// Writes these events in one transaction; if one of them is refused, each in its own.
async fn append(
    connection: &mut SqliteConnection,
    appends: Vec<(Box<Append>, Reply<()>)>,
    place: &Place,
) {
    if appends.is_empty() {
        return;
    }
    let erases = |kind: &EventKind| matches!(kind, EventKind::Changed(Change::Erase { .. }));
    let erases = appends
        .iter()
        .any(|(append, _)| erases(&append.event.event.kind));
    let firsts = firsts(&appends);
    let rows = Rows::new(firsts.iter().map(|index| &*appends[*index].0));
    let mut outcome: HashMap<usize, Result<(), StoreError>> = HashMap::new();
    match write_durably(connection, &rows).await {
        Err(
            StoreError::VersionConflict
            | StoreError::NoMatch
            | StoreError::KeyTaken
            | StoreError::ExternalIdTaken,
        ) => {
            for index in &firsts {
                let rows = Rows::new([&*appends[*index].0]);
                outcome.insert(*index, write_durably(connection, &rows).await);
            }
        }
        all => outcome.extend(firsts.iter().map(|index| (*index, all.clone()))),
    }
    let is_full = |written: &Result<(), StoreError>| matches!(written, Err(StoreError::Full));
    if erases || outcome.values().any(is_full) {
        truncate_log(connection).await;
    }
    let gone = place.check().err();
    for (index, (_, reply)) in appends.into_iter().enumerate() {
        let written = outcome
            .remove(&index)
            .unwrap_or(Err(StoreError::VersionConflict));
        let is_there = gone.clone().map_or(Ok(()), Err);
        answer(reply, written.and(is_there));
    }
}

/// The indexes of the events to write: of several with the same number in a match, only the first.
fn firsts(appends: &[(Box<Append>, Reply<()>)]) -> Vec<usize> {
    let mut seen = HashSet::with_capacity(appends.len());
    let mut is_first = |index: &usize| {
        let (append, _) = &appends[*index];
        seen.insert((append.id.as_str(), append.event.texts.sequence))
    };
    (0..appends.len()).filter(|index| is_first(index)).collect()
}

async fn transact(
    connection: &mut SqliteConnection,
    work: Work,
    erases: bool,
) -> Result<u64, StoreError> {
    begin(connection).await?;
    let done = work(&mut Transaction::Sqlite(connection)).await;
    let done = end(connection, done).await;
    if erases {
        truncate_log(connection).await;
    }
    done
}

async fn do_all(
    connection: &mut SqliteConnection,
    statements: &[Statement],
) -> Result<u64, StoreError> {
    if let [only] = statements {
        let done = only.on_sqlite().execute(connection).await?;
        return Ok(done.rows_affected());
    }
    begin(connection).await?;
    let mut done = Ok(0);
    for statement in statements {
        if done.is_ok() {
            let touched = statement.on_sqlite().execute(&mut *connection).await;
            done = touched
                .map(|touched| touched.rows_affected())
                .map_err(StoreError::from);
        }
    }
    end(connection, done).await
}

/// Writes rows in a transaction of their own.
async fn write_durably(
    connection: &mut SqliteConnection,
    rows: &Rows<'_>,
) -> Result<(), StoreError> {
    let written = write_rows(connection, rows, ["BEGIN IMMEDIATE; ", "COMMIT"]).await;
    if written.is_err() {
        rollback(connection).await;
    }
    written
}

/// Writes rows between these statements. All are sent together: every round trip to SQLite's thread costs two context
/// switches.
pub async fn write_rows(
    connection: &mut SqliteConnection,
    rows: &Rows<'_>,
    [begin, end]: [&str; 2],
) -> Result<(), StoreError> {
    let statements = rows.statements();
    let mut sql = begin.to_owned();
    for (number, statement) in (1..).zip(&statements) {
        // The parameters of all statements are counted together.
        sql += &statement.sql.replace("$1", &format!("${number}"));
        sql += "; ";
    }
    let query = sqlx::query(AssertSqlSafe(sql + end));
    let lists = statements.into_iter().map(|statement| statement.rows);
    lists.fold(query, Query::bind).execute(connection).await?;
    Ok(())
}

/// Empties SQLite's write-ahead log, which would keep erased data until it is overwritten. While there are
/// readers, SQLite leaves that to the next time.
async fn truncate_log(connection: &mut SqliteConnection) {
    drop(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await);
}

/// Writes what is in the write-ahead log into the file of the database, as far as readers allow without waiting.
/// Returns whether the file has everything.
async fn checkpoint(connection: &mut SqliteConnection) -> bool {
    let written = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)")
        .fetch_one(connection)
        .await;
    let figures =
        written.and_then(|row| Ok((row.try_get::<i64, _>(1)?, row.try_get::<i64, _>(2)?)));
    figures.is_ok_and(|(logged, written)| logged == written)
}

/// Begins a writing transaction.
async fn begin(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    connection.execute("BEGIN IMMEDIATE").await?;
    Ok(())
}

/// Rolls back a failed transaction, unless SQLite has already done so.
async fn rollback(connection: &mut SqliteConnection) {
    drop(connection.execute("ROLLBACK").await);
}

/// Ends a transaction: commits it, or rolls it back after an error.
async fn end<T>(
    connection: &mut SqliteConnection,
    done: Result<T, StoreError>,
) -> Result<T, StoreError> {
    let ended = match done {
        Ok(done) => connection.execute("COMMIT").await.map(|_| done),
        Err(error) => {
            rollback(connection).await;
            return Err(error);
        }
    };
    if ended.is_err() {
        rollback(connection).await;
    }
    Ok(ended?)
}
