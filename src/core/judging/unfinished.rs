//! An unfinished hand, and the search through its missing amounts.

use super::hand::{HandPosition, judge_hand};
use crate::json::Json;
use crate::{
    Amount, Amounts, ComingHand, Game, HandRecord, Judgment, LeftOut, Part, Seat, Subject, Table,
};

/// An unfinished hand with everything needed to judge it.
pub(super) struct Unfinished<'a, G: Game> {
    pub game: &'a G,
    pub table: &'a Table,
    state: G::State,
    number: usize,
    /// The dealer, unless the record names another one.
    dealer: Seat,
    pub amounts: Amounts,
}

/// The possible ranges of amounts, in units.
pub(super) type Ranges = Vec<(Amount, i64, i64)>;

impl<'a, G: Game> Unfinished<'a, G> {
    /// The hand with this number and dealer, unless the hand names another one.
    pub fn new(
        game: &'a G,
        table: &'a Table,
        (number, dealer): (usize, Seat),
        hand: &Json,
    ) -> Option<Unfinished<'a, G>> {
        let record: G::Record = hand.typed()?;
        let named = record.common().dealer.as_deref();
        let coming = ComingHand {
            table,
            number,
            dealer: named.and_then(|name| table.seat(name)).unwrap_or(dealer),
            edition: G::FACTS.edition,
            record: Some(&record),
        };
        Some(Unfinished {
            game,
            table,
            state: game.before(table, number),
            number,
            dealer,
            amounts: game.amounts(&coming),
        })
    }

    /// Judges a record as a hand being played.
    pub fn judge(&self, hand: &Json) -> Judgment {
        let record: G::Record = hand.typed().unwrap_or_default();
        let position = HandPosition {
            table: self.table,
            subject: Subject::Unfinished,
            number: self.number,
            rotation: self.dealer,
            ends_match: false,
            edition: G::FACTS.edition,
            left_out: LeftOut::none(),
        };
        judge_hand(self.game, &mut self.state.clone(), &record, position).judgment
    }

    /// Whether a pointer is that of an amount or of its field.
    pub fn is_amount(&self, pointer: &str) -> bool {
        let mut amounts = self.amounts.blocks.iter().flatten();
        amounts.any(|amount| self.stands_in(amount, pointer))
    }

    /// Whether an amount is at this pointer or in the field there.
    fn stands_in(&self, amount: &Amount, pointer: &str) -> bool {
        let whole = Amount {
            part: Part::Whole,
            ..*amount
        };
        pointer == whole.pointer(self.table) || pointer == amount.pointer(self.table)
    }

    /// Whether the hand has a legal completion, with all amounts that recording requires.
    pub fn can_be(&self, hand: &Json) -> bool {
        let judged = self.judge(hand);
        let mut blocks = self.amounts.blocks.iter();
        judged.findings.is_empty()
            && blocks.all(|block| {
                let asked = self.missing(hand, block);
                let asked = asked.filter(|amount| self.is_asked(amount, &judged));
                let open: Vec<_> = asked
                    .map(|amount| (amount, amount.values().collect()))
                    .collect();
                let mut search = Search::new(self, hand, &judged, open);
                search.is_empty() || search.any(&mut |_| true)
            })
    }

    /// The amounts of a block that are missing in the record.
    fn missing<'b>(
        &'b self,
        hand: &'b Json,
        block: &'b [Amount],
    ) -> impl Iterator<Item = Amount> + 'b {
        let missing = block
            .iter()
            .filter(|amount| amount.find(hand, self.table).is_none());
        missing.copied()
    }

    /// Whether recording requires an amount.
    fn is_asked(&self, amount: &Amount, judged: &Judgment) -> bool {
        let mut missing = judged.missing.iter();
        missing.any(|pointer| self.stands_in(amount, pointer))
    }

    /// The least and greatest value of each missing amount of a block in any legal completion. An amount that
    /// recording does not require is left out if the hand cannot have it.
    pub fn ranges(&self, hand: &Json, judged: &Judgment, block: &[Amount]) -> Ranges {
        let alone = |amount: Amount| {
            let legal = amount.values().filter(|units| {
                let mut with = hand.clone();
                amount.put(&mut with, self.table, *units);
                self.judge(&with).findings.is_empty()
            });
            (amount, legal.collect())
        };
        let open: Vec<(Amount, Vec<i64>)> = self.missing(hand, block).map(alone).collect();
        let open = open.into_iter().filter(|(_, values)| !values.is_empty());
        let mut search = Search::new(self, hand, judged, open.collect());
        let mut found: Ranges = Vec::new();
        let amounts = search.amounts();
        let mut wide = search.bounds();
        search.any(&mut |units| {
            for (index, (amount, value)) in amounts.iter().zip(units).enumerate() {
                match found.get_mut(index) {
                    Some((_, least, most)) => {
                        (*least, *most) = ((*least).min(*value), (*most).max(*value));
                    }
                    None => found.push((*amount, *value, *value)),
                }
            }
            // A range that spans all possible values of its amount cannot grow further.
            wide.retain(|(index, least, most)| {
                found
                    .get(*index)
                    .is_none_or(|found| (found.1, found.2) != (*least, *most))
            });
            wide.is_empty()
        });
        found
    }
}

/// A search through the values of missing amounts, pruned by the sums that the game requires.
struct Search<'s, 'a, G: Game> {
    hand: &'s Unfinished<'a, G>,
    record: &'s Json,
    /// The amounts with their possible values.
    open: Vec<(Amount, Vec<i64>)>,
    /// For each amount, the rest of its sum before it, and whether it is the last in the sum.
    sums: Vec<Option<Left>>,
    units: Vec<i64>,
}

/// The rest of a sum for amounts in one field.
#[derive(Debug, Clone, Copy)]
struct Left {
    sum: i64,
    /// The place of the first of these amounts in the search.
    first: usize,
    /// Whether this is the last of these amounts.
    last: bool,
}

impl<'s, 'a, G: Game> Search<'s, 'a, G> {
    fn new(
        hand: &'s Unfinished<'a, G>,
        record: &'s Json,
        judged: &Judgment,
        open: Vec<(Amount, Vec<i64>)>,
    ) -> Search<'s, 'a, G> {
        let left = |index: usize| {
            let (amount, _) = &open[index];
            let pointer = Amount {
                part: Part::Whole,
                ..*amount
            }
            .pointer(hand.table);
            let sum = judged.sums.iter().find(|sum| sum.pointer == pointer)?.sum;
            let same = |other: &&Amount| other.field == amount.field;
            let all = hand.amounts.blocks.iter().flatten().filter(same);
            let given = all.filter_map(|other| match other.find(record, hand.table)? {
                Json::Int(number) => Some(*number),
                _ => None,
            });
            let mut places = (0..open.len()).filter(|place| open[*place].0.field == amount.field);
            Some(Left {
                sum: sum - given.sum::<i64>(),
                first: places.next()?,
                last: places.next_back().is_none_or(|place| place == index),
            })
        };
        let sums = (0..open.len()).map(left).collect();
        Search {
            hand,
            record,
            open,
            sums,
            units: Vec::new(),
        }
    }

    fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    fn amounts(&self) -> Vec<Amount> {
        self.open.iter().map(|(amount, _)| *amount).collect()
    }

    /// The place and range of each amount.
    fn bounds(&self) -> Vec<(usize, i64, i64)> {
        let open = self.open.iter().enumerate();
        let bounds = open.filter_map(|(index, (_, values))| {
            Some((index, *values.iter().min()?, *values.iter().max()?))
        });
        bounds.collect()
    }

    /// Passes legal completions to `seen` until it returns true; returns whether it did.
    fn any(&mut self, seen: &mut dyn FnMut(&[i64]) -> bool) -> bool {
        let place = self.units.len();
        if place == self.open.len() {
            return !self.open.is_empty() && self.is_legal() && seen(&self.units);
        }
        for value in self.candidates(place) {
            self.units.push(value);
            let content = self.any(seen);
            self.units.pop();
            if content {
                return true;
            }
        }
        false
    }

    /// The values of an amount that its sum still allows.
    fn candidates(&self, place: usize) -> Vec<i64> {
        let values = self.open[place].1.iter().copied();
        let Some(left) = self.sums[place] else {
            return values.collect();
        };
        let of_field = |earlier: &usize| self.open[*earlier].0.field == self.open[place].0.field;
        let earlier = (left.first..place).filter(of_field);
        let rest = left.sum - earlier.map(|earlier| self.units[earlier]).sum::<i64>();
        values
            .filter(|value| {
                if left.last {
                    *value == rest
                } else {
                    *value <= rest
                }
            })
            .collect()
    }

    fn is_legal(&self) -> bool {
        let mut record = self.record.clone();
        for ((amount, _), units) in self.open.iter().zip(&self.units) {
            amount.put(&mut record, self.hand.table, *units);
        }
        let judged = self.hand.judge(&record);
        let asked = |(amount, _): &(Amount, Vec<i64>)| self.hand.is_asked(amount, &judged);
        judged.findings.is_empty() && !self.open.iter().any(asked)
    }
}
