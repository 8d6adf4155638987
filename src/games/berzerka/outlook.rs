//! Who can still win a match of Berzerka on the starter board.

use std::sync::LazyLock;

use super::contract::{Choice, Contract, Measure};
use super::hand::Called;
use super::house_rules::{Berzerka, Options};
use super::record::Record;
use super::score::Cell;
use super::sheet::State;
use crate::rules::prelude::*;
use crate::rules::{LeftOut, OpenMatch, Outlook, Prospects};

/// The most tricks, overbids and discards.
const MOST: i64 = 13;

impl Berzerka {
    /// Who can still win after this sheet. Nothing with other house rules than the usual ones, and where
    /// the hand being played has an auction that is not over or recorded cards.
    pub(super) fn who_can_win(
        &self,
        state: &State,
        open: &OpenMatch<'_, Record>,
    ) -> Option<Outlook> {
        let table = open.hand.table;
        if !self.is_usual(table) {
            return None;
        }
        let rows: Vec<Row> = self
            .contracts
            .iter()
            .zip(&state.rows)
            .map(|(contract, row)| Row::of(contract, row, self.rank_points))
            .collect();
        let ways: Vec<Ways> = rows.iter().map(|row| row.ways(None)).collect();
        let played = match open.hand.record {
            Some(record) => self.current_ways(state, record, open, &rows)?,
            None => Vec::new(),
        };
        let prospects = Sheet {
            totals: open.totals,
            ways,
            played,
        };
        Outlook::of(table, &prospects)
    }

    /// Whether the house rules are the usual ones.
    fn is_usual(&self, table: &Table) -> bool {
        static USUAL: LazyLock<Option<Berzerka>> = LazyLock::new(|| {
            let names = ["1", "2", "3"].map(str::to_owned);
            let mut context = OptionsContext::new(LeftOut::none());
            let usual = Berzerka::rules(
                &Options::default(),
                &Table::seat_players(&names).0,
                &mut context,
            );
            context.findings.is_empty().then_some(usual)
        });
        table.len() == 3 && USUAL.as_ref() == Some(self)
    }

    /// The rows in which the hand being played can stand, each with what it can pay then.
    fn current_ways(
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
        let called = self.declared(record, &state.open(table), context);
        let unsettled = context.missing_so_far().any(|pointer| pointer == "/current/auction");
        if unsettled {
            return None;
        }
        let settled = Settled::of(record, &called);
        let cells = (0..rows.len()).flat_map(|row| table.seats().map(move |seat| (row, seat)));
        let fits = |(row, seat): &(usize, Seat)| {
            let contract = &self.contracts[*row];
            let asked = |choice, chosen: bool| !chosen || contract.asks(choice);
            state.rows[*row][seat.index()].is_none()
                && called.declarer.is_none_or(|declarer| declarer == *seat)
                && called.contract.is_none_or(|place| place == *row)
                && asked(Choice::Trump, record.trump.is_some())
                && asked(Choice::Ranking, record.ranking.is_some())
                && asked(Choice::PainSuit, record.pain_suit.is_some())
        };
        let mut cells = cells.filter(fits);
        if settled.is_free() {
            // Any hand that can come may be this one.
            return cells.next().map(|_| Vec::new());
        }
        let ways = cells.map(|(row, seat)| {
            let keys = settled.keys(&self.contracts[row]);
            (row, rows[row].ways(Some((seat.index(), &keys))))
        });
        let ways: Vec<(usize, Ways)> = ways.collect();
        (!ways.is_empty()).then_some(ways)
    }
}

/// What of a hand's record is settled, as far as it counts in its row.
struct Settled {
    tricks: Option<i64>,
    overbid: Option<i64>,
    discarded: Option<i64>,
    bid: Option<bool>,
}

impl Settled {
    fn of(record: &Record, called: &Called) -> Settled {
        let spoken = record.auction.is_some();
        Settled {
            tricks: *record.tricks,
            overbid: (*record.overbid).or(spoken.then_some(called.overbid)),
            discarded: *record.discarded,
            bid: record.hotseat.or(spoken.then_some(called.hotseat)).map(|hotseat| !hotseat),
        }
    }

    /// Whether nothing is settled.
    fn is_free(&self) -> bool {
        let numbers = [self.tricks, self.overbid, self.discarded];
        self.bid.is_none() && numbers.iter().all(Option::is_none)
    }

    /// The keys that the hand's cell can have in the row of a contract, in order.
    fn keys(&self, contract: &Contract) -> Vec<i64> {
        let choices = |settled: Option<i64>| settled.map_or(0..=MOST, |settled| settled..=settled);
        let mut keys = Vec::new();
        for bid in [true, false] {
            let overbids = if bid { choices(self.overbid) } else { 0..=0 };
            let hotseat = self.overbid.unwrap_or(0) == 0;
            if self.bid.is_some_and(|settled| settled != bid) || !(bid || hotseat) {
                continue;
            }
            let mut ranks: Vec<i64> = overbids
                .flat_map(|overbid| {
                    let tricks = choices(self.tricks);
                    tricks.map(move |tricks| rank(contract, contract.record(tricks, overbid, false)))
                })
                .collect();
            ranks.sort_unstable();
            ranks.dedup();
            for rank in ranks {
                keys.extend(choices(self.discarded).map(|discarded| key(rank, discarded, bid)));
            }
        }
        keys.sort_unstable();
        keys
    }
}

/// How good a record is: 0 is the best that a hand can have.
fn rank(contract: &Contract, record: i64) -> i64 {
    let best = if contract.measure == Measure::Most { -MOST } else { 0 };
    contract.demerit(record) - best
}

/// A cell as one number, the smaller the better: its record, then its discards, then whether it was bid.
/// Even numbers were bid, odd ones were not.
fn key(rank: i64, discarded: i64, bid: bool) -> i64 {
    (rank * (MOST + 1) + discarded) * 2 + i64::from(!bid)
}

/// A row of the sheet, its cells as keys.
struct Row {
    cells: [Option<i64>; 3],
    /// The last key that a hand can have that was bid, and one that was not.
    last: [i64; 2],
    starts_at: i64,
    step: i64,
    rank_points: [i64; 3],
}

/// What a row can still pay: each way in half points, by seat.
type Ways = Vec<[i64; 3]>;

/// How three keys stand to each other and how many were bid, as a bit.
type Orders = u128;

impl Row {
    fn of(contract: &Contract, row: &[Option<Cell>; 3], rank_points: [i64; 3]) -> Row {
        let worst = |overbid| {
            let records = (0..=MOST).map(|tricks| contract.record(tricks, overbid, false));
            records.map(|record| rank(contract, record)).max().unwrap_or(0)
        };
        let of_cell = |cell: Cell| key(rank(contract, cell.record), cell.discarded, cell.bid);
        Row {
            cells: row.map(|cell| cell.map(of_cell)),
            last: [
                key(worst(0).max(worst(MOST)), MOST, true),
                key(worst(0), MOST, false),
            ],
            starts_at: contract.starts_at,
            step: contract.step,
            rank_points,
        }
    }

    /// What the row can still pay; the cell of a seat may be bound to some keys.
    fn ways(&self, bound: Option<(usize, &[i64])>) -> Ways {
        if self.cells.iter().all(Option::is_some) {
            return vec![[0; 3]];
        }
        static EMPTY: LazyLock<Orders> = LazyLock::new(|| {
            let mut orders = 0;
            let keys = || 0..6;
            let all = keys().flat_map(|one| keys().map(move |two| (one, two)));
            for (one, two) in all {
                keys().for_each(|three| orders |= order([one, two, three]));
            }
            orders
        });
        let orders = match bound {
            None if self.cells.iter().all(Option::is_none) => *EMPTY,
            None => self.orders(self.cells),
            Some((seat, keys)) => self.bound_orders(seat, keys),
        };
        self.pays(orders)
    }

    /// Every order in which the row can end, where the cell of a seat is bound to some keys. Of keys that
    /// stand alike to the cells that are there, a few at either end and in the middle do.
    fn bound_orders(&self, seat: usize, keys: &[i64]) -> Orders {
        let stands = |key: &i64| {
            let against = self.cells.map(|cell| cell.map(|cell| key.cmp(&cell)));
            (key % 2, against)
        };
        let mut orders = 0;
        for parity in 0..2 {
            let alike: Vec<i64> = keys.iter().copied().filter(|key| key % 2 == parity).collect();
            for keys in alike.chunk_by(|one, two| stands(one) == stands(two)) {
                let (count, middle) = (keys.len(), keys.len() / 2);
                for (place, key) in keys.iter().enumerate() {
                    let near = place < 3 || place + 3 >= count || place.abs_diff(middle) < 2;
                    if near {
                        let mut cells = self.cells;
                        cells[seat] = Some(*key);
                        orders |= self.orders(cells);
                    }
                }
            }
        }
        orders
    }

    /// Every order in which these cells can end once the open ones are filled.
    fn orders(&self, cells: [Option<i64>; 3]) -> Orders {
        let Some(open) = cells.iter().position(Option::is_none) else {
            return order(cells.map(Option::unwrap_or_default));
        };
        self.candidates(cells).fold(0, |orders, key| {
            let mut filled = cells;
            filled[open] = Some(key);
            orders | self.orders(filled)
        })
    }

    /// The keys that stand in every way to the cells that are there, with room for another between.
    fn candidates(&self, cells: [Option<i64>; 3]) -> impl Iterator<Item = i64> + '_ {
        let near = cells.into_iter().flatten().flat_map(|cell| cell - 4..=cell + 4);
        let ends = self.last.into_iter().flat_map(|last| [last - 2, last]);
        let mut keys: Vec<i64> = (0..4).chain(near).chain(ends).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter().filter(|key| {
            let last = if key % 2 == 0 { self.last[0] } else { self.last[1] };
            (0..=last).contains(key)
        })
    }

    /// What each order pays.
    fn pays(&self, orders: Orders) -> Ways {
        let orders = (0..108_u32).filter(|bit| orders >> bit & 1 == 1);
        let mut ways: Ways = orders.map(|bit| self.pay(bit)).collect();
        ways.sort_unstable();
        ways.dedup();
        ways
    }

    fn pay(&self, bit: u32) -> [i64; 3] {
        let value = self.starts_at + self.step * i64::from(bit % 4);
        let signs = [bit / 36, bit / 12 % 3, bit / 4 % 3].map(|sign| i64::from(sign) - 1);
        let [one_two, one_three, two_three] = signs;
        let against = [[one_two, one_three], [-one_two, two_three], [-one_three, -two_three]];
        against.map(|against| {
            let place = against.iter().filter(|sign| **sign > 0).count();
            let shared = against.iter().filter(|sign| **sign == 0).count() + 1;
            let points: i64 = self.rank_points[place..place + shared].iter().sum();
            points * value * 2 / i64::try_from(shared).unwrap_or(1)
        })
    }
}

/// The bit of three keys: how each two stand to each other, and how many were bid.
fn order(keys: [i64; 3]) -> Orders {
    let [one, two, three] = keys;
    let sign = |one: i64, two: i64| one.cmp(&two) as i8 + 1;
    let signs = [sign(one, two), sign(one, three), sign(two, three)];
    let place = signs.iter().fold(0_u32, |place, sign| place * 3 + u32::from(sign.unsigned_abs()));
    let bid = keys.iter().filter(|key| *key % 2 == 0).count();
    1 << (place * 4 + u32::try_from(bid).unwrap_or(0))
}

/// What the rows of a sheet can still pay.
struct Sheet<'a> {
    totals: &'a [Points],
    /// By row, with nothing settled of the hand being played.
    ways: Vec<Ways>,
    /// The rows that the hand being played can stand in, each with its ways then; none, if none is.
    played: Vec<(usize, Ways)>,
}

impl Sheet<'_> {
    fn ahead(&self, one: usize, other: usize) -> i64 {
        (self.totals[one] - self.totals[other]).in_halves()
    }

    /// The ways of every row, once for each row that the hand being played can stand in.
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
}

impl Prospects for Sheet<'_> {
    fn can_win(&self, seat: Seat) -> bool {
        let one = seat.index();
        let (two, three) = ((one + 1) % 3, (one + 2) % 3);
        self.any(|rows| {
            let mut best = vec![(self.ahead(one, two), self.ahead(one, three))];
            for ways in rows {
                let gains = ways.iter();
                let gains = gains.map(|way| (way[one] - way[two], way[one] - way[three]));
                let gains = front(gains.collect());
                let sums = best.iter().flat_map(|(second, third)| {
                    gains.iter().map(move |gain| (second + gain.0, third + gain.1))
                });
                best = front(sums.collect());
            }
            best.iter().any(|(second, third)| *second >= 0 && *third >= 0)
        })
    }

    fn can_pass(&self, one: Seat, other: Seat) -> bool {
        let (one, other) = (one.index(), other.index());
        self.any(|rows| {
            let most = |ways: &&Ways| ways.iter().map(|way| way[one] - way[other]).max();
            let gain: i64 = rows.iter().filter_map(most).sum();
            self.ahead(one, other) + gain > 0
        })
    }
}

/// The pairs of which no other is at least as good in both places.
fn front(mut pairs: Vec<(i64, i64)>) -> Vec<(i64, i64)> {
    pairs.sort_unstable_by(|one, two| two.cmp(one));
    let mut most = i64::MIN;
    pairs.retain(|(_, second)| {
        let better = *second > most;
        most = most.max(*second);
        better
    });
    pairs
}
