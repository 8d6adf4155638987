//! The seats around a table: the dealer, the first bidder, the leader, and the direction of play.

use std::f32::consts::TAU;

use super::described::{BoardFigure, Direction, SeatsFigure};
use super::sketch::Sketch;
use crate::layout::canvas::Align;
use crate::layout::draw::{Ink, Item, Paint};
use crate::layout::paper::{Area, count};

impl SeatsFigure {
    /// Draws the seats. Returns the width and height.
    pub fn draw(&self, sketch: &mut Sketch<'_>, width: f32) -> (f32, f32) {
        let unit = sketch.unit;
        let (wide, high) = ((19.0 * unit).min(width * 0.22), 11.5 * unit);
        let side = (width / 2.0 - wide - 5.0 * unit).min(30.0 * unit);
        let (x, y) = (side + wide + 5.0 * unit, high + 4.0 * unit);
        let ellipse = |wide: f32, high: f32, from: f32, to: f32| -> Vec<(f32, f32)> {
            let step = |step: u8| {
                let part = from + (to - from) * f32::from(step) / 48.0;
                let angle = part * TAU;
                (x - wide * angle.sin(), y + high * angle.cos())
            };
            (0..=48).map(step).collect()
        };
        // The first seat is at the bottom of the table. The next seats are to its left if play is clockwise.
        let (way, key) = match self.direction {
            Direction::Clockwise => (1.0, "clockwise"),
            Direction::Counterclockwise => (-1.0, "counterclockwise"),
        };
        let table = ellipse(wide, high, 0.0, 1.0);
        sketch.draw(Item::Shape(table.clone(), Paint::Fill(Ink::Tint)));
        sketch.draw(Item::Shape(table, Paint::Edge(0.6, Ink::Line)));
        let turn = ellipse(wide * 0.66, high * 0.6, 0.06 * way, 0.88 * way);
        sketch.arrow(turn, 1.1, sketch.hue);
        let (label, middle) = (sketch.word(key), (x, y + 0.9 * unit));
        sketch.centered(&label, sketch.style(7.0), middle, wide * 1.1);
        let seats = count(self.players.len());
        for (index, (player, actions)) in self.players.iter().enumerate() {
            let part = count(index) / seats * way;
            let (right, down) = (-(part * TAU).sin(), (part * TAU).cos());
            let middle = (x + wide * right, y + high * down);
            let (is_aside, within) = (right.abs() > 0.2, width / 2.0 - 5.0 * unit);
            let most = if is_aside { side } else { within };
            draw_seat(sketch, (index, player, actions), middle, (right, most));
        }
        let first = self.players.first().map_or(0, |(_, actions)| actions.len());
        let lowest = y + high + (4.0 + count(first) * 3.2) * unit;
        ((x + wide + 5.0 * unit + side).min(width), lowest)
    }
}

/// Draws a seat with the player's name and actions. `right` is its distance from the middle of the table, as
/// a fraction of the table's width; negative at the left. No word is wider than `most`.
fn draw_seat(
    sketch: &mut Sketch<'_>,
    (index, player, actions): (usize, &str, &[String]),
    (x, y): (f32, f32),
    (right, most): (f32, f32),
) {
    let unit = sketch.unit;
    let radius = 2.7 * unit;
    let deals = index == 0;
    let fill = if deals { sketch.hue } else { Ink::Paper };
    sketch.draw(Item::Circle((x, y), radius, Paint::Fill(fill)));
    let edge = Paint::Edge(1.1, sketch.hue);
    sketch.draw(Item::Circle((x, y), radius, edge));
    let initial: String = player.chars().take(1).collect();
    let ink = if deals { Ink::Paper } else { Ink::Ink };
    let style = sketch.bold(8.5).ink(ink);
    sketch.centered(&initial, style, (x, y + 1.05 * unit), radius * 1.6);
    let (align, out) = match right {
        left if left < -0.2 => (Align::Right, -1.0),
        _ => (Align::Left, 1.0),
    };
    let edge = x + out * (radius + 1.4 * unit);
    // At the top and bottom of the table, the words must not touch its edge.
    let mut baseline = if right.abs() > 0.2 {
        y + 1.0 * unit - count(actions.len()) * 1.55 * unit
    } else if deals {
        y + 3.0 * unit
    } else {
        y - 0.8 * unit
    };
    let name = sketch.bold(8.5);
    sketch.text(player, name, ((edge, baseline), align), most);
    for key in actions {
        baseline += 3.2 * unit;
        let (word, style) = (sketch.word(key), sketch.style(8.0));
        sketch.text(&word, style, ((edge, baseline), align), most);
    }
}

impl BoardFigure {
    /// Draws the board. Returns the width and height.
    pub fn draw(&self, sketch: &mut Sketch<'_>, width: f32) -> (f32, f32) {
        let unit = sketch.unit;
        let (tile, high, gap) = (34.0 * unit, 7.4 * unit, 1.2 * unit);
        let cell = ((width - tile) / count(self.players.len().max(1)) - gap).min(17.0 * unit);
        let left = |column: usize| tile + gap + count(column) * (cell + gap);
        for (column, player) in self.players.iter().enumerate() {
            let middle = (left(column) + cell / 2.0, 3.0 * unit);
            sketch.centered(player, sketch.bold(8.5), middle, cell);
        }
        for (row, (name, value, cells)) in self.rows.iter().enumerate() {
            let y = 4.6 * unit + count(row) * (high + gap);
            let baseline = y + high / 2.0 + 1.1 * unit;
            let area = Area::new(0.4, y, tile - 0.4, high);
            sketch.round_box(area, 1.4 * unit, Paint::Edge(0.9, sketch.hue));
            let at = ((tile - 2.0 * unit, baseline), Align::Right);
            let style = sketch.bold(9.0).ink(sketch.hue);
            sketch.text(value, style, at, 8.0 * unit);
            let (word, at) = (sketch.word(name), ((2.2 * unit, baseline), Align::Left));
            sketch.text(&word, sketch.bold(8.5), at, tile - 11.0 * unit);
            for column in 0..self.players.len() {
                let area = Area::new(left(column), y, cell, high);
                sketch.round_box(area, 1.4 * unit, Paint::Edge(0.5, Ink::Line));
                let Some((record, points)) = cells.get(column) else {
                    continue;
                };
                let (near, far) = (area.x + 2.0 * unit, area.x + (cell - 2.0 * unit));
                let style = sketch.style(8.0).ink(Ink::Muted);
                sketch.text(record, style, ((near, baseline), Align::Left), cell / 2.0);
                let at = ((far, baseline + 0.2 * unit), Align::Right);
                sketch.text(points, sketch.bold(10.0), at, cell / 2.0);
            }
        }
        let wide = left(self.players.len()) - gap;
        let high = 4.6 * unit + count(self.rows.len()) * (high + gap) - gap + 0.6;
        (wide, high)
    }
}
