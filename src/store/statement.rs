//! Statements that are written once: both databases call the first parameter `$1`.

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

/// Where a store reads.
#[derive(Clone, Copy)]
pub enum Readers<'a> {
    /// From a file of SQLite.
    Sqlite(&'a SqlitePool),
    /// From a PostgreSQL server.
    Postgres(&'a Pool),
}

/// A store that does statements of both databases.
pub trait Statements: Send + Sync {
    /// Where it reads.
    fn readers(&self) -> Readers<'_>;

    /// Does statements that write, all or none, in this right. Durable when answered: how many rows the last of
    /// them has touched.
    ///
    /// # Errors
    /// [`StoreError::NoRight`]; those of the database.
    fn write(&self, statements: Vec<Statement>, right: Right) -> StoreFuture<'_, u64>;

    /// Does one statement.
    ///
    /// # Errors
    /// As of [`Statements::write`].
    fn write_one(&self, statement: Statement, right: Right) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.write(vec![statement], right).await.map(|_| ()) })
    }
}

/// A statement that writes, with what is bound to its parameters.
pub struct Statement {
    sql: &'static str,
    values: Vec<Value<'static>>,
}

/// A value that is bound to a parameter.
pub enum Value<'a> {
    /// A text, or none.
    Text(Option<Cow<'a, str>>),
    /// A number.
    Number(u64),
    /// Bytes.
    Bytes(Vec<u8>),
}

// What is bound may be a name or a digest of a key, and stands in no log.
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

    /// Does it in a database of SQLite; how many rows it has touched.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn run(&self, connection: &mut SqliteConnection) -> Result<u64, StoreError> {
        let query = on_sqlite(sqlx::query(self.sql), &self.values);
        Ok(query.execute(connection).await?.rows_affected())
    }

    /// It as a query of PostgreSQL.
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
    /// The rows of a statement, to whose parameters these values are bound.
    ///
    /// # Errors
    /// Those of the database.
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

    /// The first row of such a statement.
    ///
    /// # Errors
    /// As of [`Readers::rows`].
    pub async fn row(
        self,
        statement: impl Into<Cow<'static, str>>,
        values: &[Value<'_>],
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(statement, values).await?.into_iter().next())
    }
}

/// A row, of whichever database.
pub enum Row {
    /// Of a file of SQLite.
    Sqlite(SqliteRow),
    /// Of a PostgreSQL server.
    Postgres(PgRow),
}

impl Row {
    /// The text of a column, if it has one, whatever is there in its place: what is no text of ours is noticed by
    /// its digest.
    ///
    /// # Errors
    /// There is no such column.
    pub fn maybe(&self, column: &str) -> Result<Option<String>, StoreError> {
        Ok(match self {
            Row::Sqlite(row) => values::any_text(row, column)?,
            Row::Postgres(row) => row.try_get::<Option<String>, _>(column)?.map(read),
        })
    }

    /// The text of a column.
    ///
    /// # Errors
    /// What is there is no text.
    pub fn text(&self, column: &str) -> Result<String, StoreError> {
        let text = self.maybe(column)?;
        text.ok_or_else(|| values::unreadable("a text"))
    }

    /// The number of a column, if it has one.
    ///
    /// # Errors
    /// What is there is no number, or negative.
    pub fn maybe_number(&self, column: &str) -> Result<Option<u64>, StoreError> {
        let number: Option<i64> = match self {
            Row::Sqlite(row) => row.try_get(column)?,
            Row::Postgres(row) => row.try_get(column)?,
        };
        let read = number.map(u64::try_from).transpose();
        read.map_err(|_| values::unreadable("a number"))
    }

    /// The number of a column.
    ///
    /// # Errors
    /// What is there is no number, or negative.
    pub fn number(&self, column: &str) -> Result<u64, StoreError> {
        let number = self.maybe_number(column)?;
        number.ok_or_else(|| values::unreadable("a number"))
    }

    /// The bytes of a column.
    ///
    /// # Errors
    /// What is there are none.
    pub fn bytes(&self, column: &str) -> Result<Vec<u8>, StoreError> {
        Ok(match self {
            Row::Sqlite(row) => row.try_get(column)?,
            Row::Postgres(row) => row.try_get(column)?,
        })
    }

    /// A number that is small.
    ///
    /// # Errors
    /// As of [`Row::number`], or it is larger than was ever written.
    pub fn small(&self, column: &str) -> Result<u32, StoreError> {
        u32::try_from(self.number(column)?).map_err(|_| values::unreadable("a number"))
    }

    /// A moment, if there is one.
    ///
    /// # Errors
    /// What is there is no moment.
    pub fn moment(&self, column: &str) -> Result<Option<Timestamp>, StoreError> {
        let text = self.maybe(column)?;
        text.as_deref().map(values::time).transpose()
    }

    /// The id of a match.
    ///
    /// # Errors
    /// What is there is none.
    pub fn id(&self, column: &str) -> Result<MatchId, StoreError> {
        values::id(&self.text(column)?)
    }
}
