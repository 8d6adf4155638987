//! Writing the rows of events, of complete logs, and of list data.

use sqlx::sqlite::SqliteConnection;

use super::error::StoreError;
use super::public_list::{enlist, unlist};
use super::rows::{Rows, set_listings, set_seats};
use super::transaction::rollback;
use super::values::json;

/// One statement for each list of rows; the first that fails is the last.
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
            set_listings!("?"),
            "; ",
            set_seats!("?"),
            "; ",
            "UPDATE matches SET source = NULL FROM json_each(?) WHERE matches.id = value; "
        )
    };
}

/// The statements that write rows, within a transaction.
const ROWS: &str = row_statements!();
const ROWS_AND_PUBLISH: &str = concat!(row_statements!(), unlist!("?"), "; ", enlist!("?"));

/// The same statements as a separate transaction, sent together: every round trip to SQLite's thread costs
/// two context switches.
const WRITE: &str = concat!("BEGIN IMMEDIATE; ", row_statements!(), "COMMIT");
/// The same with the list of published matches, which most events do not change.
const WRITE_AND_PUBLISH: &str = concat!(
    "BEGIN IMMEDIATE; ",
    row_statements!(),
    unlist!("?"),
    "; ",
    enlist!("?"),
    "; COMMIT"
);

/// Writes these rows and makes them durable, or does nothing.
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

/// Writes the rows of whole logs, in a transaction that the caller begins and ends.
pub async fn write_logs(
    connection: &mut SqliteConnection,
    rows: &Rows<'_>,
) -> Result<(), StoreError> {
    write_rows(connection, [ROWS, ROWS_AND_PUBLISH], rows).await
}
