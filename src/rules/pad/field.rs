//! The fields of a pad.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::row::{Text, sign};

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
    /// A cell for a running total, in smaller type.
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
}

impl Field {
    /// A field of this kind.
    pub const fn new(key: &'static str, kind: Kind) -> Field {
        Field { key, kind }
    }
}

/// A field to write in.
///
/// ```
/// use overtrick::rules::pad::{Kind, write};
///
/// assert_eq!(write("bid").kind, Kind::Write);
/// ```
pub const fn write(key: &'static str) -> Field {
    Field::new(key, Kind::Write)
}

/// The field of the points of a hand.
pub const POINTS: Field = Field::new("points", Kind::Points);

/// The field of the running total.
pub const TOTAL: Field = Field::new("total", Kind::Total);

/// A field of boxes to tick, each with its id and its label.
///
/// ```
/// use overtrick::rules::pad::{Kind, sign, ticks};
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

/// A field of boxes to tick, one for each of these numbers, with its label.
pub fn number_ticks(
    key: &'static str,
    numbers: RangeInclusive<i64>,
    label: impl Fn(i64) -> String,
) -> Field {
    let tick = |number: i64| Tick {
        id: number.to_string().into(),
        label: Text::Plain(label(number)),
    };
    Field::new(key, Kind::Ticks(numbers.map(tick).collect()))
}

/// The field of the trump suit: a box for each French suit and one for no trump.
pub fn trump_ticks() -> Field {
    let boxes = [
        ("spades", sign("♠")),
        ("diamonds", sign("♦")),
        ("clubs", sign("♣")),
        ("hearts", sign("♥")),
        ("no-trump", Text::message("no-trump-short")),
    ];
    ticks("trump", &boxes)
}
