//! Writing to SQLite.
//!
//! The writer never writes to a deleted file. Events written while the file is being deleted are reported as failed.

use sqlx::query::Query;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection, Executor, Row};

use super::super::error::StoreError;
use super::super::match_entry::Append;
use super::super::place::Place;
use super::super::rows::Rows;
use super::super::transaction::{Transaction, Work, WriteOptions};
use overtrick_match::ledger::{Change, EventKind};

/// The connection that writes.
pub struct SqliteWriter {
    connection: SqliteConnection,
    place: Place,
    /// Whether the write-ahead log may have changes that are not yet in the database file.
    is_behind: bool,
}

impl SqliteWriter {
    /// Creates a writer to the files of a database.
    pub fn new(connection: SqliteConnection, place: Place) -> SqliteWriter {
        SqliteWriter {
            connection,
            place,
            is_behind: true,
        }
    }

    /// Appends events of different matches, all or none.
    pub async fn append(&mut self, events: &[&Append]) -> Result<(), StoreError> {
        self.place.check()?;
        let erases = |append: &&Append| {
            let kind = &append.event.event.kind;
            matches!(kind, EventKind::Changed(Change::Erase { .. }))
        };
        let rows = Rows::new(events.iter().copied());
        let written = write_rows(&mut self.connection, &rows, ["BEGIN IMMEDIATE; ", "COMMIT"]);
        let written = written.await;
        if written.is_err() {
            rollback(&mut self.connection).await;
        }
        self.finish(written, events.iter().any(erases)).await?;
        self.place.check()
    }

    /// Runs the work in a transaction.
    pub async fn transact(&mut self, work: Work, options: WriteOptions) -> Result<u64, StoreError> {
        self.place.check()?;
        let connection = &mut self.connection;
        connection.execute("BEGIN IMMEDIATE").await?;
        let mut done = work(&mut Transaction::Sqlite(connection)).await;
        if done.is_ok()
            && let Err(error) = connection.execute("COMMIT").await
        {
            done = Err(error.into());
        }
        if done.is_err() {
            rollback(connection).await;
        }
        self.finish(done, options.erases).await
    }

    /// Writes this many bytes, and deletes them.
    pub async fn probe(&mut self, bytes: usize) -> Result<(), StoreError> {
        self.place.check()?;
        let written = write_probe(&mut self.connection, bytes).await;
        self.finish(written, false).await
    }

    /// Copies the write-ahead log into the database file, so that a copy of only that file is complete.
    pub async fn idle(&mut self) {
        if self.is_behind && self.place.check().is_ok() {
            self.is_behind = !checkpoint(&mut self.connection).await;
        }
    }

    /// Closes the connection.
    pub async fn close(self) -> Result<(), StoreError> {
        Ok(self.connection.close().await?)
    }

    /// Empties the write-ahead log after a write that erases data, and after a write that failed because the
    /// disk is full: a later deletion then has room in the log.
    async fn finish<T>(
        &mut self,
        written: Result<T, StoreError>,
        erases: bool,
    ) -> Result<T, StoreError> {
        self.is_behind = true;
        if erases || matches!(written, Err(StoreError::Full)) {
            truncate_log(&mut self.connection).await;
        }
        written
    }
}

/// Writes this many bytes, deletes them, and makes both changes durable.
async fn write_probe(connection: &mut SqliteConnection, bytes: usize) -> Result<(), StoreError> {
    // An empty key never collides with a stored key, because stored keys are digests.
    let probe = format!(
        "BEGIN IMMEDIATE; \
         INSERT INTO idempotency (key, fingerprint, at) \
         VALUES ('', hex(zeroblob({bytes} / 2)), ''); \
         DELETE FROM idempotency WHERE key = ''; \
         COMMIT"
    );
    let written = connection.execute(AssertSqlSafe(probe)).await;
    if written.is_err() {
        drop(connection.execute("ROLLBACK").await);
    }
    Ok(written.map(|_| ())?)
}

/// Writes rows, with these two statements before and after. All statements are sent together, because each
/// round trip to SQLite's thread costs two context switches.
pub async fn write_rows(
    connection: &mut SqliteConnection,
    rows: &Rows<'_>,
    [begin, end]: [&str; 2],
) -> Result<(), StoreError> {
    let statements = rows.statements();
    let mut sql = begin.to_owned();
    for (number, statement) in (1..).zip(&statements) {
        // Parameters are numbered across all statements.
        sql += &statement.sql.replace("$1", &format!("${number}"));
        sql += "; ";
    }
    let query = sqlx::query(AssertSqlSafe(sql + end));
    let lists = statements.into_iter().map(|statement| statement.rows);
    lists.fold(query, Query::bind).execute(connection).await?;
    Ok(())
}

/// Empties SQLite's write-ahead log, which could otherwise still contain erased data. While others are
/// reading, SQLite does not empty it; the next call tries again.
async fn truncate_log(connection: &mut SqliteConnection) {
    drop(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await);
}

/// Copies as much of the write-ahead log into the database file as is possible without waiting for readers.
/// Returns whether all of it was copied.
async fn checkpoint(connection: &mut SqliteConnection) -> bool {
    let written = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)")
        .fetch_one(connection)
        .await;
    let figures =
        written.and_then(|row| Ok((row.try_get::<i64, _>(1)?, row.try_get::<i64, _>(2)?)));
    figures.is_ok_and(|(logged, written)| logged == written)
}

/// Rolls back a failed transaction, unless SQLite has already done so.
async fn rollback(connection: &mut SqliteConnection) {
    drop(connection.execute("ROLLBACK").await);
}
