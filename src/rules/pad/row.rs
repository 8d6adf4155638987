//! The rows of a pad.

use super::text::Text;
use super::value::Values;
use crate::rules::Seat;

/// A row: a hand or, in some games, a contract.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Row {
    /// Its number.
    pub number: Option<usize>,
    /// The dealer.
    pub dealer: Option<Seat>,
    /// The values of the row's own fields.
    pub hand: Values,
    /// The values of each player's fields, by seat.
    pub seats: Vec<Values>,
    /// Notes under the row, over its whole width.
    pub notes: Vec<Text>,
    /// Whether the row is an adjustment, not a hand; it is drawn lower.
    pub adjustment: bool,
}

impl Row {
    /// A row without values.
    pub fn blank(number: Option<usize>, dealer: Option<Seat>, seats: usize) -> Row {
        Row {
            number,
            dealer,
            seats: vec![Values::default(); seats],
            ..Row::default()
        }
    }
}

/// Blank rows numbered from 1; the deal goes around the table.
///
/// ```
/// use overtrick::rules::Seat;
/// use overtrick::rules::pad::rows;
///
/// let rows = rows(5, 4);
/// assert_eq!(rows[4].number, Some(5));
/// assert_eq!(rows[4].dealer, Some(Seat::new(0)));
/// ```
pub fn rows(count: usize, seats: usize) -> Vec<Row> {
    let dealer = |index: usize| Some(Seat::new(index % seats.max(1)));
    (0..count)
        .map(|index| Row::blank(Some(index + 1), dealer(index), seats))
        .collect()
}
