//! The one writer of a database. It puts the events that wait into one transaction, and answers when
//! they are durable.

use std::collections::{HashMap, HashSet};

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Executor};
use tokio::sync::{mpsc, oneshot};

use super::condition::probe;
use super::error::StoreError;
use super::expiry;
use super::interface::{Append, Expiry, Idempotency, StoredAnswer};
use super::lists::ImportedMatch;
use super::program_key_rows::{self, KeyWrite};
use super::publications::{self, publication_statements};
use super::published::PublicationUpdate;
use super::rows::{ChainRows, ListingRows, Rows, hex, json};
use super::webhook_writes;
use super::webhooks::WebhookWrite;
use crate::ledger::{Change, EventKind, Listing, MatchId, StoredLog, Timestamp};

/// The most events that go into one transaction.
const MOST_TOGETHER: usize = 256;

/// Where the writer sends its answer.
pub type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// A name as names are compared: match, number of the name, text.
pub type ComparedName = (String, usize, String);

/// One thing for the writer to do.
#[derive(Debug)]
pub enum Job {
    /// Append an event.
    Append(Box<Append>, Reply<()>),
    /// Delete a match.
    Delete(MatchId, Timestamp, Reply<bool>),
    /// Save the answer to a request that changed no match.
    Save(Idempotency, Timestamp, StoredAnswer, Reply<()>),
    /// Delete the answers from before a moment.
    Forget(Timestamp, Reply<u64>),
    /// Write the chains of logs.
    Chain(Vec<StoredLog>, Reply<()>),
    /// Write which matches are listed.
    Publications(Vec<(MatchId, PublicationUpdate)>, Reply<()>),
    /// Note that a match was read.
    NoteRead(MatchId, Timestamp, Reply<()>),
    /// Delete a match that nobody uses, and leave a mark.
    Expire(Expiry, Reply<bool>),
    /// Write keys for programs.
    ProgramKeys(KeyWrite, Reply<()>),
    /// Write something of webhooks.
    Webhooks(WebhookWrite, Reply<u64>),
    /// Write something and delete it, to see whether writing is possible.
    Probe(Reply<()>),
    /// Store matches with their logs.
    Import(Vec<ImportedMatch>, Reply<()>),
    /// Write what lists show of matches, and how their names are compared.
    List(Vec<(MatchId, Listing)>, Vec<ComparedName>, Reply<()>),
    /// Close.
    Close(Reply<()>),
}

/// Does the jobs until one closes the database, or until nobody is left who could send one.
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

/// Answers. Whoever asked may have gone away; what was written stays.
pub fn answer<T>(reply: Reply<T>, result: Result<T, StoreError>) {
    drop(reply.send(result));
}

async fn alone(connection: &mut SqliteConnection, job: Job) {
    match job {
        Job::Delete(id, at, reply) => answer(reply, delete(connection, &id, at).await),
        Job::Save(request, at, stored, reply) => {
            answer(reply, save(connection, &request, at, &stored).await);
        }
        Job::Forget(before, reply) => answer(reply, forget(connection, before).await),
        Job::Chain(logs, reply) => answer(reply, chain(connection, &logs).await),
        Job::Publications(updates, reply) => {
            let written = publications::list(connection, &updates).await;
            if written.is_err() {
                rollback(connection).await;
            }
            answer(reply, written);
        }
        Job::NoteRead(id, at, reply) => {
            answer(reply, expiry::note_read(connection, &id, at).await);
        }
        Job::Expire(expiry, reply) => answer(reply, expire(connection, &expiry).await),
        Job::ProgramKeys(what, reply) => {
            answer(reply, program_key_rows::write(connection, &what).await);
        }
        Job::Webhooks(write, reply) => answer(reply, write_webhooks(connection, &write).await),
        Job::Probe(reply) => answer(reply, probe(connection).await),
        Job::Import(matches, reply) => answer(reply, import(connection, &matches).await),
        Job::List(listings, names, reply) => {
            answer(reply, list(connection, &listings, &names).await);
        }
        Job::Append(..) | Job::Close(..) => {}
    }
}

/// Writes these events in one transaction; if one of them is refused, each in its own.
async fn append(connection: &mut SqliteConnection, appends: Vec<(Box<Append>, Reply<()>)>) {
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
            StoreError::Taken
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
    for (index, (_, reply)) in appends.into_iter().enumerate() {
        let written = outcome.remove(&index);
        answer(reply, written.unwrap_or(Err(StoreError::Taken)));
    }
}

/// The indexes of the events to write: of several with one number of a match, only the first.
fn firsts(appends: &[(Box<Append>, Reply<()>)]) -> Vec<usize> {
    let mut seen = HashSet::with_capacity(appends.len());
    let mut is_first = |index: &usize| {
        let (append, _) = &appends[*index];
        seen.insert((append.id.as_str(), append.event.texts.sequence))
    };
    (0..appends.len()).filter(|index| is_first(index)).collect()
}

/// Writes these rows and makes them durable, or does nothing.
async fn transaction(connection: &mut SqliteConnection, rows: &Rows<'_>) -> Result<(), StoreError> {
    let written = write_rows(connection, [WRITE, WRITE_AND_PUBLISH], rows).await;
    if written.is_err() {
        rollback(connection).await;
    }
    written
}

async fn write_rows(
    connection: &mut SqliteConnection,
    [without, with_publications]: [&'static str; 2],
    rows: &Rows<'_>,
) -> Result<(), StoreError> {
    let publishes = !rows.publications.changed.is_empty();
    let statements = if publishes {
        with_publications
    } else {
        without
    };
    let mut query = sqlx::query(statements)
        .bind(json(&rows.matches))
        .bind(json(&rows.heads))
        .bind(json(&rows.events))
        .bind(json(&rows.names))
        .bind(json(&rows.answers))
        .bind(json(&rows.listings.matches))
        .bind(json(&rows.listings.seats))
        .bind(json(&rows.erased));
    if publishes {
        query = query
            .bind(json(&rows.publications.changed))
            .bind(json(&rows.publications.listed));
    }
    query.execute(&mut *connection).await?;
    Ok(())
}

/// Stores matches in one transaction, so many at a time that the rows bound together stay few.
async fn import(
    connection: &mut SqliteConnection,
    matches: &[ImportedMatch],
) -> Result<(), StoreError> {
    begin(connection).await?;
    let mut written = Ok(());
    for part in matches.chunks(MOST_TOGETHER) {
        if written.is_ok() {
            written = import_part(connection, part).await;
        }
    }
    if written.is_ok() {
        let committed = connection.execute("COMMIT").await;
        written = committed.map(|_| ()).map_err(StoreError::from);
    }
    if written.is_err() {
        rollback(connection).await;
    }
    written
}

async fn import_part(
    connection: &mut SqliteConnection,
    matches: &[ImportedMatch],
) -> Result<(), StoreError> {
    write_rows(
        connection,
        [ROWS, ROWS_AND_PUBLISH],
        &Rows::of_logs(matches),
    )
    .await?;
    let sources = matches.iter().filter_map(|one| {
        let head = one.log.head.as_ref()?;
        Some((head.id.as_str(), one.source.as_deref()?))
    });
    let sources: Vec<(&str, &str)> = sources.collect();
    sqlx::query(
        "UPDATE matches SET source = value ->> 1 FROM json_each(?) WHERE matches.id = value ->> 0",
    )
    .bind(json(&sources))
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes what lists show of matches that an earlier version of the program wrote.
async fn list(
    connection: &mut SqliteConnection,
    listings: &[(MatchId, Listing)],
    names: &[ComparedName],
) -> Result<(), StoreError> {
    let mut rows = ListingRows::default();
    for (id, listing) in listings {
        rows.add(id.as_str(), listing);
    }
    let ids: Vec<&str> = listings.iter().map(|(id, _)| id.as_str()).collect();
    let written = sqlx::query(LIST)
        .bind(json(&ids))
        .bind(json(&names))
        .bind(json(&rows.matches))
        .bind(json(&rows.seats))
        .execute(&mut *connection)
        .await;
    if written.is_err() {
        rollback(connection).await;
    }
    Ok(written.map(|_| ())?)
}

/// Empties SQLite's write-ahead log, which would hold what was erased until it is overwritten. While
/// somebody reads, SQLite leaves it for the next time.
async fn truncate_log(connection: &mut SqliteConnection) {
    drop(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await);
}

async fn begin(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    connection.execute("BEGIN IMMEDIATE").await?;
    Ok(())
}

/// Ends a transaction that failed, unless SQLite has ended it.
async fn rollback(connection: &mut SqliteConnection) {
    drop(connection.execute("ROLLBACK").await);
}

/// Statements that write what lists show of matches, and who sits where.
macro_rules! listing_statements {
    () => {
        "UPDATE matches SET title = value ->> 1, day = value ->> 2, complete = value ->> 3, \
         external_id = value ->> 4, metadata = value ->> 5 \
         FROM json_each(?) WHERE matches.id = value ->> 0; \
         UPDATE names SET seat = value ->> 2 FROM json_each(?) \
         WHERE match_number = (SELECT number FROM matches WHERE id = value ->> 0) \
         AND names.number = value ->> 1; "
    };
}

/// One statement for each list of rows; the first that fails is the last.
macro_rules! row_statements {
    () => {
        concat!(
            "INSERT INTO matches (id, game, created_at) \
             SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?); \
             UPDATE matches SET count = value ->> 1, head = value ->> 2 \
             FROM json_each(?) WHERE matches.id = value ->> 0; \
             INSERT INTO events (match_number, sequence, at, by, deed, outcome, commitments, digest) \
             SELECT (SELECT number FROM matches WHERE id = value ->> 0), value ->> 1, value ->> 2, \
             value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7 FROM json_each(?); \
             INSERT INTO names (match_number, number, name, salt, folded) \
             SELECT (SELECT number FROM matches WHERE id = value ->> 0), \
             value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?) WHERE true \
             ON CONFLICT (match_number, number) DO UPDATE \
             SET name = excluded.name, salt = excluded.salt, folded = excluded.folded; \
             INSERT INTO answers (key, fingerprint, at, match_number, version) \
             SELECT value ->> 0, value ->> 1, value ->> 2, \
             (SELECT number FROM matches WHERE id = value ->> 3), value ->> 4 FROM json_each(?); ",
            listing_statements!(),
            "UPDATE matches SET source = NULL FROM json_each(?) WHERE matches.id = value; "
        )
    };
}

/// The statements that write rows, within a transaction.
const ROWS: &str = row_statements!();
const ROWS_AND_PUBLISH: &str = concat!(row_statements!(), publication_statements!());

/// The same as a transaction of their own. They are sent together, because every round trip to SQLite's
/// thread costs two context switches.
const WRITE: &str = concat!("BEGIN IMMEDIATE; ", row_statements!(), "COMMIT");
/// The same, and what becomes of the list of published matches: most events have nothing to do with it.
const WRITE_AND_PUBLISH: &str = concat!(
    "BEGIN IMMEDIATE; ",
    row_statements!(),
    publication_statements!(),
    "COMMIT"
);

/// Writes what lists show of matches that have nothing of it, or something else.
const LIST: &str = concat!(
    "BEGIN IMMEDIATE; \
     UPDATE names SET seat = NULL WHERE match_number IN \
     (SELECT number FROM matches JOIN json_each(?) ON matches.id = value); \
     UPDATE names SET folded = value ->> 2 FROM json_each(?) \
     WHERE match_number = (SELECT number FROM matches WHERE id = value ->> 0) \
     AND names.number = value ->> 1; ",
    listing_statements!(),
    "COMMIT"
);

/// Writes the chains of logs that have none.
const CHAIN: &str = "BEGIN IMMEDIATE; \
    UPDATE matches SET count = value ->> 1, head = value ->> 2 \
    FROM json_each(?) WHERE matches.id = value ->> 0; \
    UPDATE events SET commitments = value ->> 2, digest = value ->> 3 FROM json_each(?) \
    WHERE match_number = (SELECT number FROM matches WHERE id = value ->> 0) \
    AND sequence = value ->> 1; \
    UPDATE names SET salt = value ->> 2 FROM json_each(?) \
    WHERE match_number = (SELECT number FROM matches WHERE id = value ->> 0) \
    AND names.number = value ->> 1; \
    COMMIT";

async fn chain(connection: &mut SqliteConnection, logs: &[StoredLog]) -> Result<(), StoreError> {
    let rows = ChainRows::of(logs);
    let written = sqlx::query(CHAIN)
        .bind(json(&rows.heads))
        .bind(json(&rows.events))
        .bind(json(&rows.names))
        .execute(&mut *connection)
        .await;
    if written.is_err() {
        rollback(connection).await;
    }
    Ok(written.map(|_| ())?)
}

async fn delete(
    connection: &mut SqliteConnection,
    id: &MatchId,
    at: Timestamp,
) -> Result<bool, StoreError> {
    begin(connection).await?;
    let deleted = expiry::delete(connection, id, at).await;
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

/// Ends a transaction: commits what was done, or nothing.
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

async fn save(
    connection: &mut SqliteConnection,
    request: &Idempotency,
    at: Timestamp,
    answer: &StoredAnswer,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO answers (key, fingerprint, at, status, headers, body) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )
    .bind(&request.key)
    .bind(hex(request.fingerprint))
    .bind(at.to_string())
    .bind(i64::from(answer.status))
    .bind(json(&answer.headers))
    .bind(answer.body.as_slice())
    .execute(connection)
    .await?;
    Ok(())
}

async fn forget(connection: &mut SqliteConnection, before: Timestamp) -> Result<u64, StoreError> {
    let forgotten = sqlx::query("DELETE FROM answers WHERE at < ?1")
        .bind(before.to_string())
        .execute(connection)
        .await?;
    Ok(forgotten.rows_affected())
}
