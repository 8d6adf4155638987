//! What is found of a hand of Oh Hell beside points.

use overtrick_core::prelude::*;
use overtrick_core::results::{BIDS_LEFT, COUNT, ResultFields};

pub const RESULTS: ResultFields = ResultFields {
    hand: &[Field::required("cards", COUNT)],
    whole: &[],
    open: &[BIDS_LEFT],
    outcome: &[Field::optional("bids", Kind::PerPlayer(&COUNT))],
};
