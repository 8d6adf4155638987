//! A played hand, for filling in a row of its pad.

use super::Pad;
use super::field::{Field, Kind};
use super::row::{Row, Text, Value, suit_sign};
use crate::json::Json;
use crate::{Arg, Points, Reason, Seat, Table};

/// A played hand with its result, from which a game fills in a row of its pad.
#[derive(Debug)]
pub struct PlayedHand<'a> {
    /// The record, including the result of its auction.
    pub record: &'a Json,
    /// The players.
    pub table: &'a Table,
    /// The number of the hand, from 1.
    pub number: usize,
    /// The dealer.
    pub dealer: Seat,
    /// The points of the hand, by seat.
    pub scores: &'a [Points],
    /// The totals after the hand, by seat, without adjustments.
    pub totals: &'a [Points],
    /// The derivation of its points.
    pub reasons: &'a [Reason],
    /// Its game-specific results.
    pub detail: &'a Json,
}

impl PlayedHand<'_> {
    /// Returns a player's number, from a field of the record that has a number for each player.
    pub fn of_seat(&self, key: &str, seat: Seat) -> Option<i64> {
        self.table.value_of(self.record.get(key)?, seat)?.typed()
    }

    /// Returns the seat of the player named in a field of the record.
    pub fn seat(&self, key: &str) -> Option<Seat> {
        self.table.seat(self.record.text(key)?)
    }

    /// Returns an argument by name, from the first reason that has it. Only reasons under these rules that
    /// concern the player are searched.
    pub fn explained(&self, seat: Seat, rules: &[&str], name: &str) -> Option<&Arg> {
        let is_wanted =
            |reason: &&Reason| rules.contains(&&*reason.rule) && reason.points_of(seat).is_some();
        let mut reasons = self.reasons.iter().filter(is_wanted);
        reasons.find_map(|reason| reason.arg(name))
    }

    /// Returns a row in which each field of a pad shows the record's value at its path. A field of the hand
    /// without such a value stays as in `blank`.
    ///
    /// A number is written, a word is ticked or written as its sign, and a flag ticks the only box. For
    /// players' fields, the value is usually an object with players' names as keys. If it is a name or a list
    /// of names instead, the boxes of these players are ticked.
    pub fn cells(&self, pad: &Pad, blank: Option<&Row>) -> Row {
        let mut row = self.row();
        if let Some(blank) = blank {
            row.hand = blank.hand.clone();
        }
        for field in &pad.hand {
            if let Some(value) = self.at(field).and_then(|found| value_of(field, found)) {
                row.hand.set(field.key, value);
            }
        }
        for field in &pad.seat {
            let Some(found) = self.at(field) else {
                continue;
            };
            for (index, values) in row.seats.iter_mut().enumerate() {
                if let Some(value) = self.value_of_seat(field, found, Seat::new(index)) {
                    values.set(field.key, value);
                }
            }
        }
        row
    }

    /// Returns the value in the record at the path of a field.
    pub fn at(&self, field: &Field) -> Option<&Json> {
        let path = field.records.first()?;
        path.split('/')
            .try_fold(self.record, |value, key| value.get(key))
    }

    fn value_of_seat(&self, field: &Field, found: &Json, seat: Seat) -> Option<Value> {
        let is_seat = |name: &str| self.table.seat(name) == Some(seat);
        let is_named = match found {
            Json::Object(_) => return value_of(field, self.table.value_of(found, seat)?),
            Json::List(names) => names.iter().filter_map(Json::as_text).any(is_seat),
            Json::Text(name) => is_seat(name),
            _ => false,
        };
        value_of(field, &Json::Bool(is_named))
    }

    /// Returns a row with the values that every game shows: number, dealer, points and running totals.
    pub fn row(&self) -> Row {
        let mut row = Row::blank(Some(self.number), Some(self.dealer), self.table.len());
        for (seat, values) in row.seats.iter_mut().enumerate() {
            values.write("points", signed(self.scores[seat]));
            values.write("total", self.totals[seat]);
        }
        row
    }
}

/// Converts a value of a record to the content of a field's cell.
fn value_of(field: &Field, found: &Json) -> Option<Value> {
    match (found, &field.kind) {
        (Json::Bool(true), Kind::Ticks(boxes)) => {
            let only = boxes.first()?;
            Some(Value::ticked([&only.id]))
        }
        (Json::Text(word), Kind::Ticks(boxes)) => {
            let is_known = boxes.iter().any(|tick| *tick.id == **word);
            is_known.then(|| Value::ticked([word]))
        }
        (Json::Text(word), _) => Some(Value::text(suit_sign(word))),
        (Json::Int(number), _) => Some(Value::text(Text::plain(number))),
        _ => None,
    }
}

/// Returns points with their sign.
///
/// ```
/// use overtrick_core::Points;
/// use overtrick_core::pad::signed;
///
/// assert_eq!(signed(Points::whole(5)), "+5");
/// assert_eq!(signed(Points::whole(-5)), "−5");
/// ```
pub fn signed(points: Points) -> String {
    let sign = if points > Points::ZERO { "+" } else { "" };
    format!("{sign}{points}")
}
