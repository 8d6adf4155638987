//! Who can still win a match of Oh Hell.

use super::house_rules::{Missed, OhHell};
use super::record::Record;
use super::score::points;
use overtrick_core::{OpenMatch, Outlook, SettledHand, Swing, bids_outlook, so_far};

impl OhHell {
    /// Who can still win after so many hands. Nothing, where cards of the hand being played are recorded:
    /// they bind its tricks in ways that are not counted here.
    pub(super) fn who_can_win(&self, hands: i64, open: &OpenMatch<'_, Record>) -> Option<Outlook> {
        let (table, record) = (open.hand.table, open.hand.record);
        if record.is_some_and(|record| record.play.is_some()) {
            return None;
        }
        let cards = self.cards_dealt(hands + 1);
        let tricks = record.map(|record| so_far(table, &record.tricks));
        let waived = record.is_some_and(|record| record.irregularities.is_some());
        let now = SettledHand {
            cards,
            bids: self.bids_so_far(cards, &open.hand),
            tricks: tricks.unwrap_or_else(|| vec![None; table.len()]),
            hook: self.hook && !waived,
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

    /// What a hand can give: everything bid and made, while the others bid and take nothing of it. Their
    /// bids are above zero, so that the hook lets them stand.
    fn swing(&self, cards: i64) -> Swing {
        let off = match self.missed {
            Missed::Nothing | Missed::Tricks => 0,
            Missed::Difference => self.missed_points * cards,
        };
        Swing {
            most: self.made_points + self.trick_points * cards,
            least: -off,
        }
    }
}
