//! Reading rows of a PostgreSQL database.

use sqlx::Row;
use sqlx::postgres::PgRow;

use super::super::error::StoreError;
use super::super::lists::MatchSummary;
use super::super::values::{id, time, unreadable};

pub use super::super::values::bound;

/// A size as a bound value.
pub fn size(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A non-negative number.
pub fn number(row: &PgRow, column: &str) -> Result<u64, StoreError> {
    let number: i64 = row.try_get(column)?;
    u64::try_from(number).map_err(|_| unreadable("a number"))
}

/// The number in a column, or 0 if it is invalid: our numbers begin with 1.
pub fn any_number(row: &PgRow, column: &str) -> Result<u64, StoreError> {
    let number: Option<i64> = row.try_get(column)?;
    Ok(number
        .and_then(|number| u64::try_from(number).ok())
        .unwrap_or(0))
}

/// A text; empty for `NULL`.
pub fn text(row: &PgRow, column: &str) -> Result<String, StoreError> {
    let text: Option<String> = row.try_get(column)?;
    Ok(text.unwrap_or_default())
}

/// Converts a row to a match.
pub fn summary(row: &PgRow) -> Result<MatchSummary, StoreError> {
    Ok(MatchSummary {
        id: id(row.try_get("id")?)?,
        game: row.try_get("game")?,
        created_at: time(row.try_get("created_at")?)?,
        changed_at: time(row.try_get("changed_at")?)?,
        version: number(row, "version")?,
    })
}
