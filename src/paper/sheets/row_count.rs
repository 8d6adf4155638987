//! The number of rows: how many rows a pad has, and over how many pads a match goes.

use crate::layout::canvas::{count, times};
use crate::layout::template::Template;
use overtrick_core::pad::{Length, Pad, Row, rows};

/// The fewest rows that are worth a pad where a match goes over several.
const FEWEST_ROWS: usize = 2;
/// The strip that numbers a second match.
pub const MATCH: f32 = 5.0;

/// The rows that a pad may have.
#[derive(Debug, Clone, Copy)]
pub struct RowCount<'a> {
    /// The pad.
    pub pad: &'a Pad,
    /// Its layout.
    pub template: &'a Template,
    /// The number of players.
    pub players: usize,
    /// The height of the cells under the last row of a match.
    pub places: f32,
}

/// The least number of rows, from this on, of which so many pads together have a multiple of `step`.
fn round_up(rows: usize, parts: usize, step: usize) -> usize {
    let mut counts = rows..rows + step.max(1);
    let found = counts.find(|count| (count * parts).is_multiple_of(step.max(1)));
    found.unwrap_or(rows)
}

impl RowCount<'_> {
    /// The fewest rows of a pad, where a match goes on so many.
    pub fn fewest_rows(&self, parts: usize) -> usize {
        let whole = match self.pad.length {
            Length::Fixed | Length::Rounds => self.pad.rows.len().max(1),
            Length::Open { .. } => self.template.fewest_rows,
        };
        let fewest = match parts {
            1 => whole,
            _ => whole.div_ceil(parts).max(FEWEST_ROWS),
        };
        match self.pad.length {
            Length::Open { multiple_of: step } => round_up(fewest, parts, step),
            Length::Fixed | Length::Rounds => fewest,
        }
    }

    /// What a second match takes beside its rows.
    pub fn match_gap(&self) -> f32 {
        self.places + MATCH
    }

    /// The rows of a match on a pad that has room for several, of which each goes on so many pads.
    pub fn round(&self, parts: usize) -> usize {
        match self.pad.length {
            Length::Rounds if parts == 1 => self.pad.rows.len().max(1),
            _ => usize::MAX,
        }
    }

    /// The rows of a pad in whose height `room` those of at least `need` go.
    pub fn most_rows(&self, parts: usize, room: f32, need: f32) -> usize {
        let fewest = self.fewest_rows(parts);
        let matches = times(
            room + self.match_gap(),
            need * count(fewest) + self.match_gap(),
        );
        let room = times(room, need);
        let most = self.template.most_rows.max(fewest);
        match self.pad.length {
            Length::Fixed => fewest,
            Length::Rounds if parts > 1 => fewest,
            Length::Open { multiple_of: step } => {
                let room = (fewest..=room.clamp(fewest, most)).rev();
                let mut whole = room.filter(|rows| (rows * parts).is_multiple_of(step));
                whole.next().unwrap_or(fewest)
            }
            Length::Rounds => matches.clamp(1, (most / fewest).max(1)) * fewest,
        }
    }

    /// The pad's rows or as many blank ones, for each pad of a match.
    pub fn blank_rows(&self, count: usize, parts: usize) -> Vec<Vec<Row>> {
        let known = &self.pad.rows;
        let all: Vec<Row> = match self.pad.length {
            Length::Fixed => known.clone(),
            Length::Open { .. } => {
                let mut rows = rows(count * parts, self.players);
                let columns = self.pad.columns(self.players);
                for row in &mut rows {
                    row.seats.truncate(columns);
                }
                rows
            }
            Length::Rounds if parts > 1 => known.clone(),
            Length::Rounds => known.iter().cloned().cycle().take(count).collect(),
        };
        all.chunks(count.max(1)).map(<[Row]>::to_vec).collect()
    }
}
