//! A board: a tile for each row, and what each player has in it.

use super::described::BoardFigure;
use super::sketch::Sketch;
use crate::layout::canvas::{Align, count};
use crate::layout::draw::{Ink, Paint};
use crate::layout::paper::Area;

impl BoardFigure {
    /// Draws it.
    pub fn draw(&self, sketch: &mut Sketch<'_>, width: f32) {
        let unit = sketch.unit;
        let (tile, high, gap) = (34.0 * unit, 7.4 * unit, 1.2 * unit);
        let cell = ((width - tile) / count(self.players.len().max(1)) - gap).min(17.0 * unit);
        let left = |column: usize| tile + gap + count(column) * (cell + gap);
        let head = sketch.bold(8.5);
        for (column, player) in self.players.iter().enumerate() {
            let at = ((left(column) + cell / 2.0, 3.0 * unit), Align::Center);
            sketch.text(player, head, at, cell);
        }
        for (row, (name, value, cells)) in self.rows.iter().enumerate() {
            let y = 4.6 * unit + count(row) * (high + gap);
            let baseline = y + high / 2.0 + 1.1 * unit;
            let area = Area::new(0.4, y, tile - 0.4, high);
            sketch.round_box(area, 1.4 * unit, Paint::Edge(0.9, sketch.hue));
            let word = sketch.word(name);
            let value_at = ((tile - 2.0 * unit, baseline), Align::Right);
            let value_style = sketch.bold(9.0).ink(sketch.hue);
            sketch.text(value, value_style, value_at, 8.0 * unit);
            let at = ((2.2 * unit, baseline), Align::Left);
            sketch.text(&word, sketch.bold(8.5), at, tile - 11.0 * unit);
            for column in 0..self.players.len() {
                let area = Area::new(left(column), y, cell, high);
                sketch.round_box(area, 1.4 * unit, Paint::Edge(0.5, Ink::Line));
                let Some((record, points)) = cells.get(column) else {
                    continue;
                };
                let (near, far) = (2.0 * unit, cell - 2.0 * unit);
                let record_at = ((area.x + near, baseline), Align::Left);
                sketch.text(
                    record,
                    sketch.style(8.0).ink(Ink::Muted),
                    record_at,
                    cell / 2.0,
                );
                let points_at = ((area.x + far, baseline + 0.2 * unit), Align::Right);
                sketch.text(points, sketch.bold(10.0), points_at, cell / 2.0);
            }
        }
        let wide = left(self.players.len()) - gap;
        let high = 4.6 * unit + count(self.rows.len()) * (high + gap) - gap + 0.6;
        sketch.size = (wide, high);
    }
}
