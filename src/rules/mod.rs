//! The core that all games share: pure, without clock, randomness, files or network.

mod args;
pub mod auction;
pub mod cards;
mod context;
mod finding;
pub mod form;
pub mod french;
mod game;
pub mod json;
mod line;
pub mod play;
mod points;
mod ruling;
mod seat;
pub mod strict;
pub mod wire;

pub use args::{Arg, Args, args};
pub use context::{
    DocumentPlace, HandContext, Judgment, Mode, OptionsContext, Sum, out_of_range, unknown_player,
};
pub use finding::{Class, Finding, segment};
pub use game::{
    COMMON, Clause, Common, Facts, Game, HandRecord, HouseRule, HouseRules, Irregularities,
    Irregularity, QuestionKind,
};
pub use line::Line;
pub use points::Points;
pub use ruling::{Answer, Breach, Next, Ruling};
pub use seat::{LONGEST_NAME, Seat, Table};
