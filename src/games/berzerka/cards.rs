//! What cards mean in Berzerka: follow suit, else trump, and beat what lies if you can.

use super::clauses;
use super::contract::{Contract, Turns};
use super::record::Ranking;
use overtrick_core::french::suit;
use overtrick_core::prelude::*;

/// The tricks of a hand.
pub const TRICKS: usize = 13;
/// How many of them are over before the last six.
const FIRST: usize = 7;

const RANKS: [&str; 13] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13",
];

/// All fifty-two, by suit and within a suit from 1 to 13.
pub const PACK: Pack = Pack {
    cards: 52,
    read: |text| french::read_card(&RANKS, text),
    name: |card| french::name_card(&RANKS, card),
};

fn rank(card: Card) -> u8 {
    french::rank(card) + 1
}

/// The cards of one hand.
pub struct Cards {
    deal: Deal,
    trump: Option<Suit>,
    /// That of the first trick.
    ranking: Ranking,
    turns: Turns,
}

impl Cards {
    /// The cards under a contract, with what its declarer chose.
    pub fn of_hand(
        table: &Table,
        declarer: Seat,
        contract: &Contract,
        trump: Option<Suit>,
        ranking: Option<Ranking>,
    ) -> Cards {
        Cards {
            deal: Deal::to_all(table, declarer, Some(TRICKS)),
            trump: contract.trump.or(trump),
            ranking: ranking.unwrap_or(contract.ranking),
            turns: contract.turns,
        }
    }

    /// The ranking of a trick, counted from 1.
    fn ranking_of(&self, number: usize) -> Ranking {
        let turned = match self.turns {
            Turns::Never => false,
            Turns::AfterSeven => number > FIRST,
            Turns::EveryTrick => number.is_multiple_of(2),
        };
        if turned {
            self.ranking.turned()
        } else {
            self.ranking
        }
    }

    fn is_trump(&self, card: Card) -> bool {
        Some(suit(card)) == self.trump
    }
}

impl CardRules for Cards {
    const PACK: Pack = PACK;
    /// Trumps, the suit led, the rank that counts.
    type Strength = (bool, bool, u8);

    fn deal(&self) -> &Deal {
        &self.deal
    }

    fn breach(&self, position: &TrickPosition<'_>, played: PlayedCard) -> Option<Breach> {
        let first = *position.played.first()?;
        let led = suit(first.card);
        let followed = suit(played.card) == led;
        if !followed && position.held.any(|card| suit(card) == led) {
            return Some(Breach::of(clauses::FOLLOW, args![suit: led]));
        }
        let trumped = self.is_trump(played.card);
        if !followed && !trumped {
            let trump = self
                .trump
                .filter(|_| position.held.any(|card| self.is_trump(card)));
            return trump.map(|trump| Breach::of(clauses::MUST_TRUMP, args![suit: trump]));
        }
        let best = position.played[self.best(position.number, position.played)];
        let strength = |played| self.strength(position.number, first, played);
        let beats = |card| strength(PlayedCard { card, ..played }) > strength(best);
        let to_choose_from = |card| {
            if followed {
                suit(card) == led
            } else {
                self.is_trump(card)
            }
        };
        let could = !beats(played.card)
            && position
                .held
                .any(|card| to_choose_from(card) && beats(card));
        could.then(|| Breach::of(clauses::MUST_BEAT, args![card: (PACK.name)(best.card)]))
    }

    fn strength(&self, number: usize, first: PlayedCard, played: PlayedCard) -> (bool, bool, u8) {
        let card = played.card;
        let rank = match self.ranking_of(number) {
            Ranking::Normal => rank(card),
            Ranking::Inverted => 14 - rank(card),
        };
        (self.is_trump(card), suit(card) == suit(first.card), rank)
    }
}

/// How many of the last six tricks each seat won.
pub fn last_six(play: &Play, table: &Table) -> Vec<i64> {
    let mut won = vec![0; table.len()];
    let last = play.tricks.iter().skip(FIRST);
    for winner in last.filter_map(Trick::winner) {
        won[winner.index()] += 1;
    }
    won
}

/// How many cards of the pain suit lie in this seat's tricks.
pub fn pain_cards(play: &Play, seat: Seat, pain: Suit) -> i64 {
    let pile = play.pile(&[seat]).filter(|card| suit(card) == pain);
    i64::try_from(pile.len()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_read_as_it_is_written() {
        for number in 0..52 {
            let name = (PACK.name)(Card(number));
            assert_eq!((PACK.read)(&name), Some(Card(number)));
        }
        for slip in "|S|S-0|S-14|S-01|s-1|S-A|S-+1|S--1|S-1 ".split('|') {
            assert_eq!((PACK.read)(slip), None, "{slip}");
        }
    }
}
