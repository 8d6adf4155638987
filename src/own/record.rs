//! The record of a hand of an own game: the fields of its definition, by name.

use std::fmt;

use overtrick_core::json::Json;
use overtrick_core::wire::Given;
use overtrick_core::{Common, HandRecord, Irregularities};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

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
