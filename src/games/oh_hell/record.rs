//! What a table reports of a hand of Oh Hell, and what is found of it beside points.

use overtrick_core::auction::call_fields;
use overtrick_core::prelude::*;
use overtrick_core::results::{BIDS_LEFT, COUNT, ResultFields};

/// A number of tricks, bid or taken.
const TRICKS: Kind = Kind::Int(0, 17);

/// Calls, each a number of tricks.
pub const CALLS: Kind = Kind::List(&Kind::Object(&call_fields(TRICKS)));

hand_record! {
    /// A hand as it was recorded.
    pub struct Record {
        optional trump: Trump,
        depends bids: PerPlayer<i64> = Kind::PerPlayer(&TRICKS),
        optional auction: Vec<WrittenCall<i64>> = CALLS,
        depends tricks: PerPlayer<i64> = Kind::PerPlayer(&TRICKS),
        optional play: RecordedPlay,
    }
}

/// The fields of what is found.
pub const RESULTS: ResultFields = ResultFields {
    hand: &[Field::required("cards", COUNT)],
    whole: &[],
    open: &[BIDS_LEFT],
    outcome: &[Field::optional("bids", Kind::PerPlayer(&COUNT))],
};
