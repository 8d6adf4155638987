//! The meaning of a game's cards, and the position in which they are played.

use crate::cards::{Card, CardSet, Pack, Suit};
use crate::{Breach, Seat, Table};

/// The cards that players held, by seat; `None` for an unknown hand.
pub type Hands = Vec<Option<CardSet>>;

/// Whether a card is in the known hand of another seat.
pub(super) fn is_elsewhere(hands: &Hands, seat: Seat, card: Card) -> bool {
    let mut others = hands.iter().enumerate();
    others
        .any(|(other, hand)| other != seat.index() && hand.is_some_and(|hand| hand.contains(card)))
}

/// A card that was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedCard {
    /// The player.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// The suit named for it, if it is a joker that was led.
    pub named: Option<Suit>,
}

/// The position in which a card is played: the current trick and earlier ones.
#[derive(Debug, Clone, Copy)]
pub struct TrickPosition<'a> {
    /// The number of the trick, from 1.
    pub number: usize,
    /// The player on turn.
    pub seat: Seat,
    /// The cards in this player's hand, including the one played.
    pub held: CardSet,
    /// The cards of this trick, lead first.
    pub played: &'a [PlayedCard],
    /// The earlier tricks, as far as known.
    pub before: &'a [Trick],
}

/// A trick, complete or not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trick {
    /// Its cards, lead first.
    pub played: Vec<PlayedCard>,
    /// The index of the best card.
    pub best: Option<usize>,
}

impl Trick {
    /// Returns the player of the best card.
    pub fn winner(&self) -> Option<Seat> {
        self.best.map(|best| self.played[best].seat)
    }

    /// Returns all its cards.
    pub fn cards(&self) -> CardSet {
        self.played.iter().map(|played| played.card).collect()
    }

    /// Returns the best card.
    pub fn winning_card(&self) -> Option<Card> {
        self.best.map(|best| self.played[best].card)
    }
}

/// The players of a hand, the leader of its first trick, and the number of tricks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deal {
    /// The players in turn order, starting with any player.
    pub players: Vec<Seat>,
    /// The leader of the first trick, if known.
    pub leads: Option<Seat>,
    /// The number of tricks in the hand, if known.
    pub tricks: Option<usize>,
    /// The clause about the number of cards that each player gets.
    pub deal_clause: &'static str,
    /// The clause about the leader of the first trick.
    pub lead_clause: &'static str,
}

impl Deal {
    /// Returns the deal of a hand that everyone at the table plays.
    pub fn to_all(
        table: &Table,
        leads: Option<Seat>,
        tricks: Option<usize>,
        deal_clause: &'static str,
        lead_clause: &'static str,
    ) -> Deal {
        Deal {
            players: table.seats().collect(),
            leads,
            tricks,
            deal_clause,
            lead_clause,
        }
    }

    /// Returns the player after this seat.
    pub fn next_player(&self, seat: Seat) -> Seat {
        let mut players = self.players.iter();
        let place = players.position(|player| *player == seat).unwrap_or(0);
        self.players[(place + 1) % self.players.len()]
    }
}

/// The duty of a player who does not lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duty<S> {
    /// Follow the suit that was led.
    Follow(S),
    /// Play a trump.
    Trump(S),
    /// Beat this card.
    Beat(Card),
}

/// The meaning of the cards of a game in one hand.
pub trait CardRules: Clone {
    /// The pack.
    const PACK: Pack;
    /// The text of a joker, in a game that has one.
    const JOKER: Option<&'static str> = None;
    /// The strength by which the cards of a trick are compared.
    type Strength: Ord;

    /// Returns the players of the hand, the leader of its first trick, and the number of tricks.
    fn deal(&self) -> &Deal;

    /// Returns the rule that this card breaks if it is played from the cards held; `None` if it is legal.
    ///
    /// A joker led without a named suit is legal here if it may be led at all. A card that is illegal with
    /// the cards held must also be illegal with more cards in the hand.
    fn breach(&self, position: &TrickPosition<'_>, played: PlayedCard) -> Option<Breach>;

    /// Returns the strength of a card in the trick with this number and first card. The strongest card wins.
    fn strength(&self, number: usize, first: PlayedCard, played: PlayedCard) -> Self::Strength;

    /// Returns the number of one trick from each group of tricks with the same rules; by default there is one group.
    fn numbers(&self) -> &'static [usize] {
        &[1]
    }

    /// Returns the clause by which the best of these cards wins the trick with this number.
    fn decided_by(&self, number: usize, played: &[PlayedCard], best: PlayedCard) -> &'static str;

    /// Returns the index of the best card of a trick, which must have at least one card.
    fn best(&self, number: usize, played: &[PlayedCard]) -> usize {
        (0..played.len())
            .max_by_key(|place| self.strength(number, played[0], played[*place]))
            .unwrap_or(0)
    }

    /// Returns the duty that a player neglects with this card. A player must follow suit or, without a card
    /// of the suit led, play a trump. In either case the player must beat the best card if possible.
    fn failed_duty<S: Copy + PartialEq>(
        &self,
        position: &TrickPosition<'_>,
        played: PlayedCard,
        trump: Option<S>,
        suit: impl Fn(Card) -> S,
    ) -> Option<Duty<S>> {
        let first = *position.played.first()?;
        let (led, own) = (suit(first.card), suit(played.card));
        let holds = |wanted: S| position.held.any(|card| suit(card) == wanted);
        if own != led && holds(led) {
            return Some(Duty::Follow(led));
        }
        if own != led && Some(own) != trump {
            return trump.filter(|trump| holds(*trump)).map(Duty::Trump);
        }
        let best = position.played[self.best(position.number, position.played)];
        let strength = |played| self.strength(position.number, first, played);
        let beats = |card| strength(PlayedCard { card, ..played }) > strength(best);
        let could_beat = position.held.any(|card| suit(card) == own && beats(card));
        (could_beat && !beats(played.card)).then_some(Duty::Beat(best.card))
    }

    /// Returns the held cards that may be played.
    fn could_play(&self, position: &TrickPosition<'_>) -> CardSet {
        let (seat, named) = (position.seat, None);
        let played = |card| PlayedCard { seat, card, named };
        position
            .held
            .filter(|card| self.breach(position, played(card)).is_none())
    }
}
