//! What a table reports of a hand of Contractor.

use super::auction::WordOrContract;
use super::contract::WrittenContract;
use overtrick_core::prelude::*;

hand_record! {
    /// A hand as it was recorded.
    pub struct Record {
        optional auction: Vec<WrittenCall<WordOrContract>>,
        depends contractor: String = Kind::Player,
        depends contract: WrittenContract,
        optional challengers: Vec<String> = Kind::List(&Kind::Player),
        required tricks: PerPlayer<i64> = Kind::PerPlayer(&Kind::Int(0, 10)),
        optional play: Played,
    }
}

object! {
    /// The play of a hand: instead of the tricks that came of it, or beside them.
    pub struct Played {
        required tricks: WrittenTricks,
        optional hands: WrittenHands = HANDS,
        depends kitty_card: String = Kind::Card,
    }
}
