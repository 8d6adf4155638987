//! The faces of dice, each with what it is called.

use super::deck::Deck;
use super::described::DiceFigure;
use super::sketch::{Sketch, Spot};
use crate::layout::canvas::{Align, count};
use crate::layout::draw::{Ink, Paint};
use crate::layout::paper::Area;

impl DiceFigure {
    /// Draws it.
    pub fn draw(&self, sketch: &mut Sketch<'_>, deck: &Deck, width: f32) {
        let unit = sketch.unit;
        let most = self.dice.iter().map(|(_, faces)| faces.len()).max();
        let label = 19.0 * unit;
        let pitch = ((width - label) / count(most.unwrap_or(1))).min(14.5 * unit);
        let side = 9.0 * unit;
        let row = side + 6.4 * unit;
        for (index, (die, faces)) in self.dice.iter().enumerate() {
            let y = count(index) * row + 0.5;
            let name = sketch.word(die);
            let style = sketch.bold(8.5);
            let at = ((0.0, y + side * 0.5 + 1.0 * unit), Align::Left);
            sketch.text(&name, style, at, label - 2.0);
            for (place, face) in faces.iter().enumerate() {
                let x = label + count(place) * pitch + (pitch - side) / 2.0;
                let area = Area::new(x, y, side, side);
                sketch.sheet(area, side * 0.18, Paint::Edge(0.8, Ink::Ink));
                draw_face(sketch, deck, face, area);
                if face.parse::<u8>().is_ok() {
                    continue;
                }
                let word = sketch.word(face);
                let style = sketch.style(6.8).ink(Ink::Muted);
                for (line, part) in word.split_inclusive(", ").enumerate() {
                    let down = (3.1 + 2.6 * count(line)) * unit;
                    let at = ((x + side / 2.0, y + side + down), Align::Center);
                    sketch.text(part.trim_end(), style, at, pitch - 0.6);
                }
            }
        }
        let wide = label + pitch * count(most.unwrap_or(1));
        sketch.size = (wide, count(self.dice.len()) * row + 0.6 * unit);
    }
}

/// Draws a face: a suit, a number, arrows, or a ring for none.
fn draw_face(sketch: &mut Sketch<'_>, deck: &Deck, face: &str, area: Area) {
    let middle = (area.x + area.w / 2.0, area.y + area.h / 2.0);
    let far = area.w * 0.26;
    let level = |down: f32, way: f32| {
        let y = middle.1 + down;
        vec![(middle.0 - far * way, y), (middle.0 + far * way, y)]
    };
    if let Some((sign, ink)) = deck.sign(face) {
        sketch.sign(sign, ink, Spot::upright(middle, area.w * 0.64));
    } else if face.parse::<u8>().is_ok() {
        let spot = Spot::upright(middle, area.h * 0.5);
        sketch.rank(face, Ink::Ink, spot, area.w * 0.7);
    } else {
        match face {
            "to-left" => sketch.arrow(level(0.0, -1.0), 1.4, Ink::Ink),
            "to-right" => sketch.arrow(level(0.0, 1.0), 1.4, Ink::Ink),
            "across-left" | "across-right" => {
                // Up, opposite; and the way that an odd number of players passes.
                let up = middle.1 - area.h * 0.28;
                let line = vec![(middle.0, middle.1 + area.h * 0.06), (middle.0, up)];
                sketch.arrow(line, 1.4, Ink::Ink);
                let way = if face == "across-left" { -1.0 } else { 1.0 };
                sketch.arrow(level(area.h * 0.26, way), 1.4, Ink::Ink);
            }
            _ => sketch.none(middle, far, 1.4, Ink::Ink),
        }
    }
}
