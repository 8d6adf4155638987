//! The pad of Oh Hell: a row a hand with its cards, trump, bid and tricks of everyone.

use super::{Missed, OhHell, clauses};
use crate::trick_bids::{SUM, TrickBids, add_bids, bid_rows, bid_seat};
use overtrick_core::pad::CARDS;
use overtrick_core::prelude::*;

impl HasPad for OhHell {
    fn pad(&self, table: &Table) -> Pad {
        let cards = (1..=self.hands()).map(|number| self.cards_dealt(number));
        Pad {
            hand: vec![CARDS, write("trump").records(&["trump"]), SUM],
            seat: bid_seat(),
            rows: bid_rows(cards, table.len()),
            length: Length::Rounds,
            legend: self.legend(),
            ..Pad::default()
        }
    }

    fn fill_rest(&self, row: &mut Row, hand: &PlayedHand<'_>) {
        add_bids(row, hand, &[clauses::MADE, clauses::MISSED]);
    }
}

impl OhHell {
    fn legend(&self) -> Vec<Text> {
        let (made, trick) = (self.made_points, self.trick_points);
        let missed = match self.missed {
            Missed::Nothing => Text::message("oh-hell/legend-nothing"),
            Missed::Tricks => Text::Message("oh-hell/legend-tricks", args![trick: trick]),
            Missed::Difference => Text::Message(
                "oh-hell/legend-difference",
                args![missed: self.missed_points],
            ),
            Missed::MinusTricks => {
                Text::Message("oh-hell/legend-minus-tricks", args![trick: trick])
            }
            Missed::Bid => Text::Message("oh-hell/legend-bid", args![trick: trick]),
            Missed::Made => Text::message("oh-hell/legend-made"),
            Missed::Flat => Text::Message("oh-hell/legend-flat", args![missed: self.missed_points]),
        };
        let score = Text::Message("oh-hell/legend-score", args![made: made, trick: trick]);
        let mut legend = vec![score];
        if self.zero_bonus > 0 {
            let args = args![bonus: self.zero_bonus, cards: self.most_cards];
            legend.push(Text::Message("oh-hell/legend-zero", args));
        }
        legend.push(missed);
        if self.hook {
            legend.push(Text::message("oh-hell/legend-hook"));
        }
        legend.push(Text::message("legend-dealer"));
        legend
    }
}
