//! The record of a hand of a custom game, and the state of a match.

use std::collections::HashSet;

use serde::Deserialize;

use crate::value::{HandValues, Seats};
use overtrick_core::form::Field;
use overtrick_core::json::Json;
use overtrick_core::wire::Given;
use overtrick_core::{Common, Fields, HandRecord, Irregularities, Seat};

/// A recorded hand that is not checked yet; every field is optional.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(try_from = "Json")]
pub struct Record {
    dealer: Given<String>,
    note: Given<String>,
    irregularities: Given<Irregularities>,
    /// The other fields, unchanged.
    pub(crate) fields: Vec<(String, Json)>,
}

impl Record {
    /// Returns the value of a field.
    pub(crate) fn get(&self, name: &str) -> Option<&Json> {
        let mut fields = self.fields.iter();
        Some(&fields.find(|(known, _)| known == name)?.1)
    }
}

impl Fields for Record {
    const FIELDS: &'static [Field] = &[];

    fn given(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

impl HandRecord for Record {
    fn common(&self) -> Common<'_> {
        Common {
            dealer: &self.dealer,
            note: &self.note,
            irregularities: &self.irregularities,
        }
    }
}

impl TryFrom<Json> for Record {
    type Error = &'static str;

    fn try_from(hand: Json) -> Result<Record, &'static str> {
        let refused = "a field of another type, or written twice";
        let Json::Object(entries) = hand else {
            return Err("a hand is an object");
        };
        let mut record = Record::default();
        let mut known = HashSet::new();
        for (key, value) in entries {
            if !known.insert(key.clone()) {
                return Err(refused);
            }
            match key.as_str() {
                "dealer" => record.dealer = value.typed().ok_or(refused)?,
                "note" => record.note = value.typed().ok_or(refused)?,
                "irregularities" => record.irregularities = value.typed().ok_or(refused)?,
                _ => record.fields.push((key, value)),
            }
        }
        Ok(record)
    }
}

/// The state of a match after a hand.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// The number of hands that were dealt.
    pub(crate) hands: usize,
    pub(crate) totals: Seats,
    pub(crate) carry: Vec<Seats>,
    /// The words chosen so far, for each `once` rule.
    pub(crate) chosen: Vec<Vec<Chosen>>,
    /// Whether every hand so far was scored. Otherwise, totals and carried values are unknown.
    pub(crate) all_scored: bool,
    pub(crate) ended: bool,
    /// The values of the last hand, and the number of steps to judge it, if it was scored. The end of the
    /// match and the next dealer may depend on these values.
    pub(crate) last: Option<(HandValues, u64)>,
    pub(crate) deals: Option<Seat>,
    /// The number of cards that were dealt to each player.
    pub(crate) cards: i64,
    /// The player who leads.
    pub(crate) leads: Option<Seat>,
}

/// A word that may not be chosen again.
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    /// The seat of the player who chose it, or `MAX_PLAYERS` for the whole table.
    pub(crate) chooser: usize,
    /// The index of the word in the definition.
    pub(crate) word: usize,
    /// The number of the hand, from 1.
    pub(crate) hand: usize,
}
