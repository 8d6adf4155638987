//! The clauses and house rules of Brink Bid.

use super::questions::QUESTIONS;
use super::record::{DICE, FIELDS};
use crate::rules::form::{Field, Kind};
use crate::rules::{Clause, Facts, HouseRule, Irregularity};

pub(super) static FACTS: Facts = Facts {
    id: "brink-bid",
    name: "Brink Bid",
    author: "Ian Sadler",
    source: "Brink Bid, rules version 46, © 2023 Ian Sadler",
    players: (2, 6),
    halves: false,
    edition: 1,
    clauses: CLAUSES,
    options: OPTIONS,
    record: FIELDS,
    dice: Some(DICE),
    irregularities: IRREGULARITIES,
    questions: QUESTIONS,
};

pub(super) const BID_ORDER: &str = "brink-bid/bid-order";
pub(super) const BID_ONCE: &str = "brink-bid/bid-once";
pub(super) const BID_RANGE: &str = "brink-bid/bid-range";

const CLAUSES: &[Clause] = &[
    Clause::stated("brink-bid/deal", "The Deal"),
    Clause::stated("brink-bid/length", "The Deal"),
    Clause::stated("brink-bid/dice", "Determining the Trump and Pass"),
    Clause::stated(BID_ORDER, "The Bidding"),
    Clause::stated(BID_ONCE, "The Bidding"),
    Clause::stated(BID_RANGE, "The Bidding"),
    Clause::stated("brink-bid/pass", "The Pass"),
    Clause::stated("brink-bid/follow", "The Play"),
    Clause::stated("brink-bid/trump-lead", "The Play"),
    Clause::stated("brink-bid/tricks", "Tricks"),
    Clause::stated("brink-bid/made", "How to Keep Score"),
    Clause::stated("brink-bid/brink", "How to Keep Score"),
    Clause::stated("brink-bid/missed", "How to Keep Score"),
    Clause::stated("brink-bid/winner", "The Winner"),
];

const OPTIONS: &[HouseRule] = &[
    HouseRule {
        field: Field::optional("made_points", Kind::Int(0, 1000)),
        default: "5",
        clause: "brink-bid/made",
        ours: false,
    },
    HouseRule {
        field: Field::optional("brink_points", Kind::Int(0, 1000)),
        default: "2",
        clause: "brink-bid/brink",
        ours: false,
    },
    HouseRule {
        field: Field::optional("first_hand_cards", Kind::Int(1, 26)),
        default: "4",
        clause: "brink-bid/deal",
        ours: false,
    },
    HouseRule {
        field: Field::optional("last_hand_cards", Kind::Int(1, 26)),
        default: "null",
        clause: "brink-bid/length",
        ours: false,
    },
];

const IRREGULARITIES: &[Irregularity] = &[
    Irregularity {
        id: "brink-bid/revoke",
        clause: "brink-bid/follow",
        remedy: None,
    },
    Irregularity {
        id: "brink-bid/early-trump",
        clause: "brink-bid/trump-lead",
        remedy: None,
    },
    Irregularity {
        id: "brink-bid/out-of-turn",
        clause: "play/turn",
        remedy: None,
    },
    Irregularity {
        id: "brink-bid/bid-out-of-turn",
        clause: BID_ORDER,
        remedy: None,
    },
    Irregularity {
        id: "brink-bid/bid-changed",
        clause: BID_ONCE,
        remedy: Some("The Bidding"),
    },
    Irregularity {
        id: "brink-bid/pass-seen",
        clause: "brink-bid/pass",
        remedy: Some("The Pass"),
    },
];
