//! The match document: one format for files, the command line and programs.
//!
//! [`score`] reads a document, judges every hand of it and gives the match as it stands, or every
//! fault that was found. [`Report`] is its JSON.

mod compare;
mod envelope;
#[cfg(feature = "cli")]
mod export;
mod fingerprint;
mod fold;
mod hand;
mod judge;
mod read;
mod report;
mod scored;
mod write;

pub use compare::{Comparison, compare};
pub use envelope::{Adjustment, DOCUMENT, Envelope, HistoryEntry};
#[cfg(feature = "cli")]
pub use export::{csv, standings_csv};
pub use fingerprint::fingerprint;
pub(crate) use fold::Fold;
pub use fold::MatchFold;
pub(crate) use judge::judge;
pub use judge::{Source, all_of_form};
pub use read::{
    MOST_BYTES, MOST_FINDINGS, MOST_HANDS, check_size, is_well_formed, options_in_force,
    options_in_force_of, read_json, score, score_value, too_many_hands,
};
pub(crate) use read::{examine_source, in_force, sound, typed_source, unknown_game, utf8};
pub use report::{
    AdjustmentReport, CurrentReport, ErrorReport, Fault, Figures, HandReport, LineReport, Notice,
    Report, StandingReport, Status, fault_order,
};
pub use scored::{Adjusted, Scored, ScoredCurrent, ScoredHand, Standing};
pub use write::Hands;
