//! Brink Bid: bid your tricks, score for taking them exactly or being one off.

mod pad;
mod questions;
mod record;
mod score;
mod sheet;

use overtrick_core::french::PACK;
use overtrick_core::prelude::*;
pub use record::{Dice, Direction, Record};

impl Game for BrinkBid {
    const FACTS: &'static Facts = &Facts {
        id: "brink-bid",
        name: "Brink Bid",
        author: "Ian Sadler",
        source: "Brink Bid, rules version 46, © 2023 Ian Sadler",
        players: (2, 6),
        halves: false,
        edition: 1,
        clauses: clauses::CLAUSES,
        options: BrinkBid::OPTIONS,
        record: Record::FIELDS,
        columns: &[],
        irregularities: &[
            Irregularity::guided("brink-bid/misdeal", clauses::DEAL, Guidance::Misdeal),
            Irregularity::guided("brink-bid/revoke", clauses::FOLLOW, Guidance::Revoke),
            Irregularity::guided(
                "brink-bid/early-trump",
                clauses::TRUMP_LEAD,
                Guidance::Revoke,
            ),
            Irregularity::guided(
                "brink-bid/led-out-of-turn",
                clauses::LEAD,
                Guidance::OutOfTurn,
            ),
            Irregularity::guided("brink-bid/out-of-turn", "play/turn", Guidance::OutOfTurn),
            Irregularity::guided(
                "brink-bid/bid-out-of-turn",
                clauses::BID_ORDER,
                Guidance::Call,
            ),
            Irregularity::remedied("brink-bid/bid-changed", clauses::BID_ONCE, "The Bidding"),
            Irregularity::remedied("brink-bid/pass-seen", clauses::PASS, "The Pass"),
        ],
        questions: BrinkBid::QUESTIONS,
    };
}

house_rules! {
    /// A match of Brink Bid: its house rules in force.
    pub struct BrinkBid(options, table, context);

    made_points: number(0..=1000, 5), stated clauses::MADE;
    brink_points: number(0..=1000, 2), stated clauses::BRINK;
    first_hand_cards: number(1..=26, 4; 1..=last_hand_cards, last_hand_cards.min(4)), stated clauses::DEAL;
    last_hand_cards: number(1..=26, null; 1..=most_cards(table), usual_last(table)), stated clauses::LENGTH, read first;
}

/// How many cards each player gets in the last hand, unless the table agrees on another number.
fn usual_last(table: &Table) -> i64 {
    match table.len() {
        6 => 8,
        5 => 10,
        _ => 13,
    }
}

/// The most cards that each player can get.
fn most_cards(table: &Table) -> i64 {
    i64::try_from(usize::from(PACK.cards) / table.len()).unwrap_or(1)
}

impl BrinkBid {
    /// How many hands a match has.
    fn hands(&self) -> usize {
        usize::try_from(self.last_hand_cards - self.first_hand_cards + 1).unwrap_or(0)
    }

    /// How many cards each player gets in the hand of this number.
    fn cards_dealt(&self, number: usize) -> i64 {
        self.first_hand_cards + i64::try_from(number).unwrap_or(i64::MAX / 2) - 1
    }
}

mod clauses {
    overtrick_core::clauses! {
        CARDS = "brink-bid/cards", stated "Rank of Cards";
        FIRST_DEALER = "brink-bid/first-dealer", stated "The Deal";
        DEAL = "brink-bid/deal", stated "The Deal";
        ONE_AT_A_TIME = "brink-bid/one-at-a-time", ours "how the cards are dealt";
        LENGTH = "brink-bid/length", stated "The Deal";
        DICE = "brink-bid/dice", stated "Determining the Trump and Pass";
        BID_ORDER = "brink-bid/bid-order", stated "The Bidding";
        BID_ONCE = "brink-bid/bid-once", stated "The Bidding";
        BID_RANGE = "brink-bid/bid-range", stated "The Bidding";
        BID_MOST = "brink-bid/bid-most", ours "the most that can be bid";
        PASS = "brink-bid/pass", stated "The Pass";
        LEAD = "brink-bid/lead", stated "The Play";
        FOLLOW = "brink-bid/follow", stated "The Play";
        TRUMP_LEAD = "brink-bid/trump-lead", stated "The Play";
        TRICK = "brink-bid/trick", stated "The Play";
        TRICKS = "brink-bid/tricks", stated "Tricks";
        MADE = "brink-bid/made", stated "How to Keep Score";
        BRINK = "brink-bid/brink", stated "How to Keep Score";
        MISSED = "brink-bid/missed", stated "How to Keep Score";
        WINNER = "brink-bid/winner", stated "The Winner";
    }
}
