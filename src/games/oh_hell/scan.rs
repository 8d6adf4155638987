//! What a camera reads of a pad of Oh Hell.

use super::record::Record;
use super::{Missed, OhHell};
use overtrick_core::prelude::*;

impl HasScanPad for OhHell {
    fn scan(&self, _table: &Table, _hands: usize) -> ScanForm {
        let trump = |suit: Suit| vec![means("trump", suit.word())];
        let tricks = |field| {
            let (least, most) = range_of(Record::FIELDS, field);
            (least, most.min(self.most_cards))
        };
        ScanForm {
            hand: vec![ScanField::suits("trump", trump).or(means("trump", Trump::NoTrump.word()))],
            seat: vec![
                ScanField::number("bid", tricks("bids"), 1, means("bids/@", NUMBER)),
                ScanField::number("tricks", tricks("tricks"), 1, means("tricks/@", NUMBER)),
                ScanField::sum("total", self.totals(), 3),
            ],
            ..ScanForm::default()
        }
    }
}

impl OhHell {
    /// The least and the greatest total that a match can come to.
    fn totals(&self) -> (i64, i64) {
        let cards = (1..=self.hands()).map(|number| self.cards_dealt(number));
        let hands = cards.map(|cards| {
            let least = match self.missed {
                Missed::Nothing | Missed::Tricks => 0,
                Missed::Difference => -self.missed_points * cards,
            };
            (least, self.made_points + self.trick_points * cards)
        });
        hands.fold((0, 0), |sum, hand| (sum.0 + hand.0, sum.1 + hand.1))
    }
}
