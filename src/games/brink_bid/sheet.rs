//! The sheet of Brink Bid: a row a hand, what the dice showed in words, bid and tricks of everyone.

use super::{BrinkBid, clauses};
use crate::trick_bids::{TrickBids, bid_sheet};
use overtrick_core::prelude::*;

/// The clauses whose lines have the bid and the tricks, where a play was recorded instead.
const RULES: [&str; 3] = [clauses::MADE, clauses::BRINK, clauses::MISSED];

impl HasSheet for BrinkBid {
    fn sheet(&self, table: &Table, hands: &[PlayedHand<'_>], _detail: &Json) -> Pad {
        let numbered = (1..).zip(hands);
        let with_cards = numbered.map(|(number, hand)| {
            let trump = hand.record.get("dice").and_then(|dice| dice.text("trump"));
            (hand, self.cards_dealt(number), trump)
        });
        let mut pad = bid_sheet(with_cards, &RULES);
        pad.hand.insert(2, write("pass"));
        for (row, hand) in pad.rows.iter_mut().zip(hands) {
            let dice = hand.record.get("dice");
            let passed = dice.and_then(|dice| Some((dice.int("cards")?, dice.text("direction")?)));
            if let Some((cards, direction)) = passed.filter(|(cards, _)| *cards > 0) {
                let args = args![cards: cards];
                let phrase = passed_to(direction, table);
                row.hand.say("pass", phrase, args);
            }
        }
        let score = args![made: self.made_points, brink: self.brink_points];
        pad.legend = vec![Text::Message("brink-bid/sheet-score", score)];
        pad
    }
}

/// How the cards were passed; with an even number of players both faces of the die that say across lead to
/// the same player.
fn passed_to(direction: &str, table: &Table) -> &'static str {
    match direction {
        "left" => "brink-bid/passed-left",
        "right" => "brink-bid/passed-right",
        _ if table.len().is_multiple_of(2) => "brink-bid/passed-across",
        "across-left" => "brink-bid/passed-across-left",
        _ => "brink-bid/passed-across-right",
    }
}
