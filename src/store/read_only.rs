//! A database that can be read but not written: on a full disk, or where writing is forbidden.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteLockingMode};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::mpsc;

use super::error::StoreError;
use super::migrate::{MIGRATIONS, lacking};
use super::writer::{Job, answer, refuse_one};

/// How such a database is opened, and by how many readers at once, if not by as many as usual.
///
/// # Errors
/// A file that cannot be read either; one that lacks a migration, which would have to be written.
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
    // The file in which readers and writers find each other cannot be made. Where no writes wait in the
    // log beside the database, it is read as a file that nobody changes; else by a single reader, who
    // needs to find nobody.
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
    let lacks = lacking(&MIGRATIONS, &mut connection).await;
    let read = sqlx::query("SELECT 1 FROM matches LIMIT 1");
    let read = read.fetch_optional(&mut connection).await;
    connection.close().await?;
    read?;
    match lacks? {
        Some(_) => Err(StoreError::ReadOnly),
        None => Ok(()),
    }
}

/// Answers every job with the reason why nothing is written, until one closes the database, or until
/// nobody is left who could send one.
pub async fn refuse(reason: StoreError, mut jobs: mpsc::Receiver<Job>) {
    while let Some(job) = jobs.recv().await {
        if let Some(reply) = refuse_one(&reason, job) {
            return answer(reply, Ok(()));
        }
    }
}
