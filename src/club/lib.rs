//! Seasons and statistics of a club, computed from its document and its matches.
//!
//! A [`Club`] is read from a JSON document, a [`ClubMatch`] from a line of an export. Everything else is a pure
//! function of both: [`Club::table`], [`Club::member`], [`Club::met`], [`Club::most`], [`Club::unknown`].

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

mod document;
mod fraction;
mod matches;
mod people;
mod reading;
mod season;
mod sentences;
mod statistics;
mod ties;

pub use document::{
    Club, Count, HouseGame, Member, Merge, PointsChange, Rules, Season, Show, Tie, UnitKind, schema,
};
pub use fraction::Fraction;
pub use matches::{ClubMatch, Competitor, ReasonTally, Sitting, read_line};
pub use people::{Occupant, Unknown, document_with_name};
pub use reading::{read, read_rules};
pub use season::{Change, Played, Row, SeasonTable, Unit, Warning};
pub use sentences::{DerivationLine, LineKind, csv_rows, derivation, exact, shown, shown_column};
pub use statistics::{
    ClauseFigures, Figures, MemberReport, Met, MetMatch, PlayedFigures, SeasonRank,
};
