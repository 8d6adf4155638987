//! Who can still win a match of Berzerka on the starter board.

use std::sync::LazyLock;

use super::contract::{Choice, Contract};
use super::hand::Called;
use super::house_rules::{Berzerka, Options};
use super::record::Record;
use super::sheet::State;
use super::ways::{Gains, MOST, Row, Ways, add, key, rank};
use overtrick_core::prelude::*;
use overtrick_core::{LeftOut, OpenMatch, Outlook, Prospects};

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
        let called = self.declared(record, &state.open(), context);
        let unsettled = context
            .missing_so_far()
            .any(|pointer| pointer == "/current/auction");
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
            bid: record
                .hotseat
                .or(spoken.then_some(called.hotseat))
                .map(|hotseat| !hotseat),
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
                    tricks
                        .map(move |tricks| rank(contract, contract.record(tricks, overbid, false)))
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
        let ahead = (self.ahead(one, two), self.ahead(one, three));
        self.any(|rows| {
            let most = |other: usize| rows.iter().map(|ways| ways.most[one][other]).sum::<i64>();
            if ahead.0 + most(two) < 0 || ahead.1 + most(three) < 0 {
                return false;
            }
            let even = rows.iter().fold(ahead, |sum, ways| {
                let gains = ways.fronts[one].iter();
                let most = gains.max_by_key(|gains| gains.0.min(gains.1));
                most.map_or(sum, |gains| (sum.0 + gains.0, sum.1 + gains.1))
            });
            (even.0 >= 0 && even.1 >= 0) || reaches(ahead, rows, one)
        })
    }

    fn can_pass(&self, one: Seat, other: Seat) -> bool {
        let (one, other) = (one.index(), other.index());
        self.any(|rows| {
            let gain: i64 = rows.iter().map(|ways| ways.most[one][other]).sum();
            self.ahead(one, other) + gain > 0
        })
    }
}

/// Whether a seat that is so far ahead of the others can stay or come level with both, row by row.
fn reaches(ahead: Gains, rows: &[&Ways], seat: usize) -> bool {
    let mut best = vec![ahead];
    for ways in rows {
        let mut sums = Vec::with_capacity(best.len() * 2);
        for (second, third) in best {
            for gains in &ways.fronts[seat] {
                add(&mut sums, (second + gains.0, third + gains.1));
            }
        }
        best = sums;
    }
    best.iter()
        .any(|(second, third)| *second >= 0 && *third >= 0)
}
