//! The fields of game-specific objects in results and rulings.

use super::form::{Field, FieldOf, Kind};

/// The fields of the own objects of a game that ships.
pub type ResultFields = ResultFieldsOf<'static>;

/// The fields of a game's own result objects, described for schemas; the game's code writes the objects.
#[derive(Debug, Clone, Copy)]
pub struct ResultFieldsOf<'a> {
    /// The `detail` of a hand.
    pub hand: &'a [FieldOf<'a>],
    /// The `detail` of a match.
    pub whole: &'a [FieldOf<'a>],
    /// The `open` object of the next hand.
    pub open: &'a [FieldOf<'a>],
    /// The `outcome` of its questions, in addition to [`OUTCOME`].
    pub outcome: &'a [FieldOf<'a>],
}

impl ResultFieldsOf<'_> {
    /// For a game without results besides points.
    pub const NONE: ResultFields = ResultFieldsOf {
        hand: &[],
        whole: &[],
        open: &[],
        outcome: &[],
    };
}

/// The outcome of questions shared by games: about auctions, tricks, whole plays, discards and missing
/// amounts.
pub const OUTCOME: &[Field] = &[
    Field::optional("complete", Kind::Flag),
    Field::optional("winner", Kind::Nullable(&Kind::Player)),
    Field::optional("card", Kind::Card),
    Field::optional("winners", Kind::List(&Kind::Nullable(&Kind::Player))),
    Field::optional("tricks", Kind::PerPlayer(&COUNT)),
    Field::optional("aside", Kind::List(&Kind::Card)),
    Field::optional("values", Kind::ById(&NUMBER)),
    Field::optional("ranges", Kind::ById(&Kind::Object(NUMBERS))),
    Field::optional("conflict", Kind::List(&Kind::Text)),
    // How many cards are still to be put aside, or the places of what is missing beside amounts.
    Field::optional("missing", Kind::OneOf(&[COUNT, Kind::List(&Kind::Text)])),
];

/// The possible range of an amount.
const NUMBERS: &[Field] = &[
    Field::required("from", NUMBER),
    Field::required("to", NUMBER),
];

/// A whole number from 0.
pub const COUNT: Kind = Kind::Int(0, i64::MAX);

/// Any integer.
pub const INTEGER: Kind = Kind::Int(i64::MIN, i64::MAX);

/// Any number, with an optional fraction.
pub const NUMBER: Kind = Kind::Number(i64::MIN, i64::MAX);

/// The numbers that each player may still bid, where each player bids once how many tricks to take.
pub const BIDS_LEFT: Field = Field::optional("bids_left", Kind::PerPlayer(&Kind::Object(RANGE)));

const RANGE: &[Field] = &[
    Field::required("from", COUNT),
    Field::required("to", COUNT),
    Field::optional("not", Kind::List(&COUNT)),
];
