//! Copying a backup that is to be restored. It comes from outside: what is in it beside rows is ours, or it is
//! refused.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::error::StoreError;
use super::files::{has_our_tables, vacuum_into};
use super::migrate::MIGRATIONS;

/// Copies the file of a database of ours into another, which does not exist yet. Durable when it
/// returns.
///
/// # Errors
/// [`StoreError::NotOurs`]: SQLite takes an empty file for an empty database. [`StoreError::Foreign`]: it has
/// something that would act on what is written into it.
pub async fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let options = SqliteConnectOptions::new().filename(from).read_only(true);
    let mut connection = options.connect().await?;
    let is_ours = has_our_tables(&mut connection).await;
    let foreign = foreign(&mut connection).await;
    connection.close().await?;
    if !is_ours? {
        return Err(StoreError::NotOurs(from.display().to_string()));
    }
    if let Some(foreign) = foreign? {
        return Err(StoreError::Foreign(foreign));
    }
    vacuum_into(&options, to).await
}

/// The first thing in the schema of a database that none of the migrations makes: a trigger or a view of somebody
/// else would act on what is written, or show something else than is stored.
async fn foreign(connection: &mut SqliteConnection) -> Result<Option<String>, StoreError> {
    let all = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name";
    let all: Vec<(String, String, String)> = sqlx::query_as(all).fetch_all(connection).await?;
    let foreign = all.into_iter().find(|(kind, name, sql)| {
        // Tables of SQLite itself, and of who runs the migrations.
        let is_known =
            kind == "table" && (name.starts_with("sqlite_") || name == "_sqlx_migrations");
        let is_made = |text: &str| match kind.as_str() {
            // Migrations add columns, so that its text is that of none.
            "table" => {
                sql.starts_with("CREATE TABLE ") && text.contains(&format!("CREATE TABLE {name} ("))
            }
            _ => text.contains(sql.as_str()),
        };
        !is_known
            && !MIGRATIONS
                .iter()
                .any(|migration| is_made(migration.sql.as_str()))
    });
    Ok(foreign.map(|(kind, name, _)| format!("{kind} {name}")))
}
