//! Holding a right within the transaction that uses it.

use super::super::error::StoreError;
use super::super::right::Right;
use super::super::values::bound;
use super::super::write::Alone;
use super::pool::Writing;
use overtrick_match::ledger::hex;

/// Takes both, in the order in which everybody takes them, so that no two wait for each other.
///
/// # Errors
/// [`StoreError::NoRight`]; those of the database.
pub async fn hold(
    writing: &mut Writing<'_>,
    alone: Alone,
    right: &Right,
) -> Result<(), StoreError> {
    let hold = match alone {
        Alone::Nothing if *right == Right::default() => return Ok(()),
        Alone::Nothing => "SELECT hold_right($1, $2, $3, $4)",
        Alone::Order => "SELECT in_order(), hold_right($1, $2, $3, $4)",
        // Before its own right is held: two that hold theirs would wait for each other.
        Alone::ApiKeys => "SELECT change_program_keys(), hold_right($1, $2, $3, $4)",
    };
    let (program, keyed) = (right.program.as_ref(), right.keyed.as_ref());
    let hold = sqlx::query(hold)
        .bind(program.map(|key| key.id.clone()))
        .bind(program.map(|key| hex(&key.digest)))
        .bind(keyed.map(|(id, _)| id.to_string()))
        .bind(keyed.map(|(_, version)| bound(*version)));
    writing.execute(hold).await?;
    Ok(())
}
