//! What a table reports of a hand of Mariash.

use super::clauses;
use overtrick_core::prelude::*;

/// The most doublings that any table may allow.
pub const MOST_DOUBLES: i64 = 6;

words! {
    /// What is played.
    pub enum GameType {
        /// With a trump, for contracts.
        Trump = "trump",
        /// The declarer takes no trick.
        Misere = "misere",
        /// The declarer takes every trick.
        Slam = "slam",
    }
}

words! {
    /// What a side commits itself to.
    pub enum Contract {
        /// More than fifty points.
        Game = "game",
        /// The last trick, with the seven of trumps.
        Seven = "seven",
        /// A hundred points.
        Hundred = "hundred",
        /// Both of these.
        HundredSeven = "hundred-seven",
    }
}

words! {
    /// What the defense answers to a hand that was shown, and what becomes of it.
    pub enum OpenHand {
        /// It is conceded.
        Accept = "accept",
        /// It is played.
        Play = "play",
    }
}

words! {
    /// What can be called in the contract selection.
    pub enum CallWord {
        /// No raise.
        Good = "good",
        /// A commitment is doubled.
        Double = "double",
        /// A commitment to Game.
        Game = "game",
        /// A commitment to Seven.
        Seven = "seven",
        /// A commitment to Hundred.
        Hundred = "hundred",
        /// A commitment to Hundred-Seven.
        HundredSeven = "hundred-seven",
        /// The declarer shows the hand.
        OpenHand = "open-hand",
        /// A defender concedes a hand that was shown.
        Accept = "accept",
        /// A defender wants it played.
        Play = "play",
    }
}

impl Contract {
    /// Its clause.
    pub(super) fn clause(self) -> &'static str {
        match self {
            Contract::Game => clauses::GAME,
            Contract::Seven => clauses::SEVEN,
            Contract::Hundred => clauses::HUNDRED,
            Contract::HundredSeven => clauses::HUNDRED_SEVEN,
        }
    }

    /// Whether it asks for the last trick.
    pub(super) fn has_seven(self) -> bool {
        matches!(self, Contract::Seven | Contract::HundredSeven)
    }

    /// Whether it asks for a hundred points.
    pub(super) fn has_hundred(self) -> bool {
        matches!(self, Contract::Hundred | Contract::HundredSeven)
    }
}

hand_record! {
    /// A hand as it was recorded.
    pub struct Record {
        required declarer: String = Kind::Player,
        required game_type: GameType,
        depends trump: Suit,
        optional calls: Vec<WrittenCall>,
        depends commitments: Vec<WrittenCommitment>,
        optional doubles: i64 = Kind::Int(0, MOST_DOUBLES),
        optional open_hand: OpenHand,
        depends points: Points,
        depends marriages: Sides,
        depends last_trick: LastTrick,
        depends declarer_tricks: i64 = Kind::Int(0, 10),
        optional play: Played,
    }
}

object! {
    /// One call of the contract selection, as written.
    pub struct WrittenCall {
        required player: String = Kind::Player,
        required call: CallWord,
        depends on: DoubleOn,
    }
}

object! {
    /// The commitment that a double is on.
    pub struct DoubleOn {
        required by: String = Kind::Player,
        required contract: Contract,
    }
}

object! {
    /// A commitment, as written.
    pub struct WrittenCommitment {
        required by: String = Kind::Player,
        required contract: Contract,
        optional doubles: i64 = Kind::Int(0, MOST_DOUBLES),
    }
}

object! {
    /// The card points of either side: whole numbers, which may be written with a point.
    pub struct Points {
        required declarer: Decimal = Kind::Number(0, 120),
        required defense: Decimal = Kind::Number(0, 120),
    }
}

object! {
    /// A number for either side.
    pub struct Sides {
        required declarer: i64 = Kind::Int(0, 100),
        required defense: i64 = Kind::Int(0, 100),
    }
}

object! {
    /// Who won the last trick, and how.
    pub struct LastTrick {
        required winner: String = Kind::Player,
        required trump_seven: bool,
    }
}

object! {
    /// The play of a hand, with the cards that the declarer put aside where they are known.
    pub struct Played {
        required tricks: WrittenTricks,
        optional hands: WrittenHands = HANDS,
        optional talon: Vec<String> = CARDS,
    }
}
