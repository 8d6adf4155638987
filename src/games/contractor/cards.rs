//! What cards mean in Contractor: follow suit, trump wins, and the joker is the lowest of any suit.

use super::catalog;
use super::contract::{Condition, Contract, Strain};
use crate::rules::cards::{Card, CardSet, Pack};
use crate::rules::play::{CardRules, Laid, Spot, Suit, Trick, read_card};
use crate::rules::wire::Given;
use crate::rules::{Breach, Desk, Seat, args};

const LETTERS: [&str; 4] = ["S", "H", "C", "D"];
const RANKS: [&str; 8] = ["7", "8", "9", "10", "J", "Q", "K", "A"];
const JOKER_NAME: &str = "joker";
/// The joker, after all others.
pub(super) const JOKER: Card = Card(32);

/// The 7 to the ace of each suit, by suit and within a suit from the 7 up, then the joker.
pub(super) const PACK: Pack = Pack {
    cards: 33,
    read,
    name,
};

fn read(text: &str) -> Option<Card> {
    if text == JOKER_NAME {
        return Some(JOKER);
    }
    let (letter, rank) = text.split_once('-')?;
    let suit = LETTERS.iter().position(|known| *known == letter)?;
    let rank = RANKS.iter().position(|known| *known == rank)?;
    u8::try_from(suit * RANKS.len() + rank).ok().map(Card)
}

fn name(card: Card) -> String {
    match LETTERS.get(usize::from(card.0 / 8)) {
        Some(letter) => format!("{letter}-{}", RANKS[usize::from(card.0 % 8)]),
        None => JOKER_NAME.to_owned(),
    }
}

/// The suit of a card; the joker has none of its own.
fn suit(card: Card) -> Option<Suit> {
    Suit::ALL.get(usize::from(card.0 / 8)).copied()
}

/// The suit that a card on the table belongs to: a joker has one only if it was led.
fn suit_of(laid: Laid) -> Option<Suit> {
    suit(laid.card).or(laid.named)
}

/// The cards of one hand.
pub(super) struct Cards {
    players: [Seat; 3],
    contractor: Seat,
    strain: Strain,
    trump: Option<Suit>,
    sour: bool,
    without_joker: bool,
    /// Whether another player has played a trump before the first trick that is told of.
    pub(super) trump_played_by_others: bool,
}

impl Cards {
    /// The cards of a hand with this contract; in Crazytrump the kitty's card must be there, its
    /// pointer below this one.
    pub(super) fn of_hand(
        contractor: Seat,
        contract: &Contract,
        pointer: &str,
        kitty_card: &Given<String>,
        desk: &mut Desk<'_>,
    ) -> Option<Cards> {
        let pointer = format!("{pointer}/kitty_card");
        if contract.strain == Strain::Crazytrump {
            desk.needed(kitty_card, &pointer)?;
        }
        let kitty_card = match &**kitty_card {
            Some(text) => Some(read_card(desk, &PACK, &pointer, text)?),
            None => None,
        };
        let trump = match contract.strain {
            Strain::Diamonds => Some(Suit::Diamonds),
            Strain::Hearts => Some(Suit::Hearts),
            Strain::Clubs => Some(Suit::Clubs),
            Strain::Spades => Some(Suit::Spades),
            Strain::Crazytrump => kitty_card.and_then(suit),
            Strain::NoTrump | Strain::Nil => None,
        };
        let left = desk.table.next(contractor);
        Some(Cards {
            players: [contractor, left, desk.table.next(left)],
            contractor,
            strain: contract.strain,
            trump,
            sour: contract.has(Condition::SourTrumps),
            without_joker: contract.is_without_joker(),
            trump_played_by_others: false,
        })
    }

    /// Whether a card on the table is a trump.
    fn is_trump(&self, laid: Laid) -> bool {
        self.trump.is_some() && suit_of(laid) == self.trump
    }

    /// Whether another player than the contractor has played a trump.
    fn is_open(&self, before: &[Trick]) -> bool {
        let mut laid = before.iter().flat_map(|trick| &trick.laid);
        self.trump_played_by_others
            || laid.any(|laid| laid.seat != self.contractor && self.is_trump(*laid))
    }

    /// Why the contractor may not lead this: trumps are sour until another player plays one.
    fn sour_lead(&self, spot: &Spot<'_>, held: CardSet, laid: Laid) -> Option<Breach> {
        let bound = self.sour && laid.seat == self.contractor && self.is_trump(laid);
        if !bound || self.is_open(spot.before) {
            return None;
        }
        if laid.card == JOKER {
            return Some(Breach::of(catalog::SOUR_JOKER, args![]));
        }
        let others = held.any(|card| card != JOKER && suit(card) != self.trump);
        if others {
            return Some(Breach::of(catalog::SOUR_TRUMPS, args![]));
        }
        let joker = held.contains(JOKER);
        joker.then(|| Breach::of(catalog::SOUR_JOKER, args![]).said("contractor/sour-joker-held"))
    }
}

impl CardRules for Cards {
    const PACK: Pack = PACK;
    const JOKER: Option<&'static str> = Some(JOKER_NAME);

    fn players(&self) -> &[Seat] {
        &self.players
    }

    fn leads(&self) -> Seat {
        match self.strain {
            Strain::NoTrump => self.players[1],
            _ => self.contractor,
        }
    }

    fn tricks(&self) -> Option<usize> {
        Some(10)
    }

    fn breach(&self, spot: &Spot<'_>, held: CardSet, laid: Laid) -> Option<Breach> {
        let Some(first) = spot.laid.first() else {
            return self.sour_lead(spot, held, laid);
        };
        let led = suit_of(*first)?;
        let follows = laid.card == JOKER || suit(laid.card) == Some(led);
        let revokes = !follows && held.any(|card| suit(card) == Some(led));
        revokes.then(|| Breach::of(catalog::FOLLOW, args![suit: led]))
    }

    fn best(&self, _number: usize, laid: &[Laid]) -> usize {
        let led = suit_of(laid[0]);
        let strength = |place: usize| {
            let card = laid[place];
            let rank = if card.card == JOKER {
                0
            } else {
                card.card.0 % 8 + 1
            };
            (
                self.without_joker && card.card == JOKER && card.seat == self.contractor,
                self.is_trump(card),
                place == 0 || suit_of(card) == led,
                rank,
            )
        };
        (0..laid.len())
            .max_by_key(|place| strength(*place))
            .unwrap_or(0)
    }
}
