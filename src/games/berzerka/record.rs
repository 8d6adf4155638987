//! What a table reports of a hand of Berzerka.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::rules::auction::{WrittenCall, call_fields};
use crate::rules::form::{Field, Kind};
use crate::rules::play::{RECORDED_PLAY, RecordedPlay, Suit};
use crate::rules::wire::{Given, words};
use crate::rules::{Common, HandRecord, Irregularities};

words! {
    /// Which end of a suit is strong.
    pub enum Ranking {
        /// 13 is best.
        Normal = "normal",
        /// 1 is best.
        Inverted = "inverted",
    }
}

impl Ranking {
    /// The other way around.
    pub(super) fn turned(self) -> Ranking {
        match self {
            Ranking::Normal => Ranking::Inverted,
            Ranking::Inverted => Ranking::Normal,
        }
    }
}

/// A call as written.
#[derive(Debug, Clone)]
pub enum Call {
    /// No bid, and none later.
    Pass,
    /// A contract, perhaps with an overbid.
    Bid(Bid),
}

/// A bid as written.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Bid {
    pub(super) contract: Given<String>,
    pub(super) overbid: Given<i64>,
}

impl<'de> Deserialize<'de> for Call {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Call, D::Error> {
        struct Spelling;
        impl<'de> Visitor<'de> for Spelling {
            type Value = Call;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a pass or a bid")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Call, E> {
                let pass = (text == PASS).then_some(Call::Pass);
                pass.ok_or_else(|| E::custom("not a known word"))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Call, A::Error> {
                Bid::deserialize(MapAccessDeserializer::new(map)).map(Call::Bid)
            }
        }
        deserializer.deserialize_any(Spelling)
    }
}

/// A hand as it was recorded.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Record {
    pub(super) dealer: Given<String>,
    pub(super) auction: Given<Vec<WrittenCall<Call>>>,
    pub(super) declarer: Given<String>,
    pub(super) contract: Given<String>,
    pub(super) hotseat: Given<bool>,
    pub(super) overbid: Given<i64>,
    pub(super) trump: Given<Suit>,
    pub(super) ranking: Given<Ranking>,
    pub(super) pain_suit: Given<Suit>,
    pub(super) discarded: Given<i64>,
    pub(super) tricks: Given<i64>,
    pub(super) pain_cards: Given<i64>,
    pub(super) play: Given<RecordedPlay>,
    pub(super) note: Given<String>,
    pub(super) irregularities: Given<Irregularities>,
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

pub(super) const PASS: &str = "pass";
const BID: &[Field] = &[
    Field::required("contract", Kind::Text),
    Field::optional("overbid", Kind::Int(0, 13)),
];
const SPOKEN: &[Field] = &call_fields(Kind::OneOf(&[Kind::Word(&[PASS]), Kind::Object(BID)]));
/// The calls of an auction.
pub(super) const CALLS: Kind = Kind::List(&Kind::Object(SPOKEN));

/// The fields of a hand, in the order in which they come about.
pub(super) const FIELDS: &[Field] = &[
    Field::optional("dealer", Kind::Player),
    Field::optional("auction", CALLS),
    Field::depends("declarer", Kind::Player),
    Field::depends("contract", Kind::Text),
    Field::optional("hotseat", Kind::Flag),
    Field::optional("overbid", Kind::Int(0, 13)),
    Field::depends("trump", Kind::Word(Suit::WORDS)),
    Field::depends("ranking", Kind::Word(Ranking::WORDS)),
    Field::depends("pain_suit", Kind::Word(Suit::WORDS)),
    Field::required("discarded", Kind::Int(0, 13)),
    Field::depends("tricks", Kind::Int(0, 13)),
    Field::depends("pain_cards", Kind::Int(0, 13)),
    Field::optional("play", Kind::Object(RECORDED_PLAY)),
    Field::optional("note", Kind::Text),
    Field::optional("irregularities", Kind::Word(Irregularities::WORDS)),
];
