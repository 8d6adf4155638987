//! A slow, simple scorer of Oh Hell.

use super::*;

/// The house rules of a random match; some are omitted from `options` and have their defaults.
pub(super) struct House {
    pub(super) options: Value,
    deal: &'static str,
    least: i64,
    most: i64,
    made_points: i64,
    trick_points: i64,
    missed: &'static str,
    missed_points: i64,
}

impl House {
    pub(super) fn random(random: &mut Chance, players: usize) -> House {
        let mut house = House {
            options: json!({ "hook": false }),
            deal: "up-down",
            least: 1,
            most: match players {
                6 => 8,
                7 => 7,
                _ => 10,
            },
            made_points: 10,
            trick_points: 1,
            missed: "nothing",
            missed_points: 5,
        };
        if random.once_in(2) {
            house.deal = *random.pick::<&str>(&["up-down", "down-up", "up", "down"]);
            house.options["deal"] = house.deal.into();
        }
        if random.once_in(2) {
            house.most = random.between(1, i64::try_from(51 / players).unwrap());
            house.options["most_cards"] = house.most.into();
        }
        if random.once_in(2) {
            house.least = random.between(1, house.most);
            house.options["least_cards"] = house.least.into();
        }
        if random.once_in(2) {
            house.missed = *random.pick::<&str>(&["nothing", "tricks", "difference"]);
            house.options["missed"] = house.missed.into();
        }
        let points = [
            ("made_points", &mut house.made_points),
            ("trick_points", &mut house.trick_points),
            ("missed_points", &mut house.missed_points),
        ];
        for (name, points) in points {
            if random.once_in(2) {
                *points = random.between(0, 1000);
                house.options[name] = (*points).into();
            }
        }
        house
    }

    /// Returns the number of cards in each hand, from the table in the rules.
    pub(super) fn cards(&self) -> Vec<i64> {
        let up: Vec<i64> = (self.least..=self.most).collect();
        let down: Vec<i64> = up.iter().rev().copied().collect();
        match self.deal {
            "up" => up,
            "down" => down,
            "up-down" => [&up[..], &down[1..]].concat(),
            _ => [&down[..], &up[1..]].concat(),
        }
    }

    /// Returns the points for a bid and the tricks taken.
    pub(super) fn points(&self, bid: i64, tricks: i64) -> i64 {
        if bid == tricks {
            return self.made_points + self.trick_points * bid;
        }
        match self.missed {
            "nothing" => 0,
            "tricks" => self.trick_points * tricks,
            _ => -(self.missed_points * (bid - tricks).abs()),
        }
    }
}
