//! Finds who can still win a match of Berzerka on the starter board, from the possible payments of each row.

use std::collections::BTreeSet;

use super::auction::Called;
use super::record::{Choice, Contract, Measure, Record};
use super::score::{Cell, State};
use super::{Berzerka, PainOverbid, RANK_POINTS};
use overtrick_core::prelude::*;

impl Berzerka {
    /// Whether all house rules have their default values.
    pub(super) fn is_usual(&self) -> bool {
        let mut rules = Berzerka::OPTIONS.iter().zip(self.resolved());
        rules.all(|(rule, (_, value))| rule.is_default(&value))
    }

    /// Returns the rows to which the hand being played can belong, each with its possible payments.
    pub(super) fn current_ways(
        &self,
        state: &State,
        record: &Record,
        open: &OpenMatch<'_, Record>,
        rows: &[Row],
    ) -> Option<Vec<(usize, Ways)>> {
        if record.play.is_some() || record.pain_cards.is_some() {
            return None;
        }
        let table = open.hand.table;
        let context = &mut open.hand.context();
        let called = self.declared(record, &state.open(), context);
        let mut missing = context.missing_so_far();
        if missing.any(|pointer| pointer == "/current/auction") {
            return None;
        }
        let settled = Settled::new(record, &called);
        let cells = (0..rows.len()).flat_map(|row| table.seats().map(move |seat| (row, seat)));
        let given = record.given();
        let mut chosen = Choice::ALL.to_vec();
        chosen.retain(|choice| given.contains(&choice.word()));
        let fits = |(row, seat): &(usize, Seat)| {
            let contract = &self.contracts[*row];
            state.rows[*row][seat.index()].is_none()
                && called.declarer.is_none_or(|declarer| declarer == *seat)
                && called.contract.is_none_or(|place| place == *row)
                && chosen.iter().all(|choice| contract.asks(*choice))
        };
        let mut cells = cells.filter(fits);
        if settled.is_free() {
            // No recorded value limits the hand.
            return cells.next().map(|_| Vec::new());
        }
        let ways = cells.map(|(row, seat)| {
            let keys = settled.keys(&self.contracts[row]);
            (row, rows[row].ways(Some((seat.index(), &keys))))
        });
        Some(ways.collect()).filter(|ways: &Vec<_>| !ways.is_empty())
    }
}

/// The recorded values of a hand that affect its row.
struct Settled {
    tricks: Option<i64>,
    overbid: Option<i64>,
    discarded: Option<i64>,
    bid: Option<bool>,
}

impl Settled {
    fn new(record: &Record, called: &Called) -> Settled {
        let has_auction = record.auction.is_some();
        let hotseat = record.hotseat.or(has_auction.then_some(called.hotseat));
        Settled {
            tricks: *record.tricks,
            overbid: (*record.overbid).or(has_auction.then_some(called.overbid)),
            discarded: *record.discarded,
            bid: hotseat.map(|hotseat| !hotseat),
        }
    }

    /// Whether none of these values is recorded.
    fn is_free(&self) -> bool {
        let numbers = [self.tricks, self.overbid, self.discarded];
        self.bid.is_none() && numbers.iter().all(Option::is_none)
    }

    /// Returns the possible keys of the hand's cell in the row of a contract, in ascending order.
    fn keys(&self, contract: &Contract) -> Vec<i64> {
        let choices = |settled: Option<i64>| settled.map_or(0..=MAX, |settled| settled..=settled);
        let mut keys = Vec::new();
        for bid in [true, false] {
            let overbids = if bid { choices(self.overbid) } else { 0..=0 };
            let hotseat = self.overbid.unwrap_or(0) == 0;
            if self.bid.is_some_and(|settled| settled != bid) || !(bid || hotseat) {
                continue;
            }
            let ranks = overbids.flat_map(|overbid| {
                let tricks = choices(self.tricks);
                tricks.map(move |tricks| rank(contract, contract.record(tricks, overbid, ADDS)))
            });
            for rank in ranks.collect::<BTreeSet<i64>>() {
                keys.extend(choices(self.discarded).map(|discarded| key(rank, discarded, bid)));
            }
        }
        keys.sort_unstable();
        keys
    }
}

/// The rows of a sheet, with their possible payments.
pub struct Sheet<'a> {
    pub totals: &'a [Points],
    /// The possible payments of each row, without regard to the hand being played.
    pub ways: Vec<Ways>,
    /// The rows to which the hand being played can belong, each with the payments that its recorded values
    /// allow; empty if nothing is recorded.
    pub played: Vec<(usize, Ways)>,
}

impl Sheet<'_> {
    fn ahead(&self, one: usize, other: usize) -> i64 {
        (self.totals[one] - self.totals[other]).in_units(2)
    }

    /// Whether a condition holds for the ways of all rows. If the hand being played can belong to several
    /// rows, one is enough.
    fn any(&self, holds: impl Fn(&[&Ways]) -> bool) -> bool {
        let mut rows: Vec<&Ways> = self.ways.iter().collect();
        if self.played.is_empty() {
            return holds(&rows);
        }
        self.played.iter().any(|(row, ways)| {
            let usual = std::mem::replace(&mut rows[*row], ways);
            let holds = holds(&rows);
            rows[*row] = usual;
            holds
        })
    }

    /// Whether this player can still end with at least as many points as each other player.
    pub fn can_win(&self, seat: Seat) -> bool {
        let one = seat.index();
        let (two, three) = ((one + 1) % 3, (one + 2) % 3);
        let ahead = (self.ahead(one, two), self.ahead(one, three));
        self.any(|rows| {
            if ahead.0 + most(rows, one, 1) < 0 || ahead.1 + most(rows, one, 2) < 0 {
                return false;
            }
            let balanced = rows.iter().fold(ahead, |sum, ways| {
                let gains = ways[one].iter();
                let most = gains.max_by_key(|gains| gains.0.min(gains.1));
                most.map_or(sum, |gains| (sum.0 + gains.0, sum.1 + gains.1))
            });
            (balanced.0 >= 0 && balanced.1 >= 0) || reaches(ahead, rows, one)
        })
    }

    /// Whether `one` can still end with more points than `other`.
    pub fn can_pass(&self, one: Seat, other: Seat) -> bool {
        let (one, other) = (one.index(), other.index());
        let ahead = self.ahead(one, other);
        self.any(|rows| ahead + most(rows, one, (other + 3 - one) % 3) > 0)
    }
}

/// Returns the most that a seat can gain, over all rows, on the seat 1 or 2 places after it.
fn most(rows: &[&Ways], seat: usize, places: usize) -> i64 {
    let gain = |gains: &Gains| if places == 1 { gains.0 } else { gains.1 };
    let gains = rows.iter().map(|ways| ways[seat].iter().map(gain).max());
    gains.flatten().sum()
}

/// Whether a seat with these leads over the other two can end at least level with both.
fn reaches(ahead: Gains, rows: &[&Ways], seat: usize) -> bool {
    let mut best = vec![ahead];
    for ways in rows {
        let mut sums = Vec::with_capacity(best.len() * 2);
        for (second, third) in best {
            for gains in &ways[seat] {
                add(&mut sums, (second + gains.0, third + gains.1));
            }
        }
        best = sums;
    }
    best.iter()
        .any(|(second, third)| *second >= 0 && *third >= 0)
}

/// The greatest number of tricks or discards, and the greatest overbid.
const MAX: i64 = 13;
/// The default effect of an overbid on the number of pain-suit cards.
const ADDS: PainOverbid = PainOverbid::Adds;

/// Returns the rank of a record: 0 for the best possible record, higher for worse records.
fn rank(contract: &Contract, record: i64) -> i64 {
    let best = if contract.measure == Measure::Most {
        -MAX
    } else {
        0
    };
    contract.demerit(record) - best
}

/// Returns a number that orders cells by record, then by discards, then by whether the contract was bid. A
/// smaller key is better. A key is even if the contract was bid, and odd if it was not.
fn key(rank: i64, discarded: i64, bid: bool) -> i64 {
    (rank * (MAX + 1) + discarded) * 2 + i64::from(!bid)
}

/// A row of the sheet under the default house rules. Its cells are keys.
pub struct Row {
    cells: [Option<i64>; 3],
    /// The greatest possible keys: if the contract was bid, and if it was not.
    last: [i64; 2],
    starts_at: i64,
}

/// The possible payments of a row, in half points: for each seat, pairs of gains on the next two seats. A pair is left
/// out if another pair is at least as good in both gains, because only the best pairs decide who can win.
pub type Ways = [Vec<Gains>; 3];

/// The gains of a seat on the next seat and on the seat after that.
pub type Gains = (i64, i64);

/// Adds a pair of gains, unless another pair is at least as good in both gains.
fn add(front: &mut Vec<Gains>, gains: Gains) {
    let covers = |one: Gains, other: Gains| one.0 >= other.0 && one.1 >= other.1;
    if !front.iter().any(|known| covers(*known, gains)) {
        front.retain(|known| !covers(gains, *known));
        front.push(gains);
    }
}

impl Row {
    pub fn new(contract: &Contract, row: &[Option<Cell>; 3]) -> Row {
        let worst = |overbid| {
            let records = (0..=MAX).map(|tricks| contract.record(tricks, overbid, ADDS));
            let ranks = records.map(|record| rank(contract, record));
            ranks.max().unwrap_or(0)
        };
        let of_cell = |cell: Cell| key(rank(contract, cell.record), cell.discarded, cell.bid);
        Row {
            cells: row.map(|cell| cell.map(of_cell)),
            last: [
                key(worst(0).max(worst(MAX)), MAX, true),
                key(worst(0), MAX, false),
            ],
            starts_at: contract.starts_at,
        }
    }

    /// Returns the possible payments of the row. `bound` limits the cell of one seat to some keys.
    pub fn ways(&self, bound: Option<(usize, &[i64])>) -> Ways {
        let mut ways = Ways::default();
        match bound {
            _ if self.cells.iter().all(Option::is_some) => {}
            None if self.cells.iter().all(Option::is_none) => return self.all_ways(),
            None => self.add_ways(self.cells, &mut ways),
            Some((seat, keys)) => self.add_bound_ways(seat, keys, &mut ways),
        }
        // A full row has already paid, so nobody gains anything more.
        ways.map(|gains| {
            if gains.is_empty() {
                vec![(0, 0)]
            } else {
                gains
            }
        })
    }

    /// Returns the possible payments of an empty row. The row has its highest value if all three players bid,
    /// and any finishing order is possible. The winner of the row gains the most if the others take second
    /// and third place, or share them.
    fn all_ways(&self) -> Ways {
        let value = self.starts_at + 3;
        let (near, even, far) = (value * 2, value * 3, value * 4);
        let front = vec![(near, far), (far, near), (even, even)];
        [front.clone(), front.clone(), front]
    }

    /// Adds the possible payments of the row if the cell of `seat` has one of `keys`. Of keys with the same
    /// order relative to the filled cells, only a few at both ends and in the middle are tried.
    fn add_bound_ways(&self, seat: usize, keys: &[i64], ways: &mut Ways) {
        let stands = |key: &i64| {
            let against = self.cells.map(|cell| cell.map(|cell| key.cmp(&cell)));
            (key % 2, against)
        };
        for parity in 0..2 {
            let alike = keys.iter().copied();
            let alike: Vec<i64> = alike.filter(|key| key % 2 == parity).collect();
            for keys in alike.chunk_by(|one, two| stands(one) == stands(two)) {
                let (count, middle) = (keys.len(), keys.len() / 2);
                for (place, key) in keys.iter().enumerate() {
                    let near = place < 3 || place + 3 >= count || place.abs_diff(middle) < 2;
                    if near {
                        let mut cells = self.cells;
                        cells[seat] = Some(*key);
                        self.add_ways(cells, ways);
                    }
                }
            }
        }
    }

    /// Adds the payments for every way to fill the open cells.
    fn add_ways(&self, cells: [Option<i64>; 3], ways: &mut Ways) {
        if let Some(open) = cells.iter().position(Option::is_none) {
            for key in self.candidates(cells) {
                let mut filled = cells;
                filled[open] = Some(key);
                self.add_ways(filled, ways);
            }
            return;
        }
        let pays = self.pay(cells.map(Option::unwrap_or_default));
        for (seat, own) in pays.into_iter().enumerate() {
            let gain = |places: usize| own - pays[(seat + places) % 3];
            add(&mut ways[seat], (gain(1), gain(2)));
        }
    }

    /// Returns keys for an open cell: some below, equal to and above each filled cell, with room for one more between.
    fn candidates(&self, cells: [Option<i64>; 3]) -> impl Iterator<Item = i64> + '_ {
        let known = cells.into_iter().flatten();
        // The last open cell needs no room for another key.
        let room = if cells.iter().flatten().count() == 2 {
            2
        } else {
            4
        };
        let near = known.flat_map(move |cell| cell - room..=cell + room);
        let ends = self.last.into_iter().flat_map(|last| [last - 2, last]);
        (0..4).chain(near).chain(ends).filter(|key| {
            let last = self.last[usize::from(key % 2 != 0)];
            (0..=last).contains(key)
        })
    }

    /// Returns the payments of cells with these keys, in half points.
    fn pay(&self, keys: [i64; 3]) -> [i64; 3] {
        let count = |counts: &dyn Fn(&i64) -> bool| keys.iter().filter(|key| counts(key)).count();
        let bids = count(&|key| key % 2 == 0);
        let value = self.starts_at + i64::try_from(bids).unwrap_or(0);
        keys.map(|key| {
            let (place, shared) = (count(&|other| *other < key), count(&|other| *other == key));
            let points: i64 = RANK_POINTS[place..place + shared].iter().sum();
            points * value * 2 / i64::try_from(shared).unwrap_or(1)
        })
    }
}
