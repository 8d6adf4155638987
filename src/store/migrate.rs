//! Creates database tables, and refuses a database of another version of the program.

use std::sync::LazyLock;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{SqlStr, SqliteConnection};

use super::error::StoreError;

/// The only migration, which creates the tables.
pub static MIGRATIONS: LazyLock<Migrator> =
    LazyLock::new(|| only(include_str!("migrations/0001_first.sql")));

/// Returns a migrator with this migration only.
pub fn only(sql: &'static str) -> Migrator {
    let sql = SqlStr::from_static(sql);
    let first = Migration::new(1, "first".into(), MigrationType::Simple, sql, false);
    Migrator::with_migrations(vec![first])
}

/// Creates the tables of a new database.
///
/// # Errors
/// [`StoreError::OtherVersion`]; store errors.
pub async fn make_tables(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    if has_tables(connection).await? {
        return Ok(());
    }
    Ok(MIGRATIONS.run(connection).await?)
}

/// Whether a database has the tables of this version; `false` for a new database.
///
/// # Errors
/// [`StoreError::OtherVersion`]; other database errors.
pub async fn has_tables(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    if !has_our_tables(&mut *connection).await? {
        return Ok(false);
    }
    let applied: Vec<Applied> = sqlx::query_as(APPLIED).fetch_all(connection).await?;
    is_current(&MIGRATIONS, &applied)
}

/// Whether a database has the two tables that every version of this program creates.
pub async fn has_our_tables(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    let ours = "SELECT count(*) FROM sqlite_schema WHERE name IN ('_sqlx_migrations', 'matches')";
    let tables: i64 = sqlx::query_scalar(ours).fetch_one(connection).await?;
    Ok(tables == 2)
}

/// An applied migration: its number, and the digest of its text.
pub type Applied = (i64, Vec<u8>);

/// The statement that lists the applied migrations.
pub const APPLIED: &str =
    "SELECT version, checksum FROM _sqlx_migrations WHERE success ORDER BY version";

/// Whether exactly these migrations were applied; `false` if none were.
///
/// # Errors
/// [`StoreError::OtherVersion`].
pub fn is_current(migrator: &Migrator, applied: &[Applied]) -> Result<bool, StoreError> {
    let ours = migrator.iter().map(|one| (one.version, &*one.checksum));
    let theirs = applied
        .iter()
        .map(|(version, checksum)| (*version, &**checksum));
    match theirs.eq(ours) {
        true => Ok(true),
        false if applied.is_empty() => Ok(false),
        false => Err(StoreError::OtherVersion),
    }
}
