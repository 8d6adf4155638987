//! The core that all games share: pure, without clock, randomness, files or network.

mod args;
pub mod auction;
pub mod cards;
mod context;
mod facts;
mod finding;
pub mod form;
pub mod french;
mod game;
mod house_rule;
pub mod json;
mod line;
mod object;
pub mod play;
mod points;
mod record;
mod ruling;
mod seat;
pub mod strict;
pub mod wire;

pub use args::{Arg, Args, args};
pub use context::{
    DocumentPlace, HandContext, Mode, OptionsContext, Sum, all_or_none, out_of_range,
    unknown_player,
};
pub use facts::{COMMON, Clause, Facts, Irregularity, QuestionKind, clauses};
pub use finding::{Class, Finding, segment};
pub use game::{Game, Question};
pub use house_rule::{HouseRule, HouseRules, Numbers, RulesInForce, house_rules, numbers, whole};
pub use line::Line;
pub use object::{HasKind, WordOr, object};
pub use points::Points;
pub use record::{Common, HandRecord, Irregularities, hand_record};
pub use ruling::{Answer, Breach, Next, Ruling};
pub use seat::{LONGEST_NAME, Seat, Table};
