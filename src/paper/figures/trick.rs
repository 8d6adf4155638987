//! The cards of a trick in the order of play, with the player who led and the winner.

use super::deck::{Deck, HEIGHT_RATIO};
use super::described::{FanFigure, TrickFigure};
use super::sketch::{Sketch, Spot};
use crate::layout::canvas::Align;
use crate::layout::draw::{Ink, Item, Paint};
use crate::layout::paper::{Area, count};

impl TrickFigure {
    /// Draws the trick. Returns the width and height.
    pub fn draw(&self, sketch: &mut Sketch<'_>, deck: &Deck, width: f32) -> (f32, f32) {
        let unit = sketch.unit;
        let (gap, raised, left) = (3.2 * unit, 1.8 * unit, 17.0 * unit);
        let cards = self.cards.len();
        let room = (width - left + gap) / count(cards.max(1)) - gap;
        let card = room.min(15.5 * unit);
        let top = raised + 0.6;
        let bottom = top + card * HEIGHT_RATIO;
        let middle = left * 0.5 - 2.0 * unit;
        let (label, style) = (sketch.word("trump"), sketch.style(7.5));
        let y = top + card * HEIGHT_RATIO * 0.5;
        let above = (middle, y - 5.6 * unit);
        sketch.centered(&label, style.ink(Ink::Muted), above, left - 2.0);
        if let Some((sign, ink)) = deck.sign(&self.trump) {
            sketch.sign(sign, ink, Spot::upright((middle, y), 7.5 * unit));
        } else {
            sketch.none((middle, y), 3.0 * unit, 1.0, Ink::Muted);
        }
        let below = (middle, y + 7.4 * unit);
        sketch.centered(&sketch.word(&self.trump), style, below, left - 2.0);
        for (index, (player, text)) in self.cards.iter().enumerate() {
            let wins = *player == self.winner;
            let x = left + count(index) * (card + gap);
            let y = if wins { top - raised } else { top };
            let area = Area::new(x, y, card, card * HEIGHT_RATIO);
            let (won, lost) = ((1.8, sketch.hue), (0.5, Ink::Muted));
            let edge = if wins { won } else { lost };
            if let Some(face) = deck.face(text) {
                sketch.card(&face, area, edge, false);
            }
            let (middle, most) = (x + card / 2.0, card + gap * 0.9);
            let at = |line: f32| (middle, bottom + line * unit);
            sketch.centered(player, sketch.bold(8.5), at(4.0), most);
            let mut line = 7.4;
            let actions = [
                (index == 0, "leads", Ink::Muted),
                (wins, "wins", sketch.hue),
            ];
            for (_, key, ink) in actions.into_iter().filter(|(is_shown, ..)| *is_shown) {
                let style = sketch.style(8.0).bold_if(key == "wins");
                sketch.centered(&sketch.word(key), style.ink(ink), at(line), most);
                line += 3.3;
            }
        }
        let is_winner = |(first, _): &(String, String)| *first == self.winner;
        let leads_and_wins = self.cards.first().is_some_and(is_winner);
        let lines = if leads_and_wins { 11.8 } else { 8.5 };
        let wide = left + count(cards) * (card + gap) - gap;
        (wide, bottom + lines * unit)
    }
}

impl FanFigure {
    /// Draws the cards. Returns the width and height.
    pub fn draw(&self, sketch: &mut Sketch<'_>, deck: &Deck, width: f32) -> (f32, f32) {
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
                let area = Area::new(x, y, card, card * HEIGHT_RATIO);
                match deck.face(text) {
                    Some(face) => sketch.card(&face, area, (0.5, Ink::Muted), index < last),
                    // Dots stand for omitted cards.
                    None => {
                        sketch.sheet(area, card * 0.09, Paint::Edge(0.5, Ink::Muted));
                        for dot in 0..3u8 {
                            let down = f32::from(dot) * 1.6 * unit;
                            let middle = (x + step * 0.5, y + 3.0 * unit + down);
                            sketch.draw(Item::Circle(middle, 0.4 * unit, Paint::Fill(Ink::Ink)));
                        }
                    }
                }
            }
            y += card * HEIGHT_RATIO + 2.4 * unit;
        }
        (wide, y - 1.6 * unit)
    }
}
