//! Judging a hand: who declared what, what was chosen with it, and what came of it.

use super::auction::{Bidding, MOST_OVERBID, Outcome, hotseat};
use super::clauses;
use super::contract::{Choice, Contract, Measure};
use super::house_rules::Berzerka;
use super::play;
use super::record::Record;
use super::score::{Cell, value, whole};
use super::sheet::{State, show_cell};
use overtrick_core::prelude::*;

/// Who plays what, as far as it is known.
#[derive(Default)]
pub(super) struct Called {
    pub declarer: Option<Seat>,
    /// Its place on the board.
    pub contract: Option<usize>,
    pub overbid: i64,
    pub hotseat: bool,
}

impl Berzerka {
    /// Judges a hand and enters it in the sheet.
    pub(super) fn judge_hand(
        &self,
        state: &mut State,
        record: &Record,
        context: &mut HandContext<'_>,
    ) {
        state.hands += 1;
        let open = state.open();
        let called = self.declared(record, &open, context);
        let contract = called.contract.map(|place| &self.contracts[place]);
        check_hotseat(&called, record, &open, context);
        let again = self.check_open(&called, state, context);
        let discarded = context.needed_number("/discarded", &record.discarded, 0..=13);
        if let Some(contract) = contract {
            check_choices("", contract, record_choices(record), context);
        }
        let (tricks, pain_cards) = match &*record.play {
            Some(played) => play::played(record, played, called.declarer, contract, context),
            None => play::recorded(record, contract, context),
        };
        let (Some(declarer), Some(place), Some(contract)) =
            (called.declarer, called.contract, contract)
        else {
            return;
        };
        if again {
            return;
        }
        let took = match contract.measure {
            Measure::Pain => pain_cards,
            _ => tricks,
        };
        let overbid = called.overbid;
        let cell = Cell {
            hand: context.number,
            record: contract.record(took.unwrap_or(0), overbid, self.pain_subtracts()),
            tricks,
            pain_cards,
            overbid,
            discarded: discarded.unwrap_or(0),
            bid: !called.hotseat,
        };
        state.rows[place][declarer.index()] = Some(cell);
        if took.is_none() || discarded.is_none() || !context.is_clean() {
            return;
        }
        self.explain_record(declarer, contract, &cell, context);
        let row = &state.rows[place];
        show_cell(contract, row, declarer, context);
        if let Some(cells) = whole(row) {
            self.score_row(contract, &cells, value(contract, row), context);
        }
    }

    /// Who declares what, by the auction and by what was recorded.
    pub(super) fn declared(
        &self,
        record: &Record,
        open: &[[bool; 3]],
        context: &mut HandContext<'_>,
    ) -> Called {
        let result = self.auction(record, open, context);
        let declarer = context.player("/declarer", &record.declarer);
        let contract = record.contract.as_deref();
        let contract = contract.and_then(|id| self.read_contract(id, "/contract", context));
        let overbid = context.number("/overbid", &record.overbid, 0..=MOST_OVERBID);
        let name = |contract: usize| self.contracts[contract].name.clone();
        let hotseat = *record.hotseat;
        match result {
            Some(Outcome::Bid(bidder, bid, most)) => {
                let recorded = declarer.map(|seat| context.name(seat));
                disagrees(context, "/declarer", recorded, context.name(bidder));
                disagrees(context, "/contract", contract.map(name), name(bid));
                disagrees(context, "/overbid", overbid.map(Arg::from), most.into());
                let hotseat = hotseat.unwrap_or(false);
                check_hotseat_flag(hotseat, false, context);
                Called {
                    declarer: declarer.or(Some(bidder)),
                    contract: contract.or(Some(bid)),
                    overbid: overbid.unwrap_or(if hotseat { 0 } else { most }),
                    hotseat,
                }
            }
            Some(Outcome::Hotseat(seat)) => {
                context.needed(&record.contract, "/contract");
                let hotseat = hotseat.unwrap_or(true);
                check_hotseat_flag(hotseat, true, context);
                Called {
                    declarer: declarer.or(seat),
                    contract,
                    overbid: overbid.unwrap_or(0),
                    hotseat,
                }
            }
            result => {
                if let Some(Outcome::Open(turn)) = result {
                    let recorded = record.declarer.is_some() && record.contract.is_some();
                    auction_incomplete(context, "/auction", clauses::AUCTION_END, turn, recorded);
                }
                if record.auction.is_none() {
                    context.needed(&record.declarer, "/declarer");
                    context.needed(&record.contract, "/contract");
                    let may_be_hotseat = overbid.unwrap_or(0) == 0 && !context.so_far();
                    if hotseat.is_none() && may_be_hotseat && contract.is_some() {
                        context.warn("hotseat-unsaid", "/hotseat", clauses::HOTSEAT, args![]);
                    }
                }
                Called {
                    declarer,
                    contract,
                    overbid: overbid.unwrap_or(0),
                    hotseat: hotseat.unwrap_or(false),
                }
            }
        }
    }

    /// What the recorded auction came to; nothing, if there is none or it cannot be read.
    fn auction(
        &self,
        record: &Record,
        open: &[[bool; 3]],
        context: &mut HandContext<'_>,
    ) -> Option<Outcome> {
        let calls = record.auction.as_ref()?;
        let calls = resolve_calls(context, "/auction", calls)?;
        let calls = self.read_calls(calls, "/auction", context)?;
        let mut bidding = Bidding::new(self, context.table, context.dealer, open);
        judge_calls(&mut bidding, context, "/auction", &calls);
        Some(bidding.result())
    }

    /// The place on the board of a contract recorded at this pointer.
    fn read_contract(
        &self,
        id: &str,
        pointer: &str,
        context: &mut HandContext<'_>,
    ) -> Option<usize> {
        let place = self.on_board(id);
        if place.is_none() && self.knows(id) {
            let args = args![contract: self.name_of(id)];
            context.fault("off-board", pointer, clauses::BOARD, args);
        } else if place.is_none() {
            let args = args![found: id.to_owned(), known: self.known_ids()];
            context.fault("unknown-contract", pointer, clauses::BOARD, args);
        }
        place
    }

    /// Whether the declarer has had this contract before, which is a fault.
    fn check_open(&self, called: &Called, state: &State, context: &mut HandContext<'_>) -> bool {
        let (Some(declarer), Some(place)) = (called.declarer, called.contract) else {
            return false;
        };
        let Some(earlier) = state.rows[place][declarer.index()] else {
            return false;
        };
        let args = args![
            player: context.name(declarer), contract: self.contracts[place].name.clone(),
            hand: earlier.hand,
        ];
        context.fault("contract-played", "/contract", clauses::LENGTH, args);
        true
    }
}

/// Notes what does not fit a hand from the hotseat.
fn check_hotseat(
    called: &Called,
    record: &Record,
    open: &[[bool; 3]],
    context: &mut HandContext<'_>,
) {
    if !called.hotseat {
        return;
    }
    if called.overbid != 0 {
        let args = args![overbid: called.overbid];
        context.fault("hotseat-overbid", "/overbid", clauses::HOTSEAT, args);
    }
    let turn = hotseat(context.table, context.table.next(context.dealer), open);
    if let (Some(declarer), Some(turn)) = (called.declarer, turn)
        && declarer != turn
        && record.declarer.is_some()
    {
        let args = args![declarer: context.name(declarer), turn: context.name(turn)];
        context.warn("hotseat-declarer", "/declarer", clauses::HOTSEAT_NEXT, args);
    }
}

/// Notes that what was recorded is not what the auction gives.
fn disagrees(context: &mut HandContext<'_>, pointer: &str, recorded: Option<Arg>, auction: Arg) {
    if let Some(recorded) = recorded.filter(|recorded| *recorded != auction) {
        let args = args![recorded: recorded, auction: auction];
        let rule = clauses::AUCTION_END;
        context.fault_or_odd(true, "auction-disagrees", pointer, rule, args);
    }
}

/// Notes that the auction does not come to what `hotseat` was recorded as.
fn check_hotseat_flag(recorded: bool, auction: bool, context: &mut HandContext<'_>) {
    if recorded != auction {
        let (code, rule) = ("hotseat-disagrees", clauses::HOTSEAT);
        context.fault_or_odd(true, code, "/hotseat", rule, args![]);
    }
}

/// Whether a record has each of the declarer's choices.
fn record_choices(record: &Record) -> [(Choice, bool); 3] {
    [
        (Choice::Trump, record.trump.is_some()),
        (Choice::Ranking, record.ranking.is_some()),
        (Choice::PainSuit, record.pain_suit.is_some()),
    ]
}

/// Notes what a contract asks for and was not chosen, and what was chosen and not asked for.
pub fn check_choices(
    pointer: &str,
    contract: &Contract,
    chosen: [(Choice, bool); 3],
    context: &mut HandContext<'_>,
) {
    for (choice, chosen) in chosen {
        let pointer = format_args!("{pointer}/{}", choice.word());
        match (contract.asks(choice), chosen) {
            (true, false) => context.missing(pointer),
            (false, true) => {
                let args = args![contract: contract.name.clone()];
                context.fault("not-asked", pointer, clauses::ASKS, args);
            }
            _ => {}
        }
    }
}
