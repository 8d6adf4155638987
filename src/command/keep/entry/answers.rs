//! Reading what is typed.

use super::super::choices::{Choice, chosen, folded};
use super::super::place::{Step, put, remove};
use super::super::words::Words;
use super::next::{Ask, Asked};
use super::{EXPLAIN, Entry, NOTHING, OTHER};
use crate::changes::points;
use overtrick_core::args;
use overtrick_core::form::KindOf;
use overtrick_core::json::Json;
use overtrick_match::lang::Language;

impl Entry<'_> {
    /// Whether a text answers a question.
    pub(super) fn accepted(&self, ask: &Ask<'_>, text: &str) -> Result<(), String> {
        let text = text.trim();
        let is_command = text == EXPLAIN || text.starts_with(OTHER);
        if is_command || (ask.skip.is_some() && (text.is_empty() || text == NOTHING)) {
            return Ok(());
        }
        if text.is_empty() {
            return Err(self.words.language.text("keep", "answer-needed"));
        }
        self.read(ask, text).map(drop)
    }

    /// The record with an answer, and the rest of the text, which answers the next questions.
    pub(super) fn read(&self, ask: &Ask<'_>, text: &str) -> Result<(Answer, String), String> {
        if let Some((first, rest)) = digits(ask, text) {
            return Ok((self.read_one(ask, first)?, rest));
        }
        let whole = self
            .read_one(ask, text)
            .map(|answer| (answer, String::new()));
        let Some((first, rest)) = text.split_once(char::is_whitespace) else {
            return whole;
        };
        whole.or_else(|fault| {
            let answer = self.read_one(ask, first).map_err(|first| match ask.asked {
                Asked::Value(KindOf::Int(..) | KindOf::Number(..)) => first,
                _ => fault,
            });
            Ok((answer?, rest.trim().to_owned()))
        })
    }

    fn read_one(&self, ask: &Ask<'_>, text: &str) -> Result<Answer, String> {
        match ask.asked {
            Asked::Part(_) => {
                let choices = self.choices(ask);
                let part = chosen(&choices, text, self.words.language)?;
                Ok(Answer::Part(part.id.clone()))
            }
            Asked::Value(kind) => {
                if let Some(flag) = self.flag_chosen(ask, text) {
                    return Ok(Answer::Only(flag));
                }
                let value = self.value(kind, ask, text)?;
                let mut record = self.record.clone();
                self.reset(&mut record, &ask.place, &value);
                put(&mut record, &ask.place, value);
                if !is_within_item(&ask.place) {
                    self.judged(&record)?;
                }
                Ok(Answer::Record(record))
            }
        }
    }

    /// The flag of a hand without anything else, if it is chosen at the first question.
    fn flag_chosen(&self, ask: &Ask<'_>, text: &str) -> Option<String> {
        let flag = self.form.excludes_others.as_ref()?;
        let choices = self.choices(ask);
        let chosen = chosen(&choices, text, self.words.language).ok()?;
        (chosen.id == *flag).then(|| flag.clone())
    }

    /// Removes the fields that rest on one that changes.
    fn reset(&self, record: &mut Json, place: &[Step], value: &Json) {
        if let [Step::Key(name)] = place
            && record.get(name).is_some_and(|old| old != value)
            && let Some(others) = self.form.resets.get(name)
        {
            for other in others {
                remove(record, other);
            }
        }
    }

    fn value(&self, kind: &KindOf<'_>, ask: &Ask<'_>, text: &str) -> Result<Json, String> {
        let language = self.words.language;
        let choices = self.choices(ask);
        let no_number = || language.format("keep", "no-number", &args![found: text.to_owned()]);
        match kind {
            KindOf::Nullable(kind) => self.value(kind, ask, text),
            KindOf::Int(..) => {
                let number = points(text).filter(|number| matches!(number, Json::Int(_)));
                number.ok_or_else(no_number)
            }
            KindOf::Number(..) => points(text).ok_or_else(no_number),
            KindOf::List(_) => {
                let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
                let parts: Vec<&str> = match chosen(&choices, text, language) {
                    Ok(_) => vec![text],
                    Err(_) => parts.collect(),
                };
                // A number after the names answers the next question.
                let read = |part: &str| match points(part) {
                    Some(_) if !choices.is_empty() => Err(no_number_here(part, language)),
                    _ => self.words.one(&choices, part),
                };
                parts.into_iter().map(read).collect()
            }
            KindOf::OneOf(kinds) => {
                let is_number = kinds.iter().any(|kind| matches!(kind, KindOf::Int(..)));
                let number = points(text).filter(|_| is_number);
                number.map_or_else(|| self.words.one(&choices, text), Ok)
            }
            KindOf::Text if choices.is_empty() => Ok(text.into()),
            // A contract of the house stands beside those of the board.
            KindOf::Text => Ok(self
                .words
                .one(&choices, text)
                .unwrap_or_else(|_| text.into())),
            _ => self.words.one(&choices, text),
        }
    }
}

/// A row of digits that no number can be, as the numbers of several players: the first one, and the rest.
fn digits<'a>(ask: &Ask<'_>, text: &'a str) -> Option<(&'a str, String)> {
    let Asked::Value(KindOf::Int(_, most)) = ask.asked else {
        return None;
    };
    let (row, after) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let is_row = row.bytes().all(|digit| digit.is_ascii_digit());
    if !is_row || row.len() <= most.to_string().len().max(1) {
        return None;
    }
    let (first, others) = row.split_at(1);
    let others = others.chars().map(|digit| format!("{digit} "));
    Some((first, others.collect::<String>() + after))
}

fn no_number_here(found: &str, language: &Language) -> String {
    let args = args![found: found.to_owned()];
    language.format("keep", "no-number-here", &args)
}

/// A text that was read.
pub enum Answer {
    /// The record with it.
    Record(Json),
    /// The record has nothing but this flag.
    Only(String),
    /// The object has this part.
    Part(String),
}

impl Words<'_> {
    /// The value of the choice that a text names.
    fn one(&self, choices: &[Choice], text: &str) -> Result<Json, String> {
        if choices.is_empty() {
            return Ok(text.into());
        }
        // Cards are typed with or without what joins suit and rank.
        let close = |text: &str| folded(text).replace(' ', "");
        let mut same = choices.iter();
        if let Some(choice) = same.find(|one| close(&one.id) == close(text)) {
            return Ok(choice.value.clone());
        }
        chosen(choices, text, self.language).map(|choice| choice.value.clone())
    }
}

/// An item of a list is judged when it is complete: half of one is no record.
fn is_within_item(place: &[Step]) -> bool {
    place.iter().any(|step| matches!(step, Step::Item(_)))
}
