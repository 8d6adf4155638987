//! The log of a match: events that only grow, and what stands because of them. Pure.
//!
//! The log knows seats by their ids (`s1`, `s2`, …); names stand beside them, so that a player is
//! renamed, or a substitute comes in, and no record is touched.

mod change;
mod fold;
mod frozen;
mod history;
mod id;
mod log;
mod names;
mod seats;
mod standing;

pub use change::{Change, Deed, Edit, Event, Opened, Outcome};
pub use id::{MatchId, Role};
pub use log::{Broken, Ledger};
pub use seats::{Person, Sitter};
