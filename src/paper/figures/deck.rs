//! The cards of a game: how each is written, and the sign of its suit.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::layout::draw::Ink;
use crate::layout::emblem::{Emblem, FEW_STEPS, path_lines};
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
#[derive(Debug, Default)]
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
        let suits = form.deck.into_iter();
        Ok(Deck {
            suits: suits
                .map(|cards| {
                    let drawing = others.remove(&cards.suit).unwrap_or(cards.drawing);
                    let paths = drawing.iter().flat_map(|path| path_lines(path, FEW_STEPS));
                    let (sign, ink) = match french(&cards.suit) {
                        _ if !drawing.is_empty() => {
                            (Sign::Drawn(paths.collect()), ink(&cards.suit))
                        }
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
                })
                .collect(),
        })
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
