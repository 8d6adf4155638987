//! Seeded random numbers for the tests of crates that the service uses.

#![allow(
    dead_code,
    clippy::allow_attributes,
    reason = "the tests of a crate use a part of it"
)]

/// A random number generator (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn draw(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.draw() >> 11).unwrap() % count.max(1)
    }

    pub fn number(&mut self, least: i64, most: i64) -> i64 {
        let count = usize::try_from(most - least + 1).unwrap();
        least + i64::try_from(self.below(count)).unwrap()
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Returns the number of random inputs for a test: `usual`, or `thorough` with `OVERTRICK_THOROUGH`.
pub fn cases(usual: u64, thorough: u64) -> u64 {
    if std::env::var_os("OVERTRICK_THOROUGH").is_some() {
        thorough
    } else {
        usual
    }
}
