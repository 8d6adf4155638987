//! All that can be said of Contract Sabacc without a match.

use super::clauses;
use super::house_rules::ContractSabacc;
use super::questions::QUESTIONS;
use super::record::Record;
use crate::rules::{Facts, Irregularity, RulesInForce};

pub(super) static FACTS: Facts = Facts {
    id: "contract-sabacc",
    name: "Contract Sabacc",
    author: "an author whom the rules do not name",
    source: "Contract Sabacc, rules of play",
    players: (3, 5),
    halves: false,
    edition: 1,
    clauses: clauses::CLAUSES,
    options: ContractSabacc::OPTIONS,
    record: Record::FIELDS,
    dice: None,
    irregularities: &[
        Irregularity::without_remedy("contract-sabacc/bid-out-of-turn", clauses::BID_TURN),
        Irregularity::without_remedy("contract-sabacc/bid-too-low", clauses::BID_HIGHER),
        Irregularity::without_remedy("contract-sabacc/bid-after-pass", clauses::PASSED_OUT),
        Irregularity::without_remedy("contract-sabacc/talon-seen", clauses::TALON),
        Irregularity::without_remedy("contract-sabacc/aside-count", clauses::SET_ASIDE),
        Irregularity::without_remedy("contract-sabacc/aside-forbidden", clauses::ASIDE_LIMITS),
        Irregularity::without_remedy("contract-sabacc/sabacc-hidden", clauses::FACE_UP),
        Irregularity::without_remedy("contract-sabacc/revoke", clauses::FOLLOW),
        Irregularity::without_remedy("contract-sabacc/no-sabacc", clauses::MUST_SABACC),
        Irregularity::without_remedy("contract-sabacc/out-of-turn", "play/turn"),
    ],
    questions: QUESTIONS,
};
