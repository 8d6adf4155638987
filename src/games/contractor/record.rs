//! What a table reports of a hand of Contractor.

use serde::Deserialize;

use super::auction::{CALL, Call};
use super::contract::{CONTRACT, Called};
use crate::rules::auction::WrittenCall;
use crate::rules::form::{Field, Kind};
use crate::rules::play::{HANDS, TRICKS, WrittenCard};
use crate::rules::wire::{Given, PerPlayer};
use crate::rules::{Common, HandRecord, Irregularities};

/// A hand as it was recorded.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Record {
    pub(super) dealer: Given<String>,
    pub(super) auction: Given<Vec<WrittenCall<Call>>>,
    pub(super) contractor: Given<String>,
    pub(super) contract: Given<Called>,
    pub(super) challengers: Given<Vec<String>>,
    pub(super) tricks: Given<PerPlayer<i64>>,
    pub(super) play: Given<Played>,
    pub(super) note: Given<String>,
    pub(super) irregularities: Given<Irregularities>,
}

/// The play of a hand: instead of the tricks that came of it, or beside them.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Played {
    pub(super) tricks: Given<Vec<Vec<WrittenCard>>>,
    pub(super) hands: Given<PerPlayer<Vec<String>>>,
    pub(super) kitty_card: Given<String>,
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

const PLAYED: &[Field] = &[
    Field::required("tricks", TRICKS),
    Field::optional("hands", HANDS),
    Field::depends("kitty_card", Kind::Card),
];

/// The fields of a hand, in the order in which they come about.
pub(super) const FIELDS: &[Field] = &[
    Field::optional("dealer", Kind::Player),
    Field::optional("auction", Kind::List(&Kind::Object(CALL))),
    Field::depends("contractor", Kind::Player),
    Field::depends("contract", Kind::Object(CONTRACT)),
    Field::optional("challengers", Kind::List(&Kind::Player)),
    Field::required("tricks", Kind::PerPlayer(&Kind::Int(0, 10))),
    Field::optional("play", Kind::Object(PLAYED)),
    Field::optional("note", Kind::Text),
    Field::optional("irregularities", Kind::Word(Irregularities::WORDS)),
];
