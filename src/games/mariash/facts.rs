//! All that can be said of Mariash without a match.

use super::clauses;
use super::house_rules::Mariash;
use super::questions::QUESTIONS;
use super::record::Record;
use crate::rules::{Facts, Irregularity, RulesInForce};

pub(super) static FACTS: Facts = Facts {
    id: "mariash",
    name: "Mariash",
    author: "the authors of the Mariash rulebook",
    source: "Mariash rulebook, R-006: Contract (Commitments)",
    players: (3, 4),
    halves: false,
    edition: 1,
    clauses: clauses::CLAUSES,
    options: Mariash::OPTIONS,
    record: Record::FIELDS,
    dice: None,
    irregularities: &[
        Irregularity::without_remedy("mariash/call-out-of-turn", clauses::TURN),
        Irregularity::without_remedy("mariash/same-contract", clauses::CONTRACT_TAKEN),
        Irregularity::without_remedy("mariash/doubled-twice", clauses::DOUBLE_ALTERNATES),
        Irregularity::remedied(
            "mariash/hand-taken-back",
            clauses::OPEN_HAND,
            "R-006, Open Hand",
        ),
        Irregularity::without_remedy("mariash/sharp-in-talon", clauses::TALON_SHARP),
        Irregularity::without_remedy("mariash/revoke", clauses::FOLLOW),
        Irregularity::without_remedy("mariash/not-beaten", clauses::BEAT),
        Irregularity::without_remedy("mariash/not-trumped", clauses::MUST_TRUMP),
        Irregularity::without_remedy("mariash/out-of-turn", "play/turn"),
    ],
    questions: QUESTIONS,
};
