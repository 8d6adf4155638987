//! Exact fractions.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::AddAssign;

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use overtrick_core::Points;
use serde::{Deserialize, Serialize, Serializer};

/// A fraction of any size, in lowest terms.
///
/// ```
/// use overtrick_club::Fraction;
///
/// let third = Fraction::from(124).over(3);
/// assert_eq!(third.to_string(), "124/3");
/// assert_eq!(third.hundredths(), 4133);
/// assert!(third > Fraction::from(41));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "Points")]
pub struct Fraction {
    numerator: BigInt,
    /// The denominator, which is positive.
    denominator: BigInt,
}

impl Fraction {
    fn lowest(numerator: BigInt, denominator: BigInt) -> Fraction {
        let divisor = numerator.gcd(&denominator);
        Fraction {
            numerator: numerator / &divisor,
            denominator: denominator / divisor,
        }
    }

    /// Divides by a whole number. A divisor of 0 is treated as 1.
    #[must_use]
    pub fn over(&self, divisor: usize) -> Fraction {
        let denominator = &self.denominator * divisor.max(1);
        Fraction::lowest(self.numerator.clone(), denominator)
    }

    /// Whether it is a whole number.
    pub fn is_whole(&self) -> bool {
        self.is_in_parts(1)
    }

    /// Whether it is a multiple of 1/`parts`.
    pub(crate) fn is_in_parts(&self, parts: u32) -> bool {
        BigInt::from(parts).is_multiple_of(&self.denominator)
    }

    /// Returns the number of hundredths, rounded half away from zero and clamped to 64 bits.
    pub fn hundredths(&self) -> i64 {
        let is_negative = self.numerator.sign() == Sign::Minus;
        let size = self.numerator.magnitude() * 200_u32 + self.denominator.magnitude();
        let size = size / (self.denominator.magnitude() * 2_u32);
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        if is_negative { -size } else { size }
    }
}

impl Default for Fraction {
    fn default() -> Fraction {
        Fraction::from(0)
    }
}

impl From<i64> for Fraction {
    fn from(whole: i64) -> Fraction {
        Fraction {
            numerator: whole.into(),
            denominator: 1.into(),
        }
    }
}

impl From<Points> for Fraction {
    fn from(points: Points) -> Fraction {
        // Points are stored in 200ths.
        Fraction::lowest(points.in_units(200).into(), 200.into())
    }
}

impl AddAssign<&Fraction> for Fraction {
    fn add_assign(&mut self, other: &Fraction) {
        let numerator = &self.numerator * &other.denominator + &other.numerator * &self.denominator;
        *self = Fraction::lowest(numerator, &self.denominator * &other.denominator);
    }
}

impl<'f> Sum<&'f Fraction> for Fraction {
    fn sum<I: Iterator<Item = &'f Fraction>>(fractions: I) -> Fraction {
        fractions.fold(Fraction::default(), |mut sum, fraction| {
            sum += fraction;
            sum
        })
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        let numerator = &self.numerator * &other.denominator;
        numerator.cmp(&(&other.numerator * &self.denominator))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Writes the fraction in lowest terms: `72`, `-5/2`.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.numerator)?;
        if self.is_whole() {
            return Ok(());
        }
        write!(f, "/{}", self.denominator)
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Merge;

    fn fraction(numerator: i64, denominator: usize) -> Fraction {
        Fraction::from(numerator).over(denominator)
    }

    #[test]
    fn halves_are_rounded_away_from_zero() {
        let shown = [(124, 3), (-1, 8), (1, 8), (1, 200), (-1, 201), (0, 7)];
        let shown = shown.map(|(above, below)| fraction(above, below).hundredths());
        assert_eq!(shown, [4133, -13, 13, 1, 0, 0]);
    }

    #[test]
    fn sums_are_exact() {
        let thirds = [fraction(1, 3), fraction(1, 6), fraction(-5, 2)];
        assert_eq!(thirds.iter().sum::<Fraction>(), Fraction::from(-2));
        assert_eq!(Merge::Mean.of(&thirds).to_string(), "-2/3");
        assert_eq!(Merge::Mean.of(&[]), Fraction::default());
        assert_eq!(Fraction::from(Points::halves(-5)).to_string(), "-5/2");
        assert!(fraction(1, 3) > fraction(333_333, 1_000_000));
    }
}
