//! The auction: each call is a higher bid or a pass, until everyone but the highest bidder has passed. Also
//! finds the declarer and the contract, from the auction and the other fields.

use super::{Bid, Call, ContractSabacc, Record, clauses};
use overtrick_core::prelude::*;

/// An auction in progress.
#[derive(Debug)]
pub struct Bidding<'a> {
    turns: Turns<'a>,
    /// Every bid made, in order.
    pub bids: Vec<(Seat, Bid)>,
}

/// The result of an auction: the declarer and the contract, if there was a bid.
pub type Outcome = AuctionResult<(Seat, Bid)>;

impl<'a> Bidding<'a> {
    /// Returns the bidding of a hand dealt by this seat.
    pub fn new(game: &ContractSabacc, table: &'a Table, dealer: Seat) -> Bidding<'a> {
        Bidding {
            turns: Turns::from(table, game.first_to_bid(table, dealer)),
            bids: Vec::new(),
        }
    }

    /// Returns the clause that ends the bidding. The source does not cover a bid after everyone else has
    /// passed, or a hand in which everyone passes.
    fn ended_by(&self) -> &'static str {
        match self.bids.as_slice() {
            [] => clauses::ALL_PASS,
            [_] if self.turns.has_lone_bid => clauses::LAST_BID,
            _ => clauses::BIDDING_ENDS,
        }
    }

    pub fn result(&self) -> Outcome {
        self.turns.result(self.bids.last().copied())
    }
}

impl Auction for Bidding<'_> {
    type Call = Call;

    fn call(&mut self, seat: Seat, call: &Call) -> Result<(), Breach> {
        let name = |seat| self.turns.table.name(seat);
        self.turns.check(seat).map_err(|reason| match reason {
            NotInTurn::Over => {
                Breach::new(self.ended_by(), args![]).with_message(clauses::BIDDING_ENDS)
            }
            NotInTurn::Out => Breach::new(clauses::PASSED_OUT, args![player: name(seat)]),
            NotInTurn::TurnOf(turn) => {
                let clause = if self.turns.has_begun {
                    clauses::BID_TURN
                } else {
                    clauses::BIDDING_STARTS
                };
                Breach::new(clause, args![turn: name(turn)]).with_message(clauses::BID_TURN)
            }
        })?;
        let high = self.bids.last();
        match call.bid() {
            None => self.turns.leave(seat),
            Some(bid) => {
                if let Some((by, high)) = high.filter(|(_, high)| bid <= *high) {
                    let args = args![bid: bid, high: *high, by: name(*by)];
                    return Err(Breach::new(clauses::BID_HIGHER, args));
                }
                self.turns.bid(seat);
                self.bids.push((seat, bid));
            }
        }
        Ok(())
    }

    fn next(&self) -> Vec<Next> {
        let high = self.bids.last().map(|(_, bid)| *bid);
        let is_legal = |call: &&Call| call.bid() > high || **call == Call::Pass;
        let legal = Call::ALL.iter().filter(is_legal);
        let calls = legal.map(|call| Json::object([("call", call.word().into())]));
        let next = self.turns.turn;
        let next = next.map(|seat| Next::new(seat, "calls", calls.collect()));
        next.into_iter().collect()
    }

    fn outcome(&self) -> Vec<(&'static str, Json)> {
        match self.result() {
            Outcome::Open(_) => Vec::new(),
            Outcome::Passed => vec![("void", true.into())],
            Outcome::Won((seat, bid)) => vec![
                ("declarer", self.turns.table.name(seat).into()),
                ("contract", bid.word().into()),
            ],
        }
    }
}

/// Returns the declarer and the contract, and the auction if it was recorded. Reports recorded fields that
/// differ from the auction.
pub fn bidding<'a>(
    game: &ContractSabacc,
    record: &Record,
    context: &mut HandContext<'a>,
) -> (Option<Outcome>, Option<Bidding<'a>>) {
    let calls = record.auction.as_ref();
    let calls = calls.and_then(|calls| resolve_calls(context, "/auction", calls));
    let table = context.table;
    let auction = calls.map(|calls| {
        let mut auction = Bidding::new(game, table, context.dealer);
        judge_calls(&mut auction, context, "/auction", &calls);
        auction
    });
    let result = auction.as_ref().map(Bidding::result);
    let void = *record.void == Some(true);
    let declarer = context.player("/declarer", &record.declarer);
    let recorded = declarer.zip(*record.contract);
    if let Some(Outcome::Open(turn)) = result {
        let settled = void || recorded.is_some();
        unfinished_auction(context, "/auction", clauses::BIDDING_ENDS, turn, settled);
    }
    let recorded = recorded.map(Outcome::Won);
    let called = match result {
        _ if void => {
            if let Some(Outcome::Won((seat, bid))) = result {
                let args = args![player: context.name(seat), contract: bid];
                let rule = clauses::BIDDING_ENDS;
                context.fault_or_warning(true, "auction-not-void", "/void", rule, args);
            }
            Some(Outcome::Passed)
        }
        // The recorded declarer and contract take precedence, because the table may have let illegal calls stand.
        Some(Outcome::Won((seat, bid))) => {
            let rule = clauses::BIDDING_ENDS;
            let named = declarer.map(|seat| context.name(seat));
            check_against_auction(context, "/declarer", rule, named, context.name(seat));
            check_against_auction(context, "/contract", rule, *record.contract, bid);
            let contract = (*record.contract).unwrap_or(bid);
            Some(Outcome::Won((declarer.unwrap_or(seat), contract)))
        }
        Some(Outcome::Passed) if context.waived && recorded.is_some() => {
            context.warn("auction-void", "/auction", clauses::VOID, args![]);
            recorded
        }
        Some(Outcome::Passed) => result,
        Some(Outcome::Open(_)) => recorded,
        None => {
            if record.auction.is_none() {
                context.needed(&record.declarer, "/declarer");
                context.needed(&record.contract, "/contract");
            }
            recorded
        }
    };
    (called, auction)
}
