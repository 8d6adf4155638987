//! All that can be said of Oh Hell without a match.

use super::clauses::{BID_ONCE, BID_ORDER, BREAK_TRUMP, CLAUSES, FOLLOW, HOOK};
use super::house_rules::OhHell;
use super::questions::QUESTIONS;
use super::record::Record;
use crate::rules::{Facts, Irregularity, RulesInForce};

pub(super) static FACTS: Facts = Facts {
    id: "oh-hell",
    name: "Oh Hell",
    author: "traditional",
    source: "traditional rules, as they are most often played",
    players: (3, 7),
    halves: false,
    edition: 1,
    clauses: CLAUSES,
    options: OhHell::OPTIONS,
    record: Record::FIELDS,
    dice: None,
    irregularities: &[
        Irregularity::without_remedy("oh-hell/revoke", FOLLOW),
        Irregularity::without_remedy("oh-hell/early-trump", BREAK_TRUMP),
        Irregularity::without_remedy("oh-hell/out-of-turn", "play/turn"),
        Irregularity::without_remedy("oh-hell/bid-out-of-turn", BID_ORDER),
        Irregularity::without_remedy("oh-hell/bid-changed", BID_ONCE),
        Irregularity::without_remedy("oh-hell/even-bids", HOOK),
    ],
    questions: QUESTIONS,
};
