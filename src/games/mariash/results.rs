//! What is found of a hand of Mariash beside points: what became of each commitment.

use super::record::{Contract, OpenHand};
use super::score::SIDES;
use overtrick_core::prelude::*;
use overtrick_core::results::{COUNT, NUMBER, ResultFields};

pub const RESULTS: ResultFields = ResultFields {
    hand: &[
        Field::required("commitments", Kind::List(&Kind::Object(SETTLED))),
        Field::optional("game_winner", Kind::Nullable(&SIDE)),
    ],
    whole: &[],
    open: &[],
    outcome: &[
        Field::optional("commitments", Kind::List(&Kind::Object(COMMITMENT))),
        Field::optional("open_hand", OpenHand::KIND),
        Field::optional("card_points", NUMBER),
        Field::optional("last_trick", Kind::Object(LAST_TRICK)),
    ],
};

const SIDE: Kind = Kind::Word(&SIDES);

const SETTLED: &[Field] = &[
    Field::required("by", Kind::Player),
    // A contract, or the type of the game.
    Field::required("contract", Kind::Text),
    Field::required("side", SIDE),
    Field::required("level", COUNT),
    Field::required("multiplier", COUNT),
    Field::required("value", COUNT),
    Field::required("fulfilled", Kind::Flag),
];

const COMMITMENT: &[Field] = &[
    Field::required("by", Kind::Player),
    Field::required("contract", Contract::KIND),
    Field::required("doubles", COUNT),
    Field::required("multiplier", COUNT),
];

const LAST_TRICK: &[Field] = &[
    Field::required("winner", Kind::Player),
    Field::required("card", Kind::Card),
    Field::required("trump_seven", Kind::Flag),
];
