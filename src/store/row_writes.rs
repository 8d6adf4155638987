//! Writing the rows of events, of complete logs, and of list data.

use serde::Serialize;
use sqlx::query::Query;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, query};

use super::error::StoreError;
use super::public_list::{enlist, unlist};
use super::rows::{Rows, set_listings, set_seats};
use super::transaction::rollback;
use super::values::json;

/// Writes the marks of requests that may be repeated into a table.
macro_rules! answers {
    ($table:literal) => {
        concat!(
            "INSERT INTO ",
            $table,
            " (key, fingerprint, at, match_number, version) \
             SELECT value ->> 0, value ->> 1, value ->> 2, \
             (SELECT number FROM matches WHERE id = value ->> 3), value ->> 4 FROM json_each(?)"
        )
    };
}

const MATCHES: &str = "INSERT INTO matches (id, game, created_at) \
     SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)";
const HEADS: &str = "UPDATE matches SET count = value ->> 1, head = value ->> 2, listed = value ->> 3 \
     FROM json_each(?) WHERE matches.id = value ->> 0";
const EVENTS: &str = "INSERT INTO events (match_number, sequence, at, by, kind, outcome, commitments, digest) \
     SELECT (SELECT number FROM matches WHERE id = value ->> 0), value ->> 1, value ->> 2, \
     value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7 FROM json_each(?)";
const NAMES: &str = "INSERT INTO names (match_number, number, name, salt, folded) \
     SELECT (SELECT number FROM matches WHERE id = value ->> 0), \
     value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?) WHERE true \
     ON CONFLICT (match_number, number) DO UPDATE \
     SET name = excluded.name, salt = excluded.salt, folded = excluded.folded";
const ANSWERS: &str = answers!("idempotency");
const CHANGES: &str = answers!("idempotent_changes");
const ERASED: &str = "UPDATE matches SET source = NULL FROM json_each(?) WHERE matches.id = value";

/// Writes these rows and makes them durable, or does nothing.
///
/// The statements are sent together: every round trip to SQLite's thread costs two context switches.
pub async fn transaction(
    connection: &mut SqliteConnection,
    rows: &Rows<'_>,
) -> Result<(), StoreError> {
    let written = write(connection, rows, ["BEGIN IMMEDIATE; ", "COMMIT"]).await;
    if written.is_err() {
        rollback(connection).await;
    }
    written
}

/// Writes rows in a transaction that the caller begins and ends.
pub async fn write_rows(
    connection: &mut SqliteConnection,
    rows: &Rows<'_>,
) -> Result<(), StoreError> {
    write(connection, rows, [""; 2]).await
}

/// Statements that are sent together, each with its rows as one parameter.
struct Together {
    sql: String,
    lists: Vec<String>,
}

impl Together {
    /// Adds a statement, unless it has no rows.
    fn add(&mut self, statement: &str, rows: &[impl Serialize]) {
        if !rows.is_empty() {
            self.sql += statement;
            self.sql += "; ";
            self.lists.push(json(&rows));
        }
    }
}

/// Writes the rows with one statement for each list that has some; the first that fails is the last.
async fn write(
    connection: &mut SqliteConnection,
    rows: &Rows<'_>,
    [begin, end]: [&str; 2],
) -> Result<(), StoreError> {
    let mut together = Together {
        sql: begin.to_owned(),
        lists: Vec::new(),
    };
    together.add(MATCHES, &rows.matches);
    together.add(HEADS, &rows.heads);
    together.add(EVENTS, &rows.events);
    together.add(NAMES, &rows.names);
    together.add(ANSWERS, &rows.answers);
    together.add(CHANGES, &rows.changes);
    together.add(set_listings!("?"), &rows.listings.matches);
    together.add(set_seats!("?"), &rows.listings.seats);
    together.add(ERASED, &rows.erased);
    together.add(unlist!("?"), &rows.publications.changed);
    together.add(enlist!("?"), &rows.publications.listed);
    let query = query(AssertSqlSafe(together.sql + end));
    let lists = together.lists.into_iter();
    let query = lists.fold(query, Query::bind);
    query.execute(&mut *connection).await?;
    Ok(())
}
