//! Beginning and ending SQLite transactions.

use sqlx::sqlite::SqliteConnection;
use sqlx::{Executor, Row};

use super::error::StoreError;

/// Empties SQLite's write-ahead log, which would keep erased data until it is overwritten. While there are
/// readers, SQLite leaves that to the next time.
pub async fn truncate_log(connection: &mut SqliteConnection) {
    drop(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await);
}

/// Writes what is in the write-ahead log into the file of the database, as far as readers allow without waiting.
/// Returns whether the file has everything.
pub async fn checkpoint(connection: &mut SqliteConnection) -> bool {
    let written = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)")
        .fetch_one(connection)
        .await;
    let figures =
        written.and_then(|row| Ok((row.try_get::<i64, _>(1)?, row.try_get::<i64, _>(2)?)));
    figures.is_ok_and(|(logged, written)| logged == written)
}

/// Begins a writing transaction.
pub async fn begin(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    connection.execute("BEGIN IMMEDIATE").await?;
    Ok(())
}

/// Rolls back a failed transaction, unless SQLite has already done so.
pub async fn rollback(connection: &mut SqliteConnection) {
    drop(connection.execute("ROLLBACK").await);
}

/// Ends a transaction: commits it, or rolls it back after an error.
pub async fn end<T>(
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
