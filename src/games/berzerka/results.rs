//! What is found of a match of Berzerka beside points: its sheet, the contracts left, who declares what.

use overtrick_core::prelude::*;
use overtrick_core::results::{COUNT, INTEGER, NUMBER, ResultFields};

pub const RESULTS: ResultFields = ResultFields {
    hand: &[],
    whole: &[Field::required("contracts", Kind::List(&Kind::Object(ROW)))],
    open: &[
        Field::required("contracts", Kind::PerPlayer(&Kind::List(&Kind::Text))),
        Field::required("values", Kind::ById(&COUNT)),
    ],
    outcome: &[
        Field::optional("declarer", Kind::Player),
        Field::optional("contract", Kind::Text),
        Field::optional("overbid", COUNT),
        Field::optional("hotseat", Kind::Flag),
        Field::optional("left", COUNT),
        Field::optional("last_six", Kind::PerPlayer(&COUNT)),
        Field::optional("pain_cards", Kind::PerPlayer(&COUNT)),
    ],
};

const ROW: &[Field] = &[
    Field::required("contract", Kind::Text),
    Field::optional("name", Kind::Text),
    Field::optional("copies", Kind::Text),
    Field::required("value", COUNT),
    Field::required("cells", Kind::PerPlayer(&Kind::Object(CELL))),
];

const CELL: &[Field] = &[
    Field::required("hand", COUNT),
    Field::required("record", INTEGER),
    Field::optional("tricks", COUNT),
    Field::optional("pain_cards", COUNT),
    Field::required("overbid", COUNT),
    Field::required("discarded", COUNT),
    Field::required("bid", Kind::Flag),
    Field::optional("place", COUNT),
    Field::optional("points", NUMBER),
];
