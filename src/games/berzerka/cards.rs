//! What cards mean in Berzerka: follow suit, else trump, and beat what lies if you can.

use super::catalog;
use super::contract::{Contract, Turns};
use super::record::Ranking;
use crate::rules::cards::{Card, CardSet, Pack};
use crate::rules::play::{CardRules, Play, PlayedCard, Suit, Trick, TrickPosition};
use crate::rules::{Breach, Seat, Table, args};

/// The tricks of a hand.
pub(super) const TRICKS: usize = 13;
/// How many of them are over before the last six.
const FIRST: usize = 7;

const LETTERS: [&str; 4] = ["S", "H", "C", "D"];

/// All fifty-two, by suit and within a suit from 1 to 13.
pub(super) const PACK: Pack = Pack {
    cards: 52,
    read,
    name,
};

fn read(text: &str) -> Option<Card> {
    let (letter, rank) = text.split_once('-')?;
    let suit = LETTERS.iter().position(|known| *known == letter)?;
    let sound = matches!(rank.len(), 1 | 2) && !rank.starts_with('0');
    let digits = sound && rank.bytes().all(|byte| byte.is_ascii_digit());
    let rank: usize = rank.parse().ok().filter(|rank| digits && *rank <= 13)?;
    u8::try_from(suit * 13 + rank - 1).ok().map(Card)
}

fn name(card: Card) -> String {
    format!("{}-{}", LETTERS[usize::from(card.0 / 13)], rank(card))
}

/// The suit of a card.
pub(super) fn suit(card: Card) -> Suit {
    Suit::ALL[usize::from(card.0 / 13)]
}

fn rank(card: Card) -> u8 {
    card.0 % 13 + 1
}

/// The cards of one hand.
pub(super) struct Cards {
    pub(super) players: Vec<Seat>,
    pub(super) leads: Seat,
    pub(super) trump: Option<Suit>,
    /// That of the first trick.
    pub(super) ranking: Ranking,
    pub(super) turns: Turns,
}

impl Cards {
    /// The cards under a contract, with what its declarer said.
    pub(super) fn of_hand(
        table: &Table,
        declarer: Seat,
        contract: &Contract,
        trump: Option<Suit>,
        ranking: Option<Ranking>,
    ) -> Cards {
        Cards {
            players: table.seats().collect(),
            leads: declarer,
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

    /// How strong a card is in a trick of this number to which this suit was led.
    fn strength(&self, number: usize, led: Suit, card: Card) -> (bool, bool, u8) {
        let rank = match self.ranking_of(number) {
            Ranking::Normal => rank(card),
            Ranking::Inverted => 14 - rank(card),
        };
        (self.is_trump(card), suit(card) == led, rank)
    }
}

impl CardRules for Cards {
    const PACK: Pack = PACK;

    fn players(&self) -> &[Seat] {
        &self.players
    }

    fn leads(&self) -> Seat {
        self.leads
    }

    fn tricks(&self) -> Option<usize> {
        Some(TRICKS)
    }

    fn breach(
        &self,
        position: &TrickPosition<'_>,
        held: CardSet,
        played: PlayedCard,
    ) -> Option<Breach> {
        let led = suit(position.played.first()?.card);
        let followed = suit(played.card) == led;
        if !followed && held.any(|card| suit(card) == led) {
            return Some(Breach::of(catalog::FOLLOW, args![suit: led]));
        }
        let trumped = self.is_trump(played.card);
        if !followed && !trumped {
            let trump = self.trump.filter(|_| held.any(|card| self.is_trump(card)));
            return trump.map(|trump| Breach::of(catalog::MUST_TRUMP, args![suit: trump]));
        }
        let best = position.played[self.best(position.number, position.played)].card;
        let beats = |card| {
            self.strength(position.number, led, card) > self.strength(position.number, led, best)
        };
        let to_choose_from = |card| {
            if followed {
                suit(card) == led
            } else {
                self.is_trump(card)
            }
        };
        let could = !beats(played.card) && held.any(|card| to_choose_from(card) && beats(card));
        could.then(|| Breach::of(catalog::MUST_BEAT, args![card: name(best)]))
    }

    fn best(&self, number: usize, played: &[PlayedCard]) -> usize {
        let led = suit(played[0].card);
        (0..played.len())
            .max_by_key(|place| self.strength(number, led, played[*place].card))
            .unwrap_or(0)
    }
}

/// How many of the last six tricks each seat won.
pub(super) fn last_six(play: &Play, table: &Table) -> Vec<i64> {
    let mut won = vec![0; table.len()];
    let last = play.tricks.iter().skip(FIRST);
    for winner in last.filter_map(Trick::winner) {
        won[winner.index()] += 1;
    }
    won
}

/// How many cards of the pain suit lie in this seat's tricks.
pub(super) fn pain_cards(play: &Play, seat: Seat, pain: Suit) -> i64 {
    let pile = play.pile(&[seat]).filter(|card| suit(card) == pain);
    i64::try_from(pile.len()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_read_as_it_is_written() {
        for number in 0..52 {
            assert_eq!(read(&name(Card(number))), Some(Card(number)));
        }
        for slip in [
            "", "S", "S-0", "S-14", "S-01", "s-1", "S-A", "S-+1", "S--1", "S-1 ",
        ] {
            assert_eq!(read(slip), None, "{slip}");
        }
    }
}
