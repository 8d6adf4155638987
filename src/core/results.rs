//! The fields of what a game finds beside points: objects of its own in results and in rulings.

use super::form::{Field, FieldOf, Kind};

/// The fields of the own objects of a game that ships.
pub type ResultFields = ResultFieldsOf<'static>;

/// The fields of a game's own objects. Its code writes them; here they are described, for schemas.
#[derive(Debug, Clone, Copy)]
pub struct ResultFieldsOf<'a> {
    /// The `detail` of a hand.
    pub hand: &'a [FieldOf<'a>],
    /// The `detail` of a match.
    pub whole: &'a [FieldOf<'a>],
    /// What is `open` in the next hand.
    pub open: &'a [FieldOf<'a>],
    /// The `outcome` of its questions, beside [`OUTCOME`].
    pub outcome: &'a [FieldOf<'a>],
}

impl ResultFieldsOf<'_> {
    /// Those of a game that finds points alone.
    pub const NONE: ResultFields = ResultFieldsOf {
        hand: &[],
        whole: &[],
        open: &[],
        outcome: &[],
    };
}

/// The outcome of the questions that games share: about auctions, tricks, whole plays, discards and the
/// numbers that finish a hand.
pub const OUTCOME: &[Field] = &[
    Field::optional("complete", Kind::Flag),
    Field::optional("winner", Kind::Player),
    Field::optional("card", Kind::Card),
    Field::optional("winners", Kind::List(&Kind::Nullable(&Kind::Player))),
    Field::optional("tricks", Kind::PerPlayer(&COUNT)),
    Field::optional("aside", Kind::List(&Kind::Card)),
    Field::optional("values", Kind::ById(&NUMBER)),
    Field::optional("ranges", Kind::ById(&Kind::Object(NUMBERS))),
    Field::optional("conflict", Kind::List(&Kind::Text)),
    Field::optional("missing", Kind::List(&Kind::Text)),
];

/// The numbers that an amount can be.
const NUMBERS: &[Field] = &[
    Field::required("from", NUMBER),
    Field::required("to", NUMBER),
];

/// A whole number from 0.
pub const COUNT: Kind = Kind::Int(0, i64::MAX);

/// Any whole number.
pub const INTEGER: Kind = Kind::Int(i64::MIN, i64::MAX);

/// Any number, which may have a fraction.
pub const NUMBER: Kind = Kind::Number(i64::MIN, i64::MAX);

/// The numbers that each player may still bid, where each bids once how many tricks to take.
pub const BIDS_LEFT: Field = Field::optional("bids_left", Kind::PerPlayer(&Kind::Object(RANGE)));

const RANGE: &[Field] = &[
    Field::required("from", COUNT),
    Field::required("to", COUNT),
    Field::optional("not", Kind::List(&COUNT)),
];
