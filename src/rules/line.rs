//! How points came about.

use super::{Args, Points, Seat};

/// One step of a derivation: so many points to this seat, by this rule.
///
/// A player's score in a hand is the sum of that player's lines, by construction.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Whose points.
    pub seat: Seat,
    /// How many.
    pub points: Points,
    /// The clause of the game's catalog.
    pub rule: &'static str,
    /// The message that says it, in the `[line]` section of a language's catalog.
    pub message: &'static str,
    /// The figures of its sentence.
    pub args: Args,
}
