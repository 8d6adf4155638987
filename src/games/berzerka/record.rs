//! What a table reports of a hand of Berzerka.

use overtrick_core::prelude::*;

words! {
    /// Which end of a suit is strong.
    pub enum Ranking {
        /// 13 is best.
        Normal = "normal",
        /// 1 is best.
        Inverted = "inverted",
    }
}

impl Ranking {
    /// The other way around.
    pub(super) fn turned(self) -> Ranking {
        match self {
            Ranking::Normal => Ranking::Inverted,
            Ranking::Inverted => Ranking::Normal,
        }
    }
}

words! {
    /// The call that is no bid.
    pub enum Pass {
        /// No bid, and none later.
        Pass = "pass",
    }
}

object! {
    /// A bid as written: a contract, perhaps with an overbid.
    pub struct Bid {
        required contract: String,
        optional overbid: i64 = Kind::Int(0, 13),
    }
}

/// What is called, as written.
pub type PassOrBid = WordOr<Pass, Bid>;

hand_record! {
    /// A hand as it was recorded.
    pub struct Record {
        optional auction: Vec<WrittenCall<PassOrBid>>,
        depends declarer: String = Kind::Player,
        depends contract: String,
        optional hotseat: bool,
        optional overbid: i64 = Kind::Int(0, 13),
        depends trump: Suit,
        depends ranking: Ranking,
        depends pain_suit: Suit,
        required discarded: i64 = Kind::Int(0, 13),
        depends tricks: i64 = Kind::Int(0, 13),
        depends pain_cards: i64 = Kind::Int(0, 13),
        optional play: RecordedPlay,
    }
}
