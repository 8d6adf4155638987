//! Statements for both databases, their bound values, and the rows they return.
//!
//! Both databases accept parameters in the form `$1`.

use std::borrow::Cow;

use serde::Serialize;
#[cfg(feature = "postgres")]
use sqlx::postgres::PgRow;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteRow};
use sqlx::{AssertSqlSafe, Row as _};

use super::error::StoreError;
#[cfg(feature = "postgres")]
use super::postgres::Query;
use overtrick_match::ledger::{MatchId, Timestamp};

/// The SQL text of a statement: a constant, or a text that is used once.
pub type Sql = Cow<'static, str>;

/// A bound value.
pub enum Value<'a> {
    /// A text or `NULL`.
    Text(Option<Cow<'a, str>>),
    /// A number or `NULL`.
    Number(Option<u64>),
}

/// A statement built from parts, with its values.
#[derive(Default)]
pub struct Built<'q> {
    pub sql: String,
    pub values: Vec<Value<'q>>,
}

impl<'q> Built<'q> {
    /// Creates a statement that begins with this text.
    pub fn new(sql: &str) -> Built<'q> {
        Built {
            sql: sql.to_owned(),
            values: Vec::new(),
        }
    }

    /// Adds SQL text. The `?` in it become parameters for these values, in order.
    pub fn add(&mut self, text: &str, values: impl IntoIterator<Item = Value<'q>>) {
        let mut values = values.into_iter();
        for (number, part) in text.split('?').enumerate() {
            if number > 0 {
                self.values.extend(values.next());
                self.sql += &format!("${}", self.values.len());
            }
            self.sql += part;
        }
    }
}

/// A SQLite query with its bound values.
pub type SqliteQuery<'q> = sqlx::query::Query<'q, Sqlite, SqliteArguments>;

/// Makes a query from a statement and its values. A statement built from parts is not cached, so that it is
/// planned for its values.
macro_rules! query {
    ($sql:expr, $values:expr) => {{
        let query = match $sql {
            Cow::Borrowed(sql) => sqlx::query(*sql),
            Cow::Owned(sql) => sqlx::query(AssertSqlSafe(sql.clone())).persistent(false),
        };
        $values.iter().fold(query, |query, value| match value {
            Value::Text(text) => query.bind(text.as_deref()),
            Value::Number(number) => query.bind(number.map(bound)),
        })
    }};
}

/// Makes a SQLite query from a statement and its values.
pub fn on_sqlite<'q>(sql: &Sql, values: &'q [Value<'_>]) -> SqliteQuery<'q> {
    query!(sql, values)
}

/// Makes a PostgreSQL query from a statement and its values.
#[cfg(feature = "postgres")]
pub fn on_postgres<'q>(sql: &Sql, values: &'q [Value<'_>]) -> Query<'q> {
    query!(sql, values)
}

/// Converts a value to JSON.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Decodes hexadecimal digits; `None` for any other text or length.
pub fn unhex<const BYTES: usize>(text: &str) -> Option<[u8; BYTES]> {
    let bytes: Option<Vec<u8>> = (0..text.len() / 2)
        .map(|index| u8::from_str_radix(text.get(2 * index..2 * index + 2)?, 16).ok())
        .collect();
    bytes?.try_into().ok()
}

/// Returns the error for a stored value that cannot be read.
pub fn unreadable(what: &str) -> StoreError {
    StoreError::Other(format!("the database has {what} that cannot be read"))
}

/// Converts a number to a bound value.
fn bound(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl Value<'_> {
    /// Returns rows as a JSON list, which a statement reads with `json_each`.
    pub fn rows(rows: &impl Serialize) -> Self {
        json(rows).into()
    }

    /// Returns rows with one column as a JSON list. A statement reads the column as `value ->> 0`.
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

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        u64::try_from(number).unwrap_or(u64::MAX).into()
    }
}

/// A row of either database.
pub enum Row {
    /// A row of a SQLite database.
    Sqlite(SqliteRow),
    /// A row of a PostgreSQL server.
    #[cfg(feature = "postgres")]
    Postgres(PgRow),
}

impl Row {
    /// Returns the text in a column; `None` for `NULL`. Damaged text is converted as far as possible, because
    /// its digest reveals the damage.
    ///
    /// # Errors
    /// There is no such column.
    pub fn maybe(&self, column: &str) -> Result<Option<String>, StoreError> {
        Ok(match self {
            Row::Sqlite(row) => {
                let bytes: Option<&[u8]> = row.try_get_unchecked(column)?;
                bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned())
            }
            #[cfg(feature = "postgres")]
            Row::Postgres(row) => row.try_get(column)?,
        })
    }

    /// Returns the text in a column; an empty text for `NULL`.
    ///
    /// # Errors
    /// Same as [`Row::maybe`].
    pub fn any_text(&self, column: &str) -> Result<String, StoreError> {
        Ok(self.maybe(column)?.unwrap_or_default())
    }

    /// Returns the number in a column; 0 for `NULL` or an invalid number.
    ///
    /// # Errors
    /// Same as [`Row::maybe`].
    pub fn any_number(&self, column: &str) -> Result<u64, StoreError> {
        let number: Option<i64> = match self {
            Row::Sqlite(row) => row.try_get_unchecked(column)?,
            #[cfg(feature = "postgres")]
            Row::Postgres(row) => row.try_get(column)?,
        };
        Ok(number
            .and_then(|number| u64::try_from(number).ok())
            .unwrap_or(0))
    }

    /// Returns the text in a column.
    ///
    /// # Errors
    /// The value is not a text.
    pub fn text(&self, column: &str) -> Result<String, StoreError> {
        let text = self.maybe(column)?;
        text.ok_or_else(|| unreadable("a text"))
    }

    /// Returns the number in a column.
    ///
    /// # Errors
    /// The value is not a number, or is negative.
    pub fn number(&self, column: &str) -> Result<u64, StoreError> {
        let number: Option<i64> = match self {
            Row::Sqlite(row) => row.try_get(column)?,
            #[cfg(feature = "postgres")]
            Row::Postgres(row) => row.try_get(column)?,
        };
        let number = number.and_then(|number| u64::try_from(number).ok());
        number.ok_or_else(|| unreadable("a number"))
    }

    /// Returns the time in a column; `None` for `NULL`.
    ///
    /// # Errors
    /// The value is not a time.
    pub fn moment(&self, column: &str) -> Result<Option<Timestamp>, StoreError> {
        let text = self.maybe(column)?;
        let moment = text.map(|text| text.parse().map_err(|_| unreadable("a time")));
        moment.transpose()
    }

    /// Returns the match id in a column.
    ///
    /// # Errors
    /// The value is not a match id.
    pub fn id(&self, column: &str) -> Result<MatchId, StoreError> {
        MatchId::read(&self.text(column)?).ok_or_else(|| unreadable("an id"))
    }
}
