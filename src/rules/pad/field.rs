//! The fields of a pad.

use std::borrow::Cow;

use super::text::Text;

/// A box to tick.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// What it stands for in records.
    pub id: Cow<'static, str>,
    /// What is printed beside it.
    pub label: Text,
}

/// What a field is on paper.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A cell for a pencil.
    Write,
    /// A cell for the hand's points, which are set apart.
    Points,
    /// A cell for a running total, in smaller type.
    Total,
    /// Boxes to tick.
    Ticks(Vec<Tick>),
    /// Text that is printed on a blank pad too; a second line is set smaller.
    Label,
}

/// A field of a row.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its name in templates and in the languages' `[pad]` section.
    pub key: &'static str,
    /// What it is.
    pub kind: Kind,
}

/// A field for a pencil.
pub const fn write(key: &'static str) -> Field {
    Field {
        key,
        kind: Kind::Write,
    }
}

/// The field of a hand's points.
pub const POINTS: Field = Field {
    key: "points",
    kind: Kind::Points,
};

/// The field of the running total.
pub const TOTAL: Field = Field {
    key: "total",
    kind: Kind::Total,
};

/// A field of boxes, each with its id and its label.
pub fn ticks(key: &'static str, boxes: &[(&'static str, Text)]) -> Field {
    let tick = |(id, label): &(&'static str, Text)| Tick {
        id: Cow::Borrowed(id),
        label: label.clone(),
    };
    Field {
        key,
        kind: Kind::Ticks(boxes.iter().map(tick).collect()),
    }
}
