//! The derivation of points.

use super::args::memory_of;
use super::memory::allocated;
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
    /// The numbers of which its value was made, in the order of the sentence.
    pub factors: Vec<Factor>,
}

impl Line {
    /// The approximate bytes of memory that it takes.
    pub fn memory(&self) -> usize {
        let factors = self.factors.capacity() * size_of::<Factor>();
        size_of::<Line>() + memory_of(&self.args) + allocated(factors)
    }
}

/// A number that entered the value of a [`Line`] under a clause of its own.
///
/// The factors of a line, multiplied, are its value. Those that [add](Factor::adds) are no part of this
/// product: they add up to what was counted to find out who gets the value.
///
/// ```
/// use overtrick_core::Factor;
///
/// let factors = [
///     Factor::times("rate", 4, "a-game/rates"),
///     Factor::times("red", 2, "a-game/red"),
///     Factor::plus("cards", 65, "a-game/card-points"),
/// ];
/// assert_eq!(Factor::product(&factors), 8);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Factor {
    /// The key of its words in the `[factor]` section of a language.
    pub factor: Name,
    /// The number.
    pub value: i64,
    /// The id of the clause.
    pub rule: Name,
    /// Whether it adds to what was counted, instead of multiplying the value.
    pub adds: bool,
}

impl Factor {
    /// A number by which the value is multiplied.
    pub fn times(factor: impl Into<Name>, value: i64, rule: impl Into<Name>) -> Factor {
        Factor {
            factor: factor.into(),
            value,
            rule: rule.into(),
            adds: false,
        }
    }

    /// A number that adds to what was counted.
    pub fn plus(factor: impl Into<Name>, value: i64, rule: impl Into<Name>) -> Factor {
        Factor {
            adds: true,
            ..Factor::times(factor, value, rule)
        }
    }

    /// The value that these factors give: all that multiply, multiplied.
    pub fn product(factors: &[Factor]) -> i64 {
        let times = factors.iter().filter(|factor| !factor.adds);
        times.map(|factor| factor.value).product()
    }
}
