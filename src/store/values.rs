//! Conversion of values to database columns and back.

use serde::Serialize;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::error::StoreError;
use overtrick_match::ledger::{MatchId, Timestamp};

pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

pub fn unhex<const BYTES: usize>(text: &str) -> Option<[u8; BYTES]> {
    let bytes: Option<Vec<u8>> = (0..text.len() / 2)
        .map(|index| u8::from_str_radix(text.get(2 * index..2 * index + 2)?, 16).ok())
        .collect();
    bytes?.try_into().ok()
}

pub fn unreadable(what: &str) -> StoreError {
    StoreError::Other(format!("the database has {what} that cannot be read"))
}

pub fn id(text: &str) -> Result<MatchId, StoreError> {
    MatchId::read(text).ok_or_else(|| unreadable("an id"))
}

pub fn time(text: &str) -> Result<Timestamp, StoreError> {
    text.parse().map_err(|_| unreadable("a time"))
}

/// A number as a bound value.
pub fn bound(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The text in a column. Damaged values are returned as far as possible; their digest reveals the damage.
pub fn any_text(row: &SqliteRow, column: &str) -> Result<Option<String>, StoreError> {
    let bytes: Option<&[u8]> = row.try_get_unchecked(column)?;
    Ok(bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned()))
}
