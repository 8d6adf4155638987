//! An unfinished hand, and the search through its missing amounts.

use super::hand::judge_hand;
use super::scored::ScoredHand;
use crate::json::Json;
use crate::{
    Amount, Amounts, ComingHand, Game, HandContext, HandRecord, LeftOut, Part, Seat, Subject, Table,
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

/// Amounts, each with its least and greatest possible value in units.
pub(super) type Ranges = Vec<(Amount, i64, i64)>;

impl<'a, G: Game> Unfinished<'a, G> {
    /// Returns the hand with this number. Its dealer is this seat, unless the hand names another.
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
    pub fn judge(&self, hand: &Json) -> ScoredHand {
        let record: G::Record = hand.typed().unwrap_or_default();
        let none = LeftOut::none();
        let context = HandContext {
            dealer: self.dealer,
            edition: G::FACTS.edition,
            ..HandContext::new(self.table, Subject::Unfinished, self.number, none)
        };
        judge_hand(self.game, &mut self.state.clone(), &record, context)
    }

    /// Whether a pointer leads to an amount or to a field with amounts.
    pub fn is_amount(&self, pointer: &str) -> bool {
        let mut amounts = self.amounts.blocks.iter().flatten();
        amounts.any(|amount| self.is_at(amount, pointer))
    }

    /// Whether a pointer leads to this amount or to its field.
    fn is_at(&self, amount: &Amount, pointer: &str) -> bool {
        let mut parts = [Part::Whole, amount.part].into_iter();
        parts.any(|part| pointer == part.pointer(amount.field, self.table))
    }

    /// Whether the hand has a legal completion with all required amounts.
    pub fn is_possible(&self, hand: &Json) -> bool {
        let judged = self.judge(hand);
        let mut blocks = self.amounts.blocks.iter();
        judged.findings.is_empty()
            && blocks.all(|block| {
                let needed = self.missing(hand, block);
                let needed = needed.filter(|amount| self.is_needed(amount, &judged));
                let open: Vec<_> = needed
                    .map(|amount| (amount, amount.values().collect()))
                    .collect();
                open.is_empty() || Search::new(self, hand, &judged, &open).any(&mut |_| true)
            })
    }

    /// Returns the amounts of a block that are missing in the record.
    fn missing<'b>(
        &'b self,
        hand: &'b Json,
        block: &'b [Amount],
    ) -> impl Iterator<Item = Amount> + 'b {
        let amounts = block.iter().copied();
        amounts.filter(|amount| amount.find(hand, self.table).is_none())
    }

    /// Whether an amount is required: judging reports it as missing.
    fn is_needed(&self, amount: &Amount, judged: &ScoredHand) -> bool {
        let mut missing = judged.missing.iter();
        missing.any(|pointer| self.is_at(amount, pointer))
    }

    /// Returns the least and greatest value of each missing amount of a block over all legal completions. An
    /// amount without a legal value is left out.
    pub fn ranges(&self, hand: &Json, judged: &ScoredHand, block: &[Amount]) -> Ranges {
        let with_legal_values = |amount: Amount| {
            let legal = amount.values().filter(|units| {
                let mut with = hand.clone();
                amount.put(&mut with, self.table, *units);
                self.judge(&with).findings.is_empty()
            });
            (amount, legal.collect::<Vec<i64>>())
        };
        let open = self.missing(hand, block).map(with_legal_values);
        let open: Vec<_> = open.filter(|(_, values)| !values.is_empty()).collect();
        let amounts = open.iter().map(|(amount, _)| *amount);
        let mut found: Ranges = amounts.map(|amount| (amount, i64::MAX, i64::MIN)).collect();
        Search::new(self, hand, judged, &open).any(&mut |units| {
            for ((_, least, most), value) in found.iter_mut().zip(units) {
                (*least, *most) = ((*least).min(*value), (*most).max(*value));
            }
            // The search ends early if every range spans all legal values of its amount and cannot grow.
            let mut ranges = open.iter().zip(&found);
            ranges.all(|((_, values), (_, least, most))| {
                values.first() == Some(least) && values.last() == Some(most)
            })
        });
        found.retain(|(_, least, most)| least <= most);
        found
    }
}

/// A search through the values of missing amounts, limited by the sums that the game requires.
struct Search<'s, 'a, G: Game> {
    hand: &'s Unfinished<'a, G>,
    record: &'s Json,
    /// The amounts with their possible values, in order.
    open: &'s [(Amount, Vec<i64>)],
    /// For each amount, the required sum of the missing amounts of its field, if the game requires one.
    sums: Vec<Option<i64>>,
    units: Vec<i64>,
}

impl<'s, 'a, G: Game> Search<'s, 'a, G> {
    fn new(
        hand: &'s Unfinished<'a, G>,
        record: &'s Json,
        judged: &ScoredHand,
        open: &'s [(Amount, Vec<i64>)],
    ) -> Search<'s, 'a, G> {
        let left = |(amount, _): &(Amount, Vec<i64>)| {
            let pointer = Part::Whole.pointer(amount.field, hand.table);
            let sum = judged.sums.iter().find(|sum| sum.pointer == pointer)?.sum;
            let all = hand.amounts.blocks.iter().flatten();
            let all = all.filter(|other| other.field == amount.field);
            let given = all.filter_map(|other| other.find(record, hand.table)?.typed::<i64>());
            Some(sum - given.sum::<i64>())
        };
        Search {
            hand,
            record,
            open,
            sums: open.iter().map(left).collect(),
            units: Vec::new(),
        }
    }

    /// Passes legal completions to `is_enough` until it returns `true`. Returns whether it did.
    fn any(&mut self, is_enough: &mut dyn FnMut(&[i64]) -> bool) -> bool {
        let place = self.units.len();
        if place == self.open.len() {
            return !self.open.is_empty() && self.is_legal() && is_enough(&self.units);
        }
        for value in self.candidates(place) {
            self.units.push(value);
            let is_done = self.any(is_enough);
            self.units.pop();
            if is_done {
                return true;
            }
        }
        false
    }

    /// Returns the values of an amount that the required sum still allows.
    fn candidates(&self, place: usize) -> Vec<i64> {
        let (amount, values) = &self.open[place];
        let values = values.iter().copied();
        let Some(sum) = self.sums[place] else {
            return values.collect();
        };
        let same_field = |(other, _): &(Amount, Vec<i64>)| other.field == amount.field;
        let earlier = self.open[..place].iter().zip(&self.units);
        let earlier = earlier.filter(|(other, _)| same_field(other));
        let rest = sum - earlier.map(|(_, units)| units).sum::<i64>();
        let is_last = !self.open[place + 1..].iter().any(same_field);
        let fits = |value: &i64| *value == rest || (!is_last && *value < rest);
        values.filter(fits).collect()
    }

    fn is_legal(&self) -> bool {
        let mut record = self.record.clone();
        for ((amount, _), units) in self.open.iter().zip(&self.units) {
            amount.put(&mut record, self.hand.table, *units);
        }
        let judged = self.hand.judge(&record);
        let needed = |(amount, _): &(Amount, Vec<i64>)| self.hand.is_needed(amount, &judged);
        judged.findings.is_empty() && !self.open.iter().any(needed)
    }
}
