//! What cards mean in Brink Bid: follow suit, trump wins, and is not led before it has been played.

use super::clauses;
use overtrick_core::french::PACK;
use overtrick_core::prelude::*;

/// The most cards that each player can get.
pub fn most_cards(table: &Table) -> i64 {
    i64::try_from(usize::from(PACK.cards) / table.len()).unwrap_or(1)
}

/// The cards of a hand dealt by this seat.
pub fn of_hand(table: &Table, dealer: Seat, trump: Trump, tricks: Option<usize>) -> FollowSuit {
    FollowSuit {
        deal: Deal::to_all(table, table.next(dealer), tricks),
        trump: trump.suit(),
        follow: clauses::FOLLOW,
        trump_lead: Some(clauses::TRUMP_LEAD),
        trump_broken: false,
    }
}
