//! Mariash: one declarer plays against two defenders, and each commitment is settled separately.

mod auction;
mod hand;
mod paper;
mod play;
mod questions;
mod score;
mod terms;

use overtrick_core::prelude::*;
use serde::{Serialize, Serializer};

impl Game for Mariash {
    const FACTS: &'static Facts = &Facts {
        id: "mariash",
        name: "Mariash",
        author: "the authors of the Mariash rulebook",
        source: "Mariash rulebook, R-001 to R-004 and R-006",
        players: (3, 4),
        balances: true,
        clauses: clauses::CLAUSES,
        irregularities: clauses::IRREGULARITIES,
        ..Facts::of::<Mariash>()
    };
}

/// The greatest number of units in a house rule.
const MAX_UNITS: i64 = 1000;

numbers! {
    /// The units that each contract pays.
    pub struct Rates(0..=MAX_UNITS) {
        game = 1,
        seven = 2,
        hundred = 4,
        hundred_seven = 6,
        misere = 15,
        slam = 30,
    }
}

/// The way in which card points are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardPoints {
    /// Aces, tens, kings, queens and jacks count: 120 points in all.
    Full = 120,
    /// Aces, tens and the last trick count ten each: 90 points in all.
    Tens = 90,
}

impl CardPoints {
    fn read(written: &Given<i64>, context: &mut HandContext<'_>) -> CardPoints {
        match **written {
            None | Some(120) => CardPoints::Full,
            Some(90) => CardPoints::Tens,
            Some(other) => {
                let known = args![found: other, words: vec![120_i64, 90]];
                context.refuse("unknown-value", "/card_points", known);
                CardPoints::Full
            }
        }
    }

    fn total(self) -> i64 {
        self as i64
    }

    /// Returns the clause about the points of each card.
    fn clause(self) -> &'static str {
        match self {
            CardPoints::Full => clauses::CARD_POINTS,
            CardPoints::Tens => clauses::NINETY,
        }
    }
}

impl Serialize for CardPoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.total())
    }
}

words! {
    /// The rank of the ten in a trump game.
    pub enum TenRank {
        /// Between the nine and the jack.
        Low = "low",
        /// Between the king and the ace.
        High = "high",
    }
}

impl TenRank {
    /// Returns the default rank of the ten with these card points.
    fn usual(card_points: CardPoints) -> TenRank {
        match card_points {
            CardPoints::Full => TenRank::Low,
            CardPoints::Tens => TenRank::High,
        }
    }
}

words! {
    /// The red trumps.
    pub enum RedTrumps {
        /// Hearts and diamonds.
        HeartsDiamonds = "hearts-diamonds",
        /// Only hearts.
        Hearts = "hearts",
    }
}

impl RedTrumps {
    /// Whether this trump is red.
    fn has(self, trump: Suit) -> bool {
        trump == Suit::Hearts || (trump == Suit::Diamonds && self == RedTrumps::HeartsDiamonds)
    }

    /// Returns the clause that a red trump doubles payments.
    fn clause(self) -> &'static str {
        [clauses::RED, clauses::RED_TRUMPS][self as usize]
    }
}

words! {
    /// The effect of each ten points above a hundred on the payment for a hundred.
    pub enum HundredTens {
        /// No effect.
        None = "none",
        /// The basic payment is added once more.
        Add = "add",
        /// The payment is doubled once more.
        Double = "double",
    }
}

house_rules! {
    /// The house rules in force for a match of Mariash.
    pub struct Mariash(options, table, context);

    rates: numbers(Rates), ours clauses::RATES;
    game_stake: number(0..=MAX_UNITS, 1), ours clauses::STAKE;
    red_doubles: flag(true), stated clauses::RED;
    red_trumps: word(RedTrumps::HeartsDiamonds), later_ours clauses::RED_TRUMPS;
    max_doubles: number(0..=MAX_DOUBLES, 4), stated clauses::MAX_DOUBLES;
    commitments_per_defender: number(1..=3, 1), ours clauses::DEFENDER_LIMIT;
    open_hand_factor: number(1..=100, 2), ours clauses::OPEN_FACTOR;
    card_points: custom {
        optional i64 = Kind::Int(90, 120), default "120",
        CardPoints = CardPoints::read(&options.card_points, context)
    }, stated clauses::CARD_POINTS;
    ten_rank: custom {
        optional Option<TenRank> = Kind::Nullable(&TenRank::KIND), default "null",
        Option<TenRank> = {
            // If the table agrees on the default rank, no rule changes.
            let agreed = options.ten_rank.flatten();
            agreed.filter(|rank| *rank != TenRank::usual(card_points))
        }
    }, later_ours clauses::TEN_RANK;
    marriages: flag(false), ours clauses::MARRIAGES;
    silent: flag(false), ours clauses::SILENT_SEVEN;
    hundred_tens: word(HundredTens::None), later_ours clauses::HUNDRED_TENS;
    limit: nullable(1..=1_000_000), ours clauses::LIMIT;
    sitting_out_pays: flag(true), ours clauses::SITS_OUT;
    hands_planned: nullable(1..=10_000), ours clauses::LENGTH;
}

impl Mariash {
    /// Returns the number of planned hands.
    fn hands_planned(&self) -> Option<usize> {
        usize::try_from(self.hands_planned?).ok()
    }
}

/// The greatest number of doublings that a house rule may allow.
const MAX_DOUBLES: i64 = 6;

words! {
    /// The type of a hand.
    pub enum GameType {
        /// A game with trumps, in which players commit to contracts.
        Trump = "trump",
        /// The declarer takes no trick.
        Misere = "misere",
        /// The declarer takes every trick.
        Slam = "slam",
    }
}

words! {
    /// A contract that a side commits to.
    pub enum Contract {
        /// To have more than fifty points.
        Game = "game",
        /// To win the last trick with the seven of trumps.
        Seven = "seven",
        /// To have a hundred points.
        Hundred = "hundred",
        /// To have a hundred points, and to win the last trick with the seven of trumps.
        HundredSeven = "hundred-seven",
    }
}

words! {
    /// The defense's answer to an open hand.
    pub enum OpenHand {
        /// The defense concedes the hand.
        Accept = "accept",
        /// The defense plays the hand.
        Play = "play",
    }
}

words! {
    /// A call in the contract selection.
    pub enum CallWord {
        /// No raise.
        Good = "good",
        /// A double of a commitment, or of a Misère or a Slam.
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
        /// A defender concedes an open hand.
        Accept = "accept",
        /// A defender wants an open hand to be played.
        Play = "play",
    }
}

impl Contract {
    /// Returns its clause.
    fn clause(self) -> &'static str {
        use clauses::{GAME, HUNDRED, HUNDRED_SEVEN, SEVEN};
        [GAME, SEVEN, HUNDRED, HUNDRED_SEVEN][self as usize]
    }

    /// Returns the text about the points that the contract requires; `None` for a Seven, which requires no points.
    fn needed(self) -> Option<&'static str> {
        match self {
            Contract::Game => Some("more than 50 needed"),
            Contract::Hundred => Some("100 needed"),
            Contract::HundredSeven => Some("100 and the last trick needed"),
            Contract::Seven => None,
        }
    }

    /// Whether the contract requires the last trick.
    fn has_seven(self) -> bool {
        matches!(self, Contract::Seven | Contract::HundredSeven)
    }

    /// Whether the contract requires a hundred points.
    fn has_hundred(self) -> bool {
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
        optional doubles: i64 = Kind::Int(0, MAX_DOUBLES),
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
    /// The commitment that a double applies to.
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
        optional doubles: i64 = Kind::Int(0, MAX_DOUBLES),
    }
}

object! {
    /// The card points of each side: whole numbers, which may be written with a decimal point.
    pub struct Points {
        required declarer: f64 = Kind::Number(0, 120),
        required defense: f64 = Kind::Number(0, 120),
    }
}

object! {
    /// A number for each side.
    pub struct Sides {
        required declarer: i64 = Kind::Int(0, 100),
        required defense: i64 = Kind::Int(0, 100),
    }
}

object! {
    /// The winner of the last trick, and whether the seven of trumps won it.
    pub struct LastTrick {
        required winner: String = Kind::Player,
        required trump_seven: bool,
    }
}

object! {
    /// The play of a hand, with the cards that the declarer put aside, if they are known.
    pub struct Played {
        required tricks: WrittenTricks,
        optional hands: WrittenHands = HANDS,
        optional talon: Vec<String> = CARDS,
    }
}

/// The sides of a hand.
const SIDES: [&str; 2] = ["declarer", "defense"];

mod clauses {
    overtrick_core::clauses! { "mariash":
        DEAL, DECLARER, CHOOSE_TRUMP, SITS_OUT ours, TRUMP_GAME, TALON, TALON_HELD ours,
        TALON_SHARP, TALON_SEVEN, FIRST, TURN, RAISES ours, GOOD, GOOD_RAISED ours, OVER,
        DECLARER_ONE, DEFENDER_LIMIT ours, CONTRACT_TAKEN, SAME_CONTRACT ours, DOUBLE,
        DOUBLE_FIRST ours, DOUBLE_ALTERNATES, MAX_DOUBLES, WHOLE_DOUBLE ours, OPEN_HAND,
        OPEN_DECLARER ours, OPEN_BOTH ours, OPEN_LOSES ours, OPEN_ANSWER, OPEN_TURN ours,
        OPEN_FACTOR ours, LEAD, NEXT_LEAD ours, RANKING, TEN_RANK ours, NO_TRUMP ours, FOLLOW ours,
        BEAT ours, MUST_TRUMP ours, OVERTRUMP ours, TRICK ours, LAST_SEVEN,
        LAST_SEVEN_COMMITTED ours, GAME, SEVEN, HUNDRED, HUNDRED_SEVEN, COMBINED, APART, GAME_WON,
        STAKE ours, RATES ours, RED, RED_TRUMPS ours, MISERE ours, SLAM ours, CARD_POINTS,
        NINETY ours, MARRIAGES ours, SILENT_SEVEN ours, SILENT_HUNDRED ours, HUNDRED_TENS ours,
        LIMIT ours, LENGTH ours,
    }

    overtrick_core::irregularities! {
        "mariash/call-out-of-turn": TURN => guided Call;
        "mariash/same-commitment": CONTRACT_TAKEN => guided Call;
        "mariash/doubled-twice": DOUBLE_ALTERNATES => guided Call;
        "mariash/hand-taken-back": OPEN_HAND => remedied "R-006, Open Hand";
        "mariash/sharp-in-talon": TALON_SHARP => guided Aside;
        "mariash/misdeal": DEAL => remedied "R-002, R-003";
        "mariash/wrong-number": TALON => remedied "R-004";
        "mariash/revoke": FOLLOW => guided Revoke;
        "mariash/not-beaten": BEAT => guided Revoke;
        "mariash/not-trumped": MUST_TRUMP => guided Revoke;
        "mariash/led-out-of-turn": LEAD => guided OutOfTurn;
        "mariash/out-of-turn": "play/turn" => guided OutOfTurn;
    }
}
