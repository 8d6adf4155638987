//! All that can be said of Contractor without a match.

use super::clauses;
use super::house_rules::Contractor;
use super::questions::QUESTIONS;
use super::record::Record;
use crate::rules::{Facts, Irregularity, RulesInForce};

pub(super) static FACTS: Facts = Facts {
    id: "contractor",
    name: "Contractor",
    author: "Thorin N. Tatge",
    source: "Contractor, a card game for three, rules by Thorin N. Tatge",
    players: (3, 3),
    halves: false,
    edition: 1,
    clauses: clauses::CLAUSES,
    options: Contractor::OPTIONS,
    record: Record::FIELDS,
    dice: None,
    irregularities: &[
        Irregularity::without_remedy("contractor/bid-out-of-turn", clauses::TURN),
        Irregularity::without_remedy("contractor/bid-too-low", clauses::OUTBID),
        Irregularity::without_remedy("contractor/bid-past-limits", clauses::CONTRACT),
        Irregularity::remedied(
            "contractor/joker-kept",
            clauses::NIL_WITHOUT_JOKER,
            "Nil without joker",
        ),
        Irregularity::without_remedy("contractor/revoke", clauses::FOLLOW),
        Irregularity::without_remedy("contractor/early-trump", clauses::SOUR_TRUMPS),
        Irregularity::without_remedy("contractor/out-of-turn", "play/turn"),
    ],
    questions: QUESTIONS,
};
