//! What a camera reads of random matches.

use proptest::prelude::*;

use super::matches::random_match;
use crate::games::scanned::check_scan;

proptest! {
    #[test]
    fn every_record_is_read_from_its_cells(seed: u64) {
        check_scan(&random_match(seed));
    }
}
