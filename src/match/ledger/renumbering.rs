//! Renumbering of hands when hands are inserted and removed.

/// The present number of each hand of a match in which hands are inserted and removed. What refers to hands is
/// renumbered once, after all edits.
pub struct Renumbering {
    /// The hand to follow, by the number of the hand that was followed; 0 is before all hands.
    following: Vec<usize>,
    /// The first hand, by the number of the hand that was first, up to the next one to be played.
    beginning: Vec<usize>,
}

impl Renumbering {
    /// Begins with this many hands.
    pub fn new(hands: usize) -> Renumbering {
        Renumbering {
            following: (0..=hands).collect(),
            beginning: (0..=hands + 1).collect(),
        }
    }

    /// Inserts a hand with this number, at most one more than there are hands.
    pub fn insert(&mut self, number: usize) {
        let all = self.following.iter_mut().chain(&mut self.beginning);
        for hand in all.filter(|hand| **hand >= number) {
            *hand += 1;
        }
    }

    /// Removes the existing hand with this number. What followed it follows the one before; who began with it begins
    /// with the one after.
    pub fn remove(&mut self, number: usize) {
        for hand in self.following.iter_mut().filter(|hand| **hand >= number) {
            *hand -= 1;
        }
        for hand in self.beginning.iter_mut().filter(|hand| **hand > number) {
            *hand -= 1;
        }
    }

    /// The number of the hand to follow for something that followed this one.
    pub fn following(&self, hand: i64) -> i64 {
        let known = usize::try_from(hand).ok();
        let now = known.and_then(|hand| self.following.get(hand));
        now.map_or(hand, |now| i64::try_from(*now).unwrap_or(i64::MAX))
    }

    /// The number of the first hand for a person who began with this one.
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
        // Of hands 1 to 4, the second is removed; a hand is inserted before what is then the third.
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
