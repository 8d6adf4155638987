//! What the numbers of hands become when hands are inserted and removed.

/// The hands of a match while some are inserted and removed. Whatever names a hand is counted again once,
/// after all of it: else each edit would look at every adjustment.
pub struct Renumbering {
    /// Each place stands for a hand: the first for what comes before all of them, the last for the next one.
    places: Vec<usize>,
    /// The hands that were removed, in order, each with its neighbors then.
    removed: Vec<Removed>,
    /// How many places there ever were.
    count: usize,
    /// How many hands there were at first.
    hands: usize,
}

struct Removed {
    place: usize,
    before: usize,
    after: usize,
}

/// The numbers of hands after all.
pub struct Renumbered {
    /// Where those went that follow a hand, by its number before.
    following: Vec<usize>,
    /// Where those went that begin with a hand.
    beginning: Vec<usize>,
    before: usize,
    after: usize,
}

impl Renumbering {
    /// So many hands.
    pub fn of(hands: usize) -> Renumbering {
        Renumbering {
            places: (0..hands + 2).collect(),
            removed: Vec::new(),
            count: hands + 2,
            hands,
        }
    }

    /// A hand of this number is inserted, which is at most one more than there are.
    pub fn insert(&mut self, number: usize) {
        self.places.insert(number, self.count);
        self.count += 1;
    }

    /// The hand of this number is removed, which is there.
    pub fn remove(&mut self, number: usize) {
        let place = self.places.remove(number);
        let (before, after) = (self.places[number - 1], self.places[number]);
        self.removed.push(Removed {
            place,
            before,
            after,
        });
    }

    /// What the numbers have become.
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
    /// The number of the hand that something follows which followed this one. It keeps to it; where it was
    /// removed, it follows the one before.
    pub fn following(&self, hand: i64) -> i64 {
        let known = usize::try_from(hand).ok();
        let known = known.filter(|hand| *hand <= self.before);
        let now = known.map(|hand| self.following[hand]);
        now.map_or(hand, |now| i64::try_from(now).unwrap_or(i64::MAX))
    }

    /// The number of the first hand of whoever began with this one: where it was removed, with the one after.
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

    /// The same, each number counted again at each step.
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
        // A small generator: the same steps each time.
        let mut seed = 7_u64;
        let mut below = |most: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(seed >> 33).unwrap() % most
        };
        for _ in 0..2_000 {
            let hands = below(7);
            let (mut now, mut steps) = (hands, Vec::new());
            let mut renumbering = Renumbering::of(hands);
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
