//! The record of a hand of Contractor: its contract, its calls and its result.

use std::fmt::Display;

use super::{Contractor, Idle, clauses};
use overtrick_core::prelude::*;

words! {
    /// A strain, in the order of the table of strains.
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
        /// No suit is trump, and the contractor must win no trick.
        Nil = "nil",
    }
}

words! {
    /// A condition of a contract besides its strain, in the order of its fields.
    pub enum Condition {
        /// Tricks beyond five.
        ExtraTricks = "extra_tricks",
        /// Cards of the kitty that are not taken.
        Foregone = "foregone",
        /// No trump is led before another player has played one.
        SourTrumps = "sour_trumps",
        /// The hand is exposed.
        Exposed = "exposed",
        /// A failure costs twice as much.
        AbsolutelySure = "absolutely_sure",
        /// The joker is not used.
        NilWithoutJoker = "nil_without_joker",
        /// The others take a card each, and give one back.
        Thievery = "thievery",
    }
}

/// The most tricks that can be pledged beyond five.
pub const MAX_EXTRA: i64 = 5;
/// The cards in the kitty.
pub const KITTY: i64 = 3;

/// The number of times that a contract has each condition, in the order of [`Condition::ALL`]; 0 or 1 for most
/// conditions.
type Amounts<T> = [T; Condition::ALL.len()];

impl Condition {
    /// The conditions that a contract has at most once.
    pub const FLAGS: &'static [Condition] = Condition::ALL.split_at(2).1;

    /// Returns the value that it adds to a bid, each time.
    pub const fn worth(self) -> i64 {
        [2, 1, 1, 2, 1, 2, 3][self as usize]
    }

    /// Returns how often a contract can have it.
    pub const fn most(self) -> i64 {
        [MAX_EXTRA, KITTY, 1, 1, 1, 1, 1][self as usize]
    }

    /// Returns its clause.
    pub const fn clause(self) -> &'static str {
        match self {
            Condition::ExtraTricks => clauses::EXTRA_TRICKS,
            Condition::Foregone => clauses::FOREGONE,
            Condition::SourTrumps => clauses::SOUR_TRUMPS,
            Condition::Exposed => clauses::EXPOSED,
            Condition::AbsolutelySure => clauses::ABSOLUTELY_SURE,
            Condition::NilWithoutJoker => clauses::NIL_WITHOUT_JOKER,
            Condition::Thievery => clauses::THIEVERY,
        }
    }

    fn is_flag(self) -> bool {
        Condition::FLAGS.contains(&self)
    }
}

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
    /// Returns the contract; `None` without a strain, which is reported.
    pub fn read(&self, pointer: impl Display, context: &mut HandContext<'_>) -> Option<Contract> {
        let strain = *context.needed(&self.strain, format_args!("{pointer}/strain"))?;
        let amounts = self.amounts().map(|amount| amount.unwrap_or(0));
        Some(Contract { strain, amounts })
    }

    /// Returns the contract as JSON, in its written form, with its fields in order.
    pub fn as_written(&self) -> Json {
        contract_json(*self.strain, self.amounts())
    }

    fn amounts(&self) -> Amounts<Option<i64>> {
        let flag = |flag: &Given<bool>| flag.map(i64::from);
        [
            *self.extra_tricks,
            *self.foregone,
            flag(&self.sour_trumps),
            flag(&self.exposed),
            flag(&self.absolutely_sure),
            flag(&self.nil_without_joker),
            flag(&self.thievery),
        ]
    }
}

/// Returns the JSON of a contract with these amounts.
fn contract_json(strain: Option<Strain>, amounts: Amounts<Option<i64>>) -> Json {
    let strain = strain.map(|strain| ("strain", strain.word().into()));
    let conditions = Condition::ALL.iter().zip(amounts);
    let conditions = conditions.filter_map(|(condition, amount)| {
        let value = if condition.is_flag() {
            Json::Bool(amount? > 0)
        } else {
            Json::Int(amount?)
        };
        Some((condition.word(), value))
    });
    Json::object(strain.into_iter().chain(conditions))
}

/// A contract, possibly beyond its limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contract {
    pub strain: Strain,
    amounts: Amounts<i64>,
}

/// The code of a contract that its strain or the table forbids, unless a number is out of range.
pub const CONTRACT_LIMIT: &str = "contract-limit";

/// A limit that a contract exceeds.
pub struct Limit {
    /// The field of the contract.
    pub field: &'static str,
    /// The code of the fault in a record.
    pub code: &'static str,
    /// The reason why the contract cannot be bid.
    pub breach: Breach,
}

impl Contract {
    /// Returns how often it has a condition.
    pub const fn amount(&self, condition: Condition) -> i64 {
        self.amounts[condition as usize]
    }

    pub const fn has(&self, condition: Condition) -> bool {
        self.amount(condition) > 0
    }

    /// Returns the leader of the first trick.
    pub fn leader(&self, contractor: Seat, table: &Table) -> Seat {
        match self.strain {
            Strain::NoTrump => table.next(contractor),
            _ => contractor,
        }
    }

    /// Whether the joker must be put aside, or else wins its trick.
    pub fn is_without_joker(&self) -> bool {
        self.strain == Strain::Nil && self.has(Condition::NilWithoutJoker)
    }

    /// Returns the number of its conditions. Each extra trick and each foregone card counts as one.
    pub fn count(&self) -> i64 {
        self.amounts.iter().sum()
    }

    /// Returns the value that its conditions add to a bid.
    pub fn worth(&self) -> i64 {
        let all = Condition::ALL.iter();
        all.map(|condition| self.amount(*condition) * condition.worth())
            .sum()
    }

    /// Returns the number of tricks that it requires; in Nil none may be won.
    pub fn needed(&self) -> i64 {
        match self.strain {
            Strain::Nil => 0,
            _ => 5 + self.amount(Condition::ExtraTricks),
        }
    }

    /// Whether it is made with this number of tricks.
    pub fn is_made(&self, tricks: i64) -> bool {
        match self.strain {
            Strain::Nil => tricks == 0,
            _ => tricks >= self.needed(),
        }
    }

    /// Returns its fields in order, each as an argument of a message.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, Arg)> {
        let conditions = Condition::ALL.iter().map(|condition| {
            let value = match (condition.is_flag(), self.amount(*condition)) {
                (false, amount) => amount.into(),
                (true, 0) => "contractor/unset".into(),
                (true, _) => "contractor/set".into(),
            };
            (condition.word(), value)
        });
        let strain = ("strain", self.strain.into());
        [strain].into_iter().chain(conditions)
    }

    /// Returns the contract as JSON: the strain, and the conditions that it has.
    pub fn json(&self) -> Json {
        let amounts = self.amounts.map(|amount| (amount != 0).then_some(amount));
        contract_json(Some(self.strain), amounts)
    }
}

impl Contractor {
    /// Returns how often a contract in a strain can have a condition at this table.
    fn most(&self, condition: Condition, strain: Strain) -> i64 {
        let is_nil = strain == Strain::Nil;
        let is_idle = is_nil || strain == Strain::NoTrump;
        let can = match condition {
            Condition::ExtraTricks => !is_nil,
            Condition::SourTrumps => !is_idle || self.idle_conditions == Idle::Allow,
            Condition::NilWithoutJoker => is_nil,
            _ => true,
        };
        if can { condition.most() } else { 0 }
    }

    /// Returns every limit of the table that a contract exceeds.
    pub(super) fn exceeded_limits(&self, contract: &Contract) -> Vec<Limit> {
        let strain = contract.strain;
        let past = Condition::ALL.iter().filter_map(|condition| {
            let (amount, rule) = (contract.amount(*condition), condition.clause());
            let (code, breach) = if !(0..=condition.most()).contains(&amount) {
                let args = args![found: amount, least: 0, most: condition.most()];
                ("out-of-range", Breach::new(rule, args))
            } else if amount > self.most(*condition, strain) {
                let (idle, of_strain) = (clauses::IDLE_CONDITIONS, args![strain: strain]);
                let (rule, args, message) = match condition {
                    Condition::ExtraTricks => (rule, args![], "contractor/nil-extra-tricks"),
                    Condition::SourTrumps => (idle, of_strain, idle),
                    _ => (rule, of_strain, "contractor/only-in-nil"),
                };
                let breach = Breach::new(rule, args).with_message(message);
                (CONTRACT_LIMIT, breach)
            } else {
                return None;
            };
            Some(Limit {
                field: condition.word(),
                code,
                breach,
            })
        });
        past.collect()
    }

    /// Returns every contract that can be bid in a strain, those with the most conditions first.
    pub(super) fn contracts(&self, strain: Strain) -> Vec<Contract> {
        let amounts = [0; Condition::ALL.len()];
        let mut contracts = vec![Contract { strain, amounts }];
        for condition in Condition::ALL {
            let amounts = (0..=self.most(*condition, strain)).rev();
            let with_each = contracts.into_iter().flat_map(|contract| {
                amounts.clone().map(move |amount| {
                    let mut with = contract;
                    with.amounts[*condition as usize] = amount;
                    with
                })
            });
            contracts = with_each.collect();
        }
        contracts
    }
}

words! {
    /// A call that is not a bid.
    pub enum CallWord {
        /// The player is out for the hand.
        Pass = "pass",
        /// A side wager against the last bid.
        Challenge = "challenge",
    }
}

/// A call as written: a word, or the contract that is bid.
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
    /// The play of a hand, recorded instead of its tricks or beside them.
    pub struct Played {
        required tricks: WrittenTricks,
        optional hands: WrittenHands = HANDS,
        depends kitty_card: String = Kind::Card,
    }
}
