//! Bidding: each player once, from the dealer's left, any number of the tricks there are.

use super::clauses;
use crate::rules::auction::{BidClauses, TrickBids};
use crate::rules::prelude::*;

/// The bidding of a hand dealt by this seat, so many cards to each player.
pub fn bidding(table: &Table, dealer: Seat, cards: i64) -> TrickBids<'_> {
    let clauses = BidClauses {
        order: clauses::BID_ORDER,
        once: clauses::BID_ONCE,
        over: "brink-bid/bids-over",
        range: clauses::BID_RANGE,
    };
    TrickBids::new(table, dealer, cards, clauses)
}
