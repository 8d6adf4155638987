//! What a table reports of a hand of Oh Hell.

use crate::rules::auction::{WrittenCall, call_fields};
use crate::rules::form::Kind;
use crate::rules::french::Trump;
use crate::rules::hand_record;
use crate::rules::play::RecordedPlay;
use crate::rules::wire::PerPlayer;

/// A number of tricks, bid or taken.
const TRICKS: Kind = Kind::Int(0, 17);

/// Calls, each a number of tricks.
pub(super) const CALLS: Kind = Kind::List(&Kind::Object(&call_fields(TRICKS)));

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
