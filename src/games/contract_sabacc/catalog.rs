//! The clauses and house rules of Contract Sabacc.

use super::questions::QUESTIONS;
use super::record::FIELDS;
use super::{AnteEach, BiddingStarts, MOST_IN_POT, MatchStack, OddChips, PotAtEnd, Slam, Wagers};
use crate::rules::form::{Field, Kind};
use crate::rules::{Clause, Facts, HouseRule, Irregularity};

pub(super) static FACTS: Facts = Facts {
    id: "contract-sabacc",
    name: "Contract Sabacc",
    author: "an author whom the rules do not name",
    source: "Contract Sabacc, rules of play",
    players: (3, 5),
    halves: false,
    edition: 1,
    clauses: CLAUSES,
    options: OPTIONS,
    record: FIELDS,
    dice: None,
    irregularities: IRREGULARITIES,
    questions: QUESTIONS,
};

const CLAUSES: &[Clause] = &[
    Clause::stated("contract-sabacc/seats", "Contract Sabacc"),
    Clause::stated("contract-sabacc/cards", "The Cards"),
    Clause::stated("contract-sabacc/ante", "The Ante"),
    Clause::ours(
        "contract-sabacc/ante-each",
        "whether antes are paid before every deal",
    ),
    Clause::stated("contract-sabacc/deal", "The Deal"),
    Clause::stated("contract-sabacc/bids", "The Bidding"),
    Clause::stated("contract-sabacc/bidding-starts", "The Bidding"),
    Clause::stated("contract-sabacc/bid-turn", "The Bidding"),
    Clause::stated("contract-sabacc/bid-higher", "The Bidding"),
    Clause::stated("contract-sabacc/passed-out", "The Bidding"),
    Clause::stated("contract-sabacc/bidding-ends", "The Bidding"),
    Clause::ours(
        "contract-sabacc/last-bid",
        "whether the last one left may bid",
    ),
    Clause::stated("contract-sabacc/void", "The Bidding"),
    Clause::ours(
        "contract-sabacc/wagers",
        "what wagering as in Poker comes to",
    ),
    Clause::ours(
        "contract-sabacc/match-stack",
        "which stack the extra ones match",
    ),
    Clause::stated("contract-sabacc/talon", "The Bidding"),
    Clause::stated("contract-sabacc/set-aside", "The Bidding"),
    Clause::stated("contract-sabacc/aside-limits", "The Bidding"),
    Clause::stated("contract-sabacc/face-up", "The Bidding"),
    Clause::stated("contract-sabacc/leads", "Gameplay"),
    Clause::stated("contract-sabacc/follow", "Gameplay"),
    Clause::stated("contract-sabacc/must-sabacc", "Gameplay"),
    Clause::stated("contract-sabacc/strongest", "The Cards"),
    Clause::stated("contract-sabacc/tricks", "Gameplay"),
    Clause::stated("contract-sabacc/pile", "Gameplay"),
    Clause::stated(
        "contract-sabacc/card-points",
        "Counting, card values and scoring",
    ),
    Clause::stated("contract-sabacc/made", "Counting, card values and scoring"),
    Clause::stated("contract-sabacc/failed", "The Bidding"),
    Clause::ours(
        "contract-sabacc/odd-chips",
        "chips that the defenders cannot divide evenly",
    ),
    Clause::stated("contract-sabacc/bonus", "Bonuses"),
    Clause::stated("contract-sabacc/idiot-at-the-end", "Bonuses"),
    Clause::stated("contract-sabacc/magician-at-the-end", "Bonuses"),
    Clause::stated("contract-sabacc/slam", "Bonuses"),
    Clause::ours(
        "contract-sabacc/slam-count",
        "whether more than all but three is still a Slam",
    ),
    Clause::stated("contract-sabacc/grand-slam", "Bonuses"),
    Clause::stated("contract-sabacc/length", "Bonuses"),
    Clause::stated("contract-sabacc/pot-at-start", "Bonuses"),
    Clause::stated("contract-sabacc/pot-at-end", "Bonuses"),
    Clause::ours("contract-sabacc/winner", "who has won a match"),
];

/// A house rule that is one of these words.
const fn choice(
    name: &'static str,
    words: &'static [&'static str],
    default: &'static str,
    clause: &'static str,
    ours: bool,
) -> HouseRule {
    HouseRule {
        field: Field::optional(name, Kind::Word(words)),
        default,
        clause,
        ours,
    }
}

const OPTIONS: &[HouseRule] = &[
    HouseRule {
        field: Field::optional("ante", Kind::Int(0, 100)),
        default: "1",
        clause: "contract-sabacc/ante",
        ours: false,
    },
    choice(
        "ante_each",
        AnteEach::WORDS,
        "\"deal\"",
        "contract-sabacc/ante-each",
        true,
    ),
    HouseRule {
        field: Field::optional("pot_at_start", Kind::Int(0, MOST_IN_POT)),
        default: "0",
        clause: "contract-sabacc/pot-at-start",
        ours: false,
    },
    choice(
        "slam",
        Slam::WORDS,
        "\"at-least\"",
        "contract-sabacc/slam-count",
        true,
    ),
    choice(
        "wagers",
        Wagers::WORDS,
        "\"all-match\"",
        "contract-sabacc/wagers",
        true,
    ),
    choice(
        "match_stack",
        MatchStack::WORDS,
        "\"declarer\"",
        "contract-sabacc/match-stack",
        true,
    ),
    choice(
        "odd_chips",
        OddChips::WORDS,
        "\"ante-pot\"",
        "contract-sabacc/odd-chips",
        true,
    ),
    choice(
        "bidding_starts",
        BiddingStarts::WORDS,
        "\"dealers-left\"",
        "contract-sabacc/bidding-starts",
        false,
    ),
    choice(
        "pot_at_end",
        PotAtEnd::WORDS,
        "\"leave\"",
        "contract-sabacc/pot-at-end",
        false,
    ),
];

/// What the source names no remedy for, which is all of it.
const fn wrong(id: &'static str, clause: &'static str) -> Irregularity {
    Irregularity {
        id,
        clause,
        remedy: None,
    }
}

const IRREGULARITIES: &[Irregularity] = &[
    wrong(
        "contract-sabacc/bid-out-of-turn",
        "contract-sabacc/bid-turn",
    ),
    wrong("contract-sabacc/bid-too-low", "contract-sabacc/bid-higher"),
    wrong(
        "contract-sabacc/bid-after-pass",
        "contract-sabacc/passed-out",
    ),
    wrong("contract-sabacc/talon-seen", "contract-sabacc/talon"),
    wrong("contract-sabacc/aside-count", "contract-sabacc/set-aside"),
    wrong(
        "contract-sabacc/aside-forbidden",
        "contract-sabacc/aside-limits",
    ),
    wrong("contract-sabacc/sabacc-hidden", "contract-sabacc/face-up"),
    wrong("contract-sabacc/revoke", "contract-sabacc/follow"),
    wrong("contract-sabacc/no-sabacc", "contract-sabacc/must-sabacc"),
    wrong("contract-sabacc/out-of-turn", "play/turn"),
];
