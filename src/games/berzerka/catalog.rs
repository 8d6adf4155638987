//! The clauses and house rules of Berzerka.

use super::custom::CUSTOM;
use super::options::{PainOverbid, Tiebreak};
use super::questions::QUESTIONS;
use super::record::FIELDS;
use crate::rules::form::{Field, Kind};
use crate::rules::{Clause, Facts, HouseRule, Irregularity};

pub(super) static FACTS: Facts = Facts {
    id: "berzerka",
    name: "Berzerka",
    author: "not named in the rules",
    source: "Berzerka: score sheet, contract appendix and player aid",
    players: (3, 3),
    halves: true,
    edition: 1,
    clauses: CLAUSES,
    options: OPTIONS,
    record: FIELDS,
    dice: None,
    irregularities: IRREGULARITIES,
    questions: QUESTIONS,
};

pub(super) const LENGTH: &str = "berzerka/length";
pub(super) const BOARD: &str = "berzerka/board";
pub(super) const SHAPESHIFT: &str = "berzerka/shapeshift";
pub(super) const CUSTOM_TILES: &str = "berzerka/custom";
pub(super) const BID_ORDER: &str = "berzerka/bid-order";
pub(super) const BID_OPEN: &str = "berzerka/bid-open";
pub(super) const FIRST_BID: &str = "berzerka/first-bid";
pub(super) const OVERBID: &str = "berzerka/overbid";
pub(super) const PASS_OUT: &str = "berzerka/pass-out";
pub(super) const AUCTION_END: &str = "berzerka/auction-end";
pub(super) const HOTSEAT: &str = "berzerka/hotseat";
pub(super) const HOTSEAT_NEXT: &str = "berzerka/hotseat-next";
pub(super) const ASKS: &str = "berzerka/asks";
pub(super) const DISCARD_ORDER: &str = "berzerka/discard-order";
pub(super) const DRAW: &str = "berzerka/draw";
pub(super) const FOLLOW: &str = "berzerka/follow";
pub(super) const MUST_TRUMP: &str = "berzerka/must-trump";
pub(super) const MUST_BEAT: &str = "berzerka/must-beat";
pub(super) const RECORD_MOST: &str = "berzerka/record-most";
pub(super) const RECORD_CLOSEST: &str = "berzerka/record-closest";
pub(super) const RECORD_FEWEST: &str = "berzerka/record-fewest";
pub(super) const RECORD_PAIN: &str = "berzerka/record-pain";
pub(super) const PAIN_OVERBID: &str = "berzerka/pain-overbid";
pub(super) const ROW: &str = "berzerka/row";
pub(super) const RANK: &str = "berzerka/rank";
pub(super) const TIEBREAK: &str = "berzerka/tiebreak";
pub(super) const BID_BREAKS_TIES: &str = "berzerka/bid-breaks-ties";
pub(super) const SHARED: &str = "berzerka/shared";
pub(super) const MIDDLING: &str = "berzerka/middling";
pub(super) const MIDDLING_TIE: &str = "berzerka/middling-tie";

const AID_DEAL: &str = "Player aid, Dealing Phase";
const AID_BID: &str = "Player aid, Bidding Phase";
const AID_DRAW: &str = "Player aid, Discard/Draw Phase";
const AID_TRICK: &str = "Player aid, Trick Phase";
const AID_SCORE: &str = "Player aid, Scoring Phase";

const CLAUSES: &[Clause] = &[
    Clause::ours(LENGTH, "how many hands make a match"),
    Clause::stated(BOARD, "Score sheet"),
    Clause::stated(SHAPESHIFT, "Contract Appendix, Shapeshift"),
    Clause::stated(CUSTOM_TILES, "Mix-N-Match Contract Tiles, the blank ones"),
    Clause::stated("berzerka/deal", AID_DEAL),
    Clause::stated(BID_ORDER, AID_BID),
    Clause::stated(BID_OPEN, AID_BID),
    Clause::stated(FIRST_BID, AID_BID),
    Clause::stated(OVERBID, AID_BID),
    Clause::ours("berzerka/overbid-jump", "whether an overbid may skip steps"),
    Clause::stated(PASS_OUT, AID_BID),
    Clause::stated(AUCTION_END, AID_BID),
    Clause::stated(HOTSEAT, AID_BID),
    Clause::ours(HOTSEAT_NEXT, "a Forehand without a contract left"),
    Clause::stated(ASKS, "Contract Appendix, Additional information needed"),
    Clause::stated(DISCARD_ORDER, AID_DRAW),
    Clause::stated(DRAW, AID_DRAW),
    Clause::stated("berzerka/lead", AID_TRICK),
    Clause::stated(FOLLOW, AID_TRICK),
    Clause::stated(MUST_TRUMP, AID_TRICK),
    Clause::stated(MUST_BEAT, AID_TRICK),
    Clause::stated("berzerka/ranking", "Contract Appendix, Notes"),
    Clause::stated(RECORD_MOST, "Contract Appendix, Berzerka"),
    Clause::stated("berzerka/last-six", "Contract Appendix, Marathon Flex"),
    Clause::stated(RECORD_CLOSEST, "Contract Appendix, Hold Steady"),
    Clause::stated(RECORD_FEWEST, "Contract Appendix, Bottle It Up"),
    Clause::stated(RECORD_PAIN, "Contract Appendix, One Weakness"),
    Clause::ours(
        PAIN_OVERBID,
        "what an overbid does to the cards of the pain suit",
    ),
    Clause::stated("berzerka/value", AID_BID),
    Clause::stated(ROW, AID_SCORE),
    Clause::ours(RANK, "what each place gets"),
    Clause::ours(TIEBREAK, "the tiebreakers that Hold Steady speaks of"),
    Clause::ours(BID_BREAKS_TIES, "the tiebreakers after the discards"),
    Clause::ours(SHARED, "players who are still tied"),
    Clause::stated(MIDDLING, "Contract Appendix, Middling"),
    Clause::ours(MIDDLING_TIE, "more than one player in the middle"),
    Clause::ours("berzerka/winner", "who wins a match"),
];

const OPTIONS: &[HouseRule] = &[
    HouseRule {
        field: Field::optional("board", Kind::List(&Kind::Text)),
        default: r#"["berzerka","hidden-strength","hold-steady","seeing-red","bottle-it-up"]"#,
        clause: BOARD,
        ours: false,
    },
    HouseRule {
        field: Field::depends("shapeshift_copies", Kind::Nullable(&Kind::Text)),
        default: "null",
        clause: SHAPESHIFT,
        ours: false,
    },
    HouseRule {
        field: Field::optional("rank_points", Kind::List(&Kind::Int(-10, 10))),
        default: "[1,0,-1]",
        clause: RANK,
        ours: true,
    },
    HouseRule {
        field: Field::optional("tiebreak", Kind::Word(Tiebreak::WORDS)),
        default: "\"fewer-discards\"",
        clause: TIEBREAK,
        ours: true,
    },
    HouseRule {
        field: Field::optional("bid_breaks_ties", Kind::Flag),
        default: "true",
        clause: BID_BREAKS_TIES,
        ours: true,
    },
    HouseRule {
        field: Field::optional(
            "custom_contracts",
            Kind::Nullable(&Kind::List(&Kind::Object(CUSTOM))),
        ),
        default: "[]",
        clause: CUSTOM_TILES,
        ours: false,
    },
    HouseRule {
        field: Field::optional("one_weakness_overbid", Kind::Word(PainOverbid::WORDS)),
        default: "\"adds\"",
        clause: PAIN_OVERBID,
        ours: true,
    },
];

const IRREGULARITIES: &[Irregularity] = &[
    Irregularity {
        id: "berzerka/bid-out-of-turn",
        clause: BID_ORDER,
        remedy: None,
    },
    Irregularity {
        id: "berzerka/contract-again",
        clause: BID_OPEN,
        remedy: None,
    },
    Irregularity {
        id: "berzerka/bid-too-low",
        clause: OVERBID,
        remedy: None,
    },
    Irregularity {
        id: "berzerka/bid-after-pass",
        clause: PASS_OUT,
        remedy: None,
    },
    Irregularity {
        id: "berzerka/drew-too-many",
        clause: DRAW,
        remedy: None,
    },
    Irregularity {
        id: "berzerka/drew-early",
        clause: DISCARD_ORDER,
        remedy: None,
    },
    Irregularity {
        id: "berzerka/revoke",
        clause: FOLLOW,
        remedy: None,
    },
    Irregularity {
        id: "berzerka/did-not-trump",
        clause: MUST_TRUMP,
        remedy: None,
    },
    Irregularity {
        id: "berzerka/did-not-beat",
        clause: MUST_BEAT,
        remedy: None,
    },
    Irregularity {
        id: "berzerka/out-of-turn",
        clause: "play/turn",
        remedy: None,
    },
];
