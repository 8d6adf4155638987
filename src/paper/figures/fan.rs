//! Cards from the best to the lowest, each over the one before.

use super::card::TALL;
use super::deck::Deck;
use super::described::FanFigure;
use super::sketch::Sketch;
use crate::layout::canvas::{Align, count};
use crate::layout::draw::{Ink, Item, Paint};
use crate::layout::paper::Area;

impl FanFigure {
    /// Draws it.
    pub fn draw(&self, sketch: &mut Sketch<'_>, deck: &Deck, width: f32) {
        let unit = sketch.unit;
        let card = 13.5 * unit;
        let most = self.rows.iter().map(Vec::len).max().unwrap_or(1);
        let steps = count(most.max(2) - 1);
        let step = ((width - card) / steps).min(7.2 * unit);
        let mut y = 4.2 * unit;
        let label = sketch.style(7.5).ink(Ink::Muted);
        let wide = card + step * steps;
        let (best, lowest) = (sketch.word("highest"), sketch.word("lowest"));
        let at = |x: f32, align| ((x, 2.4 * unit), align);
        sketch.text(&best, label, at(0.0, Align::Left), wide / 2.0);
        sketch.text(&lowest, label, at(wide, Align::Right), wide / 2.0);
        let from = sketch.width(&best, label) + 2.0 * unit;
        let to = wide - sketch.width(&lowest, label) - 2.6 * unit;
        let line = 1.5 * unit;
        sketch.arrow(vec![(from, line), (to, line)], 0.5, Ink::Muted);
        for row in &self.rows {
            let last = row.len().saturating_sub(1);
            for (index, text) in row.iter().enumerate() {
                let x = count(index) * step;
                let area = Area::new(x, y, card, card * TALL);
                match deck.face(text) {
                    Some(face) => {
                        sketch.card(&face, area, (0.5, Ink::Muted), index < last);
                    }
                    // Cards that are left out.
                    None => {
                        sketch.round_box(area, card * 0.09, Paint::Fill(Ink::Paper));
                        sketch.round_box(area, card * 0.09, Paint::Edge(0.5, Ink::Muted));
                        for dot in 0..3u8 {
                            let down = f32::from(dot) * 1.6 * unit;
                            let middle = (x + step * 0.5, y + 3.0 * unit + down);
                            sketch.draw(Item::Circle(middle, 0.4 * unit, Paint::Fill(Ink::Ink)));
                        }
                    }
                }
            }
            y += card * TALL + 2.4 * unit;
        }
        sketch.size = (wide, y - 1.6 * unit);
    }
}
