//! Who can still win a match of Brink Bid.

use super::house_rules::BrinkBid;
use super::record::Record;
use super::score::points;
use overtrick_core::{OpenMatch, Outlook, SettledHand, Swing, bids_outlook, so_far};

impl BrinkBid {
    /// Who can still win after so many hands. Nothing, where cards of the hand being played are recorded:
    /// they bind its tricks in ways that are not counted here.
    pub(super) fn who_can_win(
        &self,
        hands: usize,
        open: &OpenMatch<'_, Record>,
    ) -> Option<Outlook> {
        let (table, record) = (open.hand.table, open.hand.record);
        if record.is_some_and(|record| record.play.is_some()) {
            return None;
        }
        let none = || vec![None; table.len()];
        let now = SettledHand {
            cards: self.cards_dealt(hands + 1),
            bids: record.map_or_else(none, |record| so_far(table, &record.bids)),
            tricks: record.map_or_else(none, |record| so_far(table, &record.tricks)),
            hook: false,
        };
        let points = |bid, took| points(self, bid, took).0;
        bids_outlook(
            table,
            open.totals,
            now,
            &self.cards_after_next(hands),
            |cards| self.swing(cards),
            points,
        )
    }

    /// What a hand can give. With one card nobody can be two tricks away from a bid.
    fn swing(&self, cards: i64) -> Swing {
        let (made, brink) = (self.made_points, self.brink_points);
        Swing {
            most: made.max(brink),
            least: if cards > 1 { 0 } else { made.min(brink) },
        }
    }
}
