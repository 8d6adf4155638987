//! Renumbering of hands when hands are inserted and removed.

/// The hands of a match while some are inserted and removed. References to hands are renumbered once at the
/// end; otherwise each edit would visit every adjustment.
pub struct Renumbering {
    /// Each place is a hand; the first stands for before all hands, the last for the next one.
    places: Vec<usize>,
    /// The removed hands, in order, each with its neighbors at that time.
    removed: Vec<Removed>,
    /// The number of places ever created.
    count: usize,
    /// The number of hands at first.
    hands: usize,
}

struct Removed {
    place: usize,
    before: usize,
    after: usize,
}

/// The resulting numbers of hands.
pub struct Renumbered {
    /// The new number to follow, by the old number that was followed.
    following: Vec<usize>,
    /// The new first hand, by the old first hand.
    beginning: Vec<usize>,
    before: usize,
    after: usize,
}

impl Renumbering {
    /// Begins with this many hands.
    pub fn new(hands: usize) -> Renumbering {
        Renumbering {
            places: (0..hands + 2).collect(),
            removed: Vec::new(),
            count: hands + 2,
            hands,
        }
    }

    /// Inserts a hand with this number, at most one more than there are hands.
    pub fn insert(&mut self, number: usize) {
        self.places.insert(number, self.count);
        self.count += 1;
    }

    /// Removes the existing hand with this number.
    pub fn remove(&mut self, number: usize) {
        let place = self.places.remove(number);
        let (before, after) = (self.places[number - 1], self.places[number]);
        self.removed.push(Removed {
            place,
            before,
            after,
        });
    }

    /// The resulting numbers.
    pub fn finish(self) -> Renumbered {
        let mut following = vec![0; self.count];
        for (number, place) in self.places.iter().enumerate() {
            following[*place] = number;
        }
        let mut beginning = following.clone();
        // A neighbor may have been removed later.
        for one in self.removed.iter().rev() {
            following[one.place] = following[one.before];
            beginning[one.place] = beginning[one.after];
        }
        Renumbered {
            following,
            beginning,
            before: self.hands,
            after: self.places.len() - 2,
        }
    }
}

impl Renumbered {
    /// The number of the hand to follow for something that followed this one. If this one was removed, it is
    /// the one before.
    pub fn following(&self, hand: i64) -> i64 {
        let known = usize::try_from(hand).ok();
        let known = known.filter(|hand| *hand <= self.before);
        let now = known.map(|hand| self.following[hand]);
        now.map_or(hand, |now| i64::try_from(now).unwrap_or(i64::MAX))
    }

    /// The number of the first hand for a person who began with this one. If this one was removed, it is the
    /// one after.
    pub fn beginning(&self, hand: usize) -> usize {
        if hand > self.before {
            return (hand + self.after).saturating_sub(self.before);
        }
        self.beginning[hand]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same result, renumbered at each step.
    fn step_by_step(hands: usize, steps: &[(bool, usize)]) -> (Vec<i64>, Vec<usize>) {
        let mut following: Vec<i64> = (0..).take(hands + 1).collect();
        let mut beginning: Vec<usize> = (1..=hands + 1).collect();
        for (inserts, number) in steps {
            let hand = i64::try_from(*number).unwrap();
            for after in &mut following {
                let moved = i64::from(*after >= hand);
                *after += if *inserts { moved } else { -moved };
            }
            for from in &mut beginning {
                if *inserts {
                    *from += usize::from(*from >= *number);
                } else {
                    *from -= usize::from(*from > *number);
                }
            }
        }
        (following, beginning)
    }

    #[test]
    fn all_at_once_is_the_same_as_step_by_step() {
        // A small generator with the same steps each time.
        let mut seed = 7_u64;
        let mut below = |most: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(seed >> 33).unwrap() % most
        };
        for _ in 0..2_000 {
            let hands = below(7);
            let (mut now, mut steps) = (hands, Vec::new());
            let mut renumbering = Renumbering::new(hands);
            for _ in 0..below(9) {
                if now == 0 || below(2) == 0 {
                    let number = below(now + 1) + 1;
                    renumbering.insert(number);
                    steps.push((true, number));
                    now += 1;
                } else {
                    let number = below(now) + 1;
                    renumbering.remove(number);
                    steps.push((false, number));
                    now -= 1;
                }
            }
            let renumbered = renumbering.finish();
            let following = (0..).take(hands + 1).map(|hand| renumbered.following(hand));
            let beginning = (1..=hands + 1).map(|hand| renumbered.beginning(hand));
            let found = (following.collect(), beginning.collect());
            assert_eq!(found, step_by_step(hands, &steps), "{hands} {steps:?}");
        }
    }
}
