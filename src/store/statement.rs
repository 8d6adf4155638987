//! Statements shared by both databases, which both accept parameters in the form `$1`.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;
use sqlx::postgres::PgRow;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Row as _};

use super::error::StoreError;
use super::postgres::{Pool, Query, read, stored};
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

/// A statement that writes, with what is bound to its parameters.
pub struct Statement {
    sql: &'static str,
    values: Vec<Value<'static>>,
}

/// A bound value.
pub enum Value<'a> {
    /// A text or `NULL`.
    Text(Option<Cow<'a, str>>),
    /// A number, or none.
    Number(Option<u64>),
    /// Bytes.
    Bytes(Vec<u8>),
    /// Rows, as JSON: a list of lists. A statement reads them by `json_each`.
    Rows(String),
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

    /// The query for SQLite.
    pub fn on_sqlite(&self) -> SqliteQuery<'_> {
        on_sqlite(self.sql.into(), &self.values)
    }

    /// The query for PostgreSQL.
    pub fn on_postgres(&self) -> Query<'_> {
        on_postgres(self.sql.into(), &self.values)
    }
}

/// A query of SQLite, with what is bound to it.
pub type SqliteQuery<'q> = sqlx::query::Query<'q, Sqlite, SqliteArguments>;

/// A statement with its values, as a query of SQLite.
pub fn on_sqlite<'q>(sql: Cow<'static, str>, values: &'q [Value<'_>]) -> SqliteQuery<'q> {
    let query = match sql {
        Cow::Borrowed(sql) => sqlx::query(sql),
        Cow::Owned(sql) => sqlx::query(AssertSqlSafe(sql)),
    };
    values.iter().fold(query, |query, value| match value {
        Value::Text(text) => query.bind(text.as_deref()),
        Value::Number(number) => query.bind(number.map(values::bound)),
        Value::Bytes(bytes) => query.bind(bytes.as_slice()),
        Value::Rows(rows) => query.bind(rows.as_str()),
    })
}

/// A statement with its values, as a query of PostgreSQL. One that was put together is not kept prepared, and gets
/// a plan of its own, by its values.
pub fn on_postgres<'q>(sql: Cow<'static, str>, values: &'q [Value<'_>]) -> Query<'q> {
    let is_prepared = matches!(sql, Cow::Borrowed(_));
    let query = match words_of_postgres(&sql) {
        Some(sql) => sqlx::query(AssertSqlSafe(sql)),
        None => match sql {
            Cow::Borrowed(sql) => sqlx::query(sql),
            Cow::Owned(sql) => sqlx::query(AssertSqlSafe(sql)),
        },
    };
    let query = query.persistent(is_prepared);
    values.iter().fold(query, |query, value| match value {
        Value::Text(text) => query.bind(text.as_deref().map(stored)),
        Value::Number(number) => query.bind(number.map(values::bound)),
        Value::Bytes(bytes) => query.bind(bytes.as_slice()),
        Value::Rows(rows) => query.bind(rows.as_str()),
    })
}

/// A statement in the words of PostgreSQL, if it has others than SQLite's: the functions for JSON have other names.
fn words_of_postgres(sql: &str) -> Option<String> {
    if !sql.contains("json_") {
        return None;
    }
    let sql = sql.replace("json_group_array(", "json_agg(");
    let mut parts = sql.split("json_each(");
    let mut translated = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (rows, rest) = part.split_once(')').unwrap_or((part, ""));
        translated +=
            &format!("json_array_elements(CAST({rows} AS json)) AS json_each (value){rest}");
    }
    Some(translated)
}

impl Value<'_> {
    /// These rows.
    pub fn rows(rows: &impl Serialize) -> Self {
        Value::Rows(values::json(rows))
    }

    /// Rows of one column.
    pub fn column(values: impl IntoIterator<Item = impl Serialize>) -> Self {
        let rows: Vec<_> = values.into_iter().map(|value| [value]).collect();
        Value::rows(&rows)
    }
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
        Value::Number(Some(number))
    }
}

impl From<u32> for Value<'_> {
    fn from(number: u32) -> Self {
        u64::from(number).into()
    }
}

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        u64::try_from(number).unwrap_or(u64::MAX).into()
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
                let found = on_sqlite(statement, values).fetch_all(readers).await?;
                Ok(found.into_iter().map(Row::Sqlite).collect())
            }
            Readers::Postgres(pool) => {
                let found = pool.rows(|| on_postgres(statement.clone(), values));
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

    /// The text in a column whose texts PostgreSQL stores unchanged, because they contain no zero bytes.
    ///
    /// # Errors
    /// Same as [`Row::maybe`].
    pub fn plain(&self, column: &str) -> Result<Option<String>, StoreError> {
        match self {
            Row::Sqlite(row) => values::any_text(row, column),
            Row::Postgres(row) => Ok(row.try_get(column)?),
        }
    }

    /// The same, with an empty text in the place of none.
    ///
    /// # Errors
    /// Same as [`Row::maybe`].
    pub fn plain_text(&self, column: &str) -> Result<String, StoreError> {
        Ok(self.plain(column)?.unwrap_or_default())
    }

    /// The whole number of a column, if it has one.
    ///
    /// # Errors
    /// Same as [`Row::maybe`].
    pub fn any_integer(&self, column: &str) -> Result<Option<i64>, StoreError> {
        Ok(match self {
            Row::Sqlite(row) => row.try_get_unchecked(column)?,
            Row::Postgres(row) => row.try_get(column)?,
        })
    }

    /// The number of a column, or 0 for one that cannot be: those of ours begin with 1.
    ///
    /// # Errors
    /// Same as [`Row::maybe`].
    pub fn any_number(&self, column: &str) -> Result<u64, StoreError> {
        let number = self.any_integer(column)?;
        Ok(number
            .and_then(|number| u64::try_from(number).ok())
            .unwrap_or(0))
    }

    /// The text of a column.
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
    pub fn bytes(&self, column: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(match self {
            Row::Sqlite(row) => row.try_get_unchecked(column)?,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_by_the_function_that_a_database_has() {
        let both = "SELECT id FROM json_each($1) JOIN matches ON id = value ->> 0 WHERE game = $2";
        let translated = "SELECT id FROM json_array_elements(CAST($1 AS json)) AS json_each (value) \
            JOIN matches ON id = value ->> 0 WHERE game = $2";
        assert_eq!(words_of_postgres(both).as_deref(), Some(translated));
        assert_eq!(words_of_postgres("SELECT id FROM matches"), None);
    }
}
