//! Seasons and statistics of a club, computed from its document and its matches.
//!
//! A [`Club`] is read from a JSON document, a [`ClubMatch`] from a line of an export. Pure functions compute the
//! results from both: [`Club::table`], [`Club::member`], [`Club::met`], [`Club::most`], [`Club::unknown`].

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
mod tables;

pub use document::{
    Club, Count, HouseGame, Member, Merge, PointsChange, Rules, Season, Show, Tie, UnitKind, schema,
};
pub use fraction::Fraction;
pub use matches::{ClauseFigures, ClubMatch, Competitor, Sitting, read_line};
pub use people::{Occupant, Unknown, document_with_name, document_without_member};
pub use reading::{is_day, read, read_rules};
pub use season::{CorrectedMatch, Played, Row, SeasonTable, Unit, Warning};
pub use sentences::{
    DerivationLine, FigureTable, LineKind, MEMBER_COLUMNS, clause_table, derivation, exact,
    rank_in_words, season_table, shown_column,
};
pub use statistics::{Figures, MemberReport, Met, MetMatch, SeasonRank};
pub use tables::{TableOrder, read_tables, read_totals};
