//! Bidding: each player once, the dealer last, whose bid may not make all bids come out even.

use super::clauses::{BID_ONCE, BID_ORDER, BID_RANGE, HOOK};
use overtrick_core::auction::{BidClauses, TrickBids};
use overtrick_core::prelude::*;

/// The bids of a hand, in the making.
pub struct Bidding<'t> {
    table: &'t Table,
    dealer: Seat,
    cards: i64,
    hook: bool,
    bids: TrickBids<'t>,
}

impl<'t> Bidding<'t> {
    /// The bids of a hand dealt by this seat, so many cards to each player.
    pub fn new(table: &'t Table, dealer: Seat, cards: i64, hook: bool) -> Bidding<'t> {
        let clauses = BidClauses {
            order: BID_ORDER,
            once: BID_ONCE,
            over: "oh-hell/bids-over",
            range: BID_RANGE,
        };
        Bidding {
            table,
            dealer,
            cards,
            hook,
            bids: TrickBids::new(table, dealer, cards, clauses),
        }
    }

    /// Who bids now; nobody, once all have.
    pub fn turn(&self) -> Option<Seat> {
        self.bids.turn()
    }

    /// The bids by seat, so far.
    pub fn bids(&self) -> &[Option<i64>] {
        self.bids.bids()
    }

    /// The bid that the dealer may not make, if it is the dealer's turn and there is one.
    fn hooked(&self) -> Option<i64> {
        let others: i64 = self.bids().iter().flatten().sum();
        let even = self.cards - others;
        (self.hook && self.turn() == Some(self.dealer) && even >= 0).then_some(even)
    }
}

impl Auction for Bidding<'_> {
    type Call = i64;

    fn call(&mut self, seat: Seat, bid: &i64) -> Result<(), Breach> {
        self.bids.check(seat, *bid)?;
        if self.hooked() == Some(*bid) {
            return Err(hook(self.table, self.dealer, self.cards));
        }
        self.bids.call(seat, bid)
    }

    fn next(&self) -> Vec<Next> {
        let mut next = self.bids.next();
        if let (Some(next), Some(even)) = (next.first_mut(), self.hooked())
            && let Some((_, Json::Object(range))) = next.choices.first_mut()
        {
            range.push(("not".to_owned(), Json::List(vec![Json::Int(even)])));
        }
        next
    }

    fn outcome(&self) -> Vec<(&'static str, Json)> {
        self.bids.outcome()
    }
}

/// The breach of bids that come out even.
pub fn hook(table: &Table, dealer: Seat, cards: i64) -> Breach {
    Breach::of(HOOK, args![cards: cards, dealer: table.name(dealer)])
}
