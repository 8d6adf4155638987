//! What a bid is worth, and the cheapest bids above a value.

use super::contract::{Condition, Contract, EXTRA_TRICK, KITTY, MOST_EXTRA, Strain};
use super::house_rules::Contractor;
use overtrick_core::prelude::*;

/// The most contracts of one value that are listed.
const MOST_LISTED: usize = 10;

/// The parts of a value, each with its name: the fields of a contract, then the dealer's bonus.
pub struct Value {
    pub parts: Vec<(&'static str, i64)>,
}

impl Value {
    pub fn total(&self) -> i64 {
        self.parts.iter().map(|(_, points)| points).sum()
    }

    pub fn json(&self) -> Json {
        let parts = self.parts.iter();
        Json::object(parts.map(|(part, points)| (*part, Json::Int(*points))))
    }
}

/// The least value that can be bid now, and contracts that have it.
pub struct Cheapest {
    pub value: i64,
    pub contracts: Vec<Contract>,
}

impl Contractor {
    /// What a contract within its limits is worth, by its parts; those that add nothing are left
    /// out.
    pub(super) fn value(&self, contract: &Contract, by_dealer: bool) -> Value {
        let mut parts = vec![
            ("strain", self.strain_values.of(contract.strain)),
            ("extra_tricks", contract.extra_tricks * EXTRA_TRICK),
            ("foregone", contract.foregone),
        ];
        let conditions = Condition::ALL
            .iter()
            .filter(|condition| contract.has(**condition));
        parts.extend(conditions.map(|condition| (condition.word(), condition.worth())));
        parts.push(("dealers_bonus", self.bonus(by_dealer)));
        parts.retain(|(_, points)| *points != 0);
        Value { parts }
    }

    /// What is added to every bid of the dealer.
    pub(super) fn bonus(&self, by_dealer: bool) -> i64 {
        if by_dealer { self.dealers_bonus } else { 0 }
    }

    /// The least value above this one that can be bid, if any can: fewest conditions first, then in
    /// the order of the table of strains, then those with more of the conditions named earlier.
    pub(super) fn cheapest(&self, by_dealer: bool, above: Option<i64>) -> Option<Cheapest> {
        let bonus = self.bonus(by_dealer);
        let mut value = i64::MAX;
        let mut contracts = Vec::new();
        self.each_contract(|contract, worth| {
            let worth = worth + bonus;
            if worth > value || above.is_some_and(|above| worth <= above) {
                return;
            }
            if worth < value {
                value = worth;
                contracts.clear();
            }
            contracts.push(contract);
        });
        if contracts.is_empty() {
            return None;
        }
        contracts.sort_by_key(|contract| (contract.count(), contract.strain));
        contracts.truncate(MOST_LISTED);
        Some(Cheapest { value, contracts })
    }

    /// Shows every contract within the limits of the table, with its value without the bonus.
    fn each_contract(&self, mut show: impl FnMut(Contract, i64)) {
        for strain in Strain::ALL {
            let most_extra = if *strain == Strain::Nil {
                0
            } else {
                MOST_EXTRA
            };
            let all = self.conditions_of(*strain);
            for extra_tricks in (0..=most_extra).rev() {
                for foregone in (0..=KITTY).rev() {
                    let plain =
                        self.strain_values.of(*strain) + extra_tricks * EXTRA_TRICK + foregone;
                    for (conditions, worth) in &all {
                        let contract = Contract {
                            strain: *strain,
                            extra_tricks,
                            foregone,
                            conditions: *conditions,
                        };
                        show(contract, plain + worth);
                    }
                }
            }
        }
    }

    /// Every set of conditions that this strain can have, with what it adds, earlier ones first.
    fn conditions_of(&self, strain: Strain) -> Vec<([bool; 5], i64)> {
        let mut sets = vec![([false; 5], 0)];
        for condition in Condition::ALL {
            let can = match condition {
                Condition::SourTrumps => {
                    self.idle_allowed() || !matches!(strain, Strain::NoTrump | Strain::Nil)
                }
                Condition::NilWithoutJoker => strain == Strain::Nil,
                _ => true,
            };
            let with = |(mut set, worth): ([bool; 5], i64)| {
                set[*condition as usize] = true;
                (set, worth + condition.worth())
            };
            if can {
                sets = sets.into_iter().flat_map(|set| [with(set), set]).collect();
            }
        }
        sets
    }
}

impl Cheapest {
    /// Its entries in an answer.
    pub fn entries(&self) -> [(&'static str, Json); 2] {
        let contracts = self.contracts.iter().map(Contract::json);
        [
            ("value", Json::Int(self.value)),
            ("cheapest", contracts.collect()),
        ]
    }
}
