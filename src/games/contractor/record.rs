//! The record of a hand of Contractor: its contract, its calls and its result.

use std::fmt::Display;

use super::{Contractor, Idle, clauses};
use overtrick_core::prelude::*;

words! {
    /// A strain of a contract, in the order of the rules' table of strains.
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
        /// The suit of the kitty's top card is trump.
        Crazytrump = "crazytrump",
        /// No suit is trump, and the contractor must not win a trick.
        Nil = "nil",
    }
}

words! {
    /// A condition that a bid adds to the strain, in the order of the contract's fields.
    pub enum Condition {
        /// Tricks beyond five.
        ExtraTricks = "extra_tricks",
        /// Cards of the kitty that the contractor does not take.
        Foregone = "foregone",
        /// The contractor may not lead trump before another player has played one.
        SourTrumps = "sour_trumps",
        /// The contractor's hand is laid open.
        Exposed = "exposed",
        /// The contractor loses twice as much if the contract fails.
        AbsolutelySure = "absolutely_sure",
        /// In Nil, the contractor must put the joker aside, or else it wins its trick.
        NilWithoutJoker = "nil_without_joker",
        /// Each opponent takes a card from the contractor, and gives one back.
        Thievery = "thievery",
    }
}

/// The most extra tricks, beyond five, that can be bid.
pub const MAX_EXTRA: i64 = 5;
/// The number of cards in the kitty.
pub const KITTY: i64 = 3;

/// A number for each condition of a contract, in the order of [`Condition::ALL`]. For most conditions, it is
/// 0 or 1.
type Amounts<T> = [T; Condition::ALL.len()];

impl Condition {
    /// The conditions that a contract either has or does not have; the other conditions are numbers.
    pub const FLAGS: &'static [Condition] = Condition::ALL.split_at(2).1;

    /// Returns the value that the condition adds to a bid, for each trick or card if it is a number.
    pub const fn worth(self) -> i64 {
        [2, 1, 1, 2, 1, 2, 3][self as usize]
    }

    /// Returns the greatest number that this condition can have in a contract.
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
    /// Returns the contract. Reports a missing strain and returns `None`.
    pub fn read(&self, pointer: impl Display, context: &mut HandContext<'_>) -> Option<Contract> {
        let strain = *context.needed(&self.strain, format_args!("{pointer}/strain"))?;
        let amounts = self.amounts().map(|amount| amount.unwrap_or(0));
        Some(Contract { strain, amounts })
    }

    /// Returns the contract as JSON with all fields that were written, in their usual order.
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

/// Returns the JSON of a contract with this strain and these numbers for its conditions.
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

/// A contract that may exceed the limits of its strain or the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contract {
    pub strain: Strain,
    amounts: Amounts<i64>,
}

/// The code of the fault for a condition that the strain or the house rules do not allow.
pub const CONTRACT_LIMIT: &str = "contract-limit";

/// A limit that a contract exceeds.
pub struct Limit {
    /// The field of the contract that exceeds the limit.
    pub field: &'static str,
    /// The code of the fault if a recorded contract exceeds the limit.
    pub code: &'static str,
    /// The breach if a bid exceeds the limit.
    pub breach: Breach,
}

impl Contract {
    /// Returns the number that this condition has in the contract; 0 if it is not bid.
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

    /// Whether the contract is Nil without joker.
    pub fn is_without_joker(&self) -> bool {
        self.strain == Strain::Nil && self.has(Condition::NilWithoutJoker)
    }

    /// Returns the number of conditions. Each extra trick and each foregone card is one condition.
    pub fn count(&self) -> i64 {
        self.amounts.iter().sum()
    }

    /// Returns the value that the conditions add to the bid.
    pub fn worth(&self) -> i64 {
        let all = Condition::ALL.iter();
        all.map(|condition| self.amount(*condition) * condition.worth())
            .sum()
    }

    /// Returns the number of tricks that the contract requires. It is 0 for Nil, in which no trick may be won.
    pub fn needed(&self) -> i64 {
        match self.strain {
            Strain::Nil => 0,
            _ => 5 + self.amount(Condition::ExtraTricks),
        }
    }

    /// Whether this number of tricks makes the contract.
    pub fn is_made(&self, tricks: i64) -> bool {
        match self.strain {
            Strain::Nil => tricks == 0,
            _ => tricks >= self.needed(),
        }
    }

    /// Returns the fields of the contract in order, with their values as message arguments.
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
    /// Returns the greatest number that a condition can have in this strain under the house rules.
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

    /// Returns every limit that a contract exceeds under the house rules.
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

    /// Returns every contract that can be bid in a strain, starting with the one that has the most conditions.
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
        /// The player may not call again in this auction.
        Pass = "pass",
        /// A side wager against the last bid.
        Challenge = "challenge",
    }
}

/// A call as written: a word, or a contract if the call is a bid.
pub type WordOrContract = WordOr<CallWord, WrittenContract>;

hand_record! {
    /// A hand as it was recorded.
    pub struct Record {
        optional auction: Vec<WrittenCall<WordOrContract>>,
        depends contractor: String = Kind::Player,
        depends contract: WrittenContract,
        optional challengers: Vec<String> = Kind::List(&Kind::Player),
        depends tricks: PerPlayer<i64> = Kind::PerPlayer(&Kind::Int(0, 10)),
        optional play: Played,
    }
}

object! {
    /// The play of a hand. It may be recorded with or without the numbers of tricks.
    pub struct Played {
        required tricks: WrittenTricks,
        optional hands: WrittenHands = HANDS,
        depends kitty_card: String = Kind::Card,
    }
}
