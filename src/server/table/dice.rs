//! Random draws at the table: seating order, first dealer, dice.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Map, Value, json};

use crate::clock::{Random, RandomError};
use overtrick_core::cards::Card;
use overtrick_core::form::{Field, Kind};
use overtrick_core::french;

/// The increment of the state of [`Seeded`] (SplitMix64).
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// A drawn card: the index of the player, and the card.
pub type DrawnCard = (usize, Card);

/// Randomness from a seed: the same seed gives the same draws, so that a draw can be reproduced. Not suitable
/// for keys.
#[derive(Debug)]
pub struct Seeded(AtomicU64);

impl Seeded {
    /// Randomness from this seed.
    pub fn new(seed: u64) -> Seeded {
        Seeded(AtomicU64::new(seed))
    }

    fn draw(&self) -> u64 {
        let state = self.0.fetch_add(STEP, Ordering::Relaxed);
        let mut mixed = state.wrapping_add(STEP);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}

impl Random for Seeded {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.draw().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

/// A number from 0 to `below` - 1, with equal probability.
///
/// # Errors
/// The source has no randomness.
pub fn below(source: &dyn Random, below: usize) -> Result<usize, RandomError> {
    let below = u64::try_from(below.max(1)).unwrap_or(u64::MAX);
    // Numbers in the remainder of the range would favor small results; they are drawn again.
    let fair = u64::MAX - u64::MAX % below;
    loop {
        let mut bytes = [0; 8];
        source.fill(&mut bytes)?;
        let drawn = u64::from_le_bytes(bytes);
        if drawn < fair {
            return Ok(usize::try_from(drawn % below).unwrap_or(0));
        }
    }
}

/// Shuffles items; every order is equally likely.
///
/// # Errors
/// The source has no randomness.
pub fn shuffle<T>(items: &mut [T], source: &dyn Random) -> Result<(), RandomError> {
    for last in (1..items.len()).rev() {
        items.swap(last, below(source, last + 1)?);
    }
    Ok(())
}

/// Rolls the dice of these fields; every face is equally likely.
///
/// # Errors
/// The source has no randomness.
pub fn roll(fields: &[Field], source: &dyn Random) -> Result<Map<String, Value>, RandomError> {
    let mut dice = Map::new();
    for field in fields {
        let face = match field.kind {
            Kind::Word(words) => json!(words[below(source, words.len())?]),
            Kind::Int(least, most) => {
                let faces: Vec<i64> = (least..=most).collect();
                json!(faces[below(source, faces.len())?])
            }
            _ => continue,
        };
        dice.insert(field.name.to_owned(), face);
    }
    Ok(dice)
}

/// Draws for the highest card of a pack of 52, aces high. Returns the rounds; in each, the players who tied
/// for the highest draw again. The last round has a single highest card.
///
/// # Errors
/// The source has no randomness.
pub fn high_card(players: usize, source: &dyn Random) -> Result<Vec<Vec<DrawnCard>>, RandomError> {
    let mut drawing: Vec<usize> = (0..players).collect();
    let mut rounds = Vec::new();
    loop {
        let mut pack: Vec<u8> = (0..french::PACK.cards).collect();
        shuffle(&mut pack, source)?;
        let cards = pack.into_iter().map(Card);
        let round: Vec<DrawnCard> = drawing.into_iter().zip(cards).collect();
        let highest = round.iter().map(|(_, card)| french::rank(*card)).max();
        let tied = round
            .iter()
            .filter(|(_, card)| Some(french::rank(*card)) == highest);
        drawing = tied.map(|(player, _)| *player).collect();
        rounds.push(round);
        if drawing.len() < 2 {
            return Ok(rounds);
        }
    }
}

/// The player with the highest card of the last round.
pub fn first_dealer(rounds: &[Vec<DrawnCard>]) -> usize {
    let last = rounds.last().into_iter().flatten();
    let highest = last.max_by_key(|(_, card)| french::rank(*card));
    highest.map_or(0, |(player, _)| *player)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Returns these numbers, the last first, and then fails.
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
        // 2^64 - 1 is a multiple of three: the number after the last complete cycle is drawn again.
        let source = Numbers(Mutex::new(vec![7, u64::MAX, u64::MAX - 1, 4, 3]));
        let drawn: Vec<usize> = (0..4).map(|_| below(&source, 3).unwrap()).collect();
        assert_eq!(drawn, [0, 1, 2, 1]);
        assert!(below(&source, 3).is_err());
    }

    #[test]
    fn those_who_tie_for_the_highest_card_draw_again() {
        let (mut again, mut dealers) = (0, [0; 5]);
        for seed in 0..2_000 {
            let rounds = high_card(5, &Seeded::new(seed)).unwrap();
            for (round, next) in rounds.iter().zip(&rounds[1..]) {
                let highest = round.iter().map(|(_, card)| french::rank(*card)).max();
                let tied = round
                    .iter()
                    .filter(|(_, card)| Some(french::rank(*card)) == highest);
                let tied: Vec<usize> = tied.map(|(player, _)| *player).collect();
                assert_eq!(
                    next.iter().map(|(player, _)| *player).collect::<Vec<_>>(),
                    tied
                );
                again += 1;
            }
            dealers[first_dealer(&rounds)] += 1;
        }
        assert!(again > 100, "{again}");
        assert!(
            dealers.iter().all(|dealt| (320..480).contains(dealt)),
            "{dealers:?}"
        );
        assert_eq!(
            high_card(5, &Seeded::new(7)).unwrap(),
            high_card(5, &Seeded::new(7)).unwrap()
        );
    }
}
