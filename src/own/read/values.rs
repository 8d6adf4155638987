//! Reading the values of options, fields and tables: numbers and words.

use overtrick_core::form::{Field, wrong_type};
use overtrick_core::json::Json;
use overtrick_core::{Finding, args, out_of_range, segment};

use super::{Reader, shortened};
use crate::syntax::{MAX_NUMBER, limit};
use crate::types::{MAX_WORDS, Range, Type, WordSet};
use crate::value::Table;

/// The type of the values of an option or a field, and the indexes of their words in the order of the file.
pub(super) type ValueKind = (Type, Vec<usize>);

impl Reader {
    /// Reads the range in the key `number`.
    pub(super) fn range(&mut self, json: &Json, pointer: &str) -> Option<Range> {
        let pointer = format!("{pointer}/number");
        let [least, most] = self.pair(json.get("number")?, &pointer)?;
        if least > most || least < -MAX_NUMBER || most > MAX_NUMBER {
            let args = args![least: least, most: most, limit: MAX_NUMBER];
            self.fault("own-bounds", &pointer, args);
            return None;
        }
        Some(Range::new(least, most))
    }

    /// Reads a list of two numbers.
    pub(super) fn pair(&mut self, json: &Json, pointer: &str) -> Option<[i64; 2]> {
        let numbers = json.typed::<Vec<i64>>().unwrap_or_default();
        let fault = |numbers: Vec<i64>| {
            self.fault("own-pair", pointer, args![found: numbers.len()]);
        };
        numbers.try_into().map_err(fault).ok()
    }

    /// Reads the kind of values of an option or a field. Exactly one of the keys for kinds must be present.
    pub(super) fn kind(
        &mut self,
        json: &Json,
        pointer: &str,
        fields: &[Field],
    ) -> Option<ValueKind> {
        if *json == Json::Null {
            return None;
        }
        let mut keys = vec!["number", "flag", "words", "player"];
        keys.retain(|key| fields.iter().any(|field| field.name == *key));
        let given = keys.iter().copied();
        let given: Vec<&str> = given.filter(|key| json.get(key).is_some()).collect();
        let [key] = given[..] else {
            let left_out = &self.reading.left_out;
            let is_left_out = |key| left_out.has_any_of(&format!("{pointer}/{key}"));
            if !keys.iter().any(is_left_out) {
                let keys: Vec<String> = keys.into_iter().map(str::to_owned).collect();
                self.fault("own-kind", pointer, args![keys: keys, found: given.len()]);
            }
            return None;
        };
        let kind = match key {
            "number" => Type::Number(self.range(json, pointer)?),
            "words" => {
                let words = self.words(json, pointer);
                return Some((Type::Word(WordSet::of(&words)), words));
            }
            "player" => Type::Player,
            _ => Type::Flag,
        };
        Some((kind, Vec::new()))
    }

    pub(super) fn words(&mut self, json: &Json, pointer: &str) -> Vec<usize> {
        let pointer = format!("{pointer}/words");
        let mut found = Vec::new();
        let words = json.list("words");
        if words.is_empty() {
            self.fault("own-no-words", &pointer, args![]);
        }
        for (index, word) in words.iter().enumerate() {
            let word = word.as_text().unwrap_or_default();
            let place = format!("{pointer}/{index}");
            let letter = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
            if word.is_empty() || word.chars().count() > 32 || !word.chars().all(letter) {
                self.fault("own-word", place, args![word: shortened(word)]);
                continue;
            }
            let known = self.names.words.iter().position(|known| known == word);
            let number = known.unwrap_or(self.names.words.len());
            if found.contains(&number) {
                self.fault("own-word-twice", place, args![word: shortened(word)]);
            } else if number == MAX_WORDS {
                self.report(limit(&place, "words", MAX_WORDS + 1, MAX_WORDS));
                break;
            } else {
                if known.is_none() {
                    self.names.words.push(word.to_owned());
                }
                found.push(number);
            }
        }
        found
    }

    pub(super) fn table(&mut self, json: &Json, pointer: &str) -> Table {
        let mut values = Vec::new();
        match json {
            Json::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    let value = self.table_value(item, &format!("{pointer}/{index}"));
                    values.extend(value.map(Some));
                }
                if values.is_empty() {
                    self.fault("own-no-values", pointer, args![]);
                }
            }
            Json::Object(entries) => {
                values.resize(MAX_WORDS, None);
                if entries.is_empty() {
                    self.fault("own-no-values", pointer, args![]);
                }
                for (word, item) in entries {
                    let place = format!("{pointer}/{}", segment(word));
                    let known = self.names.words.iter().position(|known| known == word);
                    let Some(value) = self.table_value(item, &place) else {
                        continue;
                    };
                    match known.and_then(|known| values.get_mut(known)) {
                        None => {
                            let args = args![word: shortened(word)];
                            self.fault("own-table-word", place, args);
                        }
                        Some(Some(_)) => {
                            let args = args![key: shortened(word)];
                            self.report(Finding::shape("duplicate-key", place, args));
                        }
                        Some(slot) => *slot = Some(value),
                    }
                }
            }
            Json::Null => {}
            other => self.report(wrong_type(pointer, "list", other)),
        }
        let by_word = matches!(json, Json::Object(_));
        Table { by_word, values }
    }

    pub(super) fn table_value(&mut self, json: &Json, pointer: &str) -> Option<i64> {
        let range = -MAX_NUMBER..=MAX_NUMBER;
        let fault = match json {
            Json::Int(number) if range.contains(number) => return Some(*number),
            Json::Int(number) => out_of_range(pointer, *number, &range),
            _ => wrong_type(pointer, "whole number", json),
        };
        self.report(fault);
        None
    }
}
