//! Renumbering of hands when hands are inserted and removed.

/// The new numbers of the hands of a match in which hands are inserted and removed. References to hands are renumbered
/// once, after all edits.
pub struct Renumbering {
    /// The new number of the hand that an adjustment follows, by the old number; 0 is the place before all hands.
    following: Vec<usize>,
    /// The new number of the first hand of a player, by the old number, up to the next hand to be played.
    beginning: Vec<usize>,
}

impl Renumbering {
    /// Starts with this many hands.
    pub fn new(hands: usize) -> Renumbering {
        Renumbering {
            following: (0..=hands).collect(),
            beginning: (0..=hands + 1).collect(),
        }
    }

    /// Inserts a hand that gets this number, at most the number of hands plus one.
    pub fn insert(&mut self, number: usize) {
        let all = self.following.iter_mut().chain(&mut self.beginning);
        for hand in all.filter(|hand| **hand >= number) {
            *hand += 1;
        }
    }

    /// Removes the existing hand with this number. Adjustments after this hand then follow the hand before it. Players
    /// who began with this hand then begin with the hand after it.
    pub fn remove(&mut self, number: usize) {
        for hand in self.following.iter_mut().filter(|hand| **hand >= number) {
            *hand -= 1;
        }
        for hand in self.beginning.iter_mut().filter(|hand| **hand > number) {
            *hand -= 1;
        }
    }

    /// Returns the new number of the hand that an adjustment follows.
    pub fn following(&self, hand: i64) -> i64 {
        let known = usize::try_from(hand).ok();
        let now = known.and_then(|hand| self.following.get(hand));
        now.map_or(hand, |now| i64::try_from(*now).unwrap_or(i64::MAX))
    }

    /// Returns the new number of the first hand of a player.
    pub fn beginning(&self, hand: usize) -> usize {
        let next = self.beginning.len() - 1;
        match self.beginning.get(hand) {
            Some(now) => *now,
            None => (hand + self.beginning[next]).saturating_sub(next),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_move_with_their_hands() {
        // Hand 2 of 4 is removed, and then a hand is inserted before the new hand 3.
        let mut numbers = Renumbering::new(4);
        numbers.remove(2);
        numbers.insert(3);
        let following = [0, 1, 2, 3, 4, 9].map(|hand| numbers.following(hand));
        assert_eq!(following, [0, 1, 1, 2, 4, 9]);
        let beginning = [1, 2, 3, 4, 5, 7].map(|hand| numbers.beginning(hand));
        assert_eq!(beginning, [1, 2, 2, 4, 5, 7]);
        // The neighbors of a removed hand may be removed, too.
        let mut numbers = Renumbering::new(3);
        for _ in 0..3 {
            numbers.remove(1);
        }
        assert_eq!([1, 2, 3].map(|hand| numbers.following(hand)), [0, 0, 0]);
        assert_eq!(
            [1, 2, 3, 4].map(|hand| numbers.beginning(hand)),
            [1, 1, 1, 1]
        );
    }
}
