//! The ranks of cards as lines of one weight, so that they can stand on their heads as well.

use super::deck::Deck;
use super::described::SignsFigure;
use super::sketch::{Sketch, Spot};
use crate::layout::canvas::{Align, count};
use crate::layout::emblem::{FEW_STEPS, path_lines};

/// The height of a capital on the field of its lines.
pub const HEIGHT: f32 = 14.0;
/// The weight of the lines.
pub const WEIGHT: f32 = 2.0;
/// The white between two of them.
const GAP: f32 = 3.0;

/// A letter's width, and its lines.
fn letter(letter: char) -> Option<(f32, &'static str)> {
    Some(match letter {
        '0' => (
            9.2,
            "M4.6 0C1.4 0 0 3 0 7s1.4 7 4.6 7 4.6-3 4.6-7-1.4-7-4.6-7Z",
        ),
        '1' => (4.2, "M0 3 4 .1V14"),
        '2' => (
            8.8,
            "M.3 3.7C.5 1.4 2.1 0 4.4 0c2.5 0 4.1 1.5 4.1 3.8 0 1.9-1 3.2-2.9 5L0 14h8.8",
        ),
        '3' => (
            8.8,
            "M.5 1.1C1.5.4 2.8 0 4.2 0c2.5 0 4.1 1.3 4.1 3.4S6.6 6.7 4 6.7h-1M4 6.7c2.9 0 4.8 1.3 4.8 3.6S6.9 14 4.1 14C2.4 14 1 13.5 0 12.6",
        ),
        '4' => (9.6, "M7 14V.1L0 10.2h9.6"),
        '5' => (
            8.8,
            "M8 0H1.6L.9 6.3c.9-.7 2-1.1 3.3-1.1 2.7 0 4.6 1.7 4.6 4.3S6.8 14 4 14C2.4 14 1.1 13.5 0 12.6",
        ),
        '6' => (
            8.9,
            "M7.6.6C6.8.2 6.1 0 5.3 0 2 0 0 2.8 0 7.4 0 11.7 1.6 14 4.4 14c2.6 0 4.5-1.8 4.5-4.4S7.2 5.3 4.7 5.3C2.3 5.3.4 6.8.1 9",
        ),
        '7' => (8.6, "M0 0h8.6L3.4 14"),
        '8' => (
            9.0,
            "M4.5 6.6c2.3 0 3.9-1.3 3.9-3.3S6.8 0 4.5 0 .6 1.3.6 3.3s1.6 3.3 3.9 3.3ZM4.5 6.6C7.2 6.6 9 8.1 9 10.3S7.2 14 4.5 14 0 12.5 0 10.3s1.8-3.7 4.5-3.7Z",
        ),
        '9' => (
            8.9,
            "M1.3 13.4c.8.4 1.5.6 2.3.6 3.3 0 5.3-2.8 5.3-7.4C8.9 2.3 7.3 0 4.5 0 1.9 0 0 1.8 0 4.4s1.7 4.3 4.2 4.3c2.4 0 4.3-1.5 4.6-3.7",
        ),
        'A' => (10.0, "M0 14 5 0l5 14M1.8 9.4h6.4"),
        'K' => (9.0, "M.4 0v14M8.6 0 .4 8.4M3.6 5.4 9 14"),
        'Q' => (
            10.4,
            "M5.2 0C1.8 0 0 3 0 7s1.8 7 5.2 7 5.2-3 5.2-7S8.6 0 5.2 0ZM6.4 10.6 10 14.6",
        ),
        'J' => (
            7.0,
            "M3.4 0H7v9.8C7 12.5 5.7 14 3.5 14 1.7 14 .5 13.2 0 11.8",
        ),
        '-' => (5.6, "M0 7.6h5.6"),
        _ => return None,
    })
}

/// A rank on a field of this height: its width, and its lines.
pub fn lines(rank: &str) -> (f32, Vec<Vec<(f32, f32)>>) {
    let mut found = Vec::new();
    let mut right = 0.0;
    for (width, path) in rank.chars().filter_map(letter) {
        let left = if right > 0.0 { right + GAP } else { 0.0 };
        let mut lines = path_lines(path, FEW_STEPS);
        lines.iter_mut().flatten().for_each(|(x, _)| *x += left);
        found.extend(lines);
        right = left + width;
    }
    (right, found)
}

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
            let more = if self.decks.is_empty() { "" } else { "-decks" };
            let word = sketch.word(&format!("{suit}{more}"));
            let at = ((middle, side + 4.2 * unit), Align::Center);
            sketch.text(&word, sketch.style(8.0), at, pitch - 1.0);
        }
        sketch.size = (pitch * suits, side + 5.2 * unit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::deck::Deck;
    use overtrick_games as games;
    use overtrick_match::lang::Language;

    #[test]
    fn every_rank_of_every_game_has_lines_of_its_own_height() {
        for game in games::all() {
            let deck = Deck::new(game, Language::english().tag()).unwrap();
            let ranks = deck.ranks();
            assert!(ranks.len() > 20, "{}", game.folder);
            for rank in ranks.iter().filter(|rank| !rank.is_empty()) {
                let (width, lines) = lines(rank);
                assert!(lines.len() >= rank.chars().count(), "{rank}");
                let points = lines.iter().flatten();
                for (x, y) in points {
                    assert!((-0.1..=width + 0.1).contains(x), "{rank}: {x}");
                    assert!((-0.1..=HEIGHT + 1.0).contains(y), "{rank}: {y}");
                }
            }
        }
    }
}
