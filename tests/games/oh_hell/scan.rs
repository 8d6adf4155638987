//! What a camera reads of random matches.

use proptest::prelude::*;

use super::{WORDS, random_match};
use crate::games::scanned::check_scan;
use crate::support::{Chance, random_cases};
proptest! {
    #![proptest_config(random_cases(256))]

    #[test]
    fn every_record_is_read_from_its_cells(seed: u64) {
        let mut document = random_match(seed).0;
        let mut chance = Chance(seed);
        // Totals of many digits with a sign have no room on a page.
        for rule in ["made_points", "trick_points", "missed_points"] {
            if let Some(points) = document["options"][rule].as_i64() {
                document["options"][rule] = (points % 9).into();
            }
        }
        for hand in document["hands"].as_array_mut().unwrap() {
            let trump = if chance.once_in(5) { "no-trump" } else { *chance.pick(&WORDS) };
            hand["trump"] = trump.into();
        }
        check_scan(&document);
    }
}
