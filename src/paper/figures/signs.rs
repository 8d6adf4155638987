//! The signs of the suits with their names, of one deck or of several.

use super::deck::Deck;
use super::described::SignsFigure;
use super::sketch::{Sketch, Spot};
use crate::layout::canvas::{Align, count};

impl SignsFigure {
    /// Draws it, with a deck and those of every language.
    pub fn draw(
        &self,
        sketch: &mut Sketch<'_>,
        (deck, all): (&Deck, &[(&'static str, Deck)]),
        width: f32,
    ) {
        let unit = sketch.unit;
        let side = 8.0 * unit;
        let named = |tag: &String| Some(&all.iter().find(|(known, _)| known == tag)?.1);
        let mut decks: Vec<&Deck> = self.decks.iter().filter_map(named).collect();
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
            let key = if self.decks.is_empty() {
                suit.clone()
            } else {
                format!("{suit}-decks")
            };
            let word = sketch.word(&key);
            let at = ((middle, side + 4.2 * unit), Align::Center);
            sketch.text(&word, sketch.style(8.0), at, pitch - 1.0);
        }
        sketch.size = (pitch * suits, side + 5.2 * unit);
    }
}
