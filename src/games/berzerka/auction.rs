//! The auction: starting with Forehand, each player bids a contract or passes, and each bid must have a higher
//! overbid than the last. Also finds the declarer and the contract, from the auction and the other fields.

use super::record::{Bid, Pass, PassOrBid, Record};
use super::{Berzerka, Open, check_known, clauses, is_known, known_ids};
use overtrick_core::prelude::*;

/// The greatest possible overbid.
pub const MAX_OVERBID: i64 = 13;

/// The last bid: the player, the contract's place on the board, and the overbid.
type LastBid = (Seat, usize, i64);

/// An auction in progress.
pub struct Bidding<'a> {
    game: &'a Berzerka,
    open: &'a Open,
    forehand: Seat,
    turns: Turns<'a>,
    bid: Option<LastBid>,
}

impl<'a> Bidding<'a> {
    pub fn new(game: &'a Berzerka, table: &'a Table, dealer: Seat, open: &'a Open) -> Bidding<'a> {
        let forehand = table.next(dealer);
        Bidding {
            game,
            open,
            forehand,
            turns: Turns::from(table, forehand),
            bid: None,
        }
    }

    fn check_bid(&self, seat: Seat, bid: &Bid) -> Result<(usize, i64), Breach> {
        let id = bid.contract.as_deref().unwrap_or_default();
        let name = || args![contract: self.game.name_of(id)];
        let overbid = bid.overbid.unwrap_or(0);
        let Some(contract) = self.game.on_board(id) else {
            let breach = Breach::new(clauses::BOARD, name());
            return Err(breach.with_message("berzerka/bid-board"));
        };
        if !self.open[contract][seat.index()] {
            return Err(Breach::new(clauses::BID_OPEN, name()));
        }
        match self.bid {
            None if overbid == 0 => Ok((contract, overbid)),
            None => Err(Breach::new(clauses::FIRST_BID, args![overbid: overbid])),
            Some(_) if overbid > MAX_OVERBID => {
                let args = args![overbid: overbid, most: MAX_OVERBID];
                Err(Breach::new(clauses::OVERBID_MOST, args))
            }
            Some((_, _, last)) if overbid > last => Ok((contract, overbid)),
            // The source requires an overbid of at least 1. That it must exceed the last overbid is our reading.
            Some((_, _, last)) => {
                let clause = if overbid < 1 {
                    clauses::OVERBID
                } else {
                    clauses::OVERBID_STEP
                };
                let breach = Breach::new(clause, args![overbid: overbid, last: last]);
                Err(breach.with_message(clauses::OVERBID))
            }
        }
    }
}

impl Auction for Bidding<'_> {
    type Call = PassOrBid;

    fn call(&mut self, seat: Seat, call: &PassOrBid) -> Result<(), Breach> {
        self.turns.check(seat).map_err(|reason| match reason {
            // If the first two players pass and the third bids, that bid ends the auction.
            NotInTurn::Over if self.turns.has_lone_bid => {
                Breach::new(clauses::THIRD_BID, args![]).with_message(clauses::AUCTION_END)
            }
            NotInTurn::Over => Breach::new(clauses::AUCTION_END, args![]),
            NotInTurn::Out => Breach::new(clauses::PASS_OUT, args![]),
            NotInTurn::TurnOf(turn) => {
                let args = args![turn: self.turns.table.name(turn)];
                if self.turns.has_begun {
                    Breach::new(clauses::CLOCKWISE, args).with_message("berzerka/bid-turn")
                } else {
                    Breach::new(clauses::BID_ORDER, args).and(clauses::FOREHAND)
                }
            }
        })?;
        match call {
            WordOr::Word(Pass::Pass) => self.turns.leave(seat),
            WordOr::Object(bid) => {
                let (contract, overbid) = self.check_bid(seat, bid)?;
                self.turns.bid(seat);
                self.bid = Some((seat, contract, overbid));
            }
        }
        Ok(())
    }

    fn next(&self) -> Vec<Next> {
        let Some(seat) = self.turns.turn else {
            return Vec::new();
        };
        let pass = Json::object([("call", Pass::Pass.word().into())]);
        let mut next = Next::new(seat, "calls", Json::List(vec![pass]));
        let open = self.game.left_to(seat, self.open);
        let contracts: Vec<&str> = open.map(|contract| &*contract.id).collect();
        let overbids = |(_, _, last)| (last + 1, MAX_OVERBID);
        let (from, to) = self.bid.map_or((0, 0), overbids);
        if !contracts.is_empty() && from <= to {
            let overbid = Json::object([("from", Json::Int(from)), ("to", Json::Int(to))]);
            let contracts = contracts.into_iter().collect();
            let bids = Json::object([("contracts", contracts), ("overbid", overbid)]);
            next.choices.set("bids", bids);
        }
        vec![next]
    }

    fn outcome(&self) -> Vec<(&'static str, Json)> {
        let table = self.turns.table;
        let declarer = |seat| ("declarer", table.name(seat).into());
        match self.turns.result(self.bid) {
            AuctionResult::Open(_) => Vec::new(),
            AuctionResult::Won((seat, contract, overbid)) => vec![
                declarer(seat),
                ("contract", (&self.game.contracts[contract].id).into()),
                ("overbid", overbid.into()),
            ],
            AuctionResult::Passed => {
                let seat = hotseat(table, self.forehand, self.open);
                let hotseat = ("hotseat", true.into());
                seat.map(declarer).into_iter().chain([hotseat]).collect()
            }
        }
    }
}

/// The declarer and the contract, as far as they are known.
#[derive(Default)]
pub struct Called {
    pub declarer: Option<Seat>,
    /// The contract's place on the board.
    pub contract: Option<usize>,
    pub overbid: i64,
    pub hotseat: bool,
}

/// Returns the player who picks a contract after everyone has passed: the first player, starting with
/// Forehand, who still has a contract to play.
pub fn hotseat(table: &Table, forehand: Seat, open: &Open) -> Option<Seat> {
    let mut order = table.from(forehand);
    order.find(|seat| open.iter().any(|open| open[seat.index()]))
}

impl Berzerka {
    /// Reads the calls; returns `None` if a bid names an unknown contract.
    pub(super) fn read_calls<'c>(
        &self,
        calls: &'c [WrittenCall<PassOrBid>],
        pointer: &str,
        context: &mut HandContext<'_>,
    ) -> Option<Vec<(Seat, &'c PassOrBid)>> {
        let calls = resolve_calls(context, pointer, calls)?.into_iter();
        all_or_none(calls.enumerate().map(|(index, (seat, call))| {
            if let WordOr::Object(bid) = call {
                let pointer = format!("{pointer}/{index}/call/contract");
                let id = context.needed(&bid.contract, &pointer)?;
                check_known(id, &self.custom_contracts, pointer, context).then_some(())?;
            }
            Some((seat, call))
        }))
    }

    /// Returns the declarer and the contract, from the auction and from the recorded fields.
    pub(super) fn declared(
        &self,
        record: &Record,
        open: &Open,
        context: &mut HandContext<'_>,
    ) -> Called {
        let calls = record.auction.as_ref();
        let calls = calls.and_then(|calls| self.read_calls(calls, "/auction", context));
        let result = calls.map(|calls| {
            let mut bidding = Bidding::new(self, context.table, context.dealer, open);
            judge_calls(&mut bidding, context, "/auction", &calls);
            bidding.turns.result(bidding.bid)
        });
        let declarer = context.player("/declarer", &record.declarer);
        let contract = record.contract.as_deref();
        let contract = contract.and_then(|id| self.read_contract(id, context));
        let overbid = context.number("/overbid", &record.overbid, 0..=MAX_OVERBID);
        let name = |contract: usize| self.contracts[contract].name.clone();
        let by_auction = match result {
            Some(AuctionResult::Won((bidder, bid, most))) => {
                let recorded = declarer.map(|seat| context.name(seat));
                let rule = clauses::AUCTION_END;
                check_against_auction(context, "/declarer", rule, recorded, context.name(bidder));
                check_against_auction(context, "/contract", rule, contract.map(name), name(bid));
                check_against_auction(context, "/overbid", rule, overbid, most);
                Called {
                    declarer: Some(bidder),
                    contract: Some(bid),
                    overbid: most,
                    hotseat: false,
                }
            }
            Some(AuctionResult::Passed) => {
                context.needed(&record.contract, "/contract");
                let forehand = context.table.next(context.dealer);
                Called {
                    declarer: hotseat(context.table, forehand, open),
                    hotseat: true,
                    ..Called::default()
                }
            }
            result => {
                if let Some(AuctionResult::Open(turn)) = result {
                    let recorded = record.declarer.is_some() && record.contract.is_some();
                    unfinished_auction(context, "/auction", clauses::AUCTION_END, turn, recorded);
                }
                if record.auction.is_none() {
                    context.needed(&record.declarer, "/declarer");
                    context.needed(&record.contract, "/contract");
                    let may_be_hotseat = overbid.unwrap_or(0) == 0 && !context.is_unfinished();
                    if record.hotseat.is_none() && may_be_hotseat && contract.is_some() {
                        context.warn("hotseat-unsaid", "/hotseat", clauses::HOTSEAT, args![]);
                    }
                }
                Called::default()
            }
        };
        let hotseat = record.hotseat.unwrap_or(by_auction.hotseat);
        let is_over = result.is_some_and(|result| !matches!(result, AuctionResult::Open(_)));
        if is_over && hotseat != by_auction.hotseat {
            let (code, rule) = ("hotseat-disagrees", clauses::HOTSEAT);
            context.fault_or_warning(true, code, "/hotseat", rule, args![]);
        }
        Called {
            declarer: declarer.or(by_auction.declarer),
            contract: contract.or(by_auction.contract),
            overbid: overbid.unwrap_or(if hotseat { 0 } else { by_auction.overbid }),
            hotseat,
        }
    }

    /// Returns the place on the board of the recorded contract.
    fn read_contract(&self, id: &str, context: &mut HandContext<'_>) -> Option<usize> {
        let (place, pointer) = (self.on_board(id), "/contract");
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
