//! Adjudication: answers a question with a ruling on every step.
//!
//! The same code judges the auctions and plays of recorded hands.

mod question;
mod report;

pub use overtrick_core::judging::Answered;
pub use question::adjudicate;
pub use report::{NextReport, RulingReport, RulingsReport};
