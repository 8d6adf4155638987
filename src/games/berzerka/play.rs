//! The play of the cards in Berzerka: follow suit, otherwise play a trump, and beat the best card if
//! possible. Also the discards before the play, and the counts of the declarer's tricks and pain-suit cards.

use super::clauses;
use super::record::{Choice, Contract, Measure, Ranking, Record, Tile};
use overtrick_core::french::suit;
use overtrick_core::prelude::*;

/// The number of cards that are not dealt.
const UNDEALT: i64 = 13;

/// A round of discards and draws in progress.
pub struct Drawing<'a> {
    turns: Turns<'a>,
    left: i64,
}

impl<'a> Drawing<'a> {
    /// Returns a round that has not begun. The declarer discards first or, from the hotseat, last.
    pub fn new(table: &'a Table, declarer: Seat, hotseat: bool) -> Drawing<'a> {
        let first = table.after(declarer, usize::from(hotseat));
        Drawing {
            turns: Turns::from(table, first),
            left: UNDEALT,
        }
    }
}

impl Auction for Drawing<'_> {
    /// The number of cards that a player discards and draws.
    type Call = i64;

    fn call(&mut self, seat: Seat, discarded: &i64) -> Result<(), Breach> {
        self.turns.check(seat).map_err(|reason| match reason {
            NotInTurn::TurnOf(turn) => {
                // The source names only the first player; the clockwise order is our reading.
                let clause = if self.turns.has_begun {
                    clauses::CLOCKWISE
                } else {
                    clauses::DISCARD_ORDER
                };
                let args = args![turn: self.turns.table.name(turn)];
                Breach::new(clause, args).with_message(clauses::DISCARD_ORDER)
            }
            NotInTurn::Out | NotInTurn::Over => {
                Breach::new(clauses::DISCARD_ORDER, args![]).with_message("berzerka/discarded")
            }
        })?;
        if !(0..=self.left).contains(discarded) {
            let args = args![discarded: *discarded, left: self.left];
            return Err(Breach::new(clauses::DRAW, args));
        }
        self.left -= discarded;
        self.turns.leave(seat);
        Ok(())
    }

    fn next(&self) -> Vec<Next> {
        let counts = Json::object([("from", Json::Int(0)), ("to", Json::Int(self.left))]);
        let turn = self.turns.turn;
        let next = turn.map(|seat| Next::new(seat, "counts", counts));
        next.into_iter().collect()
    }

    fn outcome(&self) -> Vec<(&'static str, Json)> {
        vec![("left", Json::Int(self.left))]
    }
}

/// The number of tricks in a hand.
pub const TRICKS: usize = 13;
/// The number of tricks before the last six.
const FIRST: usize = 7;

const RANKS: [&str; 13] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13",
];

/// The fifty-two cards, by suit and within a suit from 1 to 13.
pub const PACK: Pack = Pack {
    cards: 52,
    read: |text| french::read_card(&RANKS, text),
    name: |card| french::name_card(&RANKS, card),
};

/// The rules of play of one hand.
#[derive(Clone)]
pub struct Cards {
    deal: Deal,
    trump: Option<Suit>,
    /// The ranking in the first trick.
    ranking: Ranking,
    tile: Option<Tile>,
}

impl Cards {
    /// Returns the rules of play of a contract with the declarer's choices. The declarer may be unknown.
    pub fn of_hand(
        table: &Table,
        declarer: Option<Seat>,
        contract: &Contract,
        trump: Option<Suit>,
        ranking: Option<Ranking>,
    ) -> Cards {
        Cards {
            deal: Deal::to_all(table, declarer, Some(TRICKS), clauses::DEAL, clauses::LEAD),
            trump: match contract.tile {
                Some(Tile::SeeingRed) => Some(Suit::Hearts),
                _ => trump,
            },
            ranking: ranking.unwrap_or(match contract.tile {
                Some(Tile::HiddenStrength) => Ranking::Inverted,
                _ => Ranking::Normal,
            }),
            tile: contract.tile,
        }
    }

    /// Whether 1 is the best card of a suit in this trick. The first trick is number 1.
    fn is_inverted(&self, number: usize) -> bool {
        let turned = match self.tile {
            Some(Tile::ChangingPace) => number > FIRST,
            Some(Tile::RagingTides) => number.is_multiple_of(2),
            _ => false,
        };
        turned != (self.ranking == Ranking::Inverted)
    }

    fn is_trump(&self, card: Card) -> bool {
        Some(suit(card)) == self.trump
    }
}

impl CardRules for Cards {
    const PACK: Pack = PACK;
    /// Whether the card is a trump, whether it follows suit, and its rank in this trick.
    type Strength = (bool, bool, u8);

    fn deal(&self) -> &Deal {
        &self.deal
    }

    fn breach(&self, position: &TrickPosition<'_>, played: PlayedCard) -> Option<Breach> {
        let (clause, args) = match self.failed_duty(position, played, self.trump, suit)? {
            Duty::Follow(led) => (clauses::FOLLOW, args![suit: led]),
            Duty::Trump(trump) => (clauses::MUST_TRUMP, args![suit: trump]),
            Duty::Beat(best) => (clauses::MUST_BEAT, args![card: (PACK.name)(best)]),
        };
        Some(Breach::new(clause, args))
    }

    fn numbers(&self) -> &'static [usize] {
        match self.tile {
            Some(Tile::ChangingPace) => &[1, TRICKS],
            Some(Tile::RagingTides) => &[1, 2],
            _ => &[1],
        }
    }

    fn decided_by(&self, _: usize, _: &[PlayedCard], _: PlayedCard) -> &'static str {
        clauses::RANKING
    }

    fn strength(&self, number: usize, first: PlayedCard, played: PlayedCard) -> (bool, bool, u8) {
        let card = played.card;
        let (rank, is_inverted) = (french::rank(card), self.is_inverted(number));
        let rank = if is_inverted { 13 - rank } else { rank + 1 };
        (self.is_trump(card), suit(card) == suit(first.card), rank)
    }
}

/// Returns how many of the last six tricks each seat won.
pub fn last_six(play: &Play, table: &Table) -> Vec<i64> {
    let mut won = vec![0; table.len()];
    let last = play.tricks.iter().skip(FIRST);
    for winner in last.filter_map(Trick::winner) {
        won[winner.index()] += 1;
    }
    won
}

/// Returns the number of cards of the pain suit in this seat's tricks.
pub fn pain_cards(play: &Play, seat: Seat, pain: Suit) -> i64 {
    let pile = play.pile(&[seat]).filter(|card| suit(card) == pain);
    i64::try_from(pile.len()).unwrap_or(0)
}

/// The declarer's number of tricks, and number of pain-suit cards.
pub type Numbers = (Option<i64>, Option<i64>);

/// Returns the recorded numbers of tricks and pain-suit cards.
pub fn recorded_numbers(
    record: &Record,
    contract: Option<&Contract>,
    context: &mut HandContext<'_>,
) -> Numbers {
    let most = contract.map_or(13, Contract::tricks);
    let bounds = match most {
        13 => Bounds::cards(most),
        _ => Bounds::up_to(most, "out-of-range-last-tricks"),
    };
    let tricks = context.number("/tricks", &record.tricks, bounds);
    let pain_cards = context.number("/pain_cards", &record.pain_cards, 0..=13);
    let Some(contract) = contract else {
        if record.pain_cards.is_none() {
            context.needed(&record.tricks, "/tricks");
        }
        return (tricks, pain_cards);
    };
    if contract.measure != Measure::Pain {
        context.needed(&record.tricks, "/tricks");
        refuse_pain_cards(&record.pain_cards, contract, context);
        return (tricks, None);
    }
    context.needed(&record.pain_cards, "/pain_cards");
    if let (Some(tricks), Some(pain_cards)) = (tricks, pain_cards)
        && pain_cards > tricks * 3
    {
        let args = args![found: pain_cards, tricks: tricks, most: tricks * 3];
        context.fault("pain-cards", "/pain_cards", clauses::RECORD_PAIN, args);
    }
    (tricks, pain_cards)
}

fn refuse_pain_cards(pain_cards: &Given<i64>, contract: &Contract, context: &mut HandContext<'_>) {
    if pain_cards.is_some() {
        let args = args![contract: contract.name.clone()];
        context.fault("not-asked", "/pain_cards", clauses::RECORD_PAIN, args);
    }
}

/// Returns the declarer's numbers from the recorded play; `None` if the play cannot be judged. Reports a
/// recorded number that differs.
pub fn played_numbers(
    record: &Record,
    played: &RecordedPlay,
    declarer: Option<Seat>,
    contract: Option<&Contract>,
    context: &mut HandContext<'_>,
) -> Option<Numbers> {
    let (declarer, contract) = (declarer?, contract?);
    let pain = contract.measure == Measure::Pain;
    if !pain {
        refuse_pain_cards(&record.pain_cards, contract, context);
    }
    if contract.asks(Choice::Trump) && record.trump.is_none()
        || contract.asks(Choice::Ranking) && record.ranking.is_none()
    {
        return None;
    }
    let (trump, ranking) = (*record.trump, *record.ranking);
    let rules = Cards::of_hand(context.table, Some(declarer), contract, trump, ranking);
    let play = judge_play(&rules, context, &played.tricks, &played.hands)?;
    let won = if contract.is_of_last_six() {
        last_six(&play, context.table)
    } else {
        play.won(context.table)
    };
    let tricks = won[declarer.index()];
    check_against_play(context, "/tricks", *record.tricks, tricks);
    if !pain {
        return Some((Some(tricks), None));
    }
    let Some(suit) = *record.pain_suit else {
        // A custom contract may count pain-suit cards without requiring a pain suit to be recorded.
        let counted = recorded_numbers(record, Some(contract), context).1;
        return Some((Some(tricks), counted));
    };
    let hurt = pain_cards(&play, declarer, suit);
    check_against_play(context, "/pain_cards", *record.pain_cards, hurt);
    Some((Some(tricks), Some(hurt)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_the_text_of_a_card_returns_the_card() {
        for number in 0..52 {
            let name = (PACK.name)(Card(number));
            assert_eq!((PACK.read)(&name), Some(Card(number)));
        }
        for slip in "|S|S-0|S-14|S-01|s-1|S-A|S-+1|S--1|S-1 ".split('|') {
            assert_eq!((PACK.read)(slip), None, "{slip}");
        }
    }
}
