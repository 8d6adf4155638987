//! What a table reports of a hand of Contract Sabacc.

use serde::Deserialize;

use crate::rules::auction::{WrittenCall, call_fields};
use crate::rules::form::{Field, Kind};
use crate::rules::play::{HANDS, TRICKS, WrittenCard};
use crate::rules::wire::{Decimal, Given, PerPlayer, words};
use crate::rules::{Common, HandRecord, Irregularities};

words! {
    /// What is bid, the lowest first.
    pub enum Bid {
        /// The talon taken, a stake of one chip.
        Take = "take",
        /// The same, outranking it.
        Push = "push",
        /// The same for two chips.
        Guard = "guard",
        /// The talon unseen to the declarer's pile, four chips.
        GuardWithout = "guard-without",
        /// The talon unseen to the defenders' pile, six chips.
        GuardAgainst = "guard-against",
    }
}

words! {
    /// What is called in the bidding.
    pub enum Call {
        /// No bid; whoever passes is out.
        Pass = "pass",
        /// Take.
        Take = "take",
        /// Push.
        Push = "push",
        /// Guard.
        Guard = "guard",
        /// Guard without.
        GuardWithout = "guard-without",
        /// Guard against.
        GuardAgainst = "guard-against",
    }
}

words! {
    /// What the last trick was won with.
    pub enum LastCard {
        /// The Idiot.
        Idiot = "idiot",
        /// The Magician.
        Magician = "magician",
        /// Any other card.
        Other = "other",
    }
}

impl Bid {
    /// The chips that it costs.
    pub(super) const fn stake(self) -> i64 {
        match self {
            Bid::Take | Bid::Push => 1,
            Bid::Guard => 2,
            Bid::GuardWithout => 4,
            Bid::GuardAgainst => 6,
        }
    }

    /// Whether the declarer takes the talon and puts as many cards aside.
    pub(super) const fn takes_talon(self) -> bool {
        matches!(self, Bid::Take | Bid::Push | Bid::Guard)
    }

    /// Whether the talon, or what was put aside for it, lies in the declarer's pile.
    pub(super) const fn keeps_talon(self) -> bool {
        !matches!(self, Bid::GuardAgainst)
    }
}

impl Call {
    /// The bid that it is; nothing, of a pass.
    pub(super) const fn bid(self) -> Option<Bid> {
        match self {
            Call::Pass => None,
            Call::Take => Some(Bid::Take),
            Call::Push => Some(Bid::Push),
            Call::Guard => Some(Bid::Guard),
            Call::GuardWithout => Some(Bid::GuardWithout),
            Call::GuardAgainst => Some(Bid::GuardAgainst),
        }
    }
}

/// A hand as it was recorded.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Record {
    pub(super) dealer: Given<String>,
    pub(super) auction: Given<Vec<WrittenCall<Call>>>,
    pub(super) void: Given<bool>,
    pub(super) declarer: Given<String>,
    pub(super) contract: Given<Bid>,
    pub(super) stakes: Given<PerPlayer<i64>>,
    pub(super) card_points: Given<Decimal>,
    pub(super) pile: Given<Vec<String>>,
    pub(super) tricks: Given<PerPlayer<i64>>,
    pub(super) last_trick: Given<LastTrick>,
    pub(super) play: Given<Played>,
    pub(super) note: Given<String>,
    pub(super) irregularities: Given<Irregularities>,
}

/// Who won the last trick, and with what.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LastTrick {
    pub(super) winner: Given<String>,
    pub(super) card: Given<LastCard>,
}

/// The play of the hand, with what never came into play.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Played {
    pub(super) tricks: Given<Vec<Vec<WrittenCard>>>,
    pub(super) hands: Given<PerPlayer<Vec<String>>>,
    pub(super) talon: Given<Vec<String>>,
    pub(super) aside: Given<Vec<String>>,
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

impl Record {
    /// The fields that a void hand cannot have, each with whether it is there.
    pub(super) fn beside_void(&self) -> [(&'static str, bool); 8] {
        [
            ("/declarer", self.declarer.is_some()),
            ("/contract", self.contract.is_some()),
            ("/stakes", self.stakes.is_some()),
            ("/card_points", self.card_points.is_some()),
            ("/pile", self.pile.is_some()),
            ("/tricks", self.tricks.is_some()),
            ("/last_trick", self.last_trick.is_some()),
            ("/play", self.play.is_some()),
        ]
    }
}

/// The most chips that can lie in front of a player.
pub(super) const MOST_CHIPS: i64 = 100_000;

pub(super) const CALL: &[Field] = &call_fields(Kind::Word(Call::WORDS));
const LAST_TRICK: &[Field] = &[
    Field::required("winner", Kind::Player),
    Field::required("card", Kind::Word(LastCard::WORDS)),
];
const PLAYED: &[Field] = &[
    Field::required("tricks", TRICKS),
    Field::optional("hands", HANDS),
    Field::optional("talon", Kind::List(&Kind::Card)),
    Field::optional("aside", Kind::List(&Kind::Card)),
];

/// The fields of a hand, in the order in which they come about.
pub(super) const FIELDS: &[Field] = &[
    Field::optional("dealer", Kind::Player),
    Field::optional("auction", Kind::List(&Kind::Object(CALL))),
    Field::optional("void", Kind::Flag),
    Field::depends("declarer", Kind::Player),
    Field::depends("contract", Kind::Word(Bid::WORDS)),
    Field::optional("stakes", Kind::PerPlayer(&Kind::Int(0, MOST_CHIPS))),
    Field::depends("card_points", Kind::Number(0, 91)),
    Field::depends("pile", Kind::List(&Kind::Card)),
    Field::optional("tricks", Kind::PerPlayer(&Kind::Int(0, 24))),
    Field::optional("last_trick", Kind::Object(LAST_TRICK)),
    Field::optional("play", Kind::Object(PLAYED)),
    Field::optional("note", Kind::Text),
    Field::optional("irregularities", Kind::Word(Irregularities::WORDS)),
];
