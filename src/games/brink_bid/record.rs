//! What a table reports of a hand of Brink Bid.

use overtrick_core::prelude::*;

words! {
    /// What the Direction die shows.
    pub enum Direction {
        /// Clockwise.
        Left = "left",
        /// Counterclockwise.
        Right = "right",
        /// Across, or clockwise with an odd number of players.
        AcrossLeft = "across-left",
        /// Across, or counterclockwise with an odd number of players.
        AcrossRight = "across-right",
    }
}

object! {
    /// The three dice.
    pub struct Dice {
        optional trump: Trump,
        optional cards: i64 = Kind::Int(0, 3),
        optional direction: Direction,
    }
}

/// An amount of tricks for each player.
const TRICKS: Kind = Kind::PerPlayer(&Kind::Int(0, 13));

hand_record! {
    /// A hand as it was recorded.
    pub struct Record {
        optional dice: Dice,
        required bids: PerPlayer<i64> = TRICKS,
        required tricks: PerPlayer<i64> = TRICKS,
        optional play: RecordedPlay,
    }
}
