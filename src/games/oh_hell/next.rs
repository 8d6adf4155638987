//! The hand that comes next: who bids and leads, and what may still be bid.

use super::hand::auction_bids;
use super::house_rules::OhHell;
use super::record::Record;
use overtrick_core::prelude::*;
use overtrick_core::{bids_left, so_far};

impl OhHell {
    /// What each player holds in each hand after the next one, once so many were played.
    pub(super) fn cards_after_next(&self, hands: i64) -> Vec<i64> {
        let later = hands + 2..=self.hands();
        later.map(|number| self.cards_dealt(number)).collect()
    }

    /// What is to be known of the hand after so many.
    pub(super) fn next_hand(&self, hands: i64, hand: &ComingHand<'_, Record>) -> NextHand {
        let cards = self.cards_dealt(hands + 1);
        let first = hand.after_dealer();
        let bids = self.bids_so_far(cards, hand);
        let hooked = self.hooked(cards, &bids, hand.dealer);
        let left = bids_left(hand.table, cards, &bids, hooked);
        NextHand {
            hands: usize::try_from(self.hands()).ok(),
            cards_dealt: cards,
            speaks: Some(first),
            leads: Some(first),
            open: left.map(|left| ("bids_left", left)).into_iter().collect(),
            sentences: vec![("oh-hell/begins", args![player: hand.table.name(first)])],
            ..NextHand::default()
        }
    }

    /// The bids of a hand as far as they have been made, by seat.
    pub(super) fn bids_so_far(
        &self,
        cards: i64,
        hand: &ComingHand<'_, Record>,
    ) -> Vec<Option<i64>> {
        let none = || vec![None; hand.table.len()];
        let Some(record) = hand.record else {
            return none();
        };
        match &*record.auction {
            Some(calls) => {
                let context = &mut hand.context();
                auction_bids(self, cards, record, calls, context).unwrap_or_else(none)
            }
            None => so_far(hand.table, &record.bids),
        }
    }

    /// What the dealer may not bid once all others have bid, if there is such a number.
    fn hooked(&self, cards: i64, bids: &[Option<i64>], dealer: Seat) -> Option<i64> {
        let mut open = (0..bids.len()).filter(|seat| bids[*seat].is_none());
        let last = open.next() == Some(dealer.index()) && open.next().is_none();
        let even = cards - bids.iter().flatten().sum::<i64>();
        (self.hook && last && even >= 0).then_some(even)
    }
}
