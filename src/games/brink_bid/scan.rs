//! What a camera reads of a pad of Brink Bid.

use super::BrinkBid;
use super::record::{Direction, Record};
use overtrick_core::prelude::*;

impl HasScanPad for BrinkBid {
    fn scan(&self, _table: &Table, _hands: usize) -> ScanForm {
        let trump = |suit: Suit| vec![means("dice/trump", suit.word())];
        let (least, most) = range_of(Record::FIELDS, "dice/cards");
        let passed = |cards| ScanBox::new(Text::plain(cards), [means("dice/cards", cards)]);
        let direction = |direction: Direction| {
            let arrow = match direction {
                Direction::Left => "←",
                Direction::Right => "→",
                Direction::AcrossLeft => "↖",
                Direction::AcrossRight => "↗",
            };
            ScanBox::new(sign(arrow), [means("dice/direction", direction.word())])
        };
        let directions = Direction::ALL.iter().map(|it| direction(*it)).collect();
        let tricks = |field| {
            let (least, most) = range_of(Record::FIELDS, field);
            (least, most.min(self.last_hand_cards))
        };
        let hands = i64::try_from(self.hands()).unwrap_or(i64::MAX);
        let most_points = self
            .made_points
            .max(self.brink_points)
            .saturating_mul(hands);
        ScanForm {
            hand: vec![
                ScanField::suits("trump", trump).or(means("dice/trump", Trump::NoTrump.word())),
                ScanField::boxes("pass", Stand::Square, (least..=most).map(passed).collect()),
                ScanField::boxes("direction", Stand::Square, directions),
            ],
            seat: vec![
                ScanField::number("bid", tricks("bids"), 1, means("bids/@", NUMBER)),
                ScanField::number("tricks", tricks("tricks"), 1, means("tricks/@", NUMBER)),
                ScanField::sum("total", (0, most_points), 2),
            ],
            ..ScanForm::default()
        }
    }
}
