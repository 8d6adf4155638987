//! The rows of a pad.

use super::text::Text;
use super::value::Values;
use crate::rules::Seat;

/// A row: a hand or, in one game, a contract.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Row {
    /// Its number.
    pub number: Option<usize>,
    /// Who deals.
    pub dealer: Option<Seat>,
    /// The fields of the row.
    pub hand: Values,
    /// The fields of each player.
    pub seats: Vec<Values>,
    /// What is said under it, over the whole width.
    pub notes: Vec<Text>,
    /// Whether it is not a hand but an adjustment, set lower.
    pub adjustment: bool,
}

impl Row {
    /// A row of which nothing is known.
    pub fn blank(number: Option<usize>, dealer: Option<Seat>, seats: usize) -> Row {
        Row {
            number,
            dealer,
            seats: vec![Values::default(); seats],
            ..Row::default()
        }
    }
}

/// Rows numbered from 1, the deal going around.
pub fn rows(count: usize, seats: usize) -> Vec<Row> {
    let dealer = |index: usize| Some(Seat::new(index % seats.max(1)));
    (0..count)
        .map(|index| Row::blank(Some(index + 1), dealer(index), seats))
        .collect()
}
