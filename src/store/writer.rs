//! The single writer of a database. It writes all waiting events in one transaction, and answers when they
//! are durable.

use std::collections::{HashMap, HashSet};

use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use super::bulk::BulkWrite;
use super::bulk_writes;
use super::error::StoreError;
use super::expiry;
use super::interface::{Append, Expiry};
use super::lists::{ImportedMatch, ListedLog};
use super::place::Place;
use super::publications;
use super::published::PublicationUpdate;
use super::row_writes::{ComparedName, import, import_lines, list, transaction};
use super::rows::Rows;
use super::statement::Statement;
use super::transaction::{begin, end, rollback, truncate_log};
use super::webhook_writes;
use super::webhooks::WebhookWrite;
use super::write_health::probe;
use overtrick_match::ledger::{Change, EventKind, MatchId, Timestamp};

/// The most events in one transaction.
const MOST_TOGETHER: usize = 256;

/// The channel for the writer's answer.
pub type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// A job for the writer.
#[derive(Debug)]
pub enum Job {
    /// Append an event.
    Append(Box<Append>, Reply<()>),
    /// Delete a match at a version.
    Delete(MatchId, u64, Timestamp, Reply<bool>),
    /// Execute these statements, all or none.
    Write(Vec<Statement>, Reply<u64>),
    /// Write which matches are published.
    Publications(Vec<(MatchId, PublicationUpdate)>, Reply<()>),
    /// Delete an unused match and leave a marker.
    Expire(Expiry, Reply<bool>),
    /// Execute a webhook write.
    Webhooks(WebhookWrite, Reply<u64>),
    /// Write something and delete it, to test whether writing is possible.
    Probe(Reply<()>),
    /// Store matches with their logs.
    Import(Vec<ImportedMatch>, Reply<()>),
    /// Execute a bulk write.
    Bulk(Box<BulkWrite>, Reply<u64>),
    /// Write the list data of matches and the comparison forms of their names.
    List(Vec<ListedLog>, Vec<ComparedName>, Reply<()>),
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
        Job::Append(_, reply)
        | Job::Import(_, reply)
        | Job::List(_, _, reply)
        | Job::Publications(_, reply)
        | Job::Probe(reply) => {
            answer(reply, Err(reason.clone()));
        }
        Job::Delete(.., reply) | Job::Expire(_, reply) => answer(reply, Err(reason.clone())),
        Job::Write(_, reply) | Job::Webhooks(_, reply) | Job::Bulk(_, reply) => {
            answer(reply, Err(reason.clone()));
        }
        Job::Close(reply) => return Some(reply),
    }
    None
}

async fn alone(connection: &mut SqliteConnection, job: Job) {
    match job {
        Job::Delete(id, version, at, reply) => {
            answer(reply, delete(connection, &id, version, at).await);
        }
        Job::Write(statements, reply) => answer(reply, do_all(connection, &statements).await),
        Job::Publications(updates, reply) => {
            let written = publications::list(connection, &updates).await;
            if written.is_err() {
                rollback(connection).await;
            }
            answer(reply, written);
        }
        Job::Expire(expiry, reply) => answer(reply, expire(connection, &expiry).await),
        Job::Webhooks(write, reply) => answer(reply, write_webhooks(connection, &write).await),
        Job::Probe(reply) => answer(reply, probe(connection).await),
        Job::Bulk(write, reply) => answer(reply, write_bulk(connection, &write).await),
        Job::Import(matches, reply) => answer(reply, import(connection, &matches).await),
        Job::List(listings, names, reply) => {
            answer(reply, list(connection, &listings, &names).await);
        }
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
    let rows = Rows::of(firsts.iter().map(|index| &*appends[*index].0));
    let mut outcome: HashMap<usize, Result<(), StoreError>> = HashMap::new();
    match transaction(connection, &rows).await {
        Err(
            StoreError::VersionConflict
            | StoreError::NoMatch
            | StoreError::KeyTaken
            | StoreError::ExternalIdTaken,
        ) => {
            for index in &firsts {
                let rows = Rows::of([&*appends[*index].0]);
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

async fn delete(
    connection: &mut SqliteConnection,
    id: &MatchId,
    version: u64,
    at: Timestamp,
) -> Result<bool, StoreError> {
    begin(connection).await?;
    let deleted = expiry::delete_at(connection, id, version, at).await;
    let deleted = end(connection, deleted).await;
    truncate_log(connection).await;
    deleted
}

async fn expire(connection: &mut SqliteConnection, expiry: &Expiry) -> Result<bool, StoreError> {
    begin(connection).await?;
    let expired = expiry::expire(connection, expiry).await;
    let expired = end(connection, expired).await;
    truncate_log(connection).await;
    expired
}

async fn write_webhooks(
    connection: &mut SqliteConnection,
    write: &WebhookWrite,
) -> Result<u64, StoreError> {
    begin(connection).await?;
    let written = webhook_writes::write(connection, write).await;
    end(connection, written).await
}

async fn write_bulk(
    connection: &mut SqliteConnection,
    write: &BulkWrite,
) -> Result<u64, StoreError> {
    begin(connection).await?;
    let written = match write {
        BulkWrite::ImportPart { matches, lines } => import_lines(connection, matches, lines).await,
        other => bulk_writes::write(connection, other).await,
    };
    let written = end(connection, written).await;
    if matches!(
        write,
        BulkWrite::TakeBack { .. } | BulkWrite::BeginCopyAgain { .. }
    ) {
        truncate_log(connection).await;
    }
    written
}

async fn do_all(
    connection: &mut SqliteConnection,
    statements: &[Statement],
) -> Result<u64, StoreError> {
    if let [only] = statements {
        return only.run(connection).await;
    }
    begin(connection).await?;
    let mut done = Ok(0);
    for statement in statements {
        if done.is_ok() {
            done = statement.run(connection).await;
        }
    }
    end(connection, done).await
}
