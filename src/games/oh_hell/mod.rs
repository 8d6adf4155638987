//! Oh Hell: bid exactly the tricks that you will take, with more or fewer cards from hand to hand.

mod bidding;
mod pad;
mod questions;
mod record;
mod score;
mod sheet;

use overtrick_core::french::PACK;
use overtrick_core::prelude::*;
pub use record::Record;

impl Game for OhHell {
    const FACTS: &'static Facts = &Facts {
        id: "oh-hell",
        name: "Oh Hell",
        author: "traditional",
        source: "traditional rules, as they are most often played",
        players: (3, 7),
        halves: false,
        edition: 1,
        clauses: clauses::CLAUSES,
        options: OhHell::OPTIONS,
        record: Record::FIELDS,
        columns: &[],
        irregularities: &[
            Irregularity::guided("oh-hell/misdeal", clauses::DEAL, Guidance::Misdeal),
            Irregularity::guided("oh-hell/revoke", clauses::FOLLOW, Guidance::Revoke),
            Irregularity::guided(
                "oh-hell/early-trump",
                clauses::BREAK_TRUMP,
                Guidance::Revoke,
            ),
            Irregularity::guided(
                "oh-hell/led-out-of-turn",
                clauses::LEAD,
                Guidance::OutOfTurn,
            ),
            Irregularity::guided("oh-hell/out-of-turn", "play/turn", Guidance::OutOfTurn),
            Irregularity::guided(
                "oh-hell/bid-out-of-turn",
                clauses::BID_ORDER,
                Guidance::Call,
            ),
            Irregularity::guided(
                "oh-hell/bid-changed",
                clauses::BID_ONCE,
                Guidance::ChangedCall,
            ),
            Irregularity::guided("oh-hell/even-bids", clauses::HOOK, Guidance::Call),
        ],
        questions: OhHell::QUESTIONS,
    };
}

words! {
    /// How the number of cards changes from hand to hand.
    pub enum Order {
        /// From the fewest to the most and back.
        UpDown = "up-down",
        /// From the most to the fewest and back.
        DownUp = "down-up",
        /// From the fewest to the most.
        Up = "up",
        /// From the most to the fewest.
        Down = "down",
    }
}

words! {
    /// What a bid that was missed scores.
    pub enum Missed {
        /// Nothing.
        Nothing = "nothing",
        /// The points of the tricks taken.
        Tricks = "tricks",
        /// Minus points for each trick over or under.
        Difference = "difference",
    }
}

house_rules! {
    /// A match of Oh Hell: its house rules in force.
    pub struct OhHell(options, table, context);

    deal: word(Order::UpDown), ours clauses::DEAL;
    least_cards: number(1..=17, 1; 1..=most_cards, 1), ours clauses::DEAL;
    most_cards: number(1..=17, null; 1..=most_dealt(table), usual_most(table)), ours clauses::DEAL, read first;
    hook: flag(true), ours clauses::HOOK;
    made_points: number(0..=1000, 10), ours clauses::MADE;
    trick_points: number(0..=1000, 1), ours clauses::MADE;
    missed: word(Missed::Nothing), ours clauses::MISSED;
    missed_points: number(0..=1000, 5), ours clauses::MISSED;
    break_trump: flag(false), ours clauses::BREAK_TRUMP;
}

/// The most cards that each player can get: one must be left to turn up.
fn most_dealt(table: &Table) -> i64 {
    i64::try_from((usize::from(PACK.cards) - 1) / table.len()).unwrap_or(1)
}

/// The most cards in a hand, unless the table agrees on another number.
fn usual_most(table: &Table) -> i64 {
    match table.len() {
        7 => 7,
        6 => 8,
        _ => 10,
    }
}

impl OhHell {
    /// How many hands a match has.
    fn hands(&self) -> i64 {
        let steps = self.most_cards - self.least_cards;
        match self.deal {
            Order::Up | Order::Down => steps + 1,
            Order::UpDown | Order::DownUp => 2 * steps + 1,
        }
    }

    /// How many cards each player gets in the hand of this number, from 1.
    fn cards_dealt(&self, number: i64) -> i64 {
        let steps = self.most_cards - self.least_cards;
        let turned = (number - 1 - steps).abs();
        match self.deal {
            Order::Up => self.least_cards + number - 1,
            Order::Down => self.most_cards - number + 1,
            Order::UpDown => self.most_cards - turned,
            Order::DownUp => self.least_cards + turned,
        }
    }
}

/// Nobody wrote the rules of Oh Hell down for everybody: every clause is our reading.
mod clauses {
    overtrick_core::clauses! {
        DEAL = "oh-hell/deal", ours "it is played in many ways";
        LENGTH = "oh-hell/length", ours "it is played in many ways";
        TRUMP = "oh-hell/trump", ours "it is played in many ways";
        BID_ORDER = "oh-hell/bid-order", ours "it is played in many ways";
        BID_ONCE = "oh-hell/bid-once", ours "it is played in many ways";
        BID_RANGE = "oh-hell/bid-range", ours "it is played in many ways";
        HOOK = "oh-hell/hook", ours "it is played in many ways";
        LEAD = "oh-hell/lead", ours "it is played in many ways";
        FOLLOW = "oh-hell/follow", ours "it is played in many ways";
        BREAK_TRUMP = "oh-hell/break-trump", ours "it is played in many ways";
        WINNER = "oh-hell/winner", ours "it is played in many ways";
        TRICKS = "oh-hell/tricks", ours "it is played in many ways";
        MADE = "oh-hell/made", ours "it is played in many ways";
        MISSED = "oh-hell/missed", ours "it is played in many ways";
        HIGHEST = "oh-hell/highest", ours "it is played in many ways";
    }
}
