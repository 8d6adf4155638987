//! Bidding: round and round, each call higher or a pass, until all but the highest have passed.

use super::record::{Bid, Call};
use crate::rules::auction::Auction;
use crate::rules::json::Json;
use crate::rules::{Breach, Next, Seat, Table, args};

/// An auction, in the making.
#[derive(Debug)]
pub(super) struct Bidding<'a> {
    table: &'a Table,
    passed: Vec<bool>,
    bids: Vec<(Seat, Bid)>,
    turn: Option<Seat>,
}

/// How far an auction has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bidden {
    /// Somebody is still to speak.
    Open(Seat),
    /// No one has bid.
    Void,
    /// Who plays what.
    Won(Seat, Bid),
}

impl<'a> Bidding<'a> {
    pub(super) fn new(table: &'a Table, starts: Seat) -> Bidding<'a> {
        Bidding {
            table,
            passed: vec![false; table.len()],
            bids: Vec::new(),
            turn: Some(starts),
        }
    }

    /// Every bid made, in order.
    pub(super) fn bids(&self) -> &[(Seat, Bid)] {
        &self.bids
    }

    pub(super) fn bidden(&self) -> Bidden {
        match (self.turn, self.bids.last()) {
            (Some(turn), _) => Bidden::Open(turn),
            (None, Some((seat, bid))) => Bidden::Won(*seat, *bid),
            (None, None) => Bidden::Void,
        }
    }

    /// The first seat after this one that has not passed, unless it has the highest bid.
    fn turn_after(&self, seat: Seat) -> Option<Seat> {
        let mut others = self.table.others(seat);
        let turn = others.find(|other| !self.passed[other.index()]);
        turn.filter(|turn| self.bids.last().is_none_or(|(high, _)| high != turn))
    }

    pub(super) fn next(&self) -> Vec<Next> {
        let high = self.bids.last().map(|(_, bid)| *bid);
        let legal = Call::ALL
            .iter()
            .filter(|call| call.bid() > high || **call == Call::Pass);
        let calls: Json = legal
            .map(|call| Json::from([("call", Json::from(call.word()))]))
            .collect();
        let next = self.turn.map(|seat| Next {
            seat,
            choices: vec![("calls", calls)],
        });
        next.into_iter().collect()
    }

    pub(super) fn outcome(&self) -> Vec<(&'static str, Json)> {
        match self.bidden() {
            Bidden::Open(_) => vec![("complete", Json::Bool(false))],
            Bidden::Void => vec![("complete", Json::Bool(true)), ("void", Json::Bool(true))],
            Bidden::Won(seat, bid) => vec![
                ("complete", Json::Bool(true)),
                ("declarer", Json::from(&**self.table.name(seat))),
                ("contract", Json::from(bid.word())),
            ],
        }
    }
}

impl Auction for Bidding<'_> {
    type Call = Call;

    fn call(&mut self, seat: Seat, call: &Call) -> Result<(), Breach> {
        let Some(turn) = self.turn else {
            return Err(Breach::of("contract-sabacc/bidding-ends", args![]));
        };
        if self.passed[seat.index()] {
            return Err(Breach::of(
                "contract-sabacc/passed-out",
                args![player: self.table.name(seat)],
            ));
        }
        if turn != seat {
            return Err(Breach::of(
                "contract-sabacc/bid-turn",
                args![turn: self.table.name(turn)],
            ));
        }
        match call.bid() {
            None => self.passed[seat.index()] = true,
            Some(bid) => {
                if let Some((by, high)) = self.bids.last().filter(|(_, high)| bid <= *high) {
                    let by = self.table.name(*by);
                    return Err(Breach::of(
                        "contract-sabacc/bid-higher",
                        args![bid: bid, high: *high, by: by],
                    ));
                }
                self.bids.push((seat, bid));
            }
        }
        self.turn = self.turn_after(seat);
        Ok(())
    }
}
