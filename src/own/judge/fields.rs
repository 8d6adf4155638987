//! Reading the record of a hand, field by field. Each field may depend on the previous fields.

use std::array;
use std::fmt::{self, Display};

use overtrick_core::prelude::*;
use overtrick_core::unknown_player;

use super::Judging;
use crate::definition::FieldRule;
use crate::record::Record;
use crate::types::{MAX_PLAYERS, Type};
use crate::value::{Node, count};

/// The pointer to a field, or to a player's value in it. It is converted to text only if there is a fault.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub field: &'a str,
    pub player: Option<&'a str>,
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
    /// Refuses a hand with fields that the definition does not have. These faults were already reported when
    /// the document was read.
    pub(super) fn known_fields(&self, record: &Record, context: &mut HandContext<'_>) {
        let is_known = |name: &str| self.definition.field_names().any(|known| known == name);
        if !record.fields.iter().all(|(name, _)| is_known(name)) {
            context.refuse("unknown-field", "", args![]);
        }
    }

    /// Reads a field: the value of the hand, of each player, or of each side, which is recorded for the
    /// side's first player.
    pub(super) fn field(
        &mut self,
        index: usize,
        field: &FieldRule,
        record: &Record,
        context: &mut HandContext<'_>,
    ) {
        let (table, players) = (context.table, self.values.players);
        let count = match (field.each, field.by_side) {
            (false, _) => 1,
            (true, false) => players,
            (true, true) => self.values.sides,
        };
        let pointer = Place {
            field: &field.input.name,
            player: None,
        };
        let place_of = |seat: usize| Place {
            player: field.each.then(|| &**table.name(Seat::new(seat))),
            ..pointer
        };
        let exists: [Option<bool>; MAX_PLAYERS] = array::from_fn(|seat| match &field.when {
            _ if seat >= count => None,
            None => Some(true),
            Some(when) => Some(self.value(Some(when), seat)? != 0),
        });
        for (seat, absent) in self.absent.iter_mut().enumerate().take(players) {
            if exists[seat % count] == Some(false) {
                *absent |= 1 << index;
            }
        }
        if !exists.contains(&Some(true)) {
            context.absent(pointer);
        } else if field.each {
            // Partners share one value, which is recorded for the first partner.
            for seat in (0..players).filter(|seat| exists[*seat] != Some(true)) {
                context.absent(place_of(seat));
            }
        }
        let given = record.get(&field.input.name);
        if field.each && !matches!(given, None | Some(Json::Object(_))) {
            return context.refuse("wrong-type", pointer, args![]);
        }
        let sum = self.value(field.sum.as_ref(), 0);
        if let Some(sum) = sum {
            context.record_sum(pointer, sum);
        }
        let whole = given.filter(|_| !field.each).map(|json| (None, json));
        let entries = given.filter(|_| field.each).map_or(&[][..], Json::entries);
        let entries = entries.iter().map(|(name, json)| (Some(&**name), json));
        // The value of each seat; `None` if none is recorded, `Some(None)` if it has a fault.
        let mut found: [Option<Option<i64>>; MAX_PLAYERS] = [None; MAX_PLAYERS];
        let mut faulty = false;
        for (player, json) in whole.into_iter().chain(entries) {
            let place = Place { player, ..pointer };
            let name = player.unwrap_or_default();
            let seat = player.map_or(Some(0), |name| Some(table.seat(name)?.index()));
            let Some(seat) = seat else {
                context.report(unknown_player(table, &place.to_string(), name));
                faulty = true;
                continue;
            };
            let first = seat % count;
            let value = if seat != first {
                let first = table.name(Seat::new(first));
                let args = args![name: name.to_owned(), first: first];
                context.refuse("own-first-of-side", place, args);
                faulty = true;
                None
            } else if found[seat].is_some() {
                context.refuse("duplicate-player", place, args![name: name.to_owned()]);
                faulty = true;
                None
            } else if exists[seat] == Some(false) {
                self.refuse_not_here(index, place, context);
                None
            } else {
                self.read(field, seat, (json, place), context)
            };
            found[first] = Some(value);
        }
        let is_missing =
            |seat: &usize| found[*seat].is_none() && exists[*seat] == Some(true) && !field.optional;
        if given.is_none() && (0..count).all(|seat| is_missing(&seat)) {
            context.missing(pointer);
        } else {
            for seat in (0..count).filter(is_missing) {
                context.missing(place_of(seat));
            }
        }
        // After such a fault, it is uncertain which value belongs to which player.
        if faulty {
            return;
        }
        let found: [Option<i64>; MAX_PLAYERS] = array::from_fn(|seat| {
            found[seat].unwrap_or_else(|| self.unrecorded(field, seat, exists[seat]))
        });
        for seat in 0..players {
            if let Some(value) = found[seat % count] {
                self.values.now.fields[index][seat] = value;
                self.known[seat] |= 1 << index;
            }
        }
        let found: Option<i64> = found[..count].iter().copied().sum();
        if let (Some(sum), Some(found)) = (sum, found)
            && found != sum
        {
            let args = args![sum: found, cards: sum];
            match &field.clause {
                Some(clause) => context.fault("tricks-sum", pointer, clause.clone(), args),
                None => context.refuse("tricks-sum", pointer, args),
            }
        }
    }

    /// Returns the value of an unrecorded field, if it has one.
    fn unrecorded(&self, field: &FieldRule, seat: usize, exists: Option<bool>) -> Option<i64> {
        match &field.input.default {
            Some(default) if exists? => self.value(Some(default), seat),
            _ if exists? && !field.optional => None,
            _ => Some(field.input.kind.absent()),
        }
    }

    /// Reports a field that does not apply to this hand, with the field's condition from the definition.
    fn refuse_not_here(&self, index: usize, pointer: Place<'_>, context: &mut HandContext<'_>) {
        let field = self.definition.json().list("field").get(index);
        let when = field.and_then(|field| field.text("when"));
        let args = when.map_or_else(Args::new, |when| args![when: when.to_owned()]);
        let fault = Finding::rule("not-here", pointer.to_string(), args);
        context.report(fault.with_message(when.map(|_| "own-not-here")));
    }

    /// Reads a value, or reports that it does not fit the field.
    fn read(
        &self,
        field: &FieldRule,
        seat: usize,
        (json, pointer): (&Json, Place<'_>),
        context: &mut HandContext<'_>,
    ) -> Option<i64> {
        match (&field.input.kind, json) {
            (Type::Number(range), Json::Int(number)) => {
                let from = self.value(field.input.from.as_ref(), seat);
                let to = self.value(field.input.to.as_ref(), seat);
                let least = from.map_or(range.least, |from| from.max(range.least));
                let most = to.map_or(range.most, |to| to.min(range.most));
                let limit = field.input.to.as_ref().map(|limit| &limit.node);
                let bounds = match limit {
                    Some(Node::Cards) if (least, to) == (0, Some(most)) => Bounds::cards(most),
                    _ => (least..=most).into(),
                };
                if !context.in_range(pointer, *number, bounds) {
                    return None;
                }
                let base = from.unwrap_or(range.least);
                if (number - base) % field.step == 0 {
                    return Some(*number);
                }
                let args = args![found: *number, step: field.step, least: base];
                context.refuse("own-step", pointer, args);
                None
            }
            (Type::Flag, Json::Bool(flag)) => Some(i64::from(*flag)),
            (Type::Player, Json::Text(name)) => {
                let seat = context.seat(pointer, name)?;
                Some(count(seat.index()))
            }
            (Type::Word(_), Json::Text(word))
                if let Some(known) = self.definition.word(&field.input.words, word) =>
            {
                Some(known)
            }
            // This fault was already reported when the document was read, as in `known_fields`.
            _ => {
                context.refuse("wrong-type", pointer, args![]);
                None
            }
        }
    }
}
