//! Game-specific columns in tables of hands.

use super::{Arg, Seat};

/// A column of a game that ships.
pub type Column = ColumnOf<'static>;

/// A column that the tables of a game have beside the players' points and totals.
///
/// Its name in the language files is in `[column]` under the game's id, a slash, and its key. CSV exports use
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
    /// Its position.
    pub place: ColumnPlace,
}

/// The position of a [`Column`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnPlace {
    /// Before the players: what was played.
    Before,
    /// In each player's column, in brackets.
    Beside,
    /// After the players: what the hand left over.
    After,
}

/// The content of a column in a hand's row.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// The key of the column.
    pub column: &'static str,
    /// The player, or `None` for the whole hand.
    pub seat: Option<Seat>,
    /// The number or word.
    pub figure: Arg,
}
