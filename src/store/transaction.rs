//! Beginning and ending transactions of SQLite.

use sqlx::Executor;
use sqlx::sqlite::SqliteConnection;

use super::error::StoreError;

/// Empties SQLite's write-ahead log, which would hold what was erased until it is overwritten. While
/// somebody reads, SQLite leaves it for the next time.
pub async fn truncate_log(connection: &mut SqliteConnection) {
    drop(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await);
}

/// Begins a transaction that writes.
pub async fn begin(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    connection.execute("BEGIN IMMEDIATE").await?;
    Ok(())
}

/// Ends a transaction that failed, unless SQLite has ended it.
pub async fn rollback(connection: &mut SqliteConnection) {
    drop(connection.execute("ROLLBACK").await);
}

/// Ends a transaction: commits what was done, or nothing.
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
