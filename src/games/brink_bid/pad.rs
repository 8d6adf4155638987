//! The pad of Brink Bid: a row a hand, the dice to tick, bid and tricks of everyone.

use super::clauses;
use super::house_rules::BrinkBid;
use crate::rules::json::Json;
use crate::rules::pad::{
    Field, Kind, Length, POINTS, Pad, PlayedHand, TOTAL, Text, Value, rows, sign, ticks, write,
};
use crate::rules::{Seat, Table, args};

const ACROSS: &str = "across";
/// The clauses whose lines have the bid and the tricks, where a play was recorded instead.
const RULES: [&str; 3] = [clauses::MADE, clauses::BRINK, clauses::MISSED];

impl BrinkBid {
    /// Its blank pad.
    pub(super) fn blank_pad(&self, table: &Table) -> Pad {
        let hands = self.last_hand_cards - self.first_hand_cards + 1;
        let mut rows = rows(usize::try_from(hands).unwrap_or(1), table.len());
        for (index, row) in rows.iter_mut().enumerate() {
            let cards = self.cards_dealt(index + 1);
            row.hand.set(
                "cards",
                Value::text(Text::Message("cards-dealt", args![cards: cards])),
            );
        }
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
        let trump = [
            ("spades", sign("♠")),
            ("diamonds", sign("♦")),
            ("clubs", sign("♣")),
            ("hearts", sign("♥")),
            ("no-trump", Text::message("no-trump-short")),
        ];
        let pass = [
            ("0", sign("0")),
            ("1", sign("1")),
            ("2", sign("2")),
            ("3", sign("3")),
        ];
        Pad {
            hand: vec![
                Field {
                    key: "cards",
                    kind: Kind::Label,
                },
                ticks("trump", &trump),
                ticks("pass", &pass),
                ticks("direction", &directions),
            ],
            seat: vec![write("bid"), write("tricks"), POINTS, TOTAL],
            rows,
            length: Length::Fixed,
            totals: None,
            track: None,
            remarks: Vec::new(),
            legend: vec![
                Text::Message(
                    "brink-bid/legend-score",
                    args![made: self.made_points, brink: self.brink_points],
                ),
                Text::message("brink-bid/legend-dice"),
                Text::message("legend-dealer"),
            ],
        }
    }

    /// Writes what was played into a pad.
    pub(super) fn fill_pad(pad: &mut Pad, hands: &[PlayedHand<'_>]) {
        pad.rows.truncate(hands.len());
        for (hand, blank) in hands.iter().zip(&mut pad.rows) {
            let mut row = hand.row();
            if let Some(cards) = blank.hand.get("cards") {
                row.hand.set("cards", cards.clone());
            }
            if let Some(dice) = hand.record.get("dice") {
                let even = even(hand.table);
                for (field, key) in [("trump", "trump"), ("direction", "direction")] {
                    if let Some(word) = dice.get(key).and_then(Json::as_text) {
                        let across = even && word.starts_with(ACROSS);
                        row.hand.tick(field, [if across { ACROSS } else { word }]);
                    }
                }
                if let Some(Json::Int(cards)) = dice.get("cards") {
                    row.hand.tick("pass", [cards]);
                }
            }
            for index in 0..hand.table.len() {
                for key in ["bid", "tricks"] {
                    let field = if key == "bid" { "bids" } else { key };
                    let seat = Seat::new(index);
                    let told = || hand.explained(seat, &RULES, key);
                    let told = || told()?.number();
                    if let Some(number) = hand.of_seat(field, seat).or_else(told) {
                        row.seats[index].write(key, number);
                    }
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
