//! What a row of the sheet pays, once all three have played its contract.

use serde::Serialize;

use super::clauses;
use super::contract::{Contract, Measure};
use super::house_rules::{Berzerka, PainOverbid, Tiebreak};
use overtrick_core::prelude::*;

/// A player's cell in the row of a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// The number of the hand that it was played in.
    pub hand: usize,
    /// What is compared.
    pub record: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tricks: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pain_cards: Option<i64>,
    pub overbid: i64,
    pub discarded: i64,
    /// x↑: whether it was bid on the half hand.
    pub bid: bool,
}

/// What a cell got of its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paid {
    /// From 1; players who share places have the first of them.
    pub place: usize,
    /// How many have this place.
    pub shared: usize,
    pub points: Points,
    /// The clause that settled it.
    rule: &'static str,
}

/// What a row is worth so far.
pub fn value(contract: &Contract, row: &[Option<Cell>; 3]) -> i64 {
    let raised = row.iter().flatten().filter(|cell| cell.bid).count();
    contract.starts_at + contract.step * i64::try_from(raised).unwrap_or(0)
}

/// The row's three cells, if they are all played.
pub fn whole(row: &[Option<Cell>; 3]) -> Option<[Cell; 3]> {
    let [one, two, three] = *row;
    Some([one?, two?, three?])
}

/// What each cell of a whole row gets.
pub fn pay(game: &Berzerka, contract: &Contract, cells: &[Cell; 3], value: i64) -> [Paid; 3] {
    if contract.measure == Measure::Middlest {
        return pay_middle(game, cells, value);
    }
    let keys = cells.map(|cell| (contract.demerit(cell.record), game.tiebreaks(&cell)));
    keys.map(|key| {
        let place = keys.iter().filter(|other| **other < key).count() + 1;
        let shared = keys.iter().filter(|other| **other == key).count();
        let places = &game.rank_points[place - 1..place - 1 + shared];
        let halves = places.iter().sum::<i64>() * value * 2 / as_points(shared);
        let as_good = || keys.iter().filter(|other| other.0 == key.0);
        let as_few = as_good().filter(|other| other.1.0 == key.1.0).count();
        let rule = match (shared, as_few, as_good().count()) {
            (1, 1, 1) => clauses::RANK,
            (1, 1, _) => clauses::TIEBREAK,
            (1, ..) => clauses::BID_BREAKS_TIES,
            _ => clauses::SHARED,
        };
        Paid {
            place,
            shared,
            points: Points::halves(halves),
            rule,
        }
    })
}

/// One winner in the middle, two losers; players still tied in the middle share.
fn pay_middle(game: &Berzerka, cells: &[Cell; 3], value: i64) -> [Paid; 3] {
    let mut records = cells.map(|cell| cell.record);
    records.sort_unstable();
    let middle = records[1];
    let on_it = || cells.iter().filter(|cell| cell.record == middle);
    let best = on_it().map(|cell| game.tiebreaks(cell)).min();
    let wins = |cell: &Cell| cell.record == middle && Some(game.tiebreaks(cell)) == best;
    let winners = cells.iter().filter(|cell| wins(cell)).count();
    let rule = if on_it().count() == 1 {
        clauses::MIDDLING
    } else {
        clauses::MIDDLING_TIE
    };
    cells.map(|cell| {
        let (place, shared) = if wins(&cell) {
            (1, winners)
        } else {
            (winners + 1, 3 - winners)
        };
        let points = match (winners, place) {
            (3, _) => Points::ZERO,
            (_, 1) => Points::halves(value * 2 / as_points(shared)),
            _ => -Points::halves(value * 2 / as_points(shared)),
        };
        Paid {
            place,
            shared,
            points,
            rule,
        }
    })
}

fn as_points(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(1).max(1)
}

impl Berzerka {
    /// What decides between equal records: the smaller is the better.
    fn tiebreaks(&self, cell: &Cell) -> (i64, bool) {
        let discards = match self.tiebreak {
            Tiebreak::FewerDiscards => cell.discarded,
            Tiebreak::MoreDiscards => -cell.discarded,
            Tiebreak::None => 0,
        };
        (discards, self.bid_breaks_ties && !cell.bid)
    }

    /// Whether an overbid makes the cards of a pain suit fewer.
    pub(super) fn pain_subtracts(&self) -> bool {
        self.one_weakness_overbid == PainOverbid::Subtracts
    }

    /// Adds a line that explains the declarer's record; it pays nothing yet.
    pub(super) fn explain_record(
        &self,
        declarer: Seat,
        contract: &Contract,
        cell: &Cell,
        context: &mut HandContext<'_>,
    ) {
        let took = cell.pain_cards.or(cell.tricks).unwrap_or(0);
        let (rule, message) = match contract.measure {
            Measure::Most | Measure::Middlest => (clauses::RECORD_MOST, clauses::RECORD_MOST),
            Measure::Closest => (clauses::RECORD_CLOSEST, clauses::RECORD_CLOSEST),
            Measure::Fewest => (clauses::RECORD_FEWEST, clauses::RECORD_FEWEST),
            Measure::Pain if self.pain_subtracts() => {
                (clauses::RECORD_PAIN, "berzerka/record-pain-subtracts")
            }
            Measure::Pain => (clauses::RECORD_PAIN, clauses::RECORD_PAIN),
        };
        let mut figures: Args = args![
            contract: contract.name.clone(), took: took, overbid: cell.overbid, record: cell.record,
        ];
        if contract.measure == Measure::Closest {
            figures.extend(args![target: contract.target]);
        }
        context.line_with(declarer, Points::ZERO, rule, message, figures);
    }

    /// Adds the lines of a row that all three have played.
    pub(super) fn score_row(
        &self,
        contract: &Contract,
        cells: &[Cell; 3],
        value: i64,
        context: &mut HandContext<'_>,
    ) {
        let paid = pay(self, contract, cells, value);
        for ((seat, cell), paid) in context.table.seats().zip(cells).zip(paid) {
            let message = match (paid.rule, paid.place) {
                (clauses::SHARED, _) => clauses::SHARED,
                (clauses::MIDDLING | clauses::MIDDLING_TIE, 1) if paid.shared > 1 => {
                    "berzerka/middling-shared"
                }
                (clauses::MIDDLING | clauses::MIDDLING_TIE, 1) => "berzerka/middling-won",
                (clauses::MIDDLING | clauses::MIDDLING_TIE, _) => "berzerka/middling-lost",
                (rule, _) => rule,
            };
            let figures = args![
                contract: contract.name.clone(), value: value, record: cell.record,
                place: paid.place, shared: paid.shared, discarded: cell.discarded,
                points: paid.points,
            ];
            context.line_with(seat, paid.points, paid.rule, message, figures);
        }
    }
}
