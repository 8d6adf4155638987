//! The core shared by all games. It uses no clock, randomness, files or network.
//!
//! A game implements [`Game`] and its supertraits. It judges each hand in a [`HandContext`]: it reports
//! [`Finding`]s and adds [`Reason`]s for points, which form the derivation of the score.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

mod ahead;
mod amount;
mod args;
pub mod auction;
pub mod bounds;
pub mod cards;
mod context;
mod facts;
mod finding;
pub mod form;
pub mod french;
mod game;
mod hints;
mod house_rule;
pub mod json;
pub mod judging;
pub mod message;
mod name;
mod object;
#[cfg(feature = "openapi")]
pub mod openapi;
pub mod pad;
mod plain;
pub mod play;
mod points;
mod reason;
mod ruling;
mod seat;
pub mod text;
pub mod wire;

pub use ahead::{ComingHand, NextHand, OpenMatch, Outlook};
pub use amount::{Amount, Amounts, Part, finish_question};
pub use args::{Arg, Args, args};
pub use context::{HandContext, Subject, Sum, all_or_none};
pub use facts::{
    COMMON, COMMON_IRREGULARITIES, Clause, Column, ColumnPlace, Facts, FactsOf, Guidance,
    Irregularity, QuestionKind, Remedy, Show, Shown, clause_id, clauses, irregularities,
    players_count,
};
pub use finding::{
    Bounds, Class, Faults, Finding, MAX_FINDINGS, MORE_FAULTS, limited, more_faults, out_of_range,
    report, segment, unknown_player,
};
pub use form::{HasKind, LeftOut, distance};
pub use game::{Adjudicator, Forecast, Game, HasPad, Question, Scoring};
pub use hints::{question_with_hints, with_hints};
pub use house_rule::{HouseRule, HouseRules, RulesInForce, house_rules, numbers, whole};
pub use name::Name;
pub use object::{Common, Fields, HandRecord, Irregularities, WordOr, hand_record, object};
pub use plain::{Lines, character_fault, check_text, check_texts, refused_character};
pub use points::Points;
pub use reason::{Factor, Reason, ReasonTexts, SeatPoints};
pub use ruling::{Answer, Breach, Doubt, Next, Ruling, STILL};
pub use seat::{LONGEST_NAME, Seat, Table, folded};

/// The parts of the core that games use: `use crate::prelude::*;`.
pub mod prelude {
    pub use crate::auction::*;
    pub use crate::cards::{Card, CardSet, Pack, Suit};
    pub use crate::form::{Field, HasKind, Kind};
    pub use crate::french::{self, Trump};
    pub use crate::json::Json;
    pub use crate::pad::{
        Length, POINTS, Pad, PlayedHand, Row, TOTAL, Text, Tick, Value, rows, signed, tick, ticks,
        write,
    };
    pub use crate::play::*;
    pub use crate::wire::{Given, PerPlayer, words};
    pub use crate::{
        Adjudicator, Amount, Amounts, Answer, Arg, Args, Bounds, Breach, Column, ColumnPlace,
        ComingHand, Factor, Facts, Fields, Finding, Forecast, Game, Guidance, HandContext, HasPad,
        Irregularity, Name, Next, NextHand, OpenMatch, Outlook, Part, Points, Question,
        QuestionKind, Reason, ReasonTexts, RulesInForce, Ruling, Scoring, Seat, SeatPoints, Table,
        WordOr, all_or_none, args, finish_question, hand_record, house_rules, numbers, object,
        out_of_range, segment,
    };
}
