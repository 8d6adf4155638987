//! Holding a right within the transaction that uses it.

use super::super::error::StoreError;
use super::super::right::Right;
use super::connection::Query;
use super::pool::Writing;
use super::rows::bound;
use overtrick_match::ledger::hex;

/// Binds a right to the first four parameters of a statement, which passes them to `hold_right`.
pub fn bind<'q>(query: Query<'q>, right: &Right) -> Query<'q> {
    let (program, keyed) = (right.program.as_ref(), right.keyed.as_ref());
    query
        .bind(program.map(|key| key.id.clone()))
        .bind(program.map(|key| hex(&key.digest)))
        .bind(keyed.map(|(id, _)| id.to_string()))
        .bind(keyed.map(|(_, version)| bound(*version)))
}

/// Holds a right until the end of the transaction.
///
/// # Errors
/// [`StoreError::NoRight`]; database errors.
pub async fn hold(writing: &mut Writing<'_>, right: &Right) -> Result<(), StoreError> {
    if *right == Right::default() {
        return Ok(());
    }
    let hold = sqlx::query("SELECT hold_right($1, $2, $3, $4)");
    writing.execute(bind(hold, right)).await?;
    Ok(())
}
