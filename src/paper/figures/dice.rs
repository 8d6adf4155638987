//! Pictures of the faces of dice and of suit symbols, each with its name.

use std::collections::BTreeMap;

use super::deck::Deck;
use super::described::{DiceFigure, SignsFigure};
use super::sketch::{Sketch, Spot};
use crate::layout::canvas::Align;
use crate::layout::draw::{Ink, Paint};
use crate::layout::paper::{Area, count};

impl DiceFigure {
    /// Draws the dice. Returns the width and height.
    pub fn draw(&self, sketch: &mut Sketch<'_>, deck: &Deck, width: f32) -> (f32, f32) {
        let unit = sketch.unit;
        let most = self.dice.iter().map(|(_, faces)| faces.len()).max();
        let label = 19.0 * unit;
        let pitch = ((width - label) / count(most.unwrap_or(1))).min(14.5 * unit);
        let side = 9.0 * unit;
        let row = side + 6.4 * unit;
        for (index, (die, faces)) in self.dice.iter().enumerate() {
            let y = count(index) * row + 0.5;
            let at = ((0.0, y + side * 0.5 + 1.0 * unit), Align::Left);
            sketch.text(&sketch.word(die), sketch.bold(8.5), at, label - 2.0);
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
                    let place = (x + side / 2.0, y + side + down);
                    sketch.centered(part.trim_end(), style, place, pitch - 0.6);
                }
            }
        }
        let wide = label + pitch * count(most.unwrap_or(1));
        (wide, count(self.dice.len()) * row + 0.6 * unit)
    }
}

impl SignsFigure {
    /// Draws the suit symbols of one deck, or of several decks side by side. Returns the width and height.
    pub fn draw(
        &self,
        sketch: &mut Sketch<'_>,
        (deck, all): (&Deck, &BTreeMap<&'static str, Deck>),
        width: f32,
    ) -> (f32, f32) {
        let unit = sketch.unit;
        let side = 8.0 * unit;
        let named = self.decks.iter().filter_map(|tag| all.get(tag.as_str()));
        let mut decks: Vec<&Deck> = named.collect();
        if decks.is_empty() {
            decks.push(deck);
        }
        let apart = side + 1.6 * unit;
        let block = apart * count(decks.len()) - 1.6 * unit;
        let suits = count(self.suits.len().max(1));
        let pitch = (width / suits).min(block.max(13.0 * unit) + 5.0 * unit);
        for (index, suit) in self.suits.iter().enumerate() {
            let middle = count(index) * pitch + pitch / 2.0;
            for (place, deck) in decks.iter().enumerate() {
                let x = middle - block / 2.0 + side / 2.0 + count(place) * apart;
                if let Some((sign, ink)) = deck.sign(suit) {
                    sketch.sign(sign, ink, Spot::upright((x, side / 2.0 + 0.5), side));
                }
            }
            let more = if self.decks.is_empty() { "" } else { "-decks" };
            let word = sketch.word(&format!("{suit}{more}"));
            let place = (middle, side + 4.2 * unit);
            sketch.centered(&word, sketch.style(8.0), place, pitch - 1.0);
        }
        (pitch * suits, side + 5.2 * unit)
    }
}

/// Draws a face of a die: a suit, a number, arrows, or a ring with a bar for nothing.
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
                // One arrow points up, to the opposite player. The other one shows the direction in which an
                // odd number of players passes.
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
