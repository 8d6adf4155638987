//! Database files: copying one whole, putting one in the place of another.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection};

use super::error::StoreError;

/// How long to wait for a database that is to be replaced.
const PATIENCE: Duration = Duration::from_millis(500);

/// Copies a database file into another, which does not exist yet. Durable when it returns.
pub async fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let options = SqliteConnectOptions::new().filename(from).read_only(true);
    vacuum_into(&options, to).await
}

/// Copies a database, which others may be using, into a file that does not exist yet or is empty.
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

/// Checks that nobody uses a database file, and writes into it what is in the log beside it.
///
/// # Errors
/// [`StoreError::Busy`], if it is used.
pub async fn quiesce(file: &Path) -> Result<(), StoreError> {
    let connection = SqliteConnectOptions::new()
        .filename(file)
        .journal_mode(SqliteJournalMode::Delete)
        .busy_timeout(PATIENCE)
        .connect()
        .await?;
    Ok(connection.close().await?)
}

/// Renames a file to the name of another, which it replaces. Durable when it returns.
pub fn put_in_place(file: &Path, place: &Path) -> Result<(), StoreError> {
    sync(file)?;
    std::fs::rename(file, place)?;
    match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => sync(folder),
        _ => sync(Path::new(".")),
    }
}

fn sync(path: &Path) -> Result<(), StoreError> {
    #[expect(clippy::disallowed_methods, reason = "the store is made of files")]
    let file = std::fs::File::open(path)?;
    Ok(file.sync_all()?)
}
