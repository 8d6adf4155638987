//! What a game says of its cards, and what it says it about.

use crate::rules::cards::{Card, CardSet, Pack};
use crate::rules::wire::words;
use crate::rules::{Breach, Seat};

words! {
    /// A suit, as a joker that is led names it.
    pub enum Suit {
        /// Spades.
        Spades = "spades",
        /// Hearts.
        Hearts = "hearts",
        /// Clubs.
        Clubs = "clubs",
        /// Diamonds.
        Diamonds = "diamonds",
    }
}

/// A card that lies on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedCard {
    /// Whose it is.
    pub seat: Seat,
    /// Which.
    pub card: Card,
    /// The suit that it was named as, if it is a joker that was led.
    pub named: Option<Suit>,
}

/// Where a card is played: the trick so far and those before it.
#[derive(Debug, Clone, Copy)]
pub struct TrickPosition<'a> {
    /// The number of the trick, from 1.
    pub number: usize,
    /// Whose turn it is.
    pub seat: Seat,
    /// What lies in this trick, the lead first.
    pub played: &'a [PlayedCard],
    /// The tricks before it, as far as they are known.
    pub before: &'a [Trick],
}

/// A trick, over or not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trick {
    /// What lies in it, the lead first.
    pub played: Vec<PlayedCard>,
    /// The best card that lies, by its place.
    pub best: Option<usize>,
}

impl Trick {
    /// Who has the best card.
    pub fn winner(&self) -> Option<Seat> {
        self.best.map(|best| self.played[best].seat)
    }

    /// All cards that lie in it.
    pub fn cards(&self) -> CardSet {
        self.played.iter().map(|played| played.card).collect()
    }

    /// The best card.
    pub fn winning_card(&self) -> Option<Card> {
        self.best.map(|best| self.played[best].card)
    }
}

/// What the cards of a game mean in one hand.
pub trait CardRules {
    /// The pack.
    const PACK: Pack;
    /// How a joker is written, in a game that has one.
    const JOKER: Option<&'static str> = None;

    /// Who plays, in turn from anyone on.
    fn players(&self) -> &[Seat];

    /// Who leads the first trick.
    fn leads(&self) -> Seat;

    /// How many tricks a hand has, if it is known.
    fn tricks(&self) -> Option<usize>;

    /// Why this card may not be played from these cards (it among them); nothing, if it may.
    ///
    /// Of a joker that is led without a named suit it is asked whether it may be led at all. A card
    /// that is illegal from these must be illegal from any more cards.
    fn breach(
        &self,
        position: &TrickPosition<'_>,
        held: CardSet,
        played: PlayedCard,
    ) -> Option<Breach>;

    /// The place of the best card of a trick in which at least one lies.
    fn best(&self, number: usize, played: &[PlayedCard]) -> usize;
}
