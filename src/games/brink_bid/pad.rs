//! The pad of Brink Bid: a row a hand, the dice to tick, bid and tricks of everyone.

use super::clauses;
use super::house_rules::BrinkBid;
use crate::rules::pad::{CARDS, bid_rows, trump_ticks};
use crate::rules::prelude::*;

const ACROSS: &str = "across";
/// The clauses whose lines have the bid and the tricks, where a play was recorded instead.
const RULES: [&str; 3] = [clauses::MADE, clauses::BRINK, clauses::MISSED];

impl HasPad for BrinkBid {
    fn pad(&self, table: &Table) -> Pad {
        let mut directions = vec![
            ("left", Text::message("direction-left")),
            ("right", Text::message("direction-right")),
        ];
        if even(table) {
            directions.push((ACROSS, Text::message("direction-across")));
        } else {
            directions.push(("across-left", Text::message("direction-across-left")));
            directions.push(("across-right", Text::message("direction-across-right")));
        }
        let dice = if even(table) {
            "brink-bid/legend-dice"
        } else {
            "brink-bid/legend-dice-odd"
        };
        let score = args![made: self.made_points, brink: self.brink_points];
        Pad {
            hand: vec![
                CARDS,
                trump_ticks(),
                number_ticks("pass", 0..=3, |cards| cards.to_string()),
                ticks("direction", &directions),
            ],
            seat: vec![write("bid"), write("tricks"), POINTS, TOTAL],
            rows: bid_rows(self.first_hand_cards..=self.last_hand_cards, table.len()),
            length: Length::Fixed,
            legend: vec![
                Text::Message("brink-bid/legend-score", score),
                Text::message(dice),
                Text::message("legend-dealer"),
            ],
            ..Pad::default()
        }
    }

    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], _detail: &Json) {
        pad.rows.truncate(hands.len());
        for (hand, blank) in hands.iter().zip(&mut pad.rows) {
            let mut row = hand.bid_row(blank, &RULES);
            if let Some(dice) = hand.record.get("dice") {
                let even = even(hand.table);
                for (field, key) in [("trump", "trump"), ("direction", "direction")] {
                    if let Some(word) = dice.text(key) {
                        let across = even && word.starts_with(ACROSS);
                        row.hand.tick(field, [if across { ACROSS } else { word }]);
                    }
                }
                if let Some(Json::Int(cards)) = dice.get("cards") {
                    row.hand.tick("pass", [cards]);
                }
            }
            *blank = row;
        }
    }
}

/// Whether someone sits opposite.
fn even(table: &Table) -> bool {
    table.len().is_multiple_of(2)
}
