//! Points, with halves, tenths or hundredths.

use std::fmt;

use derive_more::{Add, AddAssign, Mul, Neg, Sub, Sum};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::args::conversions;

/// A number of points, stored in 200ths, so that halves and hundredths are exact.
///
/// In JSON, a whole number of points has no decimal point.
///
/// ```
/// use overtrick_core::Points;
/// let shared = Points::halves(3);
/// assert_eq!(shared.to_string(), "1½");
/// assert_eq!(serde_json::to_string(&shared).unwrap(), "1.5");
/// assert_eq!(shared + shared, Points::whole(3));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
// Arithmetic works on the stored 200ths.
#[derive(Add, AddAssign, Mul, Neg, Sub, Sum)]
pub struct Points(i64);

/// The number of stored parts in a point.
const PARTS: i64 = 200;

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);

    /// Returns a whole number of points.
    ///
    /// ```
    /// use overtrick_core::Points;
    ///
    /// assert_eq!(Points::whole(5), Points::halves(10));
    /// ```
    pub const fn whole(points: i64) -> Points {
        Points(points * PARTS)
    }

    /// Returns a number of half points.
    pub const fn halves(halves: i64) -> Points {
        Points(halves * (PARTS / 2))
    }

    /// Returns the points for a number of units; `scale` is the number of units in one point: 1, 10 or 100.
    ///
    /// ```
    /// use overtrick_core::Points;
    ///
    /// assert_eq!(Points::scaled(41, 10).to_string(), "4.1");
    /// assert_eq!(Points::scaled(41, 10).in_units(10), 41);
    /// ```
    pub const fn scaled(units: i64, scale: i64) -> Points {
        Points(units * (PARTS / scale))
    }

    /// Returns the points as a number of units; `scale` is the number of units in one point.
    pub const fn in_units(self, scale: i64) -> i64 {
        self.0 / (PARTS / scale)
    }

    /// Whether it is a whole number.
    ///
    /// ```
    /// use overtrick_core::Points;
    ///
    /// assert!(Points::whole(-3).is_whole());
    /// assert!(!Points::halves(-3).is_whole());
    /// ```
    pub const fn is_whole(self) -> bool {
        self.0 % PARTS == 0
    }

    /// Returns the points as a decimal number.
    #[expect(clippy::cast_precision_loss, reason = "far below 2^52 parts")]
    pub const fn decimal(self) -> f64 {
        self.0 as f64 / PARTS as f64
    }

    /// Returns a decimal number as points, if it is a whole number of halves and at most a billion.
    ///
    /// ```
    /// use overtrick_core::Points;
    ///
    /// assert_eq!(Points::from_decimal(-2.5), Some(Points::halves(-5)));
    /// assert_eq!(Points::from_decimal(0.25), None);
    /// ```
    pub fn from_decimal(decimal: f64) -> Option<Points> {
        let halves = decimal * 2.0;
        #[expect(clippy::cast_possible_truncation, reason = "whole, in range")]
        (halves.fract() == 0.0 && halves.abs() <= 2e9).then(|| Points::halves(halves as i64))
    }
}

// Whole points.
conversions! { Points:
    i64: points => Points::whole(points);
}

/// Writes a negative sign as U+2212, and a half as ½.
///
/// ```
/// use overtrick_core::Points;
///
/// assert_eq!(Points::halves(-3).to_string(), "−1½");
/// assert_eq!(Points::scaled(-105, 100).to_string(), "−1.05");
/// ```
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "−" } else { "" };
        let parts = PARTS.unsigned_abs();
        let (whole, rest) = (self.0.unsigned_abs() / parts, self.0.unsigned_abs() % parts);
        match rest * 100 / parts {
            0 => write!(f, "{sign}{whole}"),
            50 if whole == 0 => write!(f, "{sign}½"),
            50 => write!(f, "{sign}{whole}½"),
            tenths if tenths % 10 == 0 => write!(f, "{sign}{whole}.{}", tenths / 10),
            hundredths => write!(f, "{sign}{whole}.{hundredths:02}"),
        }
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_whole() {
            return serializer.serialize_i64(self.in_units(1));
        }
        serializer.serialize_f64(self.decimal())
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        let decimal = f64::deserialize(deserializer)?;
        let hundredths = (decimal * 100.0).round();
        let is_exact = (hundredths / 100.0 - decimal).abs() < 1e-9;
        if decimal.abs() > 1e9 || !is_exact {
            return Err(D::Error::custom(
                "not a number of hundredths of points, or too many",
            ));
        }
        #[expect(clippy::cast_possible_truncation, reason = "whole, in range")]
        Ok(Points::scaled(hundredths as i64, 100))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_is_written_as_a_fraction() {
        let shown: Vec<String> = [3, -3, 1, -1, 4, -4, 0]
            .map(|h| Points::halves(h).to_string())
            .into();
        assert_eq!(shown, ["1½", "−1½", "½", "−½", "2", "−2", "0"]);
    }

    #[test]
    fn only_numbers_in_range_are_read() {
        assert_eq!(Points::from_decimal(1e300), None);
        let read: Points = serde_json::from_str("2.5").unwrap();
        assert_eq!(read, Points::halves(5));
    }
}
