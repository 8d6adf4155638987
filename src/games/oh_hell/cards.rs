//! What cards mean in Oh Hell: follow suit, trump wins.

use super::clauses::{BREAK_TRUMP, FOLLOW};
use super::house_rules::OhHell;
use overtrick_core::prelude::*;

impl OhHell {
    /// The cards of a hand dealt by this seat.
    pub(super) fn cards_of_hand(
        &self,
        table: &Table,
        dealer: Seat,
        trump: Trump,
        tricks: Option<usize>,
    ) -> FollowSuit {
        FollowSuit {
            deal: Deal::to_all(table, table.next(dealer), tricks),
            trump: trump.suit(),
            follow: FOLLOW,
            trump_lead: self.break_trump.then_some(BREAK_TRUMP),
            trump_broken: false,
        }
    }
}
