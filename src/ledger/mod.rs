//! The log of a match: events that only grow, and what stands because of them. Pure.
//!
//! The log knows seats by their ids (`s1`, `s2`, …) and names by theirs (`n1`, `n2`, …). What the
//! names are stands beside it, so that a player is renamed, a substitute comes in, or a person is
//! erased, and no record is touched.

mod change;
mod fold;
mod frozen;
mod history;
mod id;
mod log;
mod names;
mod people;
mod rewrite;
mod seats;
mod state;
mod view;

pub use change::{Change, Edit, Event, EventKind, Opened, Outcome};
pub use id::{MatchId, Role};
pub use log::{Ledger, Log, ReplayError};
pub use people::NameEntry;
pub use seats::{Person, Sitter};
