//! What the cards of a game mean, and where they are played.

use crate::cards::{Card, CardSet, Pack, Suit};
use crate::{Breach, Seat, Table};

/// The cards that players held, by seat; nothing for one whose hand is not known.
pub type Hands = Vec<Option<CardSet>>;

/// A card that was played.
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
    /// The cards of this player's hand, the one that is played among them.
    pub held: CardSet,
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

/// Who plays a hand, and how long it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deal {
    /// Who plays, in turn from anyone on.
    pub players: Vec<Seat>,
    /// Who leads the first trick.
    pub leads: Seat,
    /// How many tricks the hand has, if that is known.
    pub tricks: Option<usize>,
}

impl Deal {
    /// A hand that everyone at the table plays.
    pub fn to_all(table: &Table, leads: Seat, tricks: Option<usize>) -> Deal {
        Deal {
            players: table.seats().collect(),
            leads,
            tricks,
        }
    }

    /// Who plays after this seat.
    pub fn next_player(&self, seat: Seat) -> Seat {
        let mut players = self.players.iter();
        let place = players.position(|player| *player == seat).unwrap_or(0);
        self.players[(place + 1) % self.players.len()]
    }
}

/// What the cards of a game mean in one hand.
pub trait CardRules {
    /// The pack.
    const PACK: Pack;
    /// How a joker is written, in a game that has one.
    const JOKER: Option<&'static str> = None;
    /// What is compared between the cards of a trick.
    type Strength: Ord;

    /// Who plays the hand, and how long it is.
    fn deal(&self) -> &Deal;

    /// Why this card may not be played from those held; nothing, if it may.
    ///
    /// Of a joker that is led without a named suit it is asked whether it may be led at all. A card
    /// that is illegal from these must be illegal from any more cards.
    fn breach(&self, position: &TrickPosition<'_>, played: PlayedCard) -> Option<Breach>;

    /// How strong a card is in the trick of this number whose first card this is; the strongest wins.
    fn strength(&self, number: usize, first: PlayedCard, played: PlayedCard) -> Self::Strength;

    /// The place of the best card of a trick in which at least one lies.
    fn best(&self, number: usize, played: &[PlayedCard]) -> usize {
        (0..played.len())
            .max_by_key(|place| self.strength(number, played[0], played[*place]))
            .unwrap_or(0)
    }

    /// The cards that may be played from those held.
    fn could_play(&self, position: &TrickPosition<'_>) -> CardSet {
        let (seat, named) = (position.seat, None);
        let played = |card| PlayedCard { seat, card, named };
        position
            .held
            .filter(|card| self.breach(position, played(card)).is_none())
    }
}
