//! What is found of a hand of Contract Sabacc beside points: the Ante Pot, and what was declared and won.

use overtrick_core::prelude::*;
use overtrick_core::results::{COUNT, NUMBER, ResultFields};

const POT: Field = Field::required("pot", COUNT);

pub const RESULTS: ResultFields = ResultFields {
    hand: &[POT],
    whole: &[POT],
    open: &[POT],
    outcome: &[
        Field::optional("declarer", Kind::Player),
        Field::optional("contract", Kind::Text),
        Field::optional("void", Kind::Flag),
        Field::optional("face_up", Kind::List(&Kind::Card)),
        Field::optional("card_points", NUMBER),
        Field::optional("last_trick", Kind::Object(LAST_TRICK)),
    ],
};

const LAST_TRICK: &[Field] = &[
    Field::required("winner", Kind::Player),
    Field::required("card", Kind::Text),
];
