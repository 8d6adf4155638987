//! Making the tables of a PostgreSQL database.

use std::sync::LazyLock;

use sqlx::Connection;
use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnection;

use super::super::error::StoreError;
use super::super::migrate::{APPLIED, Applied, is_current, only};
use super::connection::{Connector, is_lost};

/// The tables, as the one migration that makes them.
static MIGRATIONS: LazyLock<Migrator> =
    LazyLock::new(|| only(include_str!("migrations/0001_first.sql")));

/// Makes the tables of a new database. Servers that start at once check one after another. If the tables are
/// there, nothing is written, so this works on a read-only database and for a role that may not create tables.
///
/// # Errors
/// The database cannot be reached, with the reason; [`StoreError::OtherVersion`]; the tables are missing and the
/// database cannot be written.
pub async fn make_tables(connector: &Connector) -> Result<(), StoreError> {
    let connected = connector.connect_at_leisure().await;
    let mut connection = connected.map_err(|error| match error {
        error if is_lost(&error) => {
            StoreError::Other(format!("the database cannot be reached: {error}"))
        }
        error => error.into(),
    })?;
    if !has_tables(&mut connection).await? {
        MIGRATIONS.run(&mut connection).await?;
    }
    Ok(connection.close().await?)
}

/// Whether a database has the tables of this version; `false` for a new one.
async fn has_tables(connection: &mut PgConnection) -> Result<bool, StoreError> {
    let table = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    let is_there: bool = sqlx::query_scalar(table)
        .fetch_one(&mut *connection)
        .await?;
    if !is_there {
        return Ok(false);
    }
    let applied: Vec<Applied> = sqlx::query_as(APPLIED).fetch_all(connection).await?;
    is_current(&MIGRATIONS, &applied)
}
