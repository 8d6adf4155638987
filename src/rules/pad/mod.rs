//! What a game puts on paper: its fields, its rows, what is known of them, and a short legend.

mod field;
mod played;
mod row;
mod text;
mod value;

use super::Points;
pub use field::{Field, Kind, POINTS, TOTAL, Tick, ticks, write};
pub use played::{PlayedHand, int, signed};
pub use row::{Row, rows};
pub use text::{Text, sign};
pub use value::{Value, Values};

/// How many rows a blank pad has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// As many as its rows.
    Fixed,
    /// As many as there is room for.
    Open,
    /// All of them again and again, a match each time, as often as there is room for.
    Rounds,
}

/// A game's pad, blank or filled.
#[derive(Debug, Clone, PartialEq)]
pub struct Pad {
    /// The fields of a row.
    pub hand: Vec<Field>,
    /// The fields of a row that each player has.
    pub seat: Vec<Field>,
    /// The rows.
    pub rows: Vec<Row>,
    /// How many there are on a blank pad.
    pub length: Length,
    /// The totals at the foot, where the rows have no running ones.
    pub totals: Option<Vec<Option<Points>>>,
    /// Boxes to tick under the table, such as the deals of a match.
    pub track: Option<(&'static str, Vec<Tick>)>,
    /// What is told of the hands under the table.
    pub remarks: Vec<Text>,
    /// The scoring in short.
    pub legend: Vec<Text>,
}

impl Pad {
    /// The field of this name, and whether each player has it.
    pub fn field(&self, key: &str) -> Option<&Field> {
        let mut fields = self.hand.iter().chain(&self.seat);
        fields.find(|field| field.key == key)
    }
}
