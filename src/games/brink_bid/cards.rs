//! What cards mean in Brink Bid: follow suit, trump wins, and is not led before it has lain.

use super::record::Trump;
use crate::rules::cards::{Card, CardSet, Pack};
use crate::rules::french;
use crate::rules::play::{CardRules, PlayedCard, Suit, Trick, TrickPosition};
use crate::rules::{Breach, Seat, Table, args};

/// The cards of one hand.
pub(super) struct Cards {
    pub(super) players: Vec<Seat>,
    pub(super) leads: Seat,
    pub(super) tricks: Option<usize>,
    pub(super) trump: Option<Suit>,
    /// Whether a trump has lain before the first trick that is told of.
    pub(super) trump_broken: bool,
}

impl Cards {
    /// The cards of a whole hand, dealt by this seat.
    pub(super) fn of_hand(
        table: &Table,
        dealer: Seat,
        trump: Trump,
        tricks: Option<usize>,
    ) -> Cards {
        Cards {
            players: table.seats().collect(),
            leads: table.next(dealer),
            tricks,
            trump: trump.suit(),
            trump_broken: false,
        }
    }

    fn is_trump(&self, card: Card) -> bool {
        Some(french::suit(card)) == self.trump
    }

    fn is_broken(&self, before: &[Trick]) -> bool {
        self.trump_broken
            || before
                .iter()
                .any(|trick| trick.played.iter().any(|played| self.is_trump(played.card)))
    }
}

impl CardRules for Cards {
    const PACK: Pack = french::PACK;

    fn players(&self) -> &[Seat] {
        &self.players
    }

    fn leads(&self) -> Seat {
        self.leads
    }

    fn tricks(&self) -> Option<usize> {
        self.tricks
    }

    fn breach(
        &self,
        position: &TrickPosition<'_>,
        held: CardSet,
        played: PlayedCard,
    ) -> Option<Breach> {
        let Some(lead) = position.played.first() else {
            let early = self.is_trump(played.card)
                && !self.is_broken(position.before)
                && held.any(|card| !self.is_trump(card));
            return early.then(|| Breach::of("brink-bid/trump-lead", args![]));
        };
        let suit = french::suit(lead.card);
        let revokes =
            french::suit(played.card) != suit && held.any(|card| french::suit(card) == suit);
        revokes.then(|| Breach::of("brink-bid/follow", args![suit: suit]))
    }

    fn best(&self, _number: usize, played: &[PlayedCard]) -> usize {
        let led = french::suit(played[0].card);
        let strength = |played: &PlayedCard| {
            let suit = french::suit(played.card);
            (
                Some(suit) == self.trump,
                suit == led,
                french::rank(played.card),
            )
        };
        (0..played.len())
            .max_by_key(|place| strength(&played[*place]))
            .unwrap_or(0)
    }
}

impl Trump {
    /// The suit that is trump, if one is.
    pub(super) fn suit(self) -> Option<Suit> {
        match self {
            Trump::Spades => Some(Suit::Spades),
            Trump::Hearts => Some(Suit::Hearts),
            Trump::Clubs => Some(Suit::Clubs),
            Trump::Diamonds => Some(Suit::Diamonds),
            Trump::NoTrump => None,
        }
    }
}
