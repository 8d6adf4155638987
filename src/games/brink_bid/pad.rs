//! The pad of Brink Bid: a row a hand, what the dice show, bid and tricks of everyone.

use super::{BrinkBid, clauses};
use crate::trick_bids::{SUM, add_bids, bid_rows, bid_seat};
use overtrick_core::pad::CARDS;
use overtrick_core::prelude::*;

/// The clauses whose lines have the bid and the tricks, where a play was recorded instead.
const RULES: [&str; 3] = [clauses::MADE, clauses::BRINK, clauses::MISSED];

impl HasPad for BrinkBid {
    fn pad(&self, table: &Table) -> Pad {
        let dice = if even(table) {
            "brink-bid/legend-dice"
        } else {
            "brink-bid/legend-dice-odd"
        };
        let score = args![made: self.made_points, brink: self.brink_points];
        Pad {
            hand: vec![
                CARDS,
                write("trump").records(&["dice/trump"]),
                write("pass").figures(1).records(&["dice/cards"]),
                write("direction").records(&["dice/direction"]),
                SUM,
            ],
            seat: bid_seat(),
            rows: bid_rows(self.first_hand_cards..=self.last_hand_cards, table.len()),
            length: Length::Rounds,
            legend: vec![
                Text::Message("brink-bid/legend-score", score),
                Text::message("legend-dealer"),
            ],
            record_legend: vec![Text::message(dice)],
            ..Pad::default()
        }
    }

    fn fill_rest(&self, row: &mut Row, hand: &PlayedHand<'_>) {
        add_bids(row, hand, &RULES);
        let dice = hand.record.get("dice");
        if let Some(direction) = dice.and_then(|dice| dice.text("direction")) {
            let letter = direction_letter(direction, even(hand.table));
            row.hand.set("direction", Value::text(letter));
        }
    }
}

/// The letter of a direction in which cards are passed; with an even number of players both faces of
/// the die that say across lead to the same player.
fn direction_letter(direction: &str, even: bool) -> Text {
    match direction {
        "left" => Text::message("direction-left"),
        "right" => Text::message("direction-right"),
        _ if even => Text::message("direction-across"),
        "across-left" => Text::message("direction-across-left"),
        _ => Text::message("direction-across-right"),
    }
}

/// Whether someone sits opposite.
fn even(table: &Table) -> bool {
    table.len().is_multiple_of(2)
}
