//! What a table reports of a hand of Brink Bid.

use serde::Deserialize;

use crate::rules::form::{Field, Kind};
use crate::rules::play::{RECORDED_PLAY, RecordedPlay};
use crate::rules::wire::{Given, PerPlayer, words};
use crate::rules::{Common, HandContext, HandRecord, Irregularities};

words! {
    /// What the Trump die shows.
    pub enum Trump {
        /// Spades.
        Spades = "spades",
        /// Diamonds.
        Diamonds = "diamonds",
        /// Clubs.
        Clubs = "clubs",
        /// Hearts.
        Hearts = "hearts",
        /// No suit is trump.
        NoTrump = "no-trump",
    }
}

words! {
    /// What the Direction die shows.
    pub enum Direction {
        /// Clockwise.
        Left = "left",
        /// Counterclockwise.
        Right = "right",
        /// Across, or clockwise with an odd number of players.
        AcrossLeft = "across-left",
        /// Across, or counterclockwise with an odd number of players.
        AcrossRight = "across-right",
    }
}

/// A hand as it was recorded.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Record {
    pub(super) dealer: Given<String>,
    pub(super) dice: Given<Dice>,
    pub(super) bids: Given<PerPlayer<i64>>,
    pub(super) tricks: Given<PerPlayer<i64>>,
    pub(super) play: Given<RecordedPlay>,
    pub(super) note: Given<String>,
    pub(super) irregularities: Given<Irregularities>,
}

/// The three dice.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Dice {
    pub(super) trump: Given<Trump>,
    pub(super) cards: Given<i64>,
    pub(super) direction: Given<Direction>,
}

impl Dice {
    /// Checks what can be wrong in dice.
    pub(super) fn check(&self, context: &mut HandContext<'_>) {
        context.number("/dice/cards", &self.cards, 0..=3);
    }
}

impl HandRecord for Record {
    fn common(&self) -> Common<'_> {
        Common {
            dealer: &self.dealer,
            note: &self.note,
            irregularities: &self.irregularities,
        }
    }
}

pub(crate) const DICE: &[Field] = &[
    Field::optional("trump", Kind::Word(Trump::WORDS)),
    Field::optional("cards", Kind::Int(0, 3)),
    Field::optional("direction", Kind::Word(Direction::WORDS)),
];

/// The fields of a hand, in the order in which they come about.
pub(super) const FIELDS: &[Field] = &[
    Field::optional("dealer", Kind::Player),
    Field::optional("dice", Kind::Object(DICE)),
    Field::required("bids", Kind::PerPlayer(&Kind::Int(0, 13))),
    Field::required("tricks", Kind::PerPlayer(&Kind::Int(0, 13))),
    Field::optional("play", Kind::Object(RECORDED_PLAY)),
    Field::optional("note", Kind::Text),
    Field::optional("irregularities", Kind::Word(Irregularities::WORDS)),
];
