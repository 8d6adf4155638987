//! What a game defines about its cards, and the types that its rules judge.

use crate::rules::cards::{Card, CardSet, Pack};
use crate::rules::wire::words;
use crate::rules::{Breach, Seat};

words! {
    /// A suit of the French pack.
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

/// The cards that each seat held at the start, by seat; `None` where a hand is unknown.
pub type Hands = Vec<Option<CardSet>>;

/// A card that a player plays to a trick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedCard {
    /// Who plays it.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// The suit that a joker is named as when it is led.
    pub named: Option<Suit>,
}

/// The situation in which a card is played: the trick so far, and the tricks before it.
#[derive(Debug, Clone, Copy)]
pub struct TrickPosition<'a> {
    /// The number of the trick, from 1.
    pub number: usize,
    /// Whose turn it is.
    pub seat: Seat,
    /// The cards of this trick so far, the lead first.
    pub played: &'a [PlayedCard],
    /// The earlier tricks, as far as they are known.
    pub before: &'a [Trick],
}

/// A trick, complete or not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trick {
    /// Its cards, the lead first.
    pub played: Vec<PlayedCard>,
    /// The index of its best card; `None` while it is empty.
    pub best: Option<usize>,
}

impl Trick {
    /// The seat that played the best card so far.
    pub fn winner(&self) -> Option<Seat> {
        self.best.map(|best| self.played[best].seat)
    }

    /// All its cards.
    pub fn cards(&self) -> CardSet {
        self.played.iter().map(|played| played.card).collect()
    }

    /// The best card so far.
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

    /// The seats that play, in turn order.
    fn players(&self) -> &[Seat];

    /// The seat that leads the first trick.
    fn leads(&self) -> Seat;

    /// The number of tricks of the hand, if it is known.
    fn tricks(&self) -> Option<usize>;

    /// The rule that a card breaks if it is played from `held`, which contains it.
    ///
    /// For a joker that is led without a named suit, this judges only whether it may be led. A card
    /// that is illegal from `held` must be illegal from every larger hand too.
    fn breach(
        &self,
        position: &TrickPosition<'_>,
        held: CardSet,
        played: PlayedCard,
    ) -> Option<Breach>;

    /// The index of the best card of a trick, which is not empty.
    fn best(&self, number: usize, played: &[PlayedCard]) -> usize;
}

/// The cards of `held` that may be played.
pub fn could_play<R: CardRules>(rules: &R, position: &TrickPosition<'_>, held: CardSet) -> CardSet {
    held.filter(|card| {
        let played = PlayedCard {
            seat: position.seat,
            card,
            named: None,
        };
        rules.breach(position, held, played).is_none()
    })
}

/// The player whose turn comes after this seat.
///
/// ```
/// use overtrick::rules::Seat;
/// use overtrick::rules::play::next_player;
///
/// let players = [Seat::new(0), Seat::new(1), Seat::new(3)];
/// assert_eq!(next_player(&players, Seat::new(1)), Seat::new(3));
/// assert_eq!(next_player(&players, Seat::new(3)), Seat::new(0));
/// ```
pub fn next_player(players: &[Seat], seat: Seat) -> Seat {
    let index = players
        .iter()
        .position(|player| *player == seat)
        .unwrap_or(0);
    players[(index + 1) % players.len()]
}
