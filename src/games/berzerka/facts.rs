//! All that can be said of Berzerka without a match.

use super::clauses;
use super::house_rules::Berzerka;
use super::questions::QUESTIONS;
use super::record::Record;
use crate::rules::{Facts, Irregularity, RulesInForce};

pub(super) static FACTS: Facts = Facts {
    id: "berzerka",
    name: "Berzerka",
    author: "not named in the rules",
    source: "Berzerka: score sheet, contract appendix and player aid",
    players: (3, 3),
    halves: true,
    edition: 1,
    clauses: clauses::CLAUSES,
    options: Berzerka::OPTIONS,
    record: Record::FIELDS,
    dice: None,
    irregularities: &[
        Irregularity::without_remedy("berzerka/bid-out-of-turn", clauses::BID_ORDER),
        Irregularity::without_remedy("berzerka/contract-again", clauses::BID_OPEN),
        Irregularity::without_remedy("berzerka/bid-too-low", clauses::OVERBID),
        Irregularity::without_remedy("berzerka/bid-after-pass", clauses::PASS_OUT),
        Irregularity::without_remedy("berzerka/drew-too-many", clauses::DRAW),
        Irregularity::without_remedy("berzerka/drew-early", clauses::DISCARD_ORDER),
        Irregularity::without_remedy("berzerka/revoke", clauses::FOLLOW),
        Irregularity::without_remedy("berzerka/did-not-trump", clauses::MUST_TRUMP),
        Irregularity::without_remedy("berzerka/did-not-beat", clauses::MUST_BEAT),
        Irregularity::without_remedy("berzerka/out-of-turn", "play/turn"),
    ],
    questions: QUESTIONS,
};
