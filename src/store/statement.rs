//! Statements shared by both databases, which both accept parameters in the form `$1`.

use std::borrow::Cow;
use std::fmt;

use sqlx::postgres::PgRow;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Row as _};

use super::error::StoreError;
use super::future::StoreFuture;
use super::postgres::{Pool, Query, read, stored};
use super::right::Right;
use super::values;
use overtrick_match::ledger::{MatchId, Timestamp};

/// The source of a store's reads.
#[derive(Clone, Copy)]
pub enum Readers<'a> {
    /// A SQLite database.
    Sqlite(&'a SqlitePool),
    /// A PostgreSQL server.
    Postgres(&'a Pool),
}

/// A store that executes shared statements.
pub trait Statements: Send + Sync {
    /// The source of its reads.
    fn readers(&self) -> Readers<'_>;

    /// Executes writing statements on behalf of this right, all or none. Durable on return; returns the
    /// number of rows affected by the last statement.
    ///
    /// # Errors
    /// [`StoreError::NoRight`]; database errors.
    fn write(&self, statements: Vec<Statement>, right: Right) -> StoreFuture<'_, u64>;

    /// Executes one statement.
    ///
    /// # Errors
    /// Same as [`Statements::write`].
    fn write_one(&self, statement: Statement, right: Right) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.write(vec![statement], right).await.map(|_| ()) })
    }
}

/// A writing statement with its bound values.
pub struct Statement {
    sql: &'static str,
    values: Vec<Value<'static>>,
}

/// A bound value.
pub enum Value<'a> {
    /// A text or `NULL`.
    Text(Option<Cow<'a, str>>),
    /// A number.
    Number(u64),
    /// Bytes.
    Bytes(Vec<u8>),
}

// Hides the bound values, which may be names or digests of keys.
impl fmt::Debug for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sql)
    }
}

impl Statement {
    /// A statement with these values.
    pub fn new(sql: &'static str, values: impl IntoIterator<Item = Value<'static>>) -> Statement {
        let values = values.into_iter().collect();
        Statement { sql, values }
    }

    /// Executes it in SQLite; returns the number of affected rows.
    ///
    /// # Errors
    /// Database errors.
    pub async fn run(&self, connection: &mut SqliteConnection) -> Result<u64, StoreError> {
        let query = on_sqlite(sqlx::query(self.sql), &self.values);
        Ok(query.execute(connection).await?.rows_affected())
    }

    /// The statement as a PostgreSQL query.
    pub fn query(&self) -> Query<'_> {
        on_postgres(sqlx::query(self.sql), &self.values)
    }
}

type SqliteQuery<'q> = sqlx::query::Query<'q, Sqlite, SqliteArguments>;

fn on_sqlite<'q>(query: SqliteQuery<'q>, values: &'q [Value<'_>]) -> SqliteQuery<'q> {
    values.iter().fold(query, |query, value| match value {
        Value::Text(text) => query.bind(text.as_deref()),
        Value::Number(number) => query.bind(values::bound(*number)),
        Value::Bytes(bytes) => query.bind(bytes.as_slice()),
    })
}

fn on_postgres<'q>(query: Query<'q>, values: &'q [Value<'_>]) -> Query<'q> {
    values.iter().fold(query, |query, value| match value {
        Value::Text(text) => query.bind(text.as_deref().map(stored)),
        Value::Number(number) => query.bind(values::bound(*number)),
        Value::Bytes(bytes) => query.bind(bytes.as_slice()),
    })
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Value<'a> {
        Value::Text(Some(text.into()))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(Some(text.into()))
    }
}

impl<'a> From<Option<&'a str>> for Value<'a> {
    fn from(text: Option<&'a str>) -> Value<'a> {
        Value::Text(text.map(Cow::Borrowed))
    }
}

impl From<Option<Timestamp>> for Value<'_> {
    fn from(moment: Option<Timestamp>) -> Self {
        Value::Text(moment.map(|moment| moment.to_string().into()))
    }
}

impl From<Timestamp> for Value<'_> {
    fn from(moment: Timestamp) -> Self {
        moment.to_string().into()
    }
}

impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Value::Number(number)
    }
}

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        Value::Number(u64::try_from(number).unwrap_or(u64::MAX))
    }
}

impl Readers<'_> {
    /// The rows of a query with these bound values.
    ///
    /// # Errors
    /// Database errors.
    pub async fn rows(
        self,
        statement: impl Into<Cow<'static, str>>,
        values: &[Value<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        let statement = statement.into();
        match self {
            Readers::Sqlite(readers) => {
                let query = sqlx::query(AssertSqlSafe(statement.into_owned()));
                let query = on_sqlite(query, values);
                let found = query.fetch_all(readers).await?;
                Ok(found.into_iter().map(Row::Sqlite).collect())
            }
            Readers::Postgres(pool) => {
                let found = pool.rows(|| {
                    let query = sqlx::query(AssertSqlSafe(statement.clone().into_owned()));
                    on_postgres(query, values)
                });
                Ok(found.await?.into_iter().map(Row::Postgres).collect())
            }
        }
    }

    /// The first row of a query with these bound values.
    ///
    /// # Errors
    /// Same as [`Readers::rows`].
    pub async fn row(
        self,
        statement: impl Into<Cow<'static, str>>,
        values: &[Value<'_>],
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(statement, values).await?.into_iter().next())
    }
}

/// A row of either database.
pub enum Row {
    /// A row of a SQLite database.
    Sqlite(SqliteRow),
    /// A row of a PostgreSQL server.
    Postgres(PgRow),
}

impl Row {
    /// The text in a column, if it has one. Damaged values are returned as far as possible; their digest
    /// reveals the damage.
    ///
    /// # Errors
    /// There is no such column.
    pub fn maybe(&self, column: &str) -> Result<Option<String>, StoreError> {
        Ok(match self {
            Row::Sqlite(row) => values::any_text(row, column)?,
            Row::Postgres(row) => row.try_get::<Option<String>, _>(column)?.map(read),
        })
    }

    /// The text in a column.
    ///
    /// # Errors
    /// The value is not a text.
    pub fn text(&self, column: &str) -> Result<String, StoreError> {
        let text = self.maybe(column)?;
        text.ok_or_else(|| values::unreadable("a text"))
    }

    /// The number in a column, if it has one.
    ///
    /// # Errors
    /// The value is not a number, or negative.
    pub fn maybe_number(&self, column: &str) -> Result<Option<u64>, StoreError> {
        let number: Option<i64> = match self {
            Row::Sqlite(row) => row.try_get(column)?,
            Row::Postgres(row) => row.try_get(column)?,
        };
        let read = number.map(u64::try_from).transpose();
        read.map_err(|_| values::unreadable("a number"))
    }

    /// The number in a column.
    ///
    /// # Errors
    /// The value is not a number, or negative.
    pub fn number(&self, column: &str) -> Result<u64, StoreError> {
        let number = self.maybe_number(column)?;
        number.ok_or_else(|| values::unreadable("a number"))
    }

    /// The bytes in a column.
    ///
    /// # Errors
    /// The value is not bytes.
    pub fn bytes(&self, column: &str) -> Result<Vec<u8>, StoreError> {
        Ok(match self {
            Row::Sqlite(row) => row.try_get(column)?,
            Row::Postgres(row) => row.try_get(column)?,
        })
    }

    /// The number in a column, as a 32-bit value.
    ///
    /// # Errors
    /// Same as [`Row::number`]; the number is larger than any that is written.
    pub fn small(&self, column: &str) -> Result<u32, StoreError> {
        u32::try_from(self.number(column)?).map_err(|_| values::unreadable("a number"))
    }

    /// The time in a column, if it has one.
    ///
    /// # Errors
    /// The value is not a time.
    pub fn moment(&self, column: &str) -> Result<Option<Timestamp>, StoreError> {
        let text = self.maybe(column)?;
        text.as_deref().map(values::time).transpose()
    }

    /// The match id in a column.
    ///
    /// # Errors
    /// The value is not a match id.
    pub fn id(&self, column: &str) -> Result<MatchId, StoreError> {
        values::id(&self.text(column)?)
    }
}
