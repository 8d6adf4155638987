//! The cards of a game: their codes, the symbols of their suits, and their drawings. A drawing has the rank
//! and the suit in two corners.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::sketch::{FIELD, Sign, Sketch, Spot};
use crate::layout::draw::{Ink, Item, MM_PER_POINT, Paint};
use crate::layout::emblem::{Emblem, FEW_STEPS, SHAPES, path_lines};
use crate::layout::paper::Area;
use overtrick_games::Entry;

/// A suit with its cards.
#[derive(Debug)]
struct Suit {
    cards: Cards,
    sign: Sign,
    ink: Ink,
}

/// The cards of a game.
#[derive(Debug)]
pub struct Deck {
    suits: Vec<Suit>,
}

/// The parts of a card face.
#[derive(Debug)]
pub struct Face<'a> {
    /// Its rank; empty for a joker.
    pub rank: &'a str,
    /// The symbol of its suit.
    pub sign: &'a Sign,
    /// Its color.
    pub ink: Ink,
}

#[derive(Deserialize)]
struct Form {
    #[serde(default)]
    deck: Vec<Cards>,
    #[serde(default)]
    suits: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

#[derive(Debug, Deserialize)]
struct Cards {
    suit: String,
    #[serde(default)]
    prefix: String,
    ranks: Vec<String>,
    #[serde(default)]
    drawing: Vec<String>,
}

impl Deck {
    /// Reads the cards of a game, with the suit symbols that are usual for players with this language.
    ///
    /// # Errors
    /// The reason why the cards cannot be read.
    pub fn new(game: &Entry, tag: &str) -> Result<Deck, String> {
        let mut form: Form = toml::from_str(game.form)
            .map_err(|error| format!("templates/games/{}/form.toml: {error}", game.folder))?;
        let others = form.suits.remove(tag).unwrap_or_default();
        let emblem = Emblem::from_game(game);
        let suit = |cards: Cards| {
            let drawing = others.get(&cards.suit).unwrap_or(&cards.drawing);
            let paths = drawing.iter().flat_map(|path| path_lines(path, FEW_STEPS));
            let (sign, ink) = match french(&cards.suit) {
                _ if !drawing.is_empty() => (Sign::Drawn(paths.collect()), ink(&cards.suit)),
                Some(sign) => (sign, ink(&cards.suit)),
                // A suit without a symbol gets the emblem of the game.
                None => (Sign::Drawn(emblem.lines_within(FIELD)), emblem.hue),
            };
            Suit { cards, sign, ink }
        };
        let suits = form.deck.into_iter().map(suit).collect();
        Ok(Deck { suits })
    }

    /// Returns the face of the card with this code.
    pub fn face(&self, card: &str) -> Option<Face<'_>> {
        self.suits.iter().find_map(|suit| {
            let rank = card.strip_prefix(suit.cards.prefix.as_str())?;
            Some(Face {
                rank: suit.cards.ranks.iter().find(|known| *known == rank)?,
                sign: &suit.sign,
                ink: suit.ink,
            })
        })
    }

    /// Returns the symbol of a suit and its color.
    pub fn sign(&self, id: &str) -> Option<(&Sign, Ink)> {
        let suit = self.suits.iter().find(|suit| suit.cards.suit == id)?;
        Some((&suit.sign, suit.ink))
    }
}

/// Returns the color of a suit, red or black.
fn ink(suit: &str) -> Ink {
    match suit {
        "hearts" | "diamonds" => Ink::Red,
        _ => Ink::Ink,
    }
}

/// Returns the symbol of a French suit, or the star of a joker.
fn french(suit: &str) -> Option<Sign> {
    let (path, circles) = SHAPES.suits.get(suit)?;
    Some(Sign::Filled(path_lines(path, FEW_STEPS), circles.clone()))
}

/// The height of a card, as a multiple of its width.
pub const HEIGHT_RATIO: f32 = 1.42;

/// Returns the positions of the suit symbols on a number card, as fractions of its width and height.
fn pips(rank: &str) -> Vec<(f32, f32)> {
    let Some((sides, middle)) = SHAPES.pips.get(rank) else {
        return Vec::new();
    };
    let sides = sides.iter().flat_map(|y| [(0.37, *y), (0.63, *y)]);
    sides.chain(middle.iter().map(|y| (0.5, *y))).collect()
}

impl Sketch<'_> {
    /// Draws a card. A card that another one covers has a rank and suit only in its upper left corner.
    pub fn card(&mut self, face: &Face<'_>, area: Area, edge: (f32, Ink), covered: bool) {
        let ink = face.ink;
        let width = area.w;
        let radius = width * 0.09;
        self.sheet(area, radius, Paint::Edge(edge.0, edge.1));
        let (rank, sign) = (width * 0.18, width * 0.15);
        let column = width * 0.14;
        // A number with several digits must fit into the corner.
        let most = width * 0.19;
        for turned in [false, true] {
            if turned && covered {
                continue;
            }
            let corner = |down: f32| {
                if turned {
                    (area.right() - column, area.bottom() - down)
                } else {
                    (area.x + column, area.y + down)
                }
            };
            let spot = |middle, side| Spot {
                middle,
                side,
                turned,
            };
            let under = if face.rank.is_empty() {
                width * 0.16
            } else {
                self.rank(face.rank, ink, spot(corner(width * 0.17), rank), most);
                width * 0.38
            };
            self.sign(face.sign, ink, spot(corner(under), sign));
        }
        if !covered {
            self.face(face, area);
        }
    }

    /// Draws the middle of a card face.
    fn face(&mut self, face: &Face<'_>, area: Area) {
        let (width, sign, ink) = (area.w, face.sign, face.ink);
        let at = |x: f32, y: f32| (area.x + width * x, area.y + area.h * y);
        let number = face.rank.parse::<usize>().unwrap_or(0);
        let places = pips(face.rank);
        if places.is_empty() {
            let court = SHAPES.crowns.get(face.rank);
            let court = court.map(|path| path_lines(path, FEW_STEPS));
            let is_high = court.is_some() || number > 10;
            if is_high {
                let (x, y) = at(0.29, 0.13);
                let inner = Area::new(x, y, width * 0.42, area.h * 0.74);
                self.round_box(inner, width * 0.05, Paint::Edge(0.4, ink));
            }
            let (middle, side) = match (&court, is_high) {
                (Some(_), _) => (at(0.5, 0.59), width * 0.34),
                (None, true) => (at(0.5, 0.5), width * 0.34),
                (None, false) => (at(0.5, 0.5), width * 0.46),
            };
            self.sign(sign, ink, Spot::upright(middle, side));
            for line in court.into_iter().flatten() {
                let scale = width * 0.3 / 16.0;
                let (x, y) = at(0.5, 0.26);
                let place =
                    |(px, py): &(f32, f32)| (x + (px - 8.0) * scale, y + (py - 4.0) * scale * 1.15);
                let weight = 1.3 * scale / MM_PER_POINT;
                self.draw(Item::Stroke(line.iter().map(place).collect(), weight, ink));
            }
        }
        for (x, y) in places {
            let spot = Spot {
                middle: at(x, y),
                side: width * 0.17,
                turned: y > 0.5,
            };
            self.sign(sign, ink, spot);
        }
    }
}

#[cfg(test)]
mod tests {
    impl super::Deck {
        /// Returns every rank.
        pub fn ranks(&self) -> Vec<&str> {
            let ranks = self.suits.iter().flat_map(|suit| &suit.cards.ranks);
            ranks.map(String::as_str).collect()
        }
    }
}
