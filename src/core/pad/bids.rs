//! Pads of games with bids for tricks: the cards dealt, the bids and the tricks.

use super::Pad;
use super::field::{Field, Kind, POINTS, TOTAL, write};
use super::played::PlayedHand;
use super::row::{Row, Text, Value, rows, suit_words};
use crate::{Seat, args};

/// The field with the number of cards dealt to each player, which is printed on blank pads too.
pub const CARDS: Field = Field::new("cards", Kind::Label);

/// The field with the sum of all bids, which shows whether they exceed the tricks.
pub const SUM: Field = Field::new("bid-sum", Kind::Write);

/// The field of a player's bid.
pub const BIDS: Field = Field::new("bid", Kind::Write).records(&["bids"]);

/// The fields of each player in a row: bid, tricks, points and total.
pub fn bid_seat() -> Vec<Field> {
    vec![
        BIDS,
        write("tricks").records(&["tricks"]),
        POINTS.figures(2),
        TOTAL.figures(3),
    ]
}

/// Blank rows for hands with these numbers of cards in the field [`CARDS`].
pub fn bid_rows(cards: impl IntoIterator<Item = i64>, seats: usize) -> Vec<Row> {
    let cards: Vec<i64> = cards.into_iter().collect();
    let mut rows = rows(cards.len(), seats);
    for (row, cards) in rows.iter_mut().zip(cards) {
        let text = Text::Message("cards-dealt", args![cards: cards]);
        row.hand.set(CARDS.key, Value::text(text));
    }
    rows
}

impl PlayedHand<'_> {
    /// Adds to a row the bids and tricks that its record gives only through an auction or a play, from the arguments
    /// `bid` and `tricks` of the reasons of these rules, and the sum of the bids.
    pub fn add_bids(&self, row: &mut Row, rules: &[&str]) {
        let mut sum = Some(0);
        for (index, values) in row.seats.iter_mut().enumerate() {
            let seat = Seat::new(index);
            for (key, field) in [("bid", "bids"), ("tricks", "tricks")] {
                let of_reasons = || self.explained(seat, rules, key)?.number();
                let number = self.of_seat(field, seat).or_else(of_reasons);
                if let Some(number) = number {
                    values.write(key, number);
                }
                if key == BIDS.key {
                    sum = sum.zip(number).map(|(sum, bid)| sum + bid);
                }
            }
        }
        if let Some(sum) = sum {
            row.hand.write(SUM.key, sum);
        }
    }
}

/// The sheet of played hands: for each its trump, the cards dealt and the sum of the bids in words, and the
/// bid and tricks of every player.
pub fn bid_sheet<'a>(
    hands: impl IntoIterator<Item = (&'a PlayedHand<'a>, i64, Option<&'a str>)>,
    rules: &[&str],
) -> Pad {
    let row = |(hand, cards, trump): (&PlayedHand<'_>, i64, Option<&str>)| {
        let mut row = hand.row();
        hand.add_bids(&mut row, rules);
        if let Some(trump) = trump {
            row.hand.set("trump", Value::text(suit_words(trump, trump)));
        }
        row.hand
            .say(CARDS.key, "cards-of-hand", args![cards: cards]);
        let sum = row.hand.get(SUM.key).and_then(|sum| sum.text.clone());
        if let Some(Text::Plain(sum)) = sum
            && let Ok(sum) = sum.parse::<i64>()
        {
            row.hand.say(SUM.key, "bids-of-hand", args![sum: sum]);
        }
        row
    };
    Pad {
        hand: vec![write("trump"), CARDS, SUM],
        seat: bid_seat(),
        rows: hands.into_iter().map(row).collect(),
        ..Pad::default()
    }
}
