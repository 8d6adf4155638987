//! Copying a backup that is to be restored. It comes from outside: what is in it beside rows is ours, or it is
//! refused.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection};

use super::error::StoreError;
use super::files::{has_our_tables, vacuum_into};
use super::migrate::{MIGRATIONS, lacking};

/// Copies the file of a database of ours into another, which does not exist yet. Durable when it
/// returns.
///
/// # Errors
/// [`StoreError::NotOurs`]: SQLite takes an empty file for an empty database. [`StoreError::Unreleased`];
/// [`StoreError::Newer`]. [`StoreError::Foreign`]: it has something that would act on what is written into it.
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
    lacking(&MIGRATIONS, &mut *connection).await?;
    match foreign(connection).await? {
        Some(foreign) => Err(StoreError::Foreign(foreign)),
        None => Ok(()),
    }
}

/// A table, an index, a trigger or a view: its kind, its name, and how it is made.
type Made = (String, String, String);

/// The first thing in the schema of a database that is not as the migrations make it: a trigger or a view of
/// somebody else would act on what is written, or show something else than is stored; so would a column with
/// another default.
async fn foreign(connection: &mut SqliteConnection) -> Result<Option<String>, StoreError> {
    let last = "SELECT max(version) FROM _sqlx_migrations";
    let last: Option<i64> = sqlx::query_scalar(last).fetch_one(&mut *connection).await?;
    let ours = schema_at(last.unwrap_or(0)).await?;
    let all = schema(connection).await?.into_iter();
    let foreign = { all }.find(|made| !ours.contains(made));
    Ok(foreign.map(|(kind, name, _)| format!("{kind} {name}")))
}

/// The schema that a database has after the migration of this number.
async fn schema_at(version: i64) -> Result<Vec<Made>, StoreError> {
    let options = SqliteConnectOptions::new().in_memory(true);
    let mut connection = options.connect().await?;
    for migration in MIGRATIONS.iter().filter(|one| one.version <= version) {
        connection.execute(migration.sql.clone()).await?;
    }
    let schema = schema(&mut connection).await?;
    connection.close().await?;
    Ok(schema)
}

/// What a database is made of, beside tables of SQLite itself, and of who runs the migrations.
async fn schema(connection: &mut SqliteConnection) -> Result<Vec<Made>, StoreError> {
    let all = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL \
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> '_sqlx_migrations' ORDER BY name";
    Ok(sqlx::query_as(all).fetch_all(connection).await?)
}
