//! The auction: from Forehand on, a contract or a pass, each later bid overbidding the last. Who declares
//! what, by the auction and by what is recorded beside it.

use super::record::{Contract, Pass, PassOrBid, Record};
use super::{Berzerka, clauses, is_known, known_ids};
use overtrick_core::prelude::*;

/// The most that can be overbid.
pub const MAX_OVERBID: i64 = 13;

/// What is called.
#[derive(Debug, Clone)]
pub enum Call {
    Pass,
    Bid(NamedBid),
}

/// A bid with the contract that it names.
#[derive(Debug, Clone)]
pub struct NamedBid {
    /// Its place on the board, if it is there.
    contract: Option<usize>,
    /// What it is called.
    name: Arg,
    overbid: i64,
}

/// What an auction came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is this player's turn.
    Open(Seat),
    /// The last bid stands: whose it is, the place of its contract on the board, and its overbid.
    Bid(Seat, usize, i64),
    /// Everyone passed; the player in the hotseat, if anybody has a contract left.
    Hotseat(Option<Seat>),
}

/// An auction in the making.
pub struct Bidding<'a> {
    table: &'a Table,
    contracts: &'a [Contract],
    /// By place on the board, by seat: whether that player may still play the contract.
    open: &'a [[bool; 3]],
    forehand: Seat,
    turns: Turns<'a>,
    /// Whether anyone has called.
    begun: bool,
    bid: Option<(Seat, usize, i64)>,
    /// Whether the first bid was made after two passes.
    is_third_bid: bool,
}

impl<'a> Bidding<'a> {
    pub fn new(
        game: &'a Berzerka,
        table: &'a Table,
        dealer: Seat,
        open: &'a [[bool; 3]],
    ) -> Bidding<'a> {
        let forehand = table.next(dealer);
        Bidding {
            table,
            contracts: &game.contracts,
            open,
            forehand,
            turns: Turns::from(table, forehand),
            begun: false,
            bid: None,
            is_third_bid: false,
        }
    }

    /// The overbids that the next bid may have.
    fn overbids(&self) -> (i64, i64) {
        self.bid
            .map_or((0, 0), |(_, _, overbid)| (overbid + 1, MAX_OVERBID))
    }

    pub fn result(&self) -> Outcome {
        match (self.turns.turn(), self.bid) {
            (Some(turn), _) => Outcome::Open(turn),
            (None, Some((seat, contract, overbid))) => Outcome::Bid(seat, contract, overbid),
            (None, None) => Outcome::Hotseat(hotseat(self.table, self.forehand, self.open)),
        }
    }

    fn check_bid(&self, seat: Seat, bid: &NamedBid) -> Result<usize, Breach> {
        let name = || args![contract: bid.name.clone()];
        let overbid = bid.overbid;
        let Some(contract) = bid.contract else {
            let breach = Breach::new(clauses::BOARD, name());
            return Err(breach.with_message("berzerka/bid-board"));
        };
        if !self.open[contract][seat.index()] {
            return Err(Breach::new(clauses::BID_OPEN, name()));
        }
        let (from, to) = self.overbids();
        if (from..=to).contains(&overbid) {
            return Ok(contract);
        }
        let last = self.bid.map(|(_, _, overbid)| overbid);
        Err(match last {
            None => Breach::new(clauses::FIRST_BID, args![overbid: overbid]),
            Some(_) if overbid > to => {
                Breach::new(clauses::OVERBID_MOST, args![overbid: overbid, most: to])
            }
            // The source asks for one trick; that it is one more each time is our reading.
            Some(last) => {
                let clause = if overbid < 1 {
                    clauses::OVERBID
                } else {
                    clauses::OVERBID_STEP
                };
                let breach = Breach::new(clause, args![overbid: overbid, last: last]);
                breach.with_message(clauses::OVERBID)
            }
        })
    }
}

impl Auction for Bidding<'_> {
    type Call = Call;

    fn call(&mut self, seat: Seat, call: &Call) -> Result<(), Breach> {
        self.turns.check(seat).map_err(|reason| match reason {
            // The third player's bid after two passes ends the auction, if it is the only one.
            NotInTurn::Over if self.is_third_bid => {
                Breach::new(clauses::THIRD_BID, args![]).with_message(clauses::AUCTION_END)
            }
            NotInTurn::Over => Breach::new(clauses::AUCTION_END, args![]),
            NotInTurn::Out => Breach::new(clauses::PASS_OUT, args![]),
            NotInTurn::TurnOf(turn) => {
                let args = args![turn: self.table.name(turn)];
                if self.begun {
                    Breach::new(clauses::CLOCKWISE, args).with_message("berzerka/bid-turn")
                } else {
                    Breach::new(clauses::BID_ORDER, args).and(clauses::FOREHAND)
                }
            }
        })?;
        match call {
            Call::Pass => self.turns.leave(seat),
            Call::Bid(bid) => {
                let contract = self.check_bid(seat, bid)?;
                self.is_third_bid = self.bid.is_none() && self.turns.left() == 1;
                self.bid = Some((seat, contract, bid.overbid));
            }
        }
        self.begun = true;
        let bidder = self.bid.map(|(bidder, _, _)| bidder);
        self.turns.pass_on(seat, |other| Some(other) != bidder);
        Ok(())
    }

    fn next(&self) -> Vec<Next> {
        let Some(seat) = self.turns.turn() else {
            return Vec::new();
        };
        let pass = Json::from([("call", Pass::Pass.word().into())]);
        let mut next = Next::new(seat, "calls", Json::List(vec![pass]));
        let open = self.contracts.iter().zip(self.open);
        let open = open.filter(|(_, open)| open[seat.index()]);
        let contracts: Vec<&str> = open.map(|(contract, _)| &*contract.id).collect();
        let (from, to) = self.overbids();
        if !contracts.is_empty() && from <= to {
            let overbid = Json::from([("from", Json::Int(from)), ("to", Json::Int(to))]);
            let contracts = contracts.into_iter().collect();
            let bids = Json::from([("contracts", contracts), ("overbid", overbid)]);
            next.choices.set("bids", bids);
        }
        vec![next]
    }

    fn outcome(&self) -> Entries {
        let name = |seat: Seat| ("declarer", Json::from(&**self.table.name(seat)));
        let complete = ("complete", Json::Bool(true));
        match self.result() {
            Outcome::Open(_) => Entries::from([("complete", Json::Bool(false))]),
            Outcome::Bid(declarer, contract, overbid) => Entries::from([
                complete,
                name(declarer),
                ("contract", Json::from(&*self.contracts[contract].id)),
                ("overbid", Json::Int(overbid)),
            ]),
            Outcome::Hotseat(declarer) => {
                let hotseat = ("hotseat", Json::Bool(true));
                let declarer = declarer.map(name);
                Json::object([complete].into_iter().chain(declarer).chain([hotseat]))
            }
        }
    }
}

/// Who plays what, as far as it is known.
#[derive(Default)]
pub struct Called {
    pub declarer: Option<Seat>,
    /// Its place on the board.
    pub contract: Option<usize>,
    pub overbid: i64,
    pub hotseat: bool,
}

/// Who picks a contract when everyone has passed: Forehand, or the next who has one left.
pub fn hotseat(table: &Table, forehand: Seat, open: &[[bool; 3]]) -> Option<Seat> {
    let mut order = table.from(forehand);
    order.find(|seat| open.iter().any(|open| open[seat.index()]))
}

impl Berzerka {
    /// Notes it, if no contract is written so.
    pub(super) fn check_known(
        &self,
        id: &str,
        pointer: &str,
        context: &mut HandContext<'_>,
    ) -> bool {
        let known = is_known(id, &self.custom_contracts);
        if !known {
            let args = args![found: id.to_owned(), known: known_ids(&self.custom_contracts)];
            context.refuse("unknown-contract", pointer, args);
        }
        known
    }

    /// What was called, of calls written at this pointer whose players are known.
    pub(super) fn read_calls(
        &self,
        calls: Vec<(Seat, &PassOrBid)>,
        pointer: &str,
        context: &mut HandContext<'_>,
    ) -> Option<Vec<(Seat, Call)>> {
        all_or_none(calls.into_iter().enumerate().map(|(index, (seat, call))| {
            let bid = match call {
                WordOr::Word(Pass::Pass) => return Some((seat, Call::Pass)),
                WordOr::Object(bid) => bid,
            };
            let pointer = format!("{pointer}/{index}/call/contract");
            let id = context.needed(&bid.contract, &pointer)?;
            let bid = NamedBid {
                contract: self.on_board(id),
                name: self.name_of(id),
                overbid: bid.overbid.unwrap_or(0),
            };
            let known = self.check_known(id, &pointer, context);
            known.then_some((seat, Call::Bid(bid)))
        }))
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
        let overbid = context.number("/overbid", &record.overbid, 0..=MAX_OVERBID);
        let name = |contract: usize| self.contracts[contract].name.clone();
        let by_auction = match result {
            Some(Outcome::Bid(bidder, bid, most)) => {
                let recorded = declarer.map(|seat| context.name(seat));
                let rule = clauses::AUCTION_END;
                agrees_with_auction(context, "/declarer", rule, recorded, context.name(bidder));
                agrees_with_auction(context, "/contract", rule, contract.map(name), name(bid));
                agrees_with_auction(context, "/overbid", rule, overbid, most);
                Called {
                    declarer: Some(bidder),
                    contract: Some(bid),
                    overbid: most,
                    hotseat: false,
                }
            }
            Some(Outcome::Hotseat(seat)) => {
                context.needed(&record.contract, "/contract");
                Called {
                    declarer: seat,
                    hotseat: true,
                    ..Called::default()
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
                    if record.hotseat.is_none() && may_be_hotseat && contract.is_some() {
                        context.warn("hotseat-unsaid", "/hotseat", clauses::HOTSEAT, args![]);
                    }
                }
                Called::default()
            }
        };
        let hotseat = record.hotseat.unwrap_or(by_auction.hotseat);
        let is_over = matches!(result, Some(Outcome::Bid(..) | Outcome::Hotseat(_)));
        if is_over && hotseat != by_auction.hotseat {
            let (code, rule) = ("hotseat-disagrees", clauses::HOTSEAT);
            context.fault_or_odd(true, code, "/hotseat", rule, args![]);
        }
        Called {
            declarer: declarer.or(by_auction.declarer),
            contract: contract.or(by_auction.contract),
            overbid: overbid.unwrap_or(if hotseat { 0 } else { by_auction.overbid }),
            hotseat,
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
        if place.is_none() && is_known(id, &self.custom_contracts) {
            let args = args![contract: self.name_of(id)];
            context.fault("off-board", pointer, clauses::BOARD, args);
        } else if place.is_none() {
            let args = args![found: id.to_owned(), known: known_ids(&self.custom_contracts)];
            context.fault("unknown-contract", pointer, clauses::BOARD, args);
        }
        place
    }
}
