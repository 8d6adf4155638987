//! What a game puts on paper: its fields, its rows, what is known of them, and a short legend.

use std::borrow::Cow;

use crate::rules::json::Json;
use crate::rules::{Arg, Args, Line, Points, Seat, Table};

/// Something to print, not yet in any language.
#[derive(Debug, Clone, PartialEq)]
pub enum Text {
    /// As it is: a number, a sign, a name.
    Plain(String),
    /// A message of the languages' `[pad]` section.
    Message(&'static str, Args),
    /// An id that the languages have a word for.
    Word(String),
}

impl Text {
    /// Text as it is.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "numbers and texts are given as they are"
    )]
    pub fn plain(text: impl ToString) -> Text {
        Text::Plain(text.to_string())
    }

    /// A message without arguments.
    pub fn message(key: &'static str) -> Text {
        Text::Message(key, Args::new())
    }
}

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

/// What is known of a field in one row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Value {
    /// What is written there.
    pub text: Option<Text>,
    /// A second line, smaller.
    pub under: Option<Text>,
    /// The boxes ticked, by their ids.
    pub ticked: Vec<String>,
    /// What stood there before corrections, the oldest first.
    pub was: Vec<Text>,
    /// The boxes that were ticked before a correction, by their ids.
    pub unticked: Vec<String>,
}

impl Value {
    /// This text.
    pub fn text(text: Text) -> Value {
        Value {
            text: Some(text),
            ..Value::default()
        }
    }

    /// These boxes ticked.
    pub fn ticked<S: ToString>(ids: impl IntoIterator<Item = S>) -> Value {
        let ticked = ids.into_iter().map(|id| id.to_string()).collect();
        Value {
            ticked,
            ..Value::default()
        }
    }
}

/// What is known of some fields.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Values(Vec<(&'static str, Value)>);

impl Values {
    /// What is known of this field.
    pub fn get(&self, key: &str) -> Option<&Value> {
        let found = self.0.iter().find(|(known, _)| *known == key);
        found.map(|(_, value)| value)
    }

    /// Notes what is known of a field.
    pub fn set(&mut self, key: &'static str, value: Value) {
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) => *known = value,
            None => self.0.push((key, value)),
        }
    }

    /// Writes a number or a text into a field.
    pub fn write(&mut self, key: &'static str, text: impl ToString) {
        self.set(key, Value::text(Text::plain(text)));
    }

    /// Ticks boxes of a field.
    pub fn tick<S: ToString>(&mut self, key: &'static str, ids: impl IntoIterator<Item = S>) {
        self.set(key, Value::ticked(ids));
    }

    /// Every field of which something is known.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.0.iter().map(|(key, value)| (*key, value))
    }

    /// What is known of this field, to be told more.
    pub fn of(&mut self, key: &'static str) -> &mut Value {
        let known = self.0.iter().position(|(known, _)| *known == key);
        let index = known.unwrap_or_else(|| {
            self.0.push((key, Value::default()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }
}

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

/// A hand that was played, as its sheet needs it.
#[derive(Debug)]
pub struct PlayedHand<'a> {
    /// The record, with what its auction gave.
    pub record: &'a Json,
    /// Who sits where.
    pub table: &'a Table,
    /// From 1.
    pub number: usize,
    /// Who dealt.
    pub dealer: Seat,
    /// What it changed.
    pub scores: &'a [Points],
    /// The totals after it, adjustments left out.
    pub totals: &'a [Points],
    /// How its points came about.
    pub lines: &'a [Line],
    /// The game's own results of it.
    pub detail: &'a Json,
}

impl PlayedHand<'_> {
    /// A text of the record.
    pub fn word(&self, key: &str) -> Option<&str> {
        self.record.get(key)?.as_text()
    }

    /// A whole number of the record.
    pub fn number(&self, key: &str) -> Option<i64> {
        int(self.record.get(key)?)
    }

    /// A number of the record that is written for each player.
    pub fn of_seat(&self, key: &str, seat: Seat) -> Option<i64> {
        let Json::Object(entries) = self.record.get(key)? else {
            return None;
        };
        let mut entries = entries.iter();
        let entry = entries.find(|(name, _)| self.table.seat(name) == Some(seat))?;
        int(&entry.1)
    }

    /// The seat of the player whom the record names.
    pub fn seat(&self, key: &str) -> Option<Seat> {
        self.table.seat(self.word(key)?)
    }

    /// A figure that the derivation of a player's points tells, by a line of one of these rules.
    pub fn explained(&self, seat: Seat, rules: &[&str], name: &str) -> Option<&Arg> {
        let mut lines = self
            .lines
            .iter()
            .filter(|line| line.seat == seat && rules.contains(&line.rule));
        lines.find_map(|line| {
            let mut args = line.args.iter();
            args.find(|(known, _)| *known == name).map(|(_, arg)| arg)
        })
    }

    /// The row with what every game shows of a hand: who dealt, points and running totals.
    pub fn row(&self) -> Row {
        let mut row = Row::blank(Some(self.number), Some(self.dealer), self.table.len());
        for (seat, values) in row.seats.iter_mut().enumerate() {
            values.write("points", signed(self.scores[seat]));
            values.write("total", self.totals[seat]);
        }
        row
    }
}

/// A whole number.
pub fn int(json: &Json) -> Option<i64> {
    match json {
        Json::Int(number) => Some(*number),
        _ => None,
    }
}

/// Points with their sign.
pub fn signed(points: Points) -> String {
    let sign = if points > Points::ZERO { "+" } else { "" };
    format!("{sign}{points}")
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

/// A sign that needs no language.
pub fn sign(text: &str) -> Text {
    Text::plain(text)
}

/// Rows numbered from 1, the deal going around.
pub fn rows(count: usize, seats: usize) -> Vec<Row> {
    let dealer = |index: usize| Some(Seat::new(index % seats.max(1)));
    (0..count)
        .map(|index| Row::blank(Some(index + 1), dealer(index), seats))
        .collect()
}
