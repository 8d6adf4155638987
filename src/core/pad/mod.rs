//! A pad as data: the fields and rows of a game's pad, their contents, and a legend.
//!
//! The crate `overtrick-paper` places the fields on a page.

mod field;
mod played;
mod row;

use super::{Points, Seat};
pub use field::{CARDS, Field, Kind, POINTS, TOTAL, Tick, tick, ticks, write};
pub use played::{PlayedHand, signed};
pub use row::{Row, Text, Value, Values, declares, rows, suit_sign, suit_words};

/// The number of rows of a blank pad.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Length {
    /// Exactly the rows in [`Pad::rows`].
    #[default]
    Fixed,
    /// As many rows as fit on the page, rounded down to a multiple of this number: the number of players if
    /// everybody must deal equally often, otherwise 1.
    Open {
        /// The number.
        multiple_of: usize,
    },
    /// The rows in [`Pad::rows`], repeated for as many matches as fit on the page.
    Rounds,
}

/// A game's pad, blank or filled.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pad {
    /// The fields of a row.
    pub hand: Vec<Field>,
    /// The fields of each player in a row.
    pub seat: Vec<Field>,
    /// The rows.
    pub rows: Vec<Row>,
    /// The number of rows of a blank pad.
    pub length: Length,
    /// The totals at the foot, for a pad without running totals.
    pub totals: Option<Vec<Option<Points>>>,
    /// Boxes to tick under the table, such as the deals of a match, with the key of their label.
    pub track: Option<(&'static str, Vec<Tick>)>,
    /// Remarks on the hands, under the table.
    pub remarks: Vec<Text>,
    /// A worked example above the rows of a blank pad.
    pub example: Option<Row>,
    /// A summary of the scoring.
    pub legend: Vec<Text>,
    /// A legend for the cells that only a pad for the full record has.
    pub record_legend: Vec<Text>,
    /// The captions of fields by key, if the game defines its own.
    pub captions: Vec<(&'static str, Text)>,
    /// The players of each column, if partners share a column; empty if every player has a column.
    pub sides: Vec<Vec<Seat>>,
}

impl Pad {
    /// Returns the index of a player's column.
    pub fn column(&self, seat: Seat) -> usize {
        let mut sides = self.sides.iter();
        let side = sides.position(|side| side.contains(&seat));
        side.unwrap_or_else(|| seat.index())
    }

    /// Returns the number of columns for this number of players.
    pub fn columns(&self, players: usize) -> usize {
        match self.sides.len() {
            0 => players,
            sides => sides,
        }
    }

    /// Returns the field with this key.
    pub fn field(&self, key: &str) -> Option<&Field> {
        let mut fields = self.hand.iter().chain(&self.seat);
        fields.find(|field| field.key == key)
    }
}
