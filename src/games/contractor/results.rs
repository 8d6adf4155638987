//! What is found of a hand of Contractor beside points: what the contract is worth, and by which parts.

use super::contract::{Condition, WrittenContract};
use overtrick_core::prelude::*;
use overtrick_core::results::{COUNT, ResultFields};

pub const RESULTS: ResultFields = ResultFields {
    hand: &[
        Field::required("value", COUNT),
        Field::required("parts", Kind::Object(PARTS)),
        Field::required("needed", COUNT),
        Field::required("made", Kind::Flag),
    ],
    whole: &[],
    open: &[],
    outcome: &[
        Field::optional("contractor", Kind::Player),
        Field::optional("contract", WrittenContract::KIND),
        Field::optional("value", COUNT),
        Field::optional("parts", Kind::Object(PARTS)),
        Field::optional("challengers", Kind::List(&Kind::Player)),
        Field::optional("redeal", Kind::Flag),
        Field::optional("hand", Kind::List(&Kind::Card)),
        Field::optional("cheapest", Kind::List(&WrittenContract::KIND)),
    ],
};

/// The parts of the value of a contract; those that add nothing are left out.
const PARTS: &[Field] = &[
    Field::required("strain", COUNT),
    Field::optional("extra_tricks", COUNT),
    Field::optional("foregone", COUNT),
    condition(Condition::SourTrumps),
    condition(Condition::Exposed),
    condition(Condition::AbsolutelySure),
    condition(Condition::NilWithoutJoker),
    condition(Condition::Thievery),
    Field::optional("dealers_bonus", COUNT),
];

const fn condition(condition: Condition) -> Field {
    Field::optional(condition.word(), COUNT)
}
