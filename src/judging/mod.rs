//! The engine that reads, judges and answers for any [`Game`](crate::rules::Game).
//!
//! It knows no list of games: [`crate::games`] gives each game to it, and [`crate::document`] and
//! [`crate::adjudicate`] find the game of a document or a question by its id.

mod adjustments;
mod envelope;
mod fingerprint;
mod head;
mod input;
mod options;
mod question;
mod replay;
mod scored;
mod source;

pub use envelope::{Adjustment, DOCUMENT, Envelope, HistoryEntry, fault_order};
pub use fingerprint::fingerprint;
pub use input::{MOST_BYTES, check_size, read_json, read_object, utf8};
pub use options::rules_in_force;
pub use question::{Answered, Question, answer};
pub use replay::judge;
pub use scored::{Adjusted, Scored, ScoredCurrent, ScoredHand, Standing};
pub use source::{MOST_HANDS, Source, check_hands, read_thoroughly, read_typed};
