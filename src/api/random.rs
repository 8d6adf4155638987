//! Fair draws from a source of randomness.

use crate::http::problem::{Problem, ProblemKind};
use crate::service::Random;

/// A number from 0 to one less than `below`, each equally likely.
///
/// # Errors
/// 500: the source has no randomness to give.
pub fn below(source: &dyn Random, below: usize) -> Result<usize, Problem> {
    let internal = || Problem::new(ProblemKind::Internal);
    let below = u64::try_from(below.max(1)).map_err(|_| internal())?;
    // The rest at the end of the range would make small numbers more likely; it is drawn again.
    let fair = u64::MAX - u64::MAX % below;
    loop {
        let mut bytes = [0; 8];
        source.fill(&mut bytes).map_err(|_| internal())?;
        let drawn = u64::from_le_bytes(bytes);
        if drawn < fair {
            return usize::try_from(drawn % below).map_err(|_| internal());
        }
    }
}

/// One of these, each equally likely.
///
/// # Errors
/// 500: there are none, or the source has no randomness to give.
pub fn pick<T: Copy>(source: &dyn Random, from: &[T]) -> Result<T, Problem> {
    from.get(below(source, from.len())?)
        .copied()
        .ok_or_else(|| ProblemKind::Internal.into())
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::service::RandomError;

    /// Gives these numbers, the last one first, and then none.
    #[derive(Debug)]
    struct Numbers(Mutex<Vec<u64>>);

    impl Random for Numbers {
        fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError> {
            let number = self.0.lock().unwrap().pop();
            let number = number.ok_or_else(|| RandomError("no more".to_owned()))?;
            bytes.copy_from_slice(&number.to_le_bytes());
            Ok(())
        }
    }

    #[test]
    fn every_number_is_equally_likely() {
        // 2^64 - 1 is a multiple of three: the number after the last whole round is drawn again.
        let source = Numbers(Mutex::new(vec![7, u64::MAX, u64::MAX - 1, 4, 3]));
        let drawn: Vec<usize> = (0..4).map(|_| below(&source, 3).unwrap()).collect();
        assert_eq!(drawn, [0, 1, 2, 1]);
        assert!(below(&source, 3).is_err());
    }

    #[test]
    fn of_none_none_can_be_picked() {
        let source = Numbers(Mutex::new(vec![1, 5]));
        assert_eq!(pick(&source, &["x", "y"]).unwrap(), "y");
        assert!(pick::<u8>(&source, &[]).is_err());
    }
}
