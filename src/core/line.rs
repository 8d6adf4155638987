//! The derivation of points.

use super::{Args, Name, Points, Seat};

/// One step of a derivation: points for a seat under a clause.
///
/// The score of a player in a hand is the sum of the player's lines.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The seat that gets the points.
    pub seat: Seat,
    /// The points.
    pub points: Points,
    /// The id of the clause.
    pub rule: Name,
    /// The key of its message in the `[line]` section of a language.
    pub message: Name,
    /// The arguments of its sentence.
    pub args: Args,
}
