//! Bidding: round and round, each call higher or a pass, until all but the highest have passed.

use super::clauses;
use super::record::{Bid, Call};
use overtrick_core::prelude::*;

/// An auction, in the making.
#[derive(Debug)]
pub struct Bidding<'a> {
    table: &'a Table,
    turns: Turns<'a>,
    bids: Vec<(Seat, Bid)>,
}

/// How far an auction has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is this player's turn.
    Open(Seat),
    /// No one has bid.
    Void,
    /// Who plays what.
    Won(Seat, Bid),
}

impl<'a> Bidding<'a> {
    pub fn new(table: &'a Table, first: Seat) -> Bidding<'a> {
        Bidding {
            table,
            turns: Turns::from(table, first),
            bids: Vec::new(),
        }
    }

    /// Every bid made, in order.
    pub fn bids(&self) -> &[(Seat, Bid)] {
        &self.bids
    }

    pub fn result(&self) -> Outcome {
        match (self.turns.turn(), self.bids.last()) {
            (Some(turn), _) => Outcome::Open(turn),
            (None, Some((seat, bid))) => Outcome::Won(*seat, *bid),
            (None, None) => Outcome::Void,
        }
    }
}

impl Auction for Bidding<'_> {
    type Call = Call;

    fn call(&mut self, seat: Seat, call: &Call) -> Result<(), Breach> {
        let name = |seat| self.table.name(seat);
        self.turns.check(seat).map_err(|reason| match reason {
            NotInTurn::Over => Breach::of(clauses::BIDDING_ENDS, args![]),
            NotInTurn::Out => Breach::of(clauses::PASSED_OUT, args![player: name(seat)]),
            NotInTurn::TurnOf(turn) => Breach::of(clauses::BID_TURN, args![turn: name(turn)]),
        })?;
        let high = self.bids.last();
        match call.bid() {
            None => self.turns.leave(seat),
            Some(bid) => {
                if let Some((by, high)) = high.filter(|(_, high)| bid <= *high) {
                    let args = args![bid: bid, high: *high, by: name(*by)];
                    return Err(Breach::of(clauses::BID_HIGHER, args));
                }
                self.bids.push((seat, bid));
            }
        }
        let bidder = self.bids.last().map(|(seat, _)| *seat);
        self.turns.pass_on(seat, |other| Some(other) != bidder);
        Ok(())
    }

    fn next(&self) -> Vec<Next> {
        let high = self.bids.last().map(|(_, bid)| *bid);
        let legal = Call::ALL
            .iter()
            .filter(|call| call.bid() > high || **call == Call::Pass);
        let calls = legal
            .map(|call| Json::from([("call", Json::from(call.word()))]))
            .collect();
        let next = self.turns.turn().map(|seat| Next::of(seat, "calls", calls));
        next.into_iter().collect()
    }

    fn outcome(&self) -> Vec<(&'static str, Json)> {
        match self.result() {
            Outcome::Open(_) => vec![("complete", Json::Bool(false))],
            Outcome::Void => vec![("complete", Json::Bool(true)), ("void", Json::Bool(true))],
            Outcome::Won(seat, bid) => vec![
                ("complete", Json::Bool(true)),
                ("declarer", Json::from(&**self.table.name(seat))),
                ("contract", Json::from(bid.word())),
            ],
        }
    }
}
