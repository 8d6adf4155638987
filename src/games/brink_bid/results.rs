//! What is found of a hand of Brink Bid beside points.

use overtrick_core::prelude::*;
use overtrick_core::results::{BIDS_LEFT, COUNT, ResultFields};

pub const RESULTS: ResultFields = ResultFields {
    hand: &[Field::required("cards", COUNT)],
    whole: &[],
    open: &[BIDS_LEFT],
    outcome: &[
        Field::optional("bids", Kind::PerPlayer(&COUNT)),
        Field::optional("passes", Kind::PerPlayer(&Kind::Object(PASS))),
    ],
};

const PASS: &[Field] = &[
    Field::required("to", Kind::Player),
    Field::required("cards", COUNT),
];
