//! The types of values: ranges of numbers and sets of words.

use crate::syntax::{MAX_NUMBER, Pair};

/// The most players of a game.
pub const MAX_PLAYERS: usize = 10;
/// The most words of a definition.
pub const MAX_WORDS: usize = 200;
/// The greatest total in expressions. The least is its negative. Other totals are clamped.
pub const MAX_TOTAL: i64 = 1_000_000_000;

/// The type of a value. At run time every value is a whole number: 0 or 1 for a flag, the seat of a player,
/// or the index of a word in the definition. The value [`NOBODY`] means no player or no word.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Type {
    Number(Range),
    #[default]
    Flag,
    Player,
    Word(WordSet),
}

/// The value for no player, or for no word.
pub const NOBODY: i64 = -1;

impl Type {
    /// Returns its kind: the key of a word in the language files.
    pub fn kind(&self) -> &'static str {
        match self {
            Type::Number(_) => "whole number",
            Type::Flag => "flag",
            Type::Player => "player",
            Type::Word(_) => "word",
        }
    }

    /// Returns the range of a number. Other types have the range from 0 to 0.
    pub fn range(&self) -> Range {
        match self {
            Type::Number(range) => *range,
            _ => Range::new(0, 0),
        }
    }

    /// Whether this type contains a value.
    pub fn has(&self, value: i64) -> bool {
        match self {
            Type::Number(range) => range.least <= value && value <= range.most,
            Type::Flag => value == 0 || value == 1,
            _ if value == NOBODY => !matches!(self, Type::Word(words) if !words.absent),
            Type::Player => usize::try_from(value).is_ok_and(|seat| seat < MAX_PLAYERS),
            Type::Word(words) => usize::try_from(value).is_ok_and(|word| words.has(word)),
        }
    }

    /// Returns the value that stands for an absent value of this type.
    pub fn absent(&self) -> i64 {
        match self {
            Type::Number(_) | Type::Flag => 0,
            Type::Player | Type::Word(_) => NOBODY,
        }
    }

    /// Returns the type that has the values of both types; `None` if they have different kinds.
    pub fn joined(self, other: Type) -> Option<Type> {
        match (self, other) {
            (Type::Number(one), Type::Number(other)) => Some(Type::Number(one.joined(other))),
            (Type::Word(one), Type::Word(other)) => Some(Type::Word(one.joined(other))),
            (one, other) => (one == other).then_some(one),
        }
    }

    /// Returns the type with the absent value added.
    pub fn or_absent(self) -> Type {
        match self {
            Type::Number(range) => Type::Number(range.joined(Range::new(0, 0))),
            Type::Word(words) => Type::Word(WordSet {
                absent: true,
                ..words
            }),
            other => other,
        }
    }
}

/// The least and the greatest value that a number can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    pub least: i64,
    pub most: i64,
}

impl Range {
    pub const fn new(least: i64, most: i64) -> Range {
        Range { least, most }
    }

    pub fn joined(self, other: Range) -> Range {
        Range::new(self.least.min(other.least), self.most.max(other.most))
    }

    pub fn clamp(self, value: i64) -> i64 {
        // A range in a definition is never empty.
        value.max(self.least).min(self.most)
    }

    /// Returns the range of an operation on two numbers; `None` if a result could exceed [`MAX_NUMBER`]. Quotients are
    /// rounded down; a divisor is at least 1.
    pub fn combined(self, pair: Pair, other: Range) -> Option<Range> {
        let operation: fn(i128, i128) -> i128 = match pair {
            Pair::Plus => |one, other| one + other,
            Pair::Minus => |one, other| one - other,
            Pair::Times => |one, other| one * other,
            Pair::Divide => |one, divisor| one.div_euclid(divisor.max(1)),
            Pair::Min => Ord::min,
            Pair::Max => Ord::max,
            _ => return Some(self.modulo(other)),
        };
        let ends = [self.least, self.most].map(i128::from);
        let corners = ends.map(|one| {
            let others = [other.least, other.most].map(i128::from);
            others.map(|other| operation(one, other))
        });
        let values = corners.as_flattened();
        let (least, most) = (values.iter().min()?, values.iter().max()?);
        let within = |value: &i128| {
            let value = i64::try_from(*value).ok();
            value.filter(|value| value.unsigned_abs() <= MAX_NUMBER.unsigned_abs())
        };
        Some(Range::new(within(least)?, within(most)?))
    }

    /// Returns the range of remainders, which are never negative. The divisor is at least 1.
    fn modulo(self, divisor: Range) -> Range {
        let below = (divisor.most - 1).max(0);
        if self.least < 0 {
            return Range::new(0, below);
        }
        if self.most < divisor.least {
            return self;
        }
        Range::new(0, below.min(self.most))
    }

    pub fn negative(self) -> Range {
        Range::new(-self.most, -self.least)
    }

    pub fn abs(self) -> Range {
        let most = self.least.abs().max(self.most.abs());
        Range::new(self.least.max(-self.most).max(0), most)
    }
}

/// The possible words of a value, and whether it may be absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WordSet {
    bits: [u64; MAX_WORDS.div_ceil(64)],
    pub absent: bool,
}

impl WordSet {
    pub fn of(words: &[usize]) -> WordSet {
        let mut set = WordSet::default();
        for word in words {
            if let Some(bits) = set.bits.get_mut(word / 64) {
                *bits |= 1 << (word % 64);
            }
        }
        set
    }

    pub fn has(&self, word: usize) -> bool {
        let bits = self.bits.get(word / 64);
        bits.is_some_and(|bits| bits & (1 << (word % 64)) != 0)
    }

    pub fn joined(self, other: WordSet) -> WordSet {
        WordSet {
            bits: std::array::from_fn(|index| self.bits[index] | other.bits[index]),
            absent: self.absent || other.absent,
        }
    }

    /// Whether the two sets have a common value.
    pub fn meets(&self, other: &WordSet) -> bool {
        let mut pairs = self.bits.iter().zip(other.bits);
        (self.absent && other.absent) || pairs.any(|(one, other)| one & other != 0)
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..MAX_WORDS).filter(|word| self.has(*word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_contain_every_result() {
        let all: Vec<Range> = (-4..=4)
            .flat_map(|least| (least..=4).map(move |most| Range::new(least, most)))
            .collect();
        let has = |range: Range, value: i64| range.least <= value && value <= range.most;
        for one in &all {
            for other in &all {
                let positive = Range::new(other.least.max(1), other.most.max(1));
                for a in one.least..=one.most {
                    assert!(has(one.abs(), a.abs()) && has(one.negative(), -a));
                    for b in other.least..=other.most {
                        let range = |pair| one.combined(pair, *other).unwrap();
                        assert!(has(range(Pair::Plus), a + b));
                        assert!(has(range(Pair::Minus), a - b));
                        assert!(has(range(Pair::Times), a * b));
                        assert!(has(range(Pair::Min), a.min(b)));
                        assert!(has(range(Pair::Max), a.max(b)));
                    }
                    for b in positive.least..=positive.most {
                        let range = |pair| one.combined(pair, positive).unwrap();
                        assert!(has(range(Pair::Divide), a.div_euclid(b)));
                        assert!(has(range(Pair::Modulo), a.rem_euclid(b)));
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_do_not_exceed_the_limit() {
        let most = Range::new(0, MAX_NUMBER);
        assert_eq!(most.combined(Pair::Plus, Range::new(0, 0)), Some(most));
        assert_eq!(most.combined(Pair::Plus, Range::new(0, 1)), None);
        assert_eq!(most.combined(Pair::Times, Range::new(0, 2)), None);
    }
}
