//! Write transactions in either database.

use std::pin::Pin;

use sqlx::sqlite::SqliteConnection;

use super::error::StoreError;
#[cfg(feature = "postgres")]
use super::postgres::Session;
use super::rows::Rows;
use super::sqlite::write_rows;
use super::statement::{Row, Sql, Value, on_sqlite};

/// A write transaction.
pub enum Transaction<'c> {
    /// A transaction of SQLite's single writer.
    Sqlite(&'c mut SqliteConnection),
    /// A transaction on a PostgreSQL server.
    #[cfg(feature = "postgres")]
    Postgres(&'c mut Session),
}

/// The future that the work of a transaction returns.
pub type WorkFuture<'t> = Pin<Box<dyn Future<Output = Result<u64, StoreError>> + Send + 't>>;

/// The work to do in a transaction.
pub type Work = Box<dyn for<'t, 'c> FnOnce(&'t mut Transaction<'c>) -> WorkFuture<'t> + Send>;

/// The options of a write transaction.
#[derive(Debug, Clone, Copy, Default)]
pub struct WriteOptions {
    /// Whether it writes events or deletes matches. Such transactions are committed in the order of their positions,
    /// one after another.
    #[cfg_attr(
        not(feature = "postgres"),
        expect(dead_code, reason = "the one writer of a file keeps the order")
    )]
    pub in_order: bool,
    /// Whether it erases data, which must then be removed from all database files.
    pub erases: bool,
}

impl WriteOptions {
    /// Options for a transaction that writes in order and erases nothing.
    pub const IN_ORDER: WriteOptions = WriteOptions {
        in_order: true,
        erases: false,
    };
}

impl Transaction<'_> {
    /// Executes a statement with these values, and returns the number of affected rows.
    ///
    /// # Errors
    /// Database errors.
    pub async fn run(
        &mut self,
        sql: impl Into<Sql>,
        values: &[Value<'_>],
    ) -> Result<u64, StoreError> {
        let sql = sql.into();
        match self {
            Transaction::Sqlite(connection) => {
                let done = on_sqlite(&sql, values).execute(&mut **connection).await?;
                Ok(done.rows_affected())
            }
            #[cfg(feature = "postgres")]
            Transaction::Postgres(session) => Ok(session
                .execute(super::statement::on_postgres(&sql, values))
                .await?),
        }
    }

    /// Executes a statement, and returns its rows.
    ///
    /// # Errors
    /// Database errors.
    pub async fn rows(
        &mut self,
        sql: impl Into<Sql>,
        values: &[Value<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        let sql = sql.into();
        match self {
            Transaction::Sqlite(connection) => {
                let found = on_sqlite(&sql, values).fetch_all(&mut **connection).await?;
                Ok(found.into_iter().map(Row::Sqlite).collect())
            }
            #[cfg(feature = "postgres")]
            Transaction::Postgres(session) => {
                let found = session
                    .rows(super::statement::on_postgres(&sql, values))
                    .await?;
                Ok(found.into_iter().map(Row::Postgres).collect())
            }
        }
    }

    /// Executes a statement, and returns its first row.
    ///
    /// # Errors
    /// Database errors.
    pub async fn row(
        &mut self,
        sql: impl Into<Sql>,
        values: &[Value<'_>],
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// Writes rows, and stops at the first statement that fails.
    ///
    /// # Errors
    /// Database errors.
    pub async fn write_rows(&mut self, rows: &Rows<'_>) -> Result<(), StoreError> {
        match self {
            Transaction::Sqlite(connection) => write_rows(connection, rows, ["", ""]).await,
            #[cfg(feature = "postgres")]
            Transaction::Postgres(session) => Ok(session.write_rows(rows).await?),
        }
    }
}
