//! The hand that comes next: who rolls, bids and leads, and what may still be bid.

use super::house_rules::BrinkBid;
use super::record::Record;
use overtrick_core::prelude::*;
use overtrick_core::{bids_left, so_far};

impl BrinkBid {
    /// How many hands a match has.
    pub(super) fn hands(&self) -> usize {
        usize::try_from(self.last_hand_cards - self.first_hand_cards + 1).unwrap_or(0)
    }

    /// What each player holds in each hand after the next one, once so many were played.
    pub(super) fn cards_after_next(&self, hands: usize) -> Vec<i64> {
        let later = hands + 2..=self.hands();
        later.map(|number| self.cards_dealt(number)).collect()
    }

    /// What is to be known of the hand after so many.
    pub(super) fn next_hand(&self, hands: usize, hand: &ComingHand<'_, Record>) -> NextHand {
        let cards = self.cards_dealt(hands + 1);
        let first = hand.after_dealer();
        let bids = hand.record.map(|record| so_far(hand.table, &record.bids));
        let left = bids_left(hand.table, cards, &bids.unwrap_or_default(), None);
        NextHand {
            hands: Some(self.hands()),
            cards_dealt: cards,
            speaks: Some(first),
            rolls: Some(first),
            leads: Some(first),
            open: left.map(|left| ("bids_left", left)).into_iter().collect(),
            sentences: vec![("brink-bid/begins", args![player: hand.table.name(first)])],
        }
    }
}
