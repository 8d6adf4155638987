//! Beginning and ending SQLite transactions.

use sqlx::Executor;
use sqlx::sqlite::SqliteConnection;

use super::error::StoreError;

/// Empties SQLite's write-ahead log, which would keep erased data until it is overwritten. While there are
/// readers, SQLite leaves that to the next time.
pub async fn truncate_log(connection: &mut SqliteConnection) {
    drop(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await);
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
