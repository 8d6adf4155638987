//! A hand that was played, as its pad shows it.

use super::row::Row;
use crate::rules::json::Json;
use crate::rules::{Arg, Line, Points, Seat, Table};

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
