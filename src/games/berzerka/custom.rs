//! A club's own contracts, for the blank tiles.

use serde::{Serialize, Serializer};
use serde_json::json;

use super::contract::{Choice, Contract, Measure, Tile};
use overtrick_core::prelude::*;

/// The most contracts that a board has, and that a club may add.
const MOST_CONTRACTS: i64 = 13;
/// The most characters of a contract's id or name.
const LONGEST_NAME: usize = 40;
/// The most that a contract of a club's own may start at or rise by.
const MOST_VALUE: i64 = 1000;

object! {
    /// A contract of a club's own, as written.
    pub struct Custom {
        required id: String,
        required name: String,
        required starts_at: i64 = Kind::Int(0, MOST_VALUE),
        required step: i64 = Kind::Int(0, MOST_VALUE),
        required record: Measure,
        depends target: Option<i64> = Kind::Nullable(&Kind::Int(0, 13)),
        optional asks: Vec<Choice>,
    }
}

/// A contract as a club's own is written.
impl Serialize for Contract {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let target = (self.measure == Measure::Closest).then_some(self.target);
        let written = json!({
            "id": self.id, "name": self.name, "starts_at": self.starts_at, "step": self.step,
            "record": self.measure, "target": target, "asks": self.asks,
        });
        written.serialize(serializer)
    }
}

/// Whether there may be so many contracts in the option of this name.
pub fn check_size(name: &str, found: usize, least: i64, context: &mut OptionsContext<'_>) -> bool {
    let found = i64::try_from(found).unwrap_or(i64::MAX);
    let range = least..=MOST_CONTRACTS;
    context.number(name, &Given(Some(found)), range.clone(), found);
    range.contains(&found)
}

/// The sound ones of a club's own contracts.
pub fn customs(written: Option<&[Custom]>, context: &mut OptionsContext<'_>) -> Vec<Contract> {
    let Some(written) = written else {
        return Vec::new();
    };
    if !check_size("custom_contracts", written.len(), 0, context) {
        return Vec::new();
    }
    let mut customs: Vec<Contract> = Vec::with_capacity(written.len());
    for (index, custom) in written.iter().enumerate() {
        let place = format!("custom_contracts/{index}");
        let contract = custom.judge(&place, context);
        let taken = contract.as_ref().is_some_and(|contract| {
            Tile::from_word(&contract.id).is_some()
                || customs.iter().any(|own| own.id == contract.id)
        });
        match contract {
            Some(contract) if taken => {
                let args = args![contract: contract.id];
                context.fault("contract-twice", &format!("/{place}/id"), args);
            }
            contract => customs.extend(contract),
        }
    }
    customs
}

impl Custom {
    fn judge(&self, place: &str, context: &mut OptionsContext<'_>) -> Option<Contract> {
        let missing = [
            ("id", self.id.is_none()),
            ("name", self.name.is_none()),
            ("starts_at", self.starts_at.is_none()),
            ("step", self.step.is_none()),
            ("record", self.record.is_none()),
        ];
        for (key, _) in missing.iter().filter(|(_, missing)| *missing) {
            context.missing(&format!("/{place}/{key}"));
        }
        if let Some(id) = self.id.as_ref().filter(|id| !is_id(id)) {
            let args = args![found: id.clone(), most: LONGEST_NAME];
            context.fault("custom-id", &format!("/{place}/id"), args);
        }
        let name = self.name.as_ref().map(|name| name.trim());
        if name.is_some_and(|name| !is_name(name)) {
            let args = args![most: LONGEST_NAME];
            context.fault("custom-name", &format!("/{place}/name"), args);
        }
        let target = self.target.flatten();
        let mut number = |key, number: &Given<i64>, most| {
            context.number(format_args!("{place}/{key}"), number, 0..=most, 0)
        };
        let starts_at = number("starts_at", &self.starts_at, MOST_VALUE);
        let step = number("step", &self.step, MOST_VALUE);
        let closest_to = number("target", &Given(target), 13);
        let place = format!("/{place}");
        let measure = *self.record;
        let closest = measure == Some(Measure::Closest);
        if closest && target.is_none() {
            context.missing(&format!("{place}/target"));
        }
        if measure.is_some() && !closest && target.is_some() {
            context.fault("custom-target", &format!("{place}/target"), args![]);
        }
        let mut asks = self.asks.0.clone().unwrap_or_default();
        asks.sort_unstable();
        asks.dedup();
        let (value, measure) = ((starts_at, step), measure.unwrap_or(Measure::Most));
        let id = self.id.as_ref().filter(|id| is_id(id))?;
        let name = Arg::Text(name.unwrap_or(id).into());
        Some(Contract {
            target: closest_to,
            ..Contract::plain(id, name, value, measure, &asks)
        })
    }
}

/// Whether an id is lower-case words with hyphens between them.
fn is_id(id: &str) -> bool {
    let word = |word: &str| {
        let mut letters = word.bytes();
        !word.is_empty() && letters.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    id.len() <= LONGEST_NAME && id.split('-').all(word)
}

fn is_name(name: &str) -> bool {
    let length = name.chars().count();
    (1..=LONGEST_NAME).contains(&length) && !name.chars().any(char::is_control)
}
