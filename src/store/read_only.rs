//! A database that can be read but not written, because the disk is full or writing is forbidden.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteLockingMode};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::mpsc;

use super::error::StoreError;
use super::migrate::has_tables;
use super::writer::{Job, answer, refuse_one};

/// The options to open a read-only database, and the number of readers if it is not the usual one.
///
/// # Errors
/// The file cannot be read either, or lacks the tables, which would have to be written.
pub async fn options(
    url: &str,
    file: &Path,
    patience: Duration,
) -> Result<(SqliteConnectOptions, Option<u32>), StoreError> {
    let usual = SqliteConnectOptions::from_str(url)?
        .create_if_missing(false)
        .busy_timeout(patience);
    let read_only = usual.clone().read_only(true);
    if check(&read_only).await.is_ok() {
        return Ok((read_only, None));
    }
    // SQLite's shared-memory file cannot be created. If the write-ahead log is empty, the database is read as
    // an immutable file; otherwise by a single reader, which needs no shared memory.
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    let writes_wait = Path::new(&log).metadata().is_ok_and(|log| log.len() > 0);
    let (options, readers) = if writes_wait {
        (usual.locking_mode(SqliteLockingMode::Exclusive), Some(1))
    } else {
        (read_only.immutable(true), None)
    };
    check(&options).await?;
    Ok((options, readers))
}

async fn check(options: &SqliteConnectOptions) -> Result<(), StoreError> {
    let mut connection = options.connect().await?;
    let has_tables = has_tables(&mut connection).await;
    let read = sqlx::query("SELECT 1 FROM matches LIMIT 1");
    let read = read.fetch_optional(&mut connection).await;
    connection.close().await?;
    read?;
    if has_tables? {
        Ok(())
    } else {
        Err(StoreError::ReadOnly)
    }
}

/// Answers every job with the reason why nothing can be written, until one closes the database, or all
/// senders are gone.
pub async fn refuse(reason: StoreError, mut jobs: mpsc::Receiver<Job>) {
    while let Some(job) = jobs.recv().await {
        if let Some(reply) = refuse_one(&reason, job) {
            return answer(reply, Ok(()));
        }
    }
}
