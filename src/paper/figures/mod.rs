//! Pictures of a game: the cards of a trick, the seats, the ranks of cards, dice and the board.
//!
//! A game describes its pictures in `figures.toml` in its folder. This module draws them from our outlines of
//! cards and symbols: for booklets, and as SVG for web pages.

mod deck;
mod described;
mod dice;
mod ranks;
mod seats;
mod sketch;
mod svg;
mod trick;

use std::collections::BTreeMap;

pub use described::{Described, Direction, Question, TrickFigure, described};
pub use svg::svg;

use crate::layout::draw::{Ink, Item};
use crate::layout::emblem::Emblem;
use crate::layout::fonts::Fonts;
use crate::layout::typesetter::Typesetter;
use deck::Deck;
use overtrick_games::Entry;
use overtrick_match::lang::Language;
use sketch::Sketch;

/// The text size, in points, for which a picture is drawn at scale 1.
const SIZE: f32 = 10.0;

/// The pictures of a game, with the decks for drawing them.
#[derive(Debug)]
pub struct Figures<'a> {
    described: BTreeMap<String, Described>,
    /// The decks of all languages, by language tag.
    decks: BTreeMap<&'static str, Deck>,
    language: &'a Language,
    hue: Ink,
}

/// A picture whose upper left corner is the origin.
#[derive(Debug, Clone)]
pub struct Figure {
    /// The drawn items.
    pub items: Vec<Item>,
    /// The width in millimeters.
    pub width: f32,
    /// The height in millimeters.
    pub height: f32,
}

impl<'a> Figures<'a> {
    /// Reads the pictures of a game in a language.
    ///
    /// # Errors
    /// The reason why the descriptions cannot be read.
    pub fn new(game: &Entry, language: &'a Language) -> Result<Figures<'a>, String> {
        let decks = Language::tags().map(|tag| Ok((tag, Deck::new(game, tag)?)));
        Ok(Figures {
            described: described(game)?,
            decks: decks.collect::<Result<_, String>>()?,
            language,
            hue: Emblem::from_game(game).hue,
        })
    }

    /// Draws the picture of this name, at most this wide, for text of this size in points; `None` if the game
    /// has no such picture.
    pub(crate) fn draw(
        &self,
        name: &str,
        setter: &Typesetter<'_>,
        (width, size): (f32, f32),
    ) -> Option<Figure> {
        let deck = self.decks.get(self.language.tag())?;
        let mut sketch = Sketch {
            setter,
            language: self.language,
            hue: self.hue,
            unit: size / SIZE,
            items: Vec::new(),
        };
        let (width, height) = match self.described.get(name)? {
            Described::Trick(trick) => trick.draw(&mut sketch, deck, width),
            Described::Seats(seats) => seats.draw(&mut sketch, width),
            Described::Fan(fan) => fan.draw(&mut sketch, deck, width),
            Described::Signs(signs) => signs.draw(&mut sketch, (deck, &self.decks), width),
            Described::Dice(dice) => dice.draw(&mut sketch, deck, width),
            Described::Board(board) => board.draw(&mut sketch, width),
        };
        Some(Figure {
            items: sketch.items,
            width,
            height,
        })
    }

    /// Returns the picture of this name as SVG; `None` if the game has no such picture, or no font can be read.
    ///
    /// ```
    /// use overtrick_match::lang::Language;
    /// use overtrick_paper::figures::Figures;
    ///
    /// let game = &overtrick_games::all()[0];
    /// let figures = Figures::new(game, Language::english()).unwrap();
    /// assert!(figures.svg("trick", "Three cards").unwrap().starts_with("<svg"));
    /// assert_eq!(figures.svg("no-such-picture", ""), None);
    /// ```
    pub fn svg(&self, name: &str, title: &str) -> Option<String> {
        /// A width at which the words are large enough on a phone that is 320 pixels wide.
        const WIDTH: f32 = 74.0;
        let fonts = Fonts::new(&[]).ok()?;
        let setter = Typesetter::new(&fonts);
        let figure = self.draw(name, &setter, (WIDTH, SIZE))?;
        Some(svg(&figure, title))
    }
}
