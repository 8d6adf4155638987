//! What a camera reads of random matches.

use proptest::prelude::*;

use super::{WORDS, random_match};
use crate::games::scanned::check_scan;
use crate::support::{Chance, random_cases};
use serde_json::json;
proptest! {
    #![proptest_config(random_cases(256))]

    #[test]
    fn every_record_is_read_from_its_cells(seed: u64) {
        let mut document = random_match(seed);
        let mut chance = Chance(seed);
        let directions = ["left", "right", "across-left", "across-right"];
        for hand in document["hands"].as_array_mut().unwrap() {
            let trump = if chance.once_in(5) { "no-trump" } else { *chance.pick(&WORDS) };
            let dice = json!({ "trump": trump, "cards": chance.between(0, 3),
                               "direction": chance.pick(&directions) });
            if !chance.once_in(4) {
                hand["dice"] = dice;
            }
        }
        check_scan(&document);
    }
}
