//! What cards mean in Brink Bid: follow suit, trump wins, and is not led before it has lain.

use super::record::Trump;
use crate::rules::cards::{Card, CardSet, Pack};
use crate::rules::french;
use crate::rules::play::{CardRules, Laid, Spot, Suit, Trick};
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
                .any(|trick| trick.laid.iter().any(|laid| self.is_trump(laid.card)))
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

    fn breach(&self, spot: &Spot<'_>, held: CardSet, laid: Laid) -> Option<Breach> {
        let Some(lead) = spot.laid.first() else {
            let early = self.is_trump(laid.card)
                && !self.is_broken(spot.before)
                && held.any(|card| !self.is_trump(card));
            return early.then(|| Breach::of("brink-bid/trump-lead", args![]));
        };
        let suit = french::suit(lead.card);
        let revokes =
            french::suit(laid.card) != suit && held.any(|card| french::suit(card) == suit);
        revokes.then(|| Breach::of("brink-bid/follow", args![suit: suit]))
    }

    fn best(&self, _number: usize, laid: &[Laid]) -> usize {
        let led = french::suit(laid[0].card);
        let strength = |laid: &Laid| {
            let suit = french::suit(laid.card);
            (
                Some(suit) == self.trump,
                suit == led,
                french::rank(laid.card),
            )
        };
        (0..laid.len())
            .max_by_key(|place| strength(&laid[*place]))
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
