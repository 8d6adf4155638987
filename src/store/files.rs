//! Copying databases whole.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection};

use super::StoreError;

/// Writes what is in a database file into another, which is not there yet, and makes that durable.
/// The first one is not changed.
pub async fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let options = SqliteConnectOptions::new().filename(from).read_only(true);
    vacuum_into(&options, to).await
}

/// The same from a database that is in use.
pub async fn vacuum_into(from: &SqliteConnectOptions, to: &Path) -> Result<(), StoreError> {
    let name = to.to_str();
    let name = name.ok_or_else(|| StoreError::Other("a name that is not UTF-8".to_owned()))?;
    let mut connection = from.connect().await?;
    let copied = sqlx::query("VACUUM INTO ?1")
        .bind(name)
        .execute(&mut connection)
        .await;
    connection.close().await?;
    copied?;
    sync(to)
}

/// Sees to it that nobody uses a database file, and that nothing of it is left in a log beside it.
pub async fn quiesce(file: &Path) -> Result<(), StoreError> {
    let connection = SqliteConnectOptions::new()
        .filename(file)
        .journal_mode(SqliteJournalMode::Delete)
        .busy_timeout(Duration::from_millis(500))
        .connect()
        .await?;
    Ok(connection.close().await?)
}

/// Puts one file in the place of another, durably.
pub fn put_in_place(file: &Path, place: &Path) -> Result<(), StoreError> {
    sync(file)?;
    std::fs::rename(file, place).map_err(|error| said(&error))?;
    match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => sync(folder),
        _ => sync(Path::new(".")),
    }
}

fn sync(path: &Path) -> Result<(), StoreError> {
    #[expect(clippy::disallowed_methods, reason = "the store is made of files")]
    let file = std::fs::File::open(path).map_err(|error| said(&error))?;
    file.sync_all().map_err(|error| said(&error))
}

fn said(error: &std::io::Error) -> StoreError {
    match error.kind() {
        std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => StoreError::Full,
        _ => StoreError::Other(error.to_string()),
    }
}
