//! The sheet of Oh Hell: a row a hand with its trump and cards in words, bid and tricks of everyone.

use super::{Missed, OhHell, clauses};
use crate::trick_bids::{TrickBids, bid_sheet};
use overtrick_core::prelude::*;

impl HasSheet for OhHell {
    fn sheet(&self, _table: &Table, hands: &[PlayedHand<'_>], _detail: &Json) -> Pad {
        let numbered = (1..).zip(hands);
        let hands =
            numbered.map(|(number, hand)| (hand, self.cards_dealt(number), hand.word("trump")));
        let (made, trick, missed) = (self.made_points, self.trick_points, self.missed_points);
        let args = args![made: made, trick: trick, missed: missed];
        let otherwise = match self.missed {
            Missed::Nothing => "oh-hell/sheet-nothing",
            Missed::Tricks => "oh-hell/sheet-tricks",
            Missed::Difference => "oh-hell/sheet-difference",
            Missed::MinusTricks => "oh-hell/sheet-minus-tricks",
            Missed::Bid => "oh-hell/sheet-bid",
            Missed::Made => "oh-hell/sheet-made",
            Missed::Flat => "oh-hell/sheet-flat",
        };
        let mut legend = vec![Text::Message(otherwise, args)];
        if self.zero_bonus > 0 {
            let args = args![bonus: self.zero_bonus, cards: self.most_cards];
            legend.push(Text::Message("oh-hell/legend-zero", args));
        }
        Pad {
            legend,
            ..bid_sheet(hands, &[clauses::MADE, clauses::MISSED])
        }
    }
}
