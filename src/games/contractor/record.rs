//! What a table reports of a hand of Contractor: its contract and calls, and what came of it.

use std::fmt::Display;

use super::clauses;
use overtrick_core::prelude::*;

words! {
    /// What is trump, in the order of the table of strains.
    pub enum Strain {
        /// Diamonds are trump.
        Diamonds = "diamonds",
        /// Hearts are trump.
        Hearts = "hearts",
        /// Clubs are trump.
        Clubs = "clubs",
        /// Spades are trump.
        Spades = "spades",
        /// No suit is trump.
        NoTrump = "no-trump",
        /// The top card of the kitty names the trump.
        Crazytrump = "crazytrump",
        /// No suit is trump, and no trick is to be won.
        Nil = "nil",
    }
}

words! {
    /// A condition that a contract has or has not.
    pub enum Condition {
        /// No trump is led before another player has played one.
        SourTrumps = "sour_trumps",
        /// The hand lies open.
        Exposed = "exposed",
        /// A failure costs twice as much.
        AbsolutelySure = "absolutely_sure",
        /// The joker is not used.
        NilWithoutJoker = "nil_without_joker",
        /// The others take a card each, and give one back.
        Thievery = "thievery",
    }
}

impl Condition {
    /// What it adds to a bid.
    pub const fn worth(self) -> i64 {
        match self {
            Condition::SourTrumps | Condition::AbsolutelySure => 1,
            Condition::Exposed | Condition::NilWithoutJoker => 2,
            Condition::Thievery => 3,
        }
    }
}

/// The most tricks that can be pledged beyond five.
pub const MAX_EXTRA: i64 = 5;
/// The cards in the kitty.
pub const KITTY: i64 = 3;
/// What one extra trick adds to a bid.
pub const EXTRA_TRICK: i64 = 2;

object! {
    /// A contract as written.
    pub struct WrittenContract {
        required strain: Strain,
        optional extra_tricks: i64 = Kind::Int(0, MAX_EXTRA),
        optional foregone: i64 = Kind::Int(0, KITTY),
        optional sour_trumps: bool,
        optional exposed: bool,
        optional absolutely_sure: bool,
        optional nil_without_joker: bool,
        optional thievery: bool,
    }
}

impl WrittenContract {
    /// The contract; without a strain it is none.
    pub fn read(&self, pointer: impl Display, context: &mut HandContext<'_>) -> Option<Contract> {
        let strain = *context.needed(&self.strain, format_args!("{pointer}/strain"))?;
        Some(Contract {
            strain,
            extra_tricks: self.extra_tricks.unwrap_or(0),
            foregone: self.foregone.unwrap_or(0),
            conditions: self.flags().map(|flag| flag.unwrap_or(false)),
        })
    }

    /// The same as JSON, as it was written, its fields in their order.
    pub fn as_written(&self) -> Json {
        let strain = self.strain.map(|strain| ("strain", strain.word().into()));
        let numbers = [
            ("extra_tricks", *self.extra_tricks),
            ("foregone", *self.foregone),
        ];
        let numbers = numbers.map(|(key, number)| Some((key, Json::Int(number?))));
        let flags = Condition::ALL.iter().zip(self.flags());
        let flags = flags.map(|(condition, flag)| Some((condition.word(), Json::Bool(flag?))));
        let rest = numbers.into_iter().chain(flags).flatten();
        Json::object(strain.into_iter().chain(rest))
    }

    /// In the order of [`Condition::ALL`].
    fn flags(&self) -> [Option<bool>; 5] {
        [
            *self.sour_trumps,
            *self.exposed,
            *self.absolutely_sure,
            *self.nil_without_joker,
            *self.thievery,
        ]
    }
}

/// A contract, perhaps past its limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contract {
    pub strain: Strain,
    pub extra_tricks: i64,
    pub foregone: i64,
    /// Whether it has each condition, in the order of [`Condition::ALL`].
    pub conditions: [bool; 5],
}

/// The code of what the strain or the table forbids, other than a number out of its range.
pub const CONTRACT_LIMIT: &str = "contract-limit";

/// A limit that a contract is past.
pub struct Limit {
    /// The field of the contract.
    pub field: &'static str,
    /// The code of the fault in a record.
    pub code: &'static str,
    /// Why it cannot be bid.
    pub breach: Breach,
}

impl Contract {
    pub const fn has(&self, condition: Condition) -> bool {
        self.conditions[condition as usize]
    }

    /// Who leads the first trick.
    pub fn leader(&self, contractor: Seat, table: &Table) -> Seat {
        match self.strain {
            Strain::NoTrump => table.next(contractor),
            _ => contractor,
        }
    }

    /// The conditions that it has, in order.
    pub fn conditions(&self) -> impl Iterator<Item = Condition> {
        let all = Condition::ALL.iter().copied();
        all.filter(|condition| self.has(*condition))
    }

    /// Whether the joker must be put aside, or wins its trick.
    pub fn is_without_joker(&self) -> bool {
        self.strain == Strain::Nil && self.has(Condition::NilWithoutJoker)
    }

    /// How many conditions it has; each extra trick and each foregone card counts as one.
    pub fn count(&self) -> i64 {
        let flags = self.conditions.iter().map(|flag| i64::from(*flag));
        self.extra_tricks + self.foregone + flags.sum::<i64>()
    }

    /// The tricks that it takes; in Nil none may be won.
    pub fn needed(&self) -> i64 {
        match self.strain {
            Strain::Nil => 0,
            _ => 5 + self.extra_tricks,
        }
    }

    /// Whether it is made with so many tricks.
    pub fn is_made(&self, tricks: i64) -> bool {
        match self.strain {
            Strain::Nil => tricks == 0,
            _ => tricks >= self.needed(),
        }
    }

    /// Every limit of the table that it is past.
    pub fn past_limits(&self, idle_allowed: bool) -> Vec<Limit> {
        let number = |field, rule, found: i64, most: i64| Limit {
            field,
            code: "out-of-range",
            breach: Breach::new(rule, args![found: found, least: 0, most: most]),
        };
        let limit = |field, breach| Limit {
            field,
            code: CONTRACT_LIMIT,
            breach,
        };
        let mut limits = Vec::new();
        let nil = self.strain == Strain::Nil;
        let (extra, foregone) = (self.extra_tricks, self.foregone);
        if !(0..=MAX_EXTRA).contains(&extra) {
            let rule = clauses::EXTRA_TRICKS;
            limits.push(number("extra_tricks", rule, extra, MAX_EXTRA));
        } else if nil && extra > 0 {
            let breach = Breach::new(clauses::EXTRA_TRICKS, args![]);
            let breach = breach.with_message("contractor/nil-extra-tricks");
            limits.push(limit("extra_tricks", breach));
        }
        if !(0..=KITTY).contains(&foregone) {
            limits.push(number("foregone", clauses::FOREGONE, foregone, KITTY));
        }
        let strain = || args![strain: self.strain];
        let idle = matches!(self.strain, Strain::NoTrump | Strain::Nil);
        if self.has(Condition::SourTrumps) && idle && !idle_allowed {
            limits.push(limit("sour_trumps", Breach::new(clauses::IDLE, strain())));
        }
        if self.has(Condition::NilWithoutJoker) && !nil {
            let breach = Breach::new(clauses::NIL_WITHOUT_JOKER, strain());
            let breach = breach.with_message("contractor/only-in-nil");
            limits.push(limit("nil_without_joker", breach));
        }
        limits
    }

    /// Its fields in their order, each as a message has it.
    fn fields(&self) -> Vec<(&'static str, Arg)> {
        let flag = |set| Arg::from(["contractor/unset", "contractor/set"][usize::from(set)]);
        let mut fields = vec![
            ("strain", self.strain.into()),
            ("extra_tricks", self.extra_tricks.into()),
            ("foregone", self.foregone.into()),
        ];
        let conditions = Condition::ALL.iter();
        fields.extend(conditions.map(|condition| (condition.word(), flag(self.has(*condition)))));
        fields
    }

    /// Where it differs from another contract: the fields, with both values.
    pub fn differences(&self, other: &Contract) -> Vec<(&'static str, Arg, Arg)> {
        let pairs = self.fields().into_iter().zip(other.fields());
        let differ = pairs.filter(|((_, one), (_, another))| one != another);
        let both = differ.map(|((field, one), (_, another))| (field, one, another));
        both.collect()
    }

    /// It in JSON, without what it does not have.
    pub fn json(&self) -> Json {
        let mut entries = vec![("strain", Json::from(self.strain.word()))];
        let numbers = [
            ("extra_tricks", self.extra_tricks),
            ("foregone", self.foregone),
        ];
        let numbers = numbers.into_iter().filter(|(_, number)| *number != 0);
        entries.extend(numbers.map(|(key, number)| (key, Json::Int(number))));
        let conditions = self.conditions();
        entries.extend(conditions.map(|condition| (condition.word(), Json::Bool(true))));
        Json::object(entries)
    }
}

words! {
    /// A call that is no bid.
    pub enum CallWord {
        /// Out for the hand.
        Pass = "pass",
        /// A side wager against the last bid.
        Challenge = "challenge",
    }
}

/// What is called, as written: a word, or the contract that is bid.
pub type WordOrContract = WordOr<CallWord, WrittenContract>;

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
