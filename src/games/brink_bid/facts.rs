//! All that can be said of Brink Bid without a match.

use super::clauses;
use super::house_rules::BrinkBid;
use super::questions::QUESTIONS;
use super::record::{Dice, Record};
use crate::rules::{Facts, Irregularity, RulesInForce};

pub(super) static FACTS: Facts = Facts {
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
    dice: Some(Dice::FIELDS),
    irregularities: &[
        Irregularity::without_remedy("brink-bid/revoke", clauses::FOLLOW),
        Irregularity::without_remedy("brink-bid/early-trump", clauses::TRUMP_LEAD),
        Irregularity::without_remedy("brink-bid/out-of-turn", "play/turn"),
        Irregularity::without_remedy("brink-bid/bid-out-of-turn", clauses::BID_ORDER),
        Irregularity::remedied("brink-bid/bid-changed", clauses::BID_ONCE, "The Bidding"),
        Irregularity::remedied("brink-bid/pass-seen", clauses::PASS, "The Pass"),
    ],
    questions: QUESTIONS,
};
