//! What a camera reads of random matches.

use proptest::prelude::*;

use crate::support::random_cases;

use super::matches::random_match;
use crate::games::scanned::check_scan;

proptest! {
    #![proptest_config(random_cases(256))]

    #[test]
    fn every_record_is_read_from_its_cells(seed: u64) {
        check_scan(&random_match(seed));
    }
}
