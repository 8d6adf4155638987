//! A round of bids: each player once, from the dealer's left, how many tricks to take.

use super::calls::Auction;
use super::turns::{NotInTurn, Turns};
use crate::rules::json::Json;
use crate::rules::{Breach, Next, Seat, Table, args};

/// The clauses and messages of a round of bids.
#[derive(Debug, Clone, Copy)]
pub struct BidClauses {
    /// Who bids when.
    pub order: &'static str,
    /// That everyone bids once.
    pub once: &'static str,
    /// The message of a bid after the last, resting on `once`.
    pub over: &'static str,
    /// What can be bid.
    pub range: &'static str,
}

/// A round of bids, in the making.
#[derive(Debug)]
pub struct TrickBids<'t> {
    table: &'t Table,
    turns: Turns<'t>,
    cards: i64,
    bids: Vec<Option<i64>>,
    clauses: BidClauses,
}

impl<'t> TrickBids<'t> {
    /// The bids of a hand dealt by this seat, so many cards to each player.
    pub fn new(table: &'t Table, dealer: Seat, cards: i64, clauses: BidClauses) -> TrickBids<'t> {
        TrickBids {
            table,
            turns: Turns::from(table, table.next(dealer)),
            cards,
            bids: vec![None; table.len()],
            clauses,
        }
    }

    /// Who bids now; nobody, once all have.
    pub fn turn(&self) -> Option<Seat> {
        self.turns.turn()
    }

    /// The bids by seat, so far.
    pub fn bids(&self) -> &[Option<i64>] {
        &self.bids
    }

    /// Whether this player may make this bid now.
    ///
    /// # Errors
    /// The rule that the bid breaks.
    pub fn check(&self, seat: Seat, bid: i64) -> Result<(), Breach> {
        let clauses = self.clauses;
        self.turns.check(seat).map_err(|reason| match reason {
            NotInTurn::Over => Breach::of(clauses.once, args![]).with_message(clauses.over),
            NotInTurn::Out => {
                let made = self.bids[seat.index()].unwrap_or(0);
                Breach::of(clauses.once, args![bid: made])
            }
            NotInTurn::TurnOf(turn) => {
                Breach::of(clauses.order, args![turn: self.table.name(turn)])
            }
        })?;
        if (0..=self.cards).contains(&bid) {
            return Ok(());
        }
        let args = args![bid: bid, cards: self.cards];
        Err(Breach::of(clauses.range, args))
    }
}

impl Auction for TrickBids<'_> {
    type Call = i64;

    fn call(&mut self, seat: Seat, bid: &i64) -> Result<(), Breach> {
        self.check(seat, *bid)?;
        self.bids[seat.index()] = Some(*bid);
        self.turns.leave(seat);
        self.turns.pass_on(seat, |_| true);
        Ok(())
    }

    fn next(&self) -> Vec<Next> {
        let bids = Json::from([("from", Json::Int(0)), ("to", Json::Int(self.cards))]);
        let next = self.turn().map(|seat| Next::of(seat, "bids", bids));
        next.into_iter().collect()
    }

    fn outcome(&self) -> Vec<(&'static str, Json)> {
        let bids: Option<Vec<i64>> = self.bids.iter().copied().collect();
        let mut outcome = vec![("complete", Json::Bool(bids.is_some()))];
        outcome.extend(bids.map(|bids| ("bids", self.table.by_name(|seat| bids[seat.index()]))));
        outcome
    }
}
