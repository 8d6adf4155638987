//! The cards of a game: how each is written, the sign of its suit, and how it is drawn, with rank and suit in two corners
//! and a plain face.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::sketch::{Sketch, Spot};
use crate::layout::draw::{Ink, Item, MM_PER_POINT, Paint};
use crate::layout::emblem::{Emblem, FEW_STEPS, path_lines};
use crate::layout::paper::Area;
use overtrick_games::Entry;

/// The side of the field of a sign.
pub const FIELD: f32 = 16.0;

/// Points on a field of 16 by 16.
pub type Lines = Vec<Vec<(f32, f32)>>;

/// The middle and radius of a circle.
pub type Round = ((f32, f32), f32);

/// The sign of a suit, on a field of 16 by 16.
#[derive(Debug, Clone)]
pub enum Sign {
    /// Filled outlines, and filled circles by middle and radius.
    Filled(Lines, Vec<Round>),
    /// Lines.
    Drawn(Lines),
}

/// A suit with its cards.
#[derive(Debug)]
struct Suit {
    id: String,
    prefix: String,
    ranks: Vec<String>,
    sign: Sign,
    ink: Ink,
}

/// The cards of a game.
#[derive(Debug)]
pub struct Deck {
    suits: Vec<Suit>,
}

/// What is drawn on a card.
#[derive(Debug)]
pub struct Face<'a> {
    /// Its rank; nothing for a joker.
    pub rank: &'a str,
    /// The sign of its suit.
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

#[derive(Deserialize)]
struct Cards {
    suit: String,
    #[serde(default)]
    prefix: String,
    ranks: Vec<String>,
    #[serde(default)]
    drawing: Vec<String>,
}

impl Deck {
    /// The cards of a game as players know them who speak this language.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn new(game: &Entry, tag: &str) -> Result<Deck, String> {
        let mut form: Form = toml::from_str(game.form)
            .map_err(|error| format!("templates/games/{}/form.toml: {error}", game.folder))?;
        let mut others = form.suits.remove(tag).unwrap_or_default();
        let emblem = Emblem::from_game(game);
        let suit = |cards: Cards| {
            let drawing = others.remove(&cards.suit).unwrap_or(cards.drawing);
            let paths = drawing.iter().flat_map(|path| path_lines(path, FEW_STEPS));
            let (sign, ink) = match french(&cards.suit) {
                _ if !drawing.is_empty() => (Sign::Drawn(paths.collect()), ink(&cards.suit)),
                Some(sign) => (sign, ink(&cards.suit)),
                // A suit without a sign of its own has that of the game.
                None => (Sign::Drawn(emblem.lines_within(FIELD)), emblem.hue),
            };
            Suit {
                sign,
                ink,
                id: cards.suit,
                prefix: cards.prefix,
                ranks: cards.ranks,
            }
        };
        let suits = form.deck.into_iter().map(suit).collect();
        Ok(Deck { suits })
    }

    /// What is drawn on the card that is written so.
    pub fn face(&self, card: &str) -> Option<Face<'_>> {
        self.suits.iter().find_map(|suit| {
            let rank = card.strip_prefix(suit.prefix.as_str())?;
            Some(Face {
                rank: suit.ranks.iter().find(|known| *known == rank)?,
                sign: &suit.sign,
                ink: suit.ink,
            })
        })
    }

    /// Every rank.
    #[cfg(test)]
    pub fn ranks(&self) -> Vec<&str> {
        let ranks = self.suits.iter().flat_map(|suit| &suit.ranks);
        ranks.map(String::as_str).collect()
    }

    /// The sign of a suit, and its color.
    pub fn sign(&self, id: &str) -> Option<(&Sign, Ink)> {
        let suit = self.suits.iter().find(|suit| suit.id == id)?;
        Some((&suit.sign, suit.ink))
    }
}

/// Red or black.
fn ink(suit: &str) -> Ink {
    match suit {
        "hearts" | "diamonds" => Ink::Red,
        _ => Ink::Ink,
    }
}

/// The outlines of a French suit; a joker has a star.
fn french(suit: &str) -> Option<Sign> {
    let (path, circles): (&str, &[Round]) = match suit {
        "spades" => (
            "M8 1C6.4 4 1.8 6.4 1.8 9.7c0 2 1.4 3.3 3.1 3.3 1 0 1.9-.5 2.5-1.3-.1 1.5-.7 2.5-1.9 3.3h5c-1.2-.8-1.8-1.8-1.9-3.3.6.8 1.5 1.3 2.5 1.3 1.7 0 3.1-1.3 3.1-3.3C14.2 6.4 9.6 4 8 1Z",
            &[],
        ),
        "hearts" => (
            "M8 14.8C6.3 12 1.6 9.2 1.6 5.3 1.6 3 3.2 1.5 5.1 1.5c1.4 0 2.4.8 2.9 2.1.5-1.3 1.5-2.1 2.9-2.1 1.9 0 3.5 1.5 3.5 3.8C14.4 9.2 9.7 12 8 14.8Z",
            &[],
        ),
        "diamonds" => (
            "M8 .8C9.4 3.5 11.2 6 13.4 8c-2.2 2-4 4.5-5.4 7.2C6.6 12.5 4.8 10 2.6 8c2.2-2 4-4.5 5.4-7.2Z",
            &[],
        ),
        "clubs" => (
            "M6.2 6h3.6L8.7 9.4c.1 2.6.6 4.4 1.9 5.6H5.4c1.3-1.2 1.8-3 1.9-5.6Z",
            &[((8.0, 4.2), 3.2), ((4.5, 9.2), 3.2), ((11.5, 9.2), 3.2)],
        ),
        "joker" => (
            "M8 1 9.9 5.9 15.1 6.2 11.1 9.5 12.4 14.6 8 11.8 3.6 14.6 4.9 9.5.9 6.2 6.1 5.9Z",
            &[],
        ),
        _ => return None,
    };
    Some(Sign::Filled(path_lines(path, FEW_STEPS), circles.to_vec()))
}

/// How high a card is, for its width.
pub const TALL: f32 = 1.42;

/// Where the suits of a number stand on the face, as parts of its width and height: how far down those of the two sides
/// stand, then those in the middle.
fn pips(number: usize) -> Vec<(f32, f32)> {
    let (sides, middle): (&[f32], &[f32]) = match number {
        2 => (&[], &[0.2, 0.8]),
        3 => (&[], &[0.2, 0.5, 0.8]),
        4 => (&[0.2, 0.8], &[]),
        5 => (&[0.2, 0.8], &[0.5]),
        6 => (&[0.2, 0.5, 0.8], &[]),
        7 => (&[0.2, 0.5, 0.8], &[0.35]),
        8 => (&[0.2, 0.5, 0.8], &[0.35, 0.65]),
        9 => (&[0.2, 0.4, 0.6, 0.8], &[0.5]),
        10 => (&[0.2, 0.4, 0.6, 0.8], &[0.3, 0.7]),
        _ => (&[], &[]),
    };
    let sides = sides.iter().flat_map(|y| [(0.37, *y), (0.63, *y)]);
    sides.chain(middle.iter().map(|y| (0.5, *y))).collect()
}

/// What a court card wears, on a field of 16 by 8.
fn crown(rank: &str) -> Option<Lines> {
    let path = match rank {
        "K" => "M2.5 7.2 1.5 1.5 5 4.6 8 .6l3 4 3.5-3.1-1 5.7Z",
        "Q" => {
            "M2.5 7.2C2 5 1.8 3.4 1.8 2c1.2 1.6 2.2 2.2 3.2 2.2C6.4 4.2 7.4 3 8 .8c.6 2.2 1.6 3.4 3 3.4 1 0 2-.6 3.2-2.2 0 1.4-.2 3-.7 5.2Z"
        }
        "J" => {
            "M1.8 7.2h12.4M3 7.2C3 4 5 2.4 8 2.4s5 1.6 5 4.8M11 3.2C11.6 1.6 12.8.8 14.6.6c0 1.8-.8 3.2-2.4 4"
        }
        _ => return None,
    };
    Some(path_lines(path, FEW_STEPS))
}

impl Sketch<'_> {
    /// Draws a card. Of one that another will cover only its left edge is drawn.
    pub fn card(&mut self, face: &Face<'_>, area: Area, edge: (f32, Ink), covered: bool) {
        let ink = face.ink;
        let width = area.w;
        let radius = width * 0.09;
        self.sheet(area, radius, Paint::Edge(edge.0, edge.1));
        let (rank, sign) = (width * 0.18, width * 0.15);
        let column = width * 0.14;
        // A number of several figures must not leave the corner.
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
            self.face(face, area, ink);
        }
    }

    /// Draws what is in the middle of a card.
    fn face(&mut self, face: &Face<'_>, area: Area, ink: Ink) {
        let (width, sign) = (area.w, face.sign);
        let at = |x: f32, y: f32| (area.x + width * x, area.y + area.h * y);
        let number = face.rank.parse::<usize>().unwrap_or(0);
        let places = pips(number);
        if places.is_empty() {
            let court = crown(face.rank);
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
