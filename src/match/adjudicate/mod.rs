//! Adjudication: a question in, a ruling on every step out.
//!
//! The same code rules here and when a recorded auction or play is scored.

mod question;
mod report;

pub use overtrick_core::judging::Answered;
pub use question::adjudicate;
pub use report::{NextReport, RulingReport, RulingsReport};
