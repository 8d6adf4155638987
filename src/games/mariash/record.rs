//! What a table reports of a hand of Mariash.

use serde::Deserialize;

use crate::rules::form::{Field, Kind};
use crate::rules::play::{HANDS, Suit, TRICKS, WrittenCard};
use crate::rules::wire::{Decimal, Given, PerPlayer, words};
use crate::rules::{Common, HandRecord, Irregularities};

words! {
    /// What is played.
    pub enum GameType {
        /// With a trump, for contracts.
        Trump = "trump",
        /// The declarer takes no trick.
        Misere = "misere",
        /// The declarer takes every trick.
        Slam = "slam",
    }
}

words! {
    /// What a side commits itself to.
    pub enum Contract {
        /// More than fifty points.
        Game = "game",
        /// The last trick, with the seven of trumps.
        Seven = "seven",
        /// A hundred points.
        Hundred = "hundred",
        /// Both of these.
        HundredSeven = "hundred-seven",
    }
}

words! {
    /// What the defense says to a hand that was shown, and what becomes of it.
    pub enum OpenHand {
        /// It is conceded.
        Accept = "accept",
        /// It is played.
        Play = "play",
    }
}

words! {
    /// What can be said in the contract selection.
    pub enum Said {
        /// No raise.
        Good = "good",
        /// A commitment is doubled.
        Double = "double",
        /// A commitment to Game.
        Game = "game",
        /// A commitment to Seven.
        Seven = "seven",
        /// A commitment to Hundred.
        Hundred = "hundred",
        /// A commitment to Hundred-Seven.
        HundredSeven = "hundred-seven",
        /// The declarer shows the hand.
        OpenHand = "open-hand",
        /// A defender concedes a hand that was shown.
        Accept = "accept",
        /// A defender wants it played.
        Play = "play",
    }
}

impl Contract {
    /// Whether it asks for the last trick.
    pub(super) fn has_seven(self) -> bool {
        matches!(self, Contract::Seven | Contract::HundredSeven)
    }

    /// Whether it asks for a hundred points.
    pub(super) fn has_hundred(self) -> bool {
        matches!(self, Contract::Hundred | Contract::HundredSeven)
    }
}

/// A hand as it was recorded.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Record {
    pub(super) dealer: Given<String>,
    pub(super) declarer: Given<String>,
    pub(super) game_type: Given<GameType>,
    pub(super) trump: Given<Suit>,
    pub(super) calls: Given<Vec<Spoken>>,
    pub(super) commitments: Given<Vec<Committed>>,
    pub(super) doubles: Given<i64>,
    pub(super) points: Given<Points>,
    pub(super) marriages: Given<Sides>,
    pub(super) last_trick: Given<LastTrick>,
    pub(super) declarer_tricks: Given<i64>,
    pub(super) open_hand: Given<OpenHand>,
    pub(super) play: Given<Played>,
    pub(super) note: Given<String>,
    pub(super) irregularities: Given<Irregularities>,
}

/// One call of the contract selection, as written.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Spoken {
    pub(super) player: Given<String>,
    pub(super) call: Given<Said>,
    pub(super) on: Given<On>,
}

/// Whose commitment a double is on.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct On {
    pub(super) by: Given<String>,
    pub(super) contract: Given<Contract>,
}

/// A commitment, as written.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Committed {
    pub(super) by: Given<String>,
    pub(super) contract: Given<Contract>,
    pub(super) doubles: Given<i64>,
}

/// The card points of either side: whole numbers, which may be written with a point.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Points {
    pub(super) declarer: Given<Decimal>,
    pub(super) defense: Given<Decimal>,
}

/// A number for either side.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sides {
    pub(super) declarer: Given<i64>,
    pub(super) defense: Given<i64>,
}

/// Who won the last trick, and how.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LastTrick {
    pub(super) winner: Given<String>,
    pub(super) trump_seven: Given<bool>,
}

/// The play of a hand, with the cards that the declarer put aside where they are known.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Played {
    pub(super) tricks: Given<Vec<Vec<WrittenCard>>>,
    pub(super) hands: Given<PerPlayer<Vec<String>>>,
    pub(super) talon: Given<Vec<String>>,
}

impl HandRecord for Record {
    fn common(&self) -> Common<'_> {
        Common {
            dealer: &self.dealer,
            note: &self.note,
            irregularities: &self.irregularities,
        }
    }
}

const ON: &[Field] = &[
    Field::required("by", Kind::Player),
    Field::required("contract", Kind::Word(Contract::WORDS)),
];

/// The fields of a call.
pub(super) const CALL: &[Field] = &[
    Field::required("player", Kind::Player),
    Field::required("call", Kind::Word(Said::WORDS)),
    Field::depends("on", Kind::Object(ON)),
];

/// The fields of a commitment.
pub(super) const COMMITMENT: &[Field] = &[
    Field::required("by", Kind::Player),
    Field::required("contract", Kind::Word(Contract::WORDS)),
    Field::optional("doubles", Kind::Int(0, 6)),
];

const POINTS: &[Field] = &[
    Field::required("declarer", Kind::Number(0, 120)),
    Field::required("defense", Kind::Number(0, 120)),
];

const MARRIAGES: &[Field] = &[
    Field::required("declarer", Kind::Int(0, 100)),
    Field::required("defense", Kind::Int(0, 100)),
];

const LAST_TRICK: &[Field] = &[
    Field::required("winner", Kind::Player),
    Field::required("trump_seven", Kind::Flag),
];

const PLAY: &[Field] = &[
    Field::required("tricks", TRICKS),
    Field::optional("hands", HANDS),
    Field::optional("talon", Kind::List(&Kind::Card)),
];

/// The fields of a hand, in the order in which they come about.
pub(super) const FIELDS: &[Field] = &[
    Field::optional("dealer", Kind::Player),
    Field::required("declarer", Kind::Player),
    Field::required("game_type", Kind::Word(GameType::WORDS)),
    Field::depends("trump", Kind::Word(Suit::WORDS)),
    Field::optional("calls", Kind::List(&Kind::Object(CALL))),
    Field::depends("commitments", Kind::List(&Kind::Object(COMMITMENT))),
    Field::optional("doubles", Kind::Int(0, 6)),
    Field::optional("open_hand", Kind::Word(OpenHand::WORDS)),
    Field::depends("points", Kind::Object(POINTS)),
    Field::depends("marriages", Kind::Object(MARRIAGES)),
    Field::depends("last_trick", Kind::Object(LAST_TRICK)),
    Field::depends("declarer_tricks", Kind::Int(0, 10)),
    Field::optional("play", Kind::Object(PLAY)),
    Field::optional("note", Kind::Text),
    Field::optional("irregularities", Kind::Word(Irregularities::WORDS)),
];
