//! The clauses and house rules of Mariash.

use super::questions::QUESTIONS;
use super::record::{Contract, FIELDS};
use crate::rules::form::{Field, Kind};
use crate::rules::{Clause, Facts, HouseRule, Irregularity};

pub(super) static FACTS: Facts = Facts {
    id: "mariash",
    name: "Mariash",
    author: "the authors of the Mariash rulebook",
    source: "Mariash rulebook, R-006: Contract (Commitments)",
    players: (3, 4),
    halves: false,
    edition: 1,
    clauses: CLAUSES,
    options: OPTIONS,
    record: FIELDS,
    dice: None,
    irregularities: IRREGULARITIES,
    questions: QUESTIONS,
};

pub(super) const TRUMP_GAME: &str = "mariash/trump-game";
pub(super) const SITS_OUT: &str = "mariash/sits-out";
pub(super) const TALON: &str = "mariash/talon";
pub(super) const TALON_HELD: &str = "mariash/talon-held";
pub(super) const TALON_SHARP: &str = "mariash/talon-sharp";
pub(super) const TALON_SEVEN: &str = "mariash/talon-seven";
pub(super) const FIRST: &str = "mariash/first";
pub(super) const TURN: &str = "mariash/turn";
pub(super) const GOOD: &str = "mariash/good";
pub(super) const OVER: &str = "mariash/over";
pub(super) const DECLARER_ONE: &str = "mariash/declarer-one";
pub(super) const DEFENDER_LIMIT: &str = "mariash/defender-limit";
pub(super) const CONTRACT_TAKEN: &str = "mariash/contract-taken";
pub(super) const DOUBLE: &str = "mariash/double";
pub(super) const DOUBLE_ALTERNATES: &str = "mariash/double-alternates";
pub(super) const MAX_DOUBLES: &str = "mariash/max-doubles";
pub(super) const OPEN_HAND: &str = "mariash/open-hand";
pub(super) const OPEN_ANSWER: &str = "mariash/open-answer";
pub(super) const FOLLOW: &str = "mariash/follow";
pub(super) const BEAT: &str = "mariash/beat";
pub(super) const MUST_TRUMP: &str = "mariash/must-trump";
pub(super) const OVERTRUMP: &str = "mariash/overtrump";
pub(super) const CARD_POINTS: &str = "mariash/card-points";
pub(super) const MARRIAGES: &str = "mariash/marriages";
pub(super) const HUNDRED: &str = "mariash/hundred";
pub(super) const MISERE: &str = "mariash/misere";
pub(super) const SLAM: &str = "mariash/slam";
pub(super) const GAME_WON: &str = "mariash/game-won";
pub(super) const SILENT_SEVEN: &str = "mariash/silent-seven";
pub(super) const SILENT_HUNDRED: &str = "mariash/silent-hundred";
pub(super) const LIMIT: &str = "mariash/limit";

/// The clause of a contract.
pub(super) fn of(contract: Contract) -> &'static str {
    match contract {
        Contract::Game => "mariash/game",
        Contract::Seven => "mariash/seven",
        Contract::Hundred => HUNDRED,
        Contract::HundredSeven => "mariash/hundred-seven",
    }
}

const CLAUSES: &[Clause] = &[
    Clause::ours(SITS_OUT, "R-006 speaks of one declarer and two defenders"),
    Clause::stated(TRUMP_GAME, "R-006, Contract"),
    Clause::ours(TALON, "R-004 is cited for the talon, not its limits"),
    Clause::ours(TALON_HELD, "R-004 is cited for the talon, not its limits"),
    Clause::ours(TALON_SHARP, "R-004 is cited for the talon, not its limits"),
    Clause::ours(TALON_SEVEN, "R-004 is cited for the talon, not its limits"),
    Clause::stated(FIRST, "R-006, Turn Order"),
    Clause::stated(TURN, "R-006, Turn Order"),
    Clause::stated(GOOD, "R-006, Turn Order"),
    Clause::stated(OVER, "R-006, Phase Transition"),
    Clause::stated(DECLARER_ONE, "R-006, Turn Order"),
    Clause::ours(
        DEFENDER_LIMIT,
        "R-006 does not say how often a defender may commit",
    ),
    Clause::stated(CONTRACT_TAKEN, "R-006, Defense Commitments"),
    Clause::stated(DOUBLE, "R-006, Doubling"),
    Clause::stated(DOUBLE_ALTERNATES, "R-006, Doubling"),
    Clause::stated(MAX_DOUBLES, "R-006, Doubling"),
    Clause::stated(OPEN_HAND, "R-006, Open Hand"),
    Clause::stated(OPEN_ANSWER, "R-006, Open Hand"),
    Clause::ours(
        "mariash/open-factor",
        "R-006 leaves the higher multiplier to R-009",
    ),
    Clause::stated("mariash/lead", "R-006, Phase Transition"),
    Clause::ours("mariash/ranking", "R-006 does not rank the cards"),
    Clause::ours(FOLLOW, "R-006 leaves the tricks to R-007"),
    Clause::ours(BEAT, "R-006 leaves the tricks to R-007"),
    Clause::ours(MUST_TRUMP, "R-006 leaves the tricks to R-007"),
    Clause::ours(OVERTRUMP, "R-006 leaves the tricks to R-007"),
    Clause::stated("mariash/last-seven", "R-006, Contracts"),
    Clause::stated("mariash/game", "R-006, Contracts"),
    Clause::stated("mariash/seven", "R-006, Contracts"),
    Clause::stated(HUNDRED, "R-006, Contracts"),
    Clause::stated("mariash/hundred-seven", "R-006, Contracts"),
    Clause::stated("mariash/combined", "R-006, Defense Commitments"),
    Clause::stated("mariash/apart", "R-006, Scoring"),
    Clause::stated(GAME_WON, "R-006, Scoring"),
    Clause::ours(
        "mariash/stake",
        "R-006 leaves what the game is worth to R-009",
    ),
    Clause::ours("mariash/rates", "R-006 leaves the rates to R-009"),
    Clause::ours("mariash/red", "R-006 leaves red trump to R-001"),
    Clause::ours(MISERE, "R-006 only excludes contracts"),
    Clause::ours(SLAM, "R-006 only excludes contracts"),
    Clause::ours(
        CARD_POINTS,
        "R-006 only shows 105 against 15, which add up to 120",
    ),
    Clause::ours(MARRIAGES, "R-006 does not speak of marriages"),
    Clause::ours(SILENT_SEVEN, "R-006 only pays what was committed"),
    Clause::ours(SILENT_HUNDRED, "R-006 only pays what was committed"),
    Clause::ours(LIMIT, "R-006 leaves payment to R-009"),
    Clause::ours("mariash/length", "R-006 is one phase of one hand"),
];

const RATE: Kind = Kind::Int(0, 1000);
const RATES: &[Field] = &[
    Field::optional("game", RATE),
    Field::optional("seven", RATE),
    Field::optional("hundred", RATE),
    Field::optional("hundred_seven", RATE),
    Field::optional("misere", RATE),
    Field::optional("slam", RATE),
];

const fn rule(
    name: &'static str,
    kind: Kind,
    default: &'static str,
    clause: &'static str,
    ours: bool,
) -> HouseRule {
    HouseRule {
        field: Field::optional(name, kind),
        default,
        clause,
        ours,
    }
}

const OPTIONS: &[HouseRule] = &[
    rule(
        "rates",
        Kind::Object(RATES),
        r#"{"game": 1, "seven": 2, "hundred": 4, "hundred_seven": 6, "misere": 15, "slam": 30}"#,
        "mariash/rates",
        true,
    ),
    rule("game_stake", RATE, "1", "mariash/stake", true),
    rule("red_doubles", Kind::Flag, "true", "mariash/red", true),
    rule("max_doubles", Kind::Int(0, 6), "4", MAX_DOUBLES, false),
    rule(
        "commitments_per_defender",
        Kind::Int(1, 3),
        "1",
        DEFENDER_LIMIT,
        true,
    ),
    rule(
        "open_hand_factor",
        Kind::Int(1, 100),
        "2",
        "mariash/open-factor",
        true,
    ),
    rule("card_points", Kind::Int(90, 120), "120", CARD_POINTS, false),
    rule("marriages", Kind::Flag, "false", MARRIAGES, false),
    rule("silent", Kind::Flag, "false", SILENT_SEVEN, false),
    rule(
        "limit",
        Kind::Nullable(&Kind::Int(1, 1_000_000)),
        "null",
        LIMIT,
        false,
    ),
    rule("sitting_out_pays", Kind::Flag, "true", SITS_OUT, false),
    rule(
        "hands_planned",
        Kind::Nullable(&Kind::Int(1, 10_000)),
        "null",
        "mariash/length",
        false,
    ),
];

const IRREGULARITIES: &[Irregularity] = &[
    Irregularity {
        id: "mariash/call-out-of-turn",
        clause: TURN,
        remedy: None,
    },
    Irregularity {
        id: "mariash/same-contract",
        clause: CONTRACT_TAKEN,
        remedy: None,
    },
    Irregularity {
        id: "mariash/doubled-twice",
        clause: DOUBLE_ALTERNATES,
        remedy: None,
    },
    Irregularity {
        id: "mariash/hand-taken-back",
        clause: OPEN_HAND,
        remedy: Some("R-006, Open Hand"),
    },
    Irregularity {
        id: "mariash/sharp-in-talon",
        clause: TALON_SHARP,
        remedy: None,
    },
    Irregularity {
        id: "mariash/revoke",
        clause: FOLLOW,
        remedy: None,
    },
    Irregularity {
        id: "mariash/not-beaten",
        clause: BEAT,
        remedy: None,
    },
    Irregularity {
        id: "mariash/not-trumped",
        clause: MUST_TRUMP,
        remedy: None,
    },
    Irregularity {
        id: "mariash/out-of-turn",
        clause: "play/turn",
        remedy: None,
    },
];
