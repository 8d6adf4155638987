//! The simplest rules of play with French cards: follow suit; the highest trump wins, otherwise the highest
//! card of the suit led.

use super::card_rules::{CardRules, Deal, PlayedCard, Trick, TrickPosition};
use crate::cards::{Card, Pack, Suit};
use crate::french;
use crate::{Breach, Name, args};

/// The rules of one hand.
#[derive(Debug)]
pub struct FollowSuit {
    /// The players and length of the hand.
    pub deal: Deal,
    /// The trump suit, if there is one.
    pub trump: Option<Suit>,
    /// The clause that a player follows suit.
    pub follow: Name,
    /// The clause that trump is not led before one has been played in an earlier trick, unless the leader
    /// has nothing else; nothing where trump may always be led.
    pub trump_lead: Option<Name>,
    /// Whether a trump was played before the first trick that is known.
    pub trump_broken: bool,
}

impl FollowSuit {
    fn is_trump(&self, card: Card) -> bool {
        Some(french::suit(card)) == self.trump
    }

    fn is_broken(&self, before: &[Trick]) -> bool {
        let mut played = before.iter().flat_map(|trick| &trick.played);
        self.trump_broken || played.any(|played| self.is_trump(played.card))
    }
}

impl CardRules for FollowSuit {
    const PACK: Pack = french::PACK;
    /// Trump, suit led, rank.
    type Strength = (bool, bool, u8);

    fn deal(&self) -> &Deal {
        &self.deal
    }

    fn breach(&self, position: &TrickPosition<'_>, played: PlayedCard) -> Option<Breach> {
        let Some(first) = position.played.first() else {
            let early = self.is_trump(played.card)
                && !self.is_broken(position.before)
                && position.held.any(|card| !self.is_trump(card));
            let clause = self.trump_lead.clone().filter(|_| early);
            return clause.map(|clause| Breach::new(clause, args![]));
        };
        let led = french::suit(first.card);
        let revokes =
            french::suit(played.card) != led && position.held.any(|card| french::suit(card) == led);
        revokes.then(|| Breach::new(self.follow.clone(), args![suit: led]))
    }

    fn strength(&self, _number: usize, first: PlayedCard, played: PlayedCard) -> (bool, bool, u8) {
        let led = french::suit(played.card) == french::suit(first.card);
        (self.is_trump(played.card), led, french::rank(played.card))
    }
}
