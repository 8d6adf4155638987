//! What a table reports of a hand of Oh Hell.

use overtrick_core::auction::call_fields;
use overtrick_core::prelude::*;

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
