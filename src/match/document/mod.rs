//! The match document: one format for files, the command line and programs.
//!
//! [`score`] reads a document and judges every hand; it returns the scored match, or every fault. [`Report`]
//! is the result as JSON.

mod ahead_report;
#[cfg(feature = "csv")]
mod cells;
mod compare;
mod error_report;
#[cfg(feature = "csv")]
mod export;
mod hand_report;
mod report;
#[cfg(feature = "csv")]
mod results;
#[cfg(feature = "csv")]
mod results_reading;
mod score;

pub use ahead_report::{NextHandReport, OutlookReport};
#[cfg(feature = "csv")]
pub use cells::{BYTE_ORDER_MARK, for_excel, guard};
pub use compare::{Comparison, compare, options_object, read_option};
pub use error_report::{ErrorReport, Fault, FilePlace};
#[cfg(feature = "csv")]
pub use export::{csv, standings_csv};
pub use hand_report::{Figures, RecordedHand, clauses_of, marked_clause, marked_clauses};
pub use overtrick_core::judging::{
    Adjusted, DOCUMENT, MAX_BYTES, Scored, ScoredHand, Standing, check_size, fingerprint,
    read_json, utf8,
};
pub use report::{Detail, Report, StandingReport, Status, game_name};
#[cfg(feature = "csv")]
pub use results::{ReadResults, write_csv, write_results, write_results_header, write_template};
#[cfg(feature = "csv")]
pub use results_reading::{names_games, read_results, results_text};
pub(crate) use score::score_of;
pub use score::{options_of, score, score_value, written_options};
