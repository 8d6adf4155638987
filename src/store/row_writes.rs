//! Writing the rows of events, of complete logs, and of list data.

use sqlx::Executor;
use sqlx::sqlite::SqliteConnection;

use super::bulk_writes;
use super::error::StoreError;
use super::lists::{ImportedMatch, ListedLog};
use super::publications::publication_statements;
use super::rows::{ListingRows, Rows};
use super::transaction::{begin, rollback};
use super::values::json;

/// The most matches whose rows are bound together.
const MOST_TOGETHER: usize = 256;

/// A name in its comparison form: match, number of the name, text.
pub type ComparedName = (String, usize, String);

/// The statements that write list data and seats.
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

/// One statement per list of rows; the first failure ends the sequence.
macro_rules! row_statements {
    () => {
        concat!(
            "INSERT INTO matches (id, game, created_at) \
             SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?); \
             UPDATE matches SET count = value ->> 1, head = value ->> 2, listed = value ->> 3 \
             FROM json_each(?) WHERE matches.id = value ->> 0; \
             INSERT INTO events (match_number, sequence, at, by, kind, outcome, commitments, digest) \
             SELECT (SELECT number FROM matches WHERE id = value ->> 0), value ->> 1, value ->> 2, \
             value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7 FROM json_each(?); \
             INSERT INTO names (match_number, number, name, salt, folded) \
             SELECT (SELECT number FROM matches WHERE id = value ->> 0), \
             value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?) WHERE true \
             ON CONFLICT (match_number, number) DO UPDATE \
             SET name = excluded.name, salt = excluded.salt, folded = excluded.folded; \
             INSERT INTO idempotency (key, fingerprint, at, match_number, version) \
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

/// The same statements as a separate transaction, sent together: every round trip to SQLite's thread costs
/// two context switches.
const WRITE: &str = concat!("BEGIN IMMEDIATE; ", row_statements!(), "COMMIT");
/// The same with the list of published matches, which most events do not change.
const WRITE_AND_PUBLISH: &str = concat!(
    "BEGIN IMMEDIATE; ",
    row_statements!(),
    publication_statements!(),
    "COMMIT"
);

/// Writes list data that is missing or has changed.
const LIST: &str = concat!(
    "BEGIN IMMEDIATE; \
     UPDATE names SET seat = NULL WHERE match_number IN \
     (SELECT number FROM matches JOIN json_each(?) ON matches.id = value); \
     UPDATE names SET folded = value ->> 2 FROM json_each(?) \
     WHERE match_number = (SELECT number FROM matches WHERE id = value ->> 0) \
     AND names.number = value ->> 1; ",
    listing_statements!(),
    "UPDATE matches SET listed = value ->> 1 FROM json_each(?) WHERE matches.id = value ->> 0; \
     COMMIT"
);

/// The matches whose logs have this many events.
const UNCHANGED: &str = "SELECT matches.id FROM matches JOIN json_each(?1) ON matches.id = value ->> 0 \
    WHERE count = value ->> 1";

/// Writes these rows durably, or nothing.
pub async fn transaction(
    connection: &mut SqliteConnection,
    rows: &Rows<'_>,
) -> Result<(), StoreError> {
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

/// Stores matches in one transaction, in batches that limit the rows bound together.
pub async fn import(
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

/// Stores some matches in the caller's transaction.
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

/// Writes the list data of matches that have not changed since. Nobody else writes meanwhile.
pub async fn list(
    connection: &mut SqliteConnection,
    listings: &[ListedLog],
    names: &[ComparedName],
) -> Result<(), StoreError> {
    let counts = listings.iter().map(|one| (one.id.as_str(), one.count));
    let unchanged = sqlx::query_scalar(UNCHANGED).bind(json(&counts.collect::<Vec<_>>()));
    let unchanged: Vec<String> = unchanged.fetch_all(&mut *connection).await?;
    let is_unchanged = |id: &str| unchanged.iter().any(|known| known == id);
    let listings = listings.iter().filter(|one| is_unchanged(one.id.as_str()));
    let listings: Vec<&ListedLog> = listings.collect();
    let names = names.iter().filter(|(id, ..)| is_unchanged(id));
    let names: Vec<&ComparedName> = names.collect();
    let mut rows = ListingRows::default();
    for one in &listings {
        rows.add(one.id.as_str(), &one.listing);
    }
    let ids: Vec<&str> = listings.iter().map(|one| one.id.as_str()).collect();
    let digests = listings.iter().map(|one| (one.id.as_str(), &*one.digest));
    let digests: Vec<(&str, &str)> = digests.collect();
    let written = sqlx::query(LIST)
        .bind(json(&ids))
        .bind(json(&names))
        .bind(json(&rows.matches))
        .bind(json(&rows.seats))
        .bind(json(&digests))
        .execute(&mut *connection)
        .await;
    if written.is_err() {
        rollback(connection).await;
    }
    Ok(written.map(|_| ())?)
}

/// Stores matches of the current import with their lines.
pub async fn import_lines(
    connection: &mut SqliteConnection,
    matches: &[ImportedMatch],
    lines: &[u64],
) -> Result<u64, StoreError> {
    import_part(connection, matches).await?;
    let ids = matches.iter().filter_map(|one| one.log.head.as_ref());
    let ids = ids.map(|head| &*head.id);
    let lines: Vec<(u64, &str)> = lines.iter().copied().zip(ids).collect();
    bulk_writes::note_lines(connection, &lines).await?;
    Ok(matches.len().try_into().unwrap_or(u64::MAX))
}
