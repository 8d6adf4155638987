//! What a row of the sheet can still pay.

use super::contract::{Contract, Measure};
use super::score::Cell;

/// The most tricks, overbids and discards.
pub const MOST: i64 = 13;

/// How good a record is: 0 is the best that a hand can have.
pub fn rank(contract: &Contract, record: i64) -> i64 {
    let best = if contract.measure == Measure::Most {
        -MOST
    } else {
        0
    };
    contract.demerit(record) - best
}

/// A cell as one number, the smaller the better: its record, then its discards, then whether it was bid.
/// Even numbers were bid, odd ones were not.
pub fn key(rank: i64, discarded: i64, bid: bool) -> i64 {
    (rank * (MOST + 1) + discarded) * 2 + i64::from(!bid)
}

/// A row of the sheet, its cells as keys.
pub struct Row {
    cells: [Option<i64>; 3],
    /// The last key that a hand can have that was bid, and one that was not.
    last: [i64; 2],
    starts_at: i64,
    step: i64,
    rank_points: [i64; 3],
}

/// What a row can still pay, in half points, as far as it decides who can win.
#[derive(Debug, Clone, Default)]
pub struct Ways {
    /// For each seat what it can gain on the next seat and on the one after that: each pair of gains of
    /// which no other is at least as good in both.
    pub fronts: [Vec<Gains>; 3],
    /// The most that each seat can gain on each other.
    pub most: [[i64; 3]; 3],
}

/// What a seat gains on the next one, and on the one after that.
pub type Gains = (i64, i64);

/// Adds a pair of gains, unless another is at least as good in both places.
pub fn add(front: &mut Vec<Gains>, gains: Gains) {
    let covers = |one: Gains, other: Gains| one.0 >= other.0 && one.1 >= other.1;
    if !front.iter().any(|known| covers(*known, gains)) {
        front.retain(|known| !covers(gains, *known));
        front.push(gains);
    }
}

/// How three keys stand to each other and how many were bid, as a bit.
type Orders = u128;

impl Row {
    pub fn of(contract: &Contract, row: &[Option<Cell>; 3], rank_points: [i64; 3]) -> Row {
        let worst = |overbid| {
            let records = (0..=MOST).map(|tricks| contract.record(tricks, overbid, false));
            records
                .map(|record| rank(contract, record))
                .max()
                .unwrap_or(0)
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
    pub fn ways(&self, bound: Option<(usize, &[i64])>) -> Ways {
        if self.cells.iter().all(Option::is_some) {
            return self.pays(0);
        }
        let orders = match bound {
            None if self.cells.iter().all(Option::is_none) => return self.all_ways(),
            None => self.orders(self.cells),
            Some((seat, keys)) => self.bound_orders(seat, keys),
        };
        self.pays(orders)
    }

    /// What a row can pay in which nobody has played: with three bids its value is the highest, and any
    /// order can come. Whoever is first gains the most where the others are apart, or level with each other.
    fn all_ways(&self) -> Ways {
        let [first, second, third] = self.rank_points;
        let value = self.starts_at + self.step * 3;
        let (near, far) = ((first - second) * value * 2, (first - third) * value * 2);
        let even = i64::midpoint(near, far);
        let mut front = Vec::with_capacity(3);
        for gains in [(near, far), (far, near), (even, even)] {
            add(&mut front, gains);
        }
        let most = |seat: usize| {
            let mut most = [far; 3];
            most[seat] = 0;
            most
        };
        Ways {
            fronts: [front.clone(), front.clone(), front],
            most: [most(0), most(1), most(2)],
        }
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
            let alike: Vec<i64> = keys
                .iter()
                .copied()
                .filter(|key| key % 2 == parity)
                .collect();
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
        let known = cells.into_iter().flatten();
        // The last open cell needs no room for another.
        let room = if cells.iter().flatten().count() == 2 {
            2
        } else {
            4
        };
        let near = known.flat_map(move |cell| cell - room..=cell + room);
        let ends = self.last.into_iter().flat_map(|last| [last - 2, last]);
        (0..4).chain(near).chain(ends).filter(|key| {
            let last = if key % 2 == 0 {
                self.last[0]
            } else {
                self.last[1]
            };
            (0..=last).contains(key)
        })
    }

    /// What these orders pay; a row that is full pays nothing more.
    fn pays(&self, mut orders: Orders) -> Ways {
        let mut ways = Ways::default();
        if orders == 0 {
            ways.fronts = [(); 3].map(|()| vec![(0, 0)]);
            return ways;
        }
        ways.most = [[i64::MIN; 3]; 3];
        while orders != 0 {
            let pays = self.pay(orders.trailing_zeros());
            orders &= orders - 1;
            for (seat, own) in pays.into_iter().enumerate() {
                let gain = |places: usize| own - pays[(seat + places) % 3];
                add(&mut ways.fronts[seat], (gain(1), gain(2)));
                for places in 0..3 {
                    let most = &mut ways.most[seat][(seat + places) % 3];
                    *most = gain(places).max(*most);
                }
            }
        }
        ways
    }

    fn pay(&self, bit: u32) -> [i64; 3] {
        let value = self.starts_at + self.step * i64::from(bit % 4);
        let signs = [bit / 36, bit / 12 % 3, bit / 4 % 3].map(|sign| i64::from(sign) - 1);
        let [one_two, one_three, two_three] = signs;
        let against = [
            [one_two, one_three],
            [-one_two, two_three],
            [-one_three, -two_three],
        ];
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
    let place = signs.iter().fold(0_u32, |place, sign| {
        place * 3 + u32::from(sign.unsigned_abs())
    });
    let bid = keys.iter().filter(|key| *key % 2 == 0).count();
    1 << (place * 4 + u32::try_from(bid).unwrap_or(0))
}
