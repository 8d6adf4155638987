//! What a game's tables show of every hand beside points and totals.

use super::{Arg, Seat};

/// A column of a game that ships.
pub type Column = ColumnOf<'static>;

/// A column that the tables of a game have beside the players' points and totals.
///
/// The language files name it in `[column]`: the id of the game, a slash, and its key. Exports as CSV have
/// the key as its name.
///
/// ```
/// use overtrick_core::{Column, ColumnPlace};
///
/// let pot = Column { key: "pot", place: ColumnPlace::After };
/// assert_eq!(pot.place, ColumnPlace::After);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColumnOf<'a> {
    /// Its key.
    pub key: &'a str,
    /// Where it stands.
    pub place: ColumnPlace,
}

/// Where a [`Column`] stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnPlace {
    /// Before the players: what was played.
    Before,
    /// In the column of each player, in brackets.
    Beside,
    /// After the players: what the hand left.
    After,
}

/// What stands in a column of a hand's row.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// The key of the column.
    pub column: &'static str,
    /// Whose it is; nothing for what belongs to the hand.
    pub seat: Option<Seat>,
    /// The figure or word.
    pub figure: Arg,
}
