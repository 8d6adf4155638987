//! The record of a hand of an own game, and the state of a match.

use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::value::Seats;
use overtrick_core::json::Json;
use overtrick_core::wire::Given;
use overtrick_core::{Common, HandRecord, Irregularities, Seat};

/// A hand as recorded: untrusted, with every field optional.
#[derive(Debug, Clone, Default)]
pub struct Record {
    dealer: Given<String>,
    note: Given<String>,
    irregularities: Given<Irregularities>,
    /// The other fields, as written.
    pub(crate) fields: Vec<(String, Json)>,
}

impl Record {
    /// The value of a field.
    pub(crate) fn get(&self, name: &str) -> Option<&Json> {
        let mut fields = self.fields.iter();
        Some(&fields.find(|(known, _)| known == name)?.1)
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

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Record, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Record;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Record, A::Error> {
                let mut record = Record::default();
                let twice = |again: bool| {
                    let fault = || A::Error::custom("a field that is there twice");
                    (!again).then_some(()).ok_or_else(fault)
                };
                while let Some(key) = entries.next_key::<String>()? {
                    match key.as_str() {
                        "dealer" => {
                            twice(record.dealer.is_some())?;
                            record.dealer = entries.next_value()?;
                        }
                        "note" => {
                            twice(record.note.is_some())?;
                            record.note = entries.next_value()?;
                        }
                        "irregularities" => {
                            twice(record.irregularities.is_some())?;
                            record.irregularities = entries.next_value()?;
                        }
                        _ => {
                            twice(record.get(&key).is_some())?;
                            let value = entries.next_value()?;
                            record.fields.push((key, value));
                        }
                    }
                }
                Ok(record)
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

/// What is carried from hand to hand.
#[derive(Debug, Clone)]
pub struct State {
    /// How many hands were dealt.
    pub(crate) hands: usize,
    pub(crate) totals: Seats,
    pub(crate) carry: Vec<Seats>,
    /// For each rule of what is chosen once, what was chosen so far.
    pub(crate) chosen: Vec<Vec<Chosen>>,
    /// Whether every hand so far was scored: else totals and what is carried are not known.
    pub(crate) sound: bool,
    pub(crate) ended: bool,
    /// What the last hand recorded, if it could be scored: its end and the next dealer may rest on it.
    pub(crate) last: Option<Hand>,
    pub(crate) deals: Option<Seat>,
    /// How many cards were dealt to each player.
    pub(crate) cards: i64,
    /// Who leads.
    pub(crate) leads: Option<Seat>,
}

/// A word that was chosen, and may not be chosen again.
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    /// Whose choice it is: a seat, or the place after all seats for the table.
    pub(crate) whose: usize,
    /// The place of the word among those of the definition.
    pub(crate) word: usize,
    /// The hand, from 1.
    pub(crate) hand: usize,
}

/// What a hand recorded.
#[derive(Debug, Clone)]
pub(crate) struct Hand {
    pub(crate) dealer: i64,
    pub(crate) fields: Vec<Seats>,
    pub(crate) lets: Vec<Seats>,
    pub(crate) scored: Seats,
    /// The steps that judging it took.
    pub(crate) steps: u64,
}
