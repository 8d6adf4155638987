//! What cards mean in Contractor: follow suit, trump wins, and the joker is the lowest of any suit.

use super::catalog;
use super::contract::{Condition, Contract, Strain};
use crate::rules::cards::{Card, CardSet, Pack};
use crate::rules::play::{CardRules, PlayedCard, Suit, Trick, TrickPosition, read_card};
use crate::rules::wire::Given;
use crate::rules::{Breach, HandContext, Seat, args};

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
fn suit_of(played: PlayedCard) -> Option<Suit> {
    suit(played.card).or(played.named)
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
        context: &mut HandContext<'_>,
    ) -> Option<Cards> {
        let pointer = format!("{pointer}/kitty_card");
        if contract.strain == Strain::Crazytrump {
            context.needed(kitty_card, &pointer)?;
        }
        let kitty_card = match &**kitty_card {
            Some(text) => Some(read_card(context, &PACK, &pointer, text)?),
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
        let left = context.table.next(contractor);
        Some(Cards {
            players: [contractor, left, context.table.next(left)],
            contractor,
            strain: contract.strain,
            trump,
            sour: contract.has(Condition::SourTrumps),
            without_joker: contract.is_without_joker(),
            trump_played_by_others: false,
        })
    }

    /// Whether a card on the table is a trump.
    fn is_trump(&self, played: PlayedCard) -> bool {
        self.trump.is_some() && suit_of(played) == self.trump
    }

    /// Whether another player than the contractor has played a trump.
    fn is_open(&self, before: &[Trick]) -> bool {
        let mut played = before.iter().flat_map(|trick| &trick.played);
        self.trump_played_by_others
            || played.any(|played| played.seat != self.contractor && self.is_trump(*played))
    }

    /// Why the contractor may not lead this: trumps are sour until another player plays one.
    fn sour_lead(
        &self,
        position: &TrickPosition<'_>,
        held: CardSet,
        played: PlayedCard,
    ) -> Option<Breach> {
        let bound = self.sour && played.seat == self.contractor && self.is_trump(played);
        if !bound || self.is_open(position.before) {
            return None;
        }
        if played.card == JOKER {
            return Some(Breach::of(catalog::SOUR_JOKER, args![]));
        }
        let others = held.any(|card| card != JOKER && suit(card) != self.trump);
        if others {
            return Some(Breach::of(catalog::SOUR_TRUMPS, args![]));
        }
        let joker = held.contains(JOKER);
        joker.then(|| {
            Breach::of(catalog::SOUR_JOKER, args![]).with_message("contractor/sour-joker-held")
        })
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

    fn breach(
        &self,
        position: &TrickPosition<'_>,
        held: CardSet,
        played: PlayedCard,
    ) -> Option<Breach> {
        let Some(first) = position.played.first() else {
            return self.sour_lead(position, held, played);
        };
        let led = suit_of(*first)?;
        let follows = played.card == JOKER || suit(played.card) == Some(led);
        let revokes = !follows && held.any(|card| suit(card) == Some(led));
        revokes.then(|| Breach::of(catalog::FOLLOW, args![suit: led]))
    }

    fn best(&self, _number: usize, played: &[PlayedCard]) -> usize {
        let led = suit_of(played[0]);
        let strength = |place: usize| {
            let card = played[place];
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
        (0..played.len())
            .max_by_key(|place| strength(*place))
            .unwrap_or(0)
    }
}
