//! The core shared by all games, without clock, randomness, files or network.
//!
//! A game implements [`Game`] and the traits that it consists of. It judges each hand in a [`HandContext`]: it
//! reports [`Finding`]s, and awards points in [`Reason`]s, which form the derivation of the score.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

mod ahead;
mod alike;
mod amount;
mod args;
pub mod auction;
mod bids_left;
mod bids_outlook;
pub mod bounds;
pub mod cards;
mod column;
mod context;
mod entries;
mod facts;
mod faults;
mod finding;
pub mod form;
pub mod french;
mod game;
mod house_rule;
pub mod json;
pub mod judging;
mod left_out;
pub mod memory;
pub mod message;
mod name;
mod object;
#[cfg(feature = "openapi")]
pub mod openapi;
mod options_context;
pub mod pad;
mod plain;
pub mod play;
mod points;
pub mod prelude;
mod reason;
mod record;
mod ruling;
mod seat;
mod suggestion;
mod teaching;
pub mod text;
pub mod wire;

pub use ahead::{ComingHand, NextHand, OpenMatch, Outlook, Prospects, so_far};
pub use amount::{Amount, Amounts, Part, finish_question};
pub use args::{Arg, Args, args};
pub use bids_left::bids_left;
pub use bids_outlook::{SettledHand, Swing, bids_outlook};
pub use column::{Column, ColumnOf, ColumnPlace, Shown};
pub use context::{HandContext, Judgment, Subject, Sum, all_or_none};
pub use entries::Entries;
pub use facts::{
    COMMON, COMMON_IRREGULARITIES, Clause, ClauseOf, Facts, FactsOf, Guidance, Irregularity,
    IrregularityOf, QuestionKind, Remedy, clauses, players_count,
};
pub use faults::{
    MORE_FAULTS, MOST_FINDINGS, limited, more_faults, out_of_range, report, report_with,
    unknown_player,
};
pub use finding::{Class, Faults, Finding, segment};
pub use form::HasKind;
pub use game::{Adjudicator, Forecast, Game, HasPad, HasSheet, Question, Scoring};
pub use house_rule::{
    HouseRule, HouseRuleOf, HouseRules, Numbers, RulesInForce, house_rules, numbers, whole,
};
pub use left_out::LeftOut;
pub use name::Name;
pub use object::{WordOr, object};
pub use options_context::OptionsContext;
pub use plain::{
    Lines, character_fault, check_text, check_texts, may_have_refused_characters, refused_character,
};
pub use points::Points;
pub use reason::{Factor, Reason, ReasonTexts, SeatPoints};
pub use record::{Common, HandRecord, Irregularities, hand_record};
pub use ruling::{Answer, Breach, Next, Ruling};
pub use seat::{LONGEST_NAME, Seat, Table, folded};
pub use suggestion::distance;
pub use teaching::{taught, taught_of_question};
