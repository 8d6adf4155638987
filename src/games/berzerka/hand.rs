//! Judging a hand: who declared what, what was said with it, and what came of it.

use super::auction::{Bidding, Call, MOST_OVERBID, Outcome, hotseat};
use super::contract::{Asked, Contract, Measure};
use super::record::Record;
use super::score::{Cell, value, whole};
use super::sheet::State;
use super::{Berzerka, catalog, taken};
use crate::rules::auction::{judge_calls, resolve_calls};
use crate::rules::{Arg, Args, HandContext, Seat, args};

/// Who plays what, as far as it is known.
#[derive(Default)]
struct Called {
    declarer: Option<Seat>,
    /// Its place on the board.
    contract: Option<usize>,
    overbid: i64,
    hotseat: bool,
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
        let open = state.open(context.table);
        let called = self.declared(record, &open, context);
        let contract = called.contract.map(|place| &self.board[place]);
        check_hotseat(&called, record, &open, context);
        let again = self.check_open(&called, state, context);
        let discarded = context.needed_number("/discarded", &record.discarded, 0..=13);
        if let Some(contract) = contract {
            check_asked(record, contract, context);
        }
        let (tricks, pain_cards) = match &*record.play {
            Some(played) => taken::played(record, played, called.declarer, contract, context),
            None => taken::recorded(record, contract, context),
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
        self.say_record(declarer, contract, &cell, context);
        let row = &state.rows[place];
        if let Some(cells) = whole(row) {
            self.say_row(contract, &cells, value(contract, row), context);
        }
    }

    /// Who declares what, by the auction and by what was recorded.
    fn declared(
        &self,
        record: &Record,
        open: &[Vec<bool>],
        context: &mut HandContext<'_>,
    ) -> Called {
        let heard = self.auction(record, open, context);
        let declarer = context.player("/declarer", &record.declarer);
        let contract = record.contract.as_deref();
        let contract = contract.and_then(|id| self.read_contract(id, "/contract", context));
        let overbid = context.number("/overbid", &record.overbid, 0..=MOST_OVERBID);
        let names = |contract: &usize| self.board[*contract].name.clone();
        match heard {
            Some(Outcome::Bid {
                declarer: bidder,
                contract: bid,
                overbid: most,
            }) => {
                let name = context.name(bidder);
                let said = declarer.map(|seat| context.name(seat));
                disagrees(context, "/declarer", said, name);
                disagrees(
                    context,
                    "/contract",
                    contract.as_ref().map(names),
                    names(&bid),
                );
                disagrees(context, "/overbid", overbid.map(Arg::from), most.into());
                let hotseat = record.hotseat.unwrap_or(false);
                if hotseat {
                    odd_or_wrong(
                        "hotseat-disagrees",
                        "/hotseat",
                        catalog::HOTSEAT,
                        args![],
                        context,
                    );
                }
                Called {
                    declarer: declarer.or(Some(bidder)),
                    contract: contract.or(Some(bid)),
                    overbid: overbid.unwrap_or(if hotseat { 0 } else { most }),
                    hotseat,
                }
            }
            Some(Outcome::Hotseat(seat)) => {
                context.needed(&record.contract, "/contract");
                let hotseat = record.hotseat.unwrap_or(true);
                if !hotseat {
                    odd_or_wrong(
                        "hotseat-disagrees",
                        "/hotseat",
                        catalog::HOTSEAT,
                        args![],
                        context,
                    );
                }
                Called {
                    declarer: declarer.or(seat),
                    contract,
                    overbid: overbid.unwrap_or(0),
                    hotseat,
                }
            }
            heard => {
                if let Some(Outcome::Open(turn)) = heard {
                    let recorded = record.declarer.is_some() && record.contract.is_some();
                    auction_open(turn, recorded, context);
                }
                if record.auction.is_none() {
                    context.needed(&record.declarer, "/declarer");
                    context.needed(&record.contract, "/contract");
                }
                Called {
                    declarer,
                    contract,
                    overbid: overbid.unwrap_or(0),
                    hotseat: record.hotseat.unwrap_or(false),
                }
            }
        }
    }

    /// What the recorded auction came to; nothing, if there is none or it cannot be read.
    fn auction(
        &self,
        record: &Record,
        open: &[Vec<bool>],
        context: &mut HandContext<'_>,
    ) -> Option<Outcome> {
        let written = record.auction.as_ref()?;
        let heard = resolve_calls(context, "/auction", written);
        let calls: Vec<(Seat, Option<Call>)> = heard?
            .into_iter()
            .enumerate()
            .map(|(index, (seat, call))| {
                (
                    seat,
                    self.read_call(call, &format!("/auction/{index}"), context),
                )
            })
            .collect();
        let calls: Option<Vec<(Seat, &Call)>> = calls
            .iter()
            .map(|(seat, call)| Some((*seat, call.as_ref()?)))
            .collect();
        let mut bidding = Bidding::new(context.table, context.dealer, &self.board, open);
        judge_calls(&mut bidding, context, "/auction", &calls?);
        Some(bidding.outcome())
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
            context.fault("off-board", pointer, catalog::BOARD, args);
        } else if place.is_none() {
            let args = args![found: id.to_owned(), known: self.known_ids()];
            context.fault("unknown-contract", pointer, catalog::BOARD, args);
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
            player: context.name(declarer), contract: self.board[place].name.clone(),
            hand: earlier.hand,
        ];
        context.fault("contract-played", "/contract", catalog::LENGTH, args);
        true
    }
}

/// Notes what does not fit a hand from the hotseat.
fn check_hotseat(
    called: &Called,
    record: &Record,
    open: &[Vec<bool>],
    context: &mut HandContext<'_>,
) {
    if !called.hotseat {
        return;
    }
    if called.overbid != 0 {
        let args = args![overbid: called.overbid];
        context.fault("hotseat-overbid", "/overbid", catalog::HOTSEAT, args);
    }
    let turn = hotseat(context.table, context.table.next(context.dealer), open);
    if let (Some(declarer), Some(turn)) = (called.declarer, turn)
        && declarer != turn
        && record.declarer.is_some()
    {
        let args = args![declarer: context.name(declarer), turn: context.name(turn)];
        context.warn("hotseat-declarer", "/declarer", catalog::HOTSEAT_NEXT, args);
    }
}

/// Notes that an auction is not over; where the table let that stand and recorded who plays what,
/// it is only odd.
fn auction_open(turn: Seat, recorded: bool, context: &mut HandContext<'_>) {
    let args = args![turn: context.name(turn)];
    if context.so_far() {
        context.missing("/auction");
    } else if context.waived && recorded {
        context.warn("auction-incomplete", "/auction", catalog::AUCTION_END, args);
    } else {
        context.fault("auction-incomplete", "/auction", catalog::AUCTION_END, args);
    }
}

/// Notes that what was recorded is not what the auction gives.
fn disagrees(context: &mut HandContext<'_>, pointer: &str, recorded: Option<Arg>, heard: Arg) {
    if let Some(recorded) = recorded.filter(|recorded| *recorded != heard) {
        let args = args![recorded: recorded, auction: heard];
        odd_or_wrong(
            "auction-disagrees",
            pointer,
            catalog::AUCTION_END,
            args,
            context,
        );
    }
}

/// A fault of the bidding; odd only, where the table let illegal steps stand.
fn odd_or_wrong(
    code: &'static str,
    pointer: &str,
    rule: &'static str,
    args: Args,
    context: &mut HandContext<'_>,
) {
    if context.waived {
        context.warn(code, pointer, rule, args);
    } else {
        context.fault(code, pointer, rule, args);
    }
}

/// Checks that the declarer said what the contract asks for, and nothing else.
fn check_asked(record: &Record, contract: &Contract, context: &mut HandContext<'_>) {
    let given = [
        (Asked::Trump, record.trump.is_some()),
        (Asked::Ranking, record.ranking.is_some()),
        (Asked::PainSuit, record.pain_suit.is_some()),
    ];
    check_choices("", contract, given, context);
}

/// Notes what a contract asks for and was not said, and what was said and not asked for.
pub(super) fn check_choices(
    pointer: &str,
    contract: &Contract,
    given: [(Asked, bool); 3],
    context: &mut HandContext<'_>,
) {
    for (asked, given) in given {
        let pointer = format_args!("{pointer}/{}", asked.word());
        match (contract.asks(asked), given) {
            (true, false) => context.missing(pointer),
            (false, true) => {
                let args = args![contract: contract.name.clone()];
                context.fault("not-asked", pointer, catalog::ASKS, args);
            }
            _ => {}
        }
    }
}
