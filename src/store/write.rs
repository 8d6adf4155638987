//! Transactions that write, in either database.

use std::borrow::Cow;
use std::pin::Pin;

use sqlx::sqlite::SqliteConnection;

use super::error::StoreError;
use super::postgres::{self, Writing};
use super::statement::{Row, Value, on_postgres, on_sqlite};

/// A transaction that writes.
pub enum Transaction<'c> {
    /// Of the one writer of a file of SQLite.
    Sqlite(&'c mut SqliteConnection),
    /// Of a PostgreSQL server.
    Postgres(Writing<'c>),
}

/// The future result of a transaction.
pub type Answer<'t> = Pin<Box<dyn Future<Output = Result<u64, StoreError>> + Send + 't>>;

/// The work of a transaction.
pub type Work = Box<dyn for<'t, 'c> FnOnce(&'t mut Transaction<'c>) -> Answer<'t> + Send>;

/// How a transaction writes.
#[derive(Debug, Clone, Copy, Default)]
pub struct WriteOptions {
    /// Whether it writes events or deletes matches. Such transactions are committed in the order of their positions,
    /// one after another.
    pub in_order: bool,
    /// Whether it erases data that no file may keep.
    pub erases: bool,
}

impl WriteOptions {
    /// Writes in order, and erases nothing.
    pub const IN_ORDER: WriteOptions = WriteOptions {
        in_order: true,
        erases: false,
    };
}

impl Transaction<'_> {
    /// Executes a statement with these values; returns the number of affected rows.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn run(
        &mut self,
        sql: impl Into<Cow<'static, str>>,
        values: &[Value<'_>],
    ) -> Result<u64, StoreError> {
        let sql = sql.into();
        match self {
            Transaction::Sqlite(connection) => {
                let done = on_sqlite(sql, values).execute(&mut **connection).await?;
                Ok(done.rows_affected())
            }
            Transaction::Postgres(writing) => writing.execute(on_postgres(sql, values)).await,
        }
    }

    /// The rows of a statement.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn rows(
        &mut self,
        sql: impl Into<Cow<'static, str>>,
        values: &[Value<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        let sql = sql.into();
        match self {
            Transaction::Sqlite(connection) => {
                let found = on_sqlite(sql, values).fetch_all(&mut **connection).await?;
                Ok(found.into_iter().map(Row::Sqlite).collect())
            }
            Transaction::Postgres(writing) => {
                let found = writing.rows(on_postgres(sql, values)).await?;
                Ok(found.into_iter().map(Row::Postgres).collect())
            }
        }
    }

    /// The first row of a statement.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn row(
        &mut self,
        sql: impl Into<Cow<'static, str>>,
        values: &[Value<'_>],
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// A text as the database stores it.
    pub fn stored<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match self {
            Transaction::Sqlite(_) => text.into(),
            Transaction::Postgres(_) => postgres::stored(text),
        }
    }
}
