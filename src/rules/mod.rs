//! The core that all games share: pure, without clock, randomness, files or network.

mod args;
pub mod auction;
pub mod cards;
mod context;
mod facts;
mod faults;
mod finding;
pub mod form;
pub mod french;
mod game;
pub mod json;
mod line;
pub mod pad;
pub mod play;
mod points;
mod ruling;
mod seat;
pub mod strict;
pub mod wire;

pub use args::{Arg, Args, args};
pub use context::{HandContext, OptionsContext, Subject, Sum};
pub use facts::{COMMON, Clause, Facts, HouseRule, Irregularity, QuestionKind};
pub use faults::{out_of_range, players_count, unknown_player};
pub use finding::{Class, Finding, segment};
pub use game::{Common, Game, HandRecord, HouseRules, Irregularities};
pub use line::Line;
pub use points::Points;
pub use ruling::{Answer, Breach, Next, Ruling};
pub use seat::{LONGEST_NAME, Seat, Table};
