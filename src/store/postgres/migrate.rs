//! Migrating the tables of a PostgreSQL database.

use std::sync::LazyLock;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::PgConnection;
use sqlx::{Connection, SqlStr};

use super::super::error::StoreError;
use super::super::migrate::{APPLIED, Applied, first_lacking};
use super::connection::{Connector, is_lost};

/// The number, name and text of each migration. A released migration is never changed.
const FILES: [(i64, &str, &str); 2] = [
    (1, "first", include_str!("migrations/0001_first.sql")),
    (
        2,
        "idempotent changes",
        include_str!("migrations/0002_idempotent_changes.sql"),
    ),
];

/// The migrations in order.
static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let migration = |(version, name, sql): (i64, &'static str, &'static str)| {
        let sql = SqlStr::from_static(sql);
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(FILES.into_iter().map(migration).collect())
});

/// Runs the missing migrations. Servers that start at once check one after another. If nothing is missing,
/// nothing is written, so this works on a read-only database and for a role that may not create tables.
///
/// # Errors
/// The database cannot be reached, with the reason; [`StoreError::Unreleased`]; [`StoreError::Newer`];
/// migrations are missing and the database cannot be written.
pub async fn migrate(connector: &Connector) -> Result<(), StoreError> {
    let connected = connector.connect_at_leisure().await;
    let mut connection = connected.map_err(|error| match error {
        error if is_lost(&error) => {
            StoreError::Other(format!("the database cannot be reached: {error}"))
        }
        error => error.into(),
    })?;
    if !is_up_to_date(&mut connection).await? {
        MIGRATIONS.run(&mut connection).await?;
    }
    Ok(connection.close().await?)
}

/// Whether a database has exactly the migrations of this version of the program.
async fn is_up_to_date(connection: &mut PgConnection) -> Result<bool, StoreError> {
    let table = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    let is_there: bool = sqlx::query_scalar(table)
        .fetch_one(&mut *connection)
        .await?;
    if !is_there {
        return Ok(false);
    }
    let applied: Vec<Applied> = sqlx::query_as(APPLIED).fetch_all(connection).await?;
    Ok(first_lacking(&MIGRATIONS, &applied)?.is_none())
}
