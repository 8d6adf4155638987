//! The fields of a pad.

use std::borrow::Cow;

use super::row::Text;

/// A box to tick.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// The value in records that the box stands for.
    pub id: Cow<'static, str>,
    /// The label beside it.
    pub label: Text,
}

/// The kind of a field on paper.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A cell to write in.
    Write,
    /// A cell for the points of the hand, which are emphasized.
    Points,
    /// A cell for a running total, the boldest number in its row.
    Total,
    /// Boxes to tick.
    Ticks(Vec<Tick>),
    /// Printed text, on blank pads too. A second line is smaller.
    Label,
}

/// A field of a row.
#[must_use]
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its key in layouts and in the `[pad]` section of a language.
    pub key: &'static str,
    /// Its kind.
    pub kind: Kind,
    /// The maximum number of handwritten digits or letters, which determines the width of the field.
    pub figures: u8,
    /// The paths in the record whose values can be read off this field. Its cell shows the value at the first
    /// path: see [`PlayedHand::cells`](super::PlayedHand::cells).
    pub records: &'static [&'static str],
}

impl Field {
    /// Returns a field of this kind, for two digits.
    pub const fn new(key: &'static str, kind: Kind) -> Field {
        Field {
            key,
            kind,
            figures: 2,
            records: &[],
        }
    }

    /// Sets the number of digits or letters.
    pub const fn figures(mut self, figures: u8) -> Field {
        self.figures = figures;
        self
    }

    /// Sets the paths in the record whose values can be read off this field; the cell shows the first one.
    ///
    /// ```
    /// use overtrick_core::pad::write;
    ///
    /// let tricks = write("declarer-tricks").records(&["declarer_tricks"]);
    /// assert_eq!(tricks.records, ["declarer_tricks"]);
    /// ```
    pub const fn records(mut self, fields: &'static [&'static str]) -> Field {
        self.records = fields;
        self
    }
}

/// Returns a field to write in.
///
/// ```
/// use overtrick_core::pad::{Kind, write};
///
/// assert_eq!(write("bid").kind, Kind::Write);
/// ```
pub const fn write(key: &'static str) -> Field {
    Field::new(key, Kind::Write)
}

/// The field with the number of cards dealt to each player, which is printed on blank pads too.
pub const CARDS: Field = Field::new("cards", Kind::Label);

/// The field of the points of a hand.
pub const POINTS: Field = Field::new("points", Kind::Points).figures(3);

/// The field of the running total.
pub const TOTAL: Field = Field::new("total", Kind::Total).figures(4);

/// Returns a field with boxes to tick, each with its id and label.
///
/// ```
/// use overtrick_core::pad::{Kind, Text, ticks};
///
/// let trump = ticks("trump", ["♠", "♥"].map(|suit| (suit, Text::plain(suit))));
/// assert!(matches!(trump.kind, Kind::Ticks(boxes) if boxes.len() == 2));
/// ```
pub fn ticks(key: &'static str, boxes: impl IntoIterator<Item = (&'static str, Text)>) -> Field {
    let boxes = boxes.into_iter();
    let ticks = boxes.map(|(id, label)| Tick {
        id: Cow::Borrowed(id),
        label,
    });
    Field::new(key, Kind::Ticks(ticks.collect()))
}

/// Returns a field with one box; `label` is the message key of the box's label.
pub fn tick(key: &'static str, id: &'static str, label: &'static str) -> Field {
    ticks(key, [(id, Text::message(label))])
}
