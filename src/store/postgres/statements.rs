//! Statements that write events, with rows bound as arrays.

use super::super::error::StoreError;
use super::super::public_list::PublicationRows;
use super::super::rows::{AnswerRow, ListingRows, Rows};
use super::super::values::bound;
use super::connection::Query;
use super::texts::stored;

/// What FROM names is done first: the marks of changes follow their events.
const WRITE: &str = "SELECT write_changes($43, $44, $45, $46, $47) FROM write_events($1, $2, $3, $4, $5, $6, $7, $8, \
    $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, \
    $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42)";

/// One value from each row.
macro_rules! column {
    ($rows:expr, $row:pat => $value:expr) => {
        $rows.iter().map(|$row| $value).collect::<Vec<_>>()
    };
}

/// A size as the database has it.
fn size(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The statement that writes these rows: those of single events, or of whole logs.
pub fn write_events<'q>(rows: &Rows<'_>, is_import: bool) -> Query<'q> {
    let (matches, heads, events) = (&rows.matches, &rows.heads, &rows.events);
    let names = &rows.names;
    let query = sqlx::query(WRITE)
        .bind(is_import)
        .bind(column!(matches, row => row.0))
        .bind(column!(matches, row => row.1))
        .bind(column!(matches, row => row.2))
        .bind(column!(heads, row => row.0))
        .bind(column!(heads, row => bound(row.1)))
        .bind(column!(heads, row => &*row.2))
        .bind(column!(heads, row => row.3))
        .bind(column!(events, row => row.0))
        .bind(column!(events, row => bound(row.1)))
        .bind(column!(events, row => row.2))
        .bind(column!(events, row => row.3))
        .bind(column!(events, row => row.4))
        .bind(column!(events, row => row.5))
        .bind(column!(events, row => row.6))
        .bind(column!(events, row => &*row.7))
        .bind(column!(names, row => row.0))
        .bind(column!(names, row => size(row.1)))
        .bind(column!(names, row => row.2))
        .bind(column!(names, row => row.3))
        .bind(column!(names, row => &*row.4));
    let query = answers(query, &rows.answers);
    let query = listings(query, &rows.listings).bind(rows.erased.clone());
    let query = publications(query, &rows.publications);
    answers(query, &rows.changes)
}

/// Binds the marks of requests that may be repeated.
fn answers<'q>(query: Query<'q>, rows: &[AnswerRow<'_>]) -> Query<'q> {
    query
        .bind(column!(rows, row => row.0))
        .bind(column!(rows, row => &*row.1))
        .bind(column!(rows, row => row.2.to_string()))
        .bind(column!(rows, row => row.3))
        .bind(column!(rows, row => bound(row.4)))
}

/// Binds the list data of matches.
fn listings<'q>(query: Query<'q>, rows: &ListingRows<'_>) -> Query<'q> {
    let (matches, seats) = (&rows.matches, &rows.seats);
    query
        .bind(column!(matches, row => row.0))
        .bind(column!(matches, row => row.1.map(stored)))
        .bind(column!(matches, row => row.2))
        .bind(column!(matches, row => i64::from(row.3)))
        .bind(column!(matches, row => row.4))
        .bind(column!(matches, row => row.5))
        .bind(column!(seats, row => row.0))
        .bind(column!(seats, row => size(row.1)))
        .bind(column!(seats, row => row.2.map(size)))
}

/// Binds the changes to the list of published matches.
fn publications<'q>(query: Query<'q>, rows: &PublicationRows<'_>) -> Query<'q> {
    let listed = &rows.listed;
    query
        .bind(column!(rows.changed, row => row[0]))
        .bind(column!(listed, row => row.0))
        .bind(column!(listed, row => row.1))
        .bind(column!(listed, row => row.2.to_string()))
        .bind(column!(listed, row => row.3))
        .bind(column!(listed, row => stored(&row.4)))
}

/// Refuses texts that PostgreSQL cannot store.
///
/// # Errors
/// A text contains a zero byte.
pub fn check_texts(rows: &Rows<'_>) -> Result<(), StoreError> {
    let events = rows.events.iter();
    let events = events.flat_map(|row| [row.2, row.3, row.4, row.5, row.6]);
    let names = rows.names.iter().flat_map(|row| [row.2, row.3]);
    let answers = rows.answers.iter().chain(&rows.changes);
    let answers = answers.map(|row| row.0);
    let listings = rows.listings.matches.iter();
    let listings = listings.flat_map(|row| [row.4, row.5].into_iter().flatten());
    let mut texts = events.chain(names).chain(answers).chain(listings);
    if texts.any(|text| text.contains('\0')) {
        return Err(StoreError::Other(
            "a text with a zero byte, which PostgreSQL cannot store".to_owned(),
        ));
    }
    Ok(())
}
