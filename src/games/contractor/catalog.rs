//! The clauses and house rules of Contractor.

use super::questions::QUESTIONS;
use super::record::FIELDS;
use super::{Doubles, Idle, STRAIN_VALUES};
use crate::rules::form::{Field, Kind};
use crate::rules::{Clause, Facts, HouseRule, Irregularity};

pub(super) static FACTS: Facts = Facts {
    id: "contractor",
    name: "Contractor",
    author: "Thorin N. Tatge",
    source: "Contractor, a card game for three, rules by Thorin N. Tatge",
    players: (3, 3),
    halves: false,
    edition: 1,
    clauses: CLAUSES,
    options: OPTIONS,
    record: FIELDS,
    dice: None,
    irregularities: IRREGULARITIES,
    questions: QUESTIONS,
};

pub(super) const REDEAL: &str = "contractor/redeal";
pub(super) const TURN: &str = "contractor/turn";
pub(super) const PASSED: &str = "contractor/passed";
pub(super) const OUTBID: &str = "contractor/outbid";
pub(super) const CHALLENGE: &str = "contractor/challenge";
pub(super) const AUCTION_END: &str = "contractor/auction-end";
pub(super) const CONTRACT: &str = "contractor/contract";
pub(super) const EXTRA_TRICKS: &str = "contractor/extra-tricks";
pub(super) const FOREGONE: &str = "contractor/foregone";
pub(super) const IDLE: &str = "contractor/idle-conditions";
pub(super) const NIL_WITHOUT_JOKER: &str = "contractor/nil-without-joker";
pub(super) const DISCARD: &str = "contractor/discard";
pub(super) const FOLLOW: &str = "contractor/follow";
pub(super) const SOUR_TRUMPS: &str = "contractor/sour-trumps";
pub(super) const SOUR_JOKER: &str = "contractor/sour-joker";
pub(super) const TRICKS: &str = "contractor/tricks";
pub(super) const MADE: &str = "contractor/made";
pub(super) const FAILED: &str = "contractor/failed";
pub(super) const OPPONENTS: &str = "contractor/opponents";
pub(super) const NIL_OPPONENTS: &str = "contractor/nil-opponents";
pub(super) const WAGER: &str = "contractor/wager";
pub(super) const SURE_DOUBLES: &str = "contractor/sure-doubles";

const CLAUSES: &[Clause] = &[
    Clause::stated("contractor/deal", "Setup"),
    Clause::stated("contractor/length", "Setup"),
    Clause::stated(TURN, "Bidding"),
    Clause::stated(PASSED, "Bidding"),
    Clause::stated(OUTBID, "Bidding"),
    Clause::stated(CHALLENGE, "Bidding"),
    Clause::stated("contractor/challenge-canceled", "Bidding"),
    Clause::stated(AUCTION_END, "Bidding"),
    Clause::stated(REDEAL, "Bidding"),
    Clause::stated(CONTRACT, "Bidding"),
    Clause::ours(
        "contractor/strain-values",
        "the table of strain values is missing",
    ),
    Clause::stated(EXTRA_TRICKS, "Extra trick"),
    Clause::stated(FOREGONE, "Card foregone from kitty"),
    Clause::stated(SOUR_TRUMPS, "Sour Trumps"),
    Clause::stated(SOUR_JOKER, "Sour Trumps"),
    Clause::ours(IDLE, "Sour Trumps in a strain without trumps"),
    Clause::stated("contractor/exposed", "Exposed"),
    Clause::stated("contractor/absolutely-sure", "Absolutely Sure"),
    Clause::stated(NIL_WITHOUT_JOKER, "Nil without joker"),
    Clause::ours(
        "contractor/stolen-joker",
        "a joker that the contractor is given under Thievery",
    ),
    Clause::stated("contractor/thievery", "Thievery"),
    Clause::stated("contractor/dealers-bonus", "Dealer's bonus"),
    Clause::stated(DISCARD, "Play"),
    Clause::stated("contractor/lead", "Play"),
    Clause::stated(FOLLOW, "Play"),
    Clause::stated("contractor/trick", "Play"),
    Clause::stated("contractor/joker", "Play"),
    Clause::stated("contractor/no-trump", "No-Trump"),
    Clause::stated("contractor/crazytrump", "Crazytrump"),
    Clause::stated("contractor/nil", "Nil"),
    Clause::stated(TRICKS, "Play"),
    Clause::stated(MADE, "Scoring"),
    Clause::stated(FAILED, "Scoring"),
    Clause::stated(OPPONENTS, "Scoring"),
    Clause::stated(NIL_OPPONENTS, "Scoring"),
    Clause::stated(WAGER, "Scoring"),
    Clause::ours(SURE_DOUBLES, "whether lost wagers are doubled too"),
    Clause::stated("contractor/winner", "Scoring"),
];

const OPTIONS: &[HouseRule] = &[
    HouseRule {
        field: Field::optional("strain_values", Kind::Object(STRAIN_VALUES)),
        default: r#"{"diamonds": 5, "hearts": 5, "clubs": 6, "spades": 6, "no-trump": 7, "crazytrump": 7, "nil": 8}"#,
        clause: "contractor/strain-values",
        ours: true,
    },
    HouseRule {
        field: Field::optional("challenge_points", Kind::Int(0, 1000)),
        default: "3",
        clause: WAGER,
        ours: false,
    },
    HouseRule {
        field: Field::optional("absolutely_sure_doubles", Kind::Word(Doubles::WORDS)),
        default: "\"everything\"",
        clause: SURE_DOUBLES,
        ours: true,
    },
    HouseRule {
        field: Field::optional("idle_conditions", Kind::Word(Idle::WORDS)),
        default: "\"refuse\"",
        clause: IDLE,
        ours: true,
    },
    HouseRule {
        field: Field::optional("dealers_bonus", Kind::Int(0, 1000)),
        default: "1",
        clause: "contractor/dealers-bonus",
        ours: false,
    },
    HouseRule {
        field: Field::optional("hands_planned", Kind::Nullable(&Kind::Int(3, 9999))),
        default: "null",
        clause: "contractor/length",
        ours: false,
    },
];

const IRREGULARITIES: &[Irregularity] = &[
    Irregularity {
        id: "contractor/bid-out-of-turn",
        clause: TURN,
        remedy: None,
    },
    Irregularity {
        id: "contractor/bid-too-low",
        clause: OUTBID,
        remedy: None,
    },
    Irregularity {
        id: "contractor/bid-past-limits",
        clause: CONTRACT,
        remedy: None,
    },
    Irregularity {
        id: "contractor/joker-kept",
        clause: NIL_WITHOUT_JOKER,
        remedy: Some("Nil without joker"),
    },
    Irregularity {
        id: "contractor/revoke",
        clause: FOLLOW,
        remedy: None,
    },
    Irregularity {
        id: "contractor/early-trump",
        clause: SOUR_TRUMPS,
        remedy: None,
    },
    Irregularity {
        id: "contractor/out-of-turn",
        clause: "play/turn",
        remedy: None,
    },
];
