//! Chance, from the operating system.

use crate::http::problem::{Problem, ProblemKind as Kind};

/// A number from 0 to one less than `below`, each as likely as any other.
///
/// # Errors
/// 500: the system has none to give.
pub fn below(below: usize) -> Result<usize, Problem> {
    let below = u64::try_from(below.max(1)).map_err(|_| Problem::new(Kind::Internal))?;
    // What is left over at the end of the range would make small numbers likelier; it is drawn again.
    let fair = u64::MAX - u64::MAX % below;
    loop {
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(|_| Problem::new(Kind::Internal))?;
        let drawn = u64::from_le_bytes(random);
        if drawn < fair {
            return usize::try_from(drawn % below).map_err(|_| Problem::new(Kind::Internal));
        }
    }
}

/// One of these, each as likely as any other.
///
/// # Errors
/// 500: there are none, or the system has no random to give.
pub fn pick<T: Copy>(from: &[T]) -> Result<T, Problem> {
    from.get(below(from.len())?)
        .copied()
        .ok_or_else(|| Kind::Internal.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_up_and_no_other() {
        let mut seen = [false; 3];
        for _ in 0..400 {
            seen[below(3).unwrap()] = true;
        }
        assert_eq!(seen, [true; 3]);
        assert!(pick::<u8>(&[]).is_err());
    }
}
