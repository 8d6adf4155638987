//! The clauses and house rules of Brink Bid.

use super::record::FIELDS;
use crate::rules::form::{Field, Kind};
use crate::rules::{Clause, Facts, HouseRule};

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
};

const CLAUSES: &[Clause] = &[
    Clause::stated("brink-bid/deal", "The Deal"),
    Clause::stated("brink-bid/length", "The Deal"),
    Clause::stated("brink-bid/dice", "Determining the Trump and Pass"),
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
