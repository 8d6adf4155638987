//! The amounts of a hand, for the question about missing amounts: some amounts determine others.

use super::form::{Field, Kind};
use super::json::Json;
use super::{Points, Seat, Table, segment};

/// Returns the fields of the question about a hand's missing amounts; `record` lists the fields of a hand.
pub const fn finish_question(record: &'static [Field]) -> [Field; 2] {
    [
        Field::required("hand", Kind::Object(record)),
        Field::optional("hand_number", Kind::Int(1, 10_000)),
    ]
}

/// The part of a record's field that holds an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The whole field.
    Whole,
    /// The amount of this player.
    Of(Seat),
    /// The amount at this key of an object, such as a side.
    Side(&'static str),
}

impl Part {
    /// Returns the JSON pointer to this part of a field.
    pub(crate) fn pointer(self, field: &str, table: &Table) -> String {
        match self {
            Part::Whole => format!("/{field}"),
            Part::Of(seat) => format!("/{field}/{}", segment(table.name(seat))),
            Part::Side(side) => format!("/{field}/{side}"),
        }
    }

    /// Returns this part of a field's value, if present.
    pub(crate) fn find<'j>(self, value: &'j Json, table: &Table) -> Option<&'j Json> {
        match self {
            Part::Whole => Some(value),
            Part::Of(seat) => table.value_of(value, seat),
            Part::Side(side) => value.get(side),
        }
    }

    /// Sets this part of a hand's field.
    pub(crate) fn put(self, hand: &mut Json, field: &str, table: &Table, value: Json) {
        let key = match self {
            Part::Whole => return hand.set(field, value),
            Part::Of(seat) => table.name(seat).as_ref(),
            Part::Side(side) => side,
        };
        if hand.get(field).is_none() {
            hand.set(field, Json::EMPTY);
        }
        if let Some(whole) = hand.get_mut(field) {
            whole.set(key, value);
        }
    }
}

/// An amount of a hand's record: its place and its possible values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// The field of the record.
    pub field: &'static str,
    /// The part of the field.
    pub part: Part,
    /// The greatest value, in units; the least is 0.
    pub most: i64,
    /// The distance between neighboring values, in units.
    pub step: i64,
    /// Whether a unit is half a point.
    pub halves: bool,
}

/// The amounts of a hand.
#[derive(Debug, Default)]
pub struct Amounts {
    /// Blocks of amounts. Amounts that depend on each other are in the same block; each block is legal or
    /// illegal regardless of the others.
    pub blocks: Vec<Vec<Amount>>,
    /// Text fields, each with its allowed words.
    pub words: Vec<(&'static str, Vec<String>)>,
}

impl Amounts {
    /// Returns the tricks of each player as amounts from 0 to `most`.
    pub fn tricks(table: &Table, most: i64) -> Amounts {
        Amounts {
            blocks: vec![Amount::per_player("tricks", table, most)],
            ..Amounts::default()
        }
    }
}

impl Amount {
    /// Returns an amount that is the whole value of a field: a whole number from 0 to `most`.
    pub const fn whole(field: &'static str, most: i64) -> Amount {
        Amount {
            field,
            part: Part::Whole,
            most,
            step: 1,
            halves: false,
        }
    }

    /// Returns one amount per player, each a whole number from 0 to `most`.
    pub fn per_player(field: &'static str, table: &Table, most: i64) -> Vec<Amount> {
        let amount_of = |seat| Amount {
            part: Part::Of(seat),
            ..Amount::whole(field, most)
        };
        table.seats().map(amount_of).collect()
    }

    /// Returns the JSON pointer to the amount in the record.
    ///
    /// ```
    /// use overtrick_core::{Amount, Table};
    ///
    /// let (table, _) = Table::seat_players(&["Ann".into(), "A/B".into()]);
    /// let tricks = Amount::per_player("tricks", &table, 13);
    /// assert_eq!(tricks[1].pointer(&table), "/tricks/A~1B");
    /// ```
    pub fn pointer(&self, table: &Table) -> String {
        self.part.pointer(self.field, table)
    }

    /// Returns the JSON value for a number of units.
    ///
    /// ```
    /// use overtrick_core::Amount;
    /// use overtrick_core::json::Json;
    ///
    /// let points = Amount { halves: true, ..Amount::whole("card_points", 182) };
    /// assert_eq!((points.json(92), points.json(93)), (Json::Int(46), Json::Float(46.5)));
    /// ```
    pub fn json(&self, units: i64) -> Json {
        if self.halves {
            Json::from(Points::halves(units))
        } else {
            Json::Int(units)
        }
    }

    /// Returns its possible values, in units.
    pub fn values(&self) -> impl Iterator<Item = i64> + use<> {
        let step = usize::try_from(self.step).unwrap_or(1).max(1);
        (0..=self.most).step_by(step)
    }

    /// Returns the amount in a record, if present.
    pub fn find<'j>(&self, hand: &'j Json, table: &Table) -> Option<&'j Json> {
        self.part.find(hand.get(self.field)?, table)
    }

    /// Sets the amount in a record.
    pub fn put(&self, hand: &mut Json, table: &Table, units: i64) {
        self.part.put(hand, self.field, table, self.json(units));
    }
}
