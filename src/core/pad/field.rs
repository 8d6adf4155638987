//! The fields of a pad.

use std::borrow::Cow;

use super::row::Text;

/// A box to tick.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// Its value in records.
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
    /// A cell for a running total, the boldest figure of its row.
    Total,
    /// Boxes to tick.
    Ticks(Vec<Tick>),
    /// Text that is printed on a blank pad too. A second line is in smaller type.
    Label,
}

/// A field of a row.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its key in layouts and in the `[pad]` section of a language.
    pub key: &'static str,
    /// Its kind.
    pub kind: Kind,
    /// The most figures or letters that a pencil writes there, by which it is wide enough.
    pub figures: u8,
    /// The fields of a record that can be typed in from it.
    pub records: &'static [&'static str],
}

impl Field {
    /// A field of this kind, for two figures.
    pub const fn new(key: &'static str, kind: Kind) -> Field {
        Field {
            key,
            kind,
            figures: 2,
            records: &[],
        }
    }

    /// The same, wide enough for so many figures or letters.
    #[must_use]
    pub const fn figures(mut self, figures: u8) -> Field {
        self.figures = figures;
        self
    }

    /// The same; these fields of a record can be typed in from it.
    ///
    /// ```
    /// use overtrick_core::pad::write;
    ///
    /// let tricks = write("declarer-tricks").records(&["declarer_tricks"]);
    /// assert_eq!(tricks.records, ["declarer_tricks"]);
    /// ```
    #[must_use]
    pub const fn records(mut self, fields: &'static [&'static str]) -> Field {
        self.records = fields;
        self
    }
}

/// A field to write in.
///
/// ```
/// use overtrick_core::pad::{Kind, write};
///
/// assert_eq!(write("bid").kind, Kind::Write);
/// ```
pub const fn write(key: &'static str) -> Field {
    Field::new(key, Kind::Write)
}

/// The field of the points of a hand.
pub const POINTS: Field = Field::new("points", Kind::Points).figures(3);

/// The field of the running total.
pub const TOTAL: Field = Field::new("total", Kind::Total).figures(4);

/// A field of boxes to tick, each with its id and its label.
///
/// ```
/// use overtrick_core::pad::{Kind, sign, ticks};
///
/// let trump = ticks("trump", &[("spades", sign("♠")), ("hearts", sign("♥"))]);
/// assert!(matches!(trump.kind, Kind::Ticks(boxes) if boxes.len() == 2));
/// ```
pub fn ticks(key: &'static str, boxes: &[(&'static str, Text)]) -> Field {
    let tick = |(id, label): &(&'static str, Text)| Tick {
        id: Cow::Borrowed(id),
        label: label.clone(),
    };
    Field::new(key, Kind::Ticks(boxes.iter().map(tick).collect()))
}
