//! The single writer of a database. It writes all waiting events in one transaction, and answers when they
//! are durable.

use std::collections::{HashMap, HashSet};

use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use super::append::Append;
use super::error::StoreError;
use super::place::Place;
use super::row_writes::transaction;
use super::rows::Rows;
use super::statement::Statement;
use super::transaction::{begin, end, truncate_log};
use super::write::{Transaction, Work};
use super::write_health::probe;
use overtrick_match::ledger::{Change, EventKind};

/// The most events in one transaction.
const MOST_TOGETHER: usize = 256;

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
    /// Write something and delete it, to see whether writing is possible.
    Probe(Reply<()>),
    /// Close.
    Close(Reply<()>),
}

/// Executes jobs until one of them closes the database, or all senders are gone.
///
/// Nothing is written to a deleted file, and writes made while it was deleted are not reported as stored.
pub async fn write(mut connection: SqliteConnection, mut jobs: mpsc::Receiver<Job>, place: Place) {
    let mut waiting = Vec::with_capacity(MOST_TOGETHER);
    let mut last = None;
    while last.is_none() && jobs.recv_many(&mut waiting, MOST_TOGETHER).await > 0 {
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
        Job::Append(_, reply) | Job::Probe(reply) => answer(reply, Err(reason.clone())),
        Job::Write(_, reply) | Job::Transact(_, _, reply) => answer(reply, Err(reason.clone())),
        Job::Close(reply) => return Some(reply),
    }
    None
}

async fn alone(connection: &mut SqliteConnection, job: Job) {
    match job {
        Job::Write(statements, reply) => answer(reply, do_all(connection, &statements).await),
        Job::Transact(work, erases, reply) => {
            answer(reply, transact(connection, work, erases).await);
        }
        Job::Probe(reply) => answer(reply, probe(connection).await),
        Job::Append(..) | Job::Close(..) => {}
    }
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
    match transaction(connection, &rows).await {
        Err(
            StoreError::VersionConflict
            | StoreError::NoMatch
            | StoreError::KeyTaken
            | StoreError::ExternalIdTaken,
        ) => {
            for index in &firsts {
                let rows = Rows::new([&*appends[*index].0]);
                outcome.insert(*index, transaction(connection, &rows).await);
            }
        }
        all => outcome.extend(firsts.iter().map(|index| (*index, all.clone()))),
    }
    if erases {
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
