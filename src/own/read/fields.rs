//! What a hand records, and what is carried to the next one.

use overtrick_core::json::Json;
use overtrick_core::{Name, args};

use super::{Entry, Parts, Reader, shortened};
use crate::check::{Allowed, Symbol, Wanted};
use crate::definition::{CLAUSE, Carry, FieldRule, ValueKind};
use crate::types::{Range, Type};

impl Reader {
    /// The fields of a hand, each resting on those before it.
    pub(super) fn fields(&mut self, parts: &Parts) {
        let fields = parts.fields.iter().zip(&parts.field_kinds);
        for (index, ((json, pointer), kind)) in fields.enumerate() {
            let each = json.flag("each");
            let hand = Allowed {
                fields: index,
                ..Allowed::RECORD
            };
            let own = Allowed {
                player: each,
                ..hand
            };
            let from = self.expression((json, "from", pointer), own, Wanted::Number);
            let to = self.expression((json, "to", pointer), own, Wanted::Number);
            let when = self.expression((json, "when", pointer), own, Wanted::Flag);
            let sum = self.expression((json, "sum", pointer), hand, Wanted::Number);
            self.count(from.as_ref(), each);
            self.count(to.as_ref(), each);
            self.count(when.as_ref(), each);
            self.count(sum.as_ref(), false);
            let clause = self.clause(json, pointer);
            let Some(kind) = kind.clone() else {
                continue;
            };
            let is_number = matches!(kind, ValueKind::Number(_));
            for key in ["from", "to", "sum"]
                .into_iter()
                .filter(|key| json.get(key).is_some())
            {
                if !is_number || (key == "sum" && !each) {
                    let place = format!("{pointer}/{key}");
                    self.fault("own-numbers-only", &place, args![key: key]);
                }
            }
            if json.get("sum").is_some() {
                self.require(json, "clause", pointer);
            }
            let (Some(name), Some((value, _))) = (json.text("name"), self.names.fields[index])
            else {
                continue;
            };
            self.definition.fields.push(FieldRule {
                name: name.to_owned().into(),
                label: self.label(name, json),
                about: self.about(name, json),
                kind,
                value,
                each,
                from,
                to,
                sum,
                when,
                optional: json.get("need").is_some(),
                clause,
            });
        }
    }

    /// What is carried from hand to hand.
    pub(super) fn carries(&mut self, carry: &[Entry]) {
        for (index, (_, json, pointer)) in carry.iter().enumerate() {
            let each = json.flag("each");
            let start = Allowed {
                player: each,
                ..Allowed::MATCH
            };
            let next = Allowed {
                player: each,
                ..Allowed::AFTER
            };
            let start = self.expression((json, "start", pointer), start, Wanted::Number);
            let next = self.expression((json, "next", pointer), next, Wanted::Number);
            self.count(start.as_ref(), each);
            self.count(next.as_ref(), each);
            let range = match self.names.carry[index] {
                Some((Type::Number(range), _)) => range,
                _ => Range::new(0, 0),
            };
            self.definition.carry.push(Carry {
                range,
                start: start.unwrap_or_default(),
                next: next.unwrap_or_default(),
            });
        }
    }

    /// The field that an entry names.
    pub(super) fn field(&mut self, json: &Json, key: &str, pointer: &str) -> Option<usize> {
        let name = json.text(key)?;
        match self.names.symbols.get(name) {
            Some(Symbol::Field(index)) => Some(*index),
            _ => {
                let place = format!("{pointer}/{key}");
                self.fault("own-no-field", &place, args![name: shortened(name)]);
                None
            }
        }
    }

    /// The id of the clause that an entry names.
    pub(super) fn clause(&mut self, json: &Json, pointer: &str) -> Option<Name> {
        let clause = json.text("clause")?;
        let mut clauses = self.definition.clauses.iter();
        if clauses.any(|(known, _)| known == clause) {
            return Some(format!("{CLAUSE}{clause}").into());
        }
        let place = format!("{pointer}/clause");
        self.fault(
            "own-unknown-clause",
            &place,
            args![clause: shortened(clause)],
        );
        None
    }
}
