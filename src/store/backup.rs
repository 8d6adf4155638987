//! Copying a backup that is to be restored. It may come from outside, so it is refused if it contains
//! anything but our own schema.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection};

use super::error::StoreError;
use super::files::{has_our_tables, vacuum_into};
use super::migrate::{MIGRATIONS, has_tables};

/// Copies one of our database files to a new file. Durable on return.
///
/// # Errors
/// [`StoreError::NotOurs`], also for an empty file, which SQLite would accept as an empty database;
/// [`StoreError::OtherVersion`]; [`StoreError::Foreign`] if something in it could alter what is written.
pub async fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let options = SqliteConnectOptions::new().filename(from).read_only(true);
    let mut connection = options.connect().await?;
    let checked = check(&mut connection, from).await;
    connection.close().await?;
    checked?;
    vacuum_into(&options, to).await
}

async fn check(connection: &mut SqliteConnection, file: &Path) -> Result<(), StoreError> {
    if !has_our_tables(&mut *connection).await? {
        return Err(StoreError::NotOurs(file.display().to_string()));
    }
    has_tables(&mut *connection).await?;
    match foreign(connection).await? {
        Some(foreign) => Err(StoreError::Foreign(foreign)),
        None => Ok(()),
    }
}

/// A table, index, trigger or view: its type, name and SQL.
type Made = (String, String, String);

/// The first schema entry that differs from what this program creates. A foreign trigger or view could alter
/// what is written or shown, and so could a column with another default.
async fn foreign(connection: &mut SqliteConnection) -> Result<Option<String>, StoreError> {
    let ours = our_schema().await?;
    let all = schema(connection).await?.into_iter();
    let foreign = { all }.find(|made| !ours.contains(made));
    Ok(foreign.map(|(kind, name, _)| format!("{kind} {name}")))
}

/// The schema of a new database.
async fn our_schema() -> Result<Vec<Made>, StoreError> {
    let options = SqliteConnectOptions::new().in_memory(true);
    let mut connection = options.connect().await?;
    for migration in MIGRATIONS.iter() {
        connection.execute(migration.sql.clone()).await?;
    }
    let schema = schema(&mut connection).await?;
    connection.close().await?;
    Ok(schema)
}

/// The schema of a database, without the tables of SQLite itself and of the migration runner.
async fn schema(connection: &mut SqliteConnection) -> Result<Vec<Made>, StoreError> {
    let all = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL \
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> '_sqlx_migrations' ORDER BY name";
    Ok(sqlx::query_as(all).fetch_all(connection).await?)
}
