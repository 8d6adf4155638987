//! Reading what a hand recorded, field by field: each may rest on those before it.

use std::fmt::{self, Display};

use overtrick_core::form::{KindOf, wrong_type};
use overtrick_core::prelude::*;
use overtrick_core::unknown_player;

use super::Judging;
use crate::definition::{FieldRule, ValueKind};
use crate::record::Record;
use crate::types::MOST_PLAYERS;
use crate::value::count;

/// The pointer of a field, or of a player's value in it: written only where there is a fault.
#[derive(Clone, Copy)]
struct Place<'a> {
    field: &'a str,
    player: Option<&'a str>,
}

impl Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{}", self.field)?;
        match self.player {
            Some(player) => write!(f, "/{}", segment(player)),
            None => Ok(()),
        }
    }
}

impl Judging<'_> {
    /// Reports fields that the definition does not have.
    pub(super) fn known_fields(&self, record: &Record, context: &mut HandContext<'_>) {
        for (name, _) in &record.fields {
            let mut fields = self.definition.fields.iter();
            if !fields.any(|field| *field.name == **name) {
                let pointer = format!("/{}", segment(name));
                let names = self.definition.fields.iter();
                let names: Vec<String> = names.map(|field| field.name.to_string()).collect();
                let args = args![key: name.clone(), known: names];
                context.report(Finding::shape("unknown-field", pointer, args));
            }
        }
    }

    pub(super) fn field(
        &mut self,
        index: usize,
        field: &FieldRule,
        record: &Record,
        context: &mut HandContext<'_>,
    ) {
        let pointer = Place {
            field: &field.name,
            player: None,
        };
        let given = record.get(&field.name);
        if field.each {
            self.amounts(index, field, (given, pointer), context);
        } else {
            let exists = self.exists(field, 0);
            let value = match (given, exists) {
                (Some(_), Some(false)) => {
                    self.refuse_not_here(index, pointer, context);
                    None
                }
                (Some(json), _) => self.read(field, 0, (json, pointer), context),
                (None, Some(true)) if !field.optional => {
                    context.missing(pointer);
                    None
                }
                (None, Some(_)) => Some(field.value.absent()),
                (None, None) => None,
            };
            if let Some(value) = value {
                self.values.fields[index] = [value; MOST_PLAYERS];
                self.know(index, 0..self.values.players);
            }
        }
    }

    /// Reports a field that this hand does not have, with what the definition says of when it is there.
    fn refuse_not_here(&self, index: usize, pointer: Place<'_>, context: &mut HandContext<'_>) {
        let field = self.definition.json().list("field").get(index);
        let when = field.and_then(|field| field.text("when"));
        let args = when.map_or_else(Args::new, |when| args![when: when.to_owned()]);
        context.report(Finding {
            message: when.map(|_| "own-not-here".into()),
            ..Finding::rule("not-here", pointer.to_string(), args)
        });
    }

    pub(super) fn know(&mut self, field: usize, seats: impl Iterator<Item = usize>) {
        for seat in seats {
            self.known[seat] |= 1 << field;
        }
    }

    /// Whether a field is there in this hand, for a player; `None` if that is not known.
    pub(super) fn exists(&self, field: &FieldRule, seat: usize) -> Option<bool> {
        match &field.when {
            None => Some(true),
            Some(when) => Some(self.value(Some(when), seat)? != 0),
        }
    }

    /// Reads the value of every player.
    fn amounts(
        &mut self,
        index: usize,
        field: &FieldRule,
        (given, pointer): (Option<&Json>, Place<'_>),
        context: &mut HandContext<'_>,
    ) {
        let table = context.table;
        let mut found: [Option<i64>; MOST_PLAYERS] = [None; MOST_PLAYERS];
        let mut written = [false; MOST_PLAYERS];
        let mut exists: [Option<bool>; MOST_PLAYERS] = [None; MOST_PLAYERS];
        for (seat, exists) in exists.iter_mut().enumerate().take(self.values.players) {
            *exists = self.exists(field, seat);
        }
        let mut faulty = false;
        let entries: &[(String, Json)] = match given {
            Some(Json::Object(entries)) => entries,
            Some(json) => {
                context.report(wrong_type(&pointer.to_string(), "object of players", json));
                return;
            }
            None => &[],
        };
        let sum = self.value(field.sum.as_ref(), 0);
        if let Some(sum) = sum {
            context.adds_up_to(pointer, sum);
        }
        for (name, json) in entries {
            let place = Place {
                player: Some(name),
                ..pointer
            };
            match table.seat(name).map(Seat::index) {
                None => {
                    context.report(unknown_player(table, &place.to_string(), name));
                    faulty = true;
                }
                Some(seat) if written[seat] => {
                    let args = args![name: name.clone()];
                    context.report(Finding::rule("duplicate-player", place.to_string(), args));
                    faulty = true;
                }
                Some(seat) => {
                    written[seat] = true;
                    if exists[seat] == Some(false) {
                        self.refuse_not_here(index, place, context);
                    } else {
                        found[seat] = self.read(field, seat, (json, place), context);
                    }
                }
            }
        }
        let mut all_missing = given.is_none() && !field.optional;
        for seat in 0..self.values.players {
            if written[seat] {
                continue;
            }
            match exists[seat] {
                Some(true) if !field.optional => {
                    if given.is_some() {
                        let name = Some(&**table.name(Seat::new(seat)));
                        context.missing(Place {
                            player: name,
                            ..pointer
                        });
                    }
                }
                Some(_) => {
                    found[seat] = Some(field.value.absent());
                    all_missing = false;
                }
                None => all_missing = false,
            }
        }
        if all_missing {
            context.missing(pointer);
        } else if given.is_none() {
            for seat in 0..self.values.players {
                if exists[seat] == Some(true) && found[seat].is_none() {
                    let name = Some(&**table.name(Seat::new(seat)));
                    context.missing(Place {
                        player: name,
                        ..pointer
                    });
                }
            }
        }
        // Whose value is whose is not known for certain.
        if faulty {
            return;
        }
        for (seat, value) in found.iter().enumerate().take(self.values.players) {
            if let Some(value) = value {
                self.values.fields[index][seat] = *value;
                self.know(index, seat..=seat);
            }
        }
        let complete = found.iter().take(self.values.players).all(Option::is_some);
        if let (Some(sum), true) = (sum, complete) {
            let found: i64 = found.iter().flatten().sum();
            if found != sum {
                let args = args![sum: found, cards: sum];
                match &field.clause {
                    Some(clause) => context.fault("tricks-sum", pointer, clause.clone(), args),
                    None => context.refuse("tricks-sum", pointer, args),
                }
            }
        }
    }

    /// A value as written, if it fits.
    fn read(
        &self,
        field: &FieldRule,
        seat: usize,
        (json, pointer): (&Json, Place<'_>),
        context: &mut HandContext<'_>,
    ) -> Option<i64> {
        match (&field.kind, json) {
            (ValueKind::Number(range), Json::Int(number)) => {
                let from = self.value(field.from.as_ref(), seat);
                let to = self.value(field.to.as_ref(), seat);
                let least = from.map_or(range.least, |from| from.max(range.least));
                let most = to.map_or(range.most, |to| to.min(range.most));
                let fits = context.in_range(pointer, *number, least..=most);
                fits.then_some(*number)
            }
            (ValueKind::Flag, Json::Bool(flag)) => Some(i64::from(*flag)),
            (ValueKind::Player, Json::Text(name)) => {
                let seat = context.seat(pointer, name)?;
                Some(count(seat.index()))
            }
            (ValueKind::Words(words), Json::Text(word)) => {
                let known = self.definition.word(words, word);
                if known.is_none() {
                    let words = self.definition.words_of(&field.kind).into_iter();
                    let words: Vec<String> = words.map(str::to_owned).collect();
                    let args = args![found: word.clone(), words: words];
                    context.report(Finding::shape("unknown-value", pointer.to_string(), args));
                }
                known
            }
            (kind, json) => {
                let expected = match kind {
                    ValueKind::Number(_) => KindOf::Int(0, 0),
                    ValueKind::Flag => KindOf::Flag,
                    ValueKind::Player => KindOf::Player,
                    ValueKind::Words(_) => KindOf::Word(&[]),
                };
                context.report(wrong_type(&pointer.to_string(), expected.word(), json));
                None
            }
        }
    }
}
