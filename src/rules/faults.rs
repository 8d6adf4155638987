//! Faults that are found in several places.

use std::ops::RangeInclusive;

use super::{Finding, Table, args};

/// The fault of a number outside its range.
///
/// ```
/// use overtrick::rules::out_of_range;
///
/// let fault = out_of_range("/hands/0/bids/Ann", 14, &(0..=13));
/// assert_eq!(fault.code, "out-of-range");
/// ```
pub fn out_of_range(pointer: &str, number: i64, range: &RangeInclusive<i64>) -> Finding {
    let args = args![found: number, least: *range.start(), most: *range.end()];
    Finding::rule("out-of-range", pointer, args)
}

/// The fault of a name that no player of the table has.
pub fn unknown_player(table: &Table, pointer: &str, name: &str) -> Finding {
    let args = args![name: name.trim().to_owned(), players: table.names().to_vec()];
    Finding::rule("unknown-player", pointer, args)
}
